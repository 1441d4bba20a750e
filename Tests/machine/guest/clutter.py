"""Runs in the guest: a program that shows something on every kind of plane, turned upside down, then gives the
display up without cleaning up; its pictures stay there for as long as it runs."""

import ctypes
import os
import time

OVERLAY, PRIMARY, CURSOR = 0, 1, 2  # the plane's property "type"
PLANE = 0xEEEEEEEE  # DRM_MODE_OBJECT_PLANE
UPSIDE_DOWN = 4  # DRM_MODE_ROTATE_180
WIDTH, HEIGHT = 160, 120

drm = ctypes.CDLL("libdrm.so.2", use_errno=True)
u16, u32, u64 = ctypes.c_uint16, ctypes.c_uint32, ctypes.c_uint64
u32s = ctypes.POINTER(u32)


def structure(**fields):
    return type("Structure", (ctypes.Structure,), {"_fields_": list(fields.items())})


Resources = structure(
    **dict(count_fbs=ctypes.c_int, fbs=u32s, count_crtcs=ctypes.c_int, crtcs=u32s),
    **dict(count_connectors=ctypes.c_int, connectors=u32s, count_encoders=ctypes.c_int, encoders=u32s),
)
Planes = structure(count=u32, ids=u32s)
Properties = structure(count=u32, ids=u32s, values=ctypes.POINTER(u64))
Property = structure(id=u32, flags=u32, name=ctypes.c_char * 32)
Mode = structure(
    **dict(clock=u32, hdisplay=u16, hsync_start=u16, hsync_end=u16, htotal=u16, hskew=u16),
    **dict(vdisplay=u16, vsync_start=u16, vsync_end=u16, vtotal=u16, vscan=u16),
    **dict(vrefresh=u32, flags=u32, type=u32, name=ctypes.c_char * 32),
)
for name, kind in [("Resources", Resources), ("PlaneResources", Planes), ("Property", Property)]:
    getattr(drm, f"drmModeGet{name}").restype = ctypes.POINTER(kind)
drm.drmModeObjectGetProperties.restype = ctypes.POINTER(Properties)


def call(name, *arguments):
    """A function of libdrm that gives 0 where it worked."""
    if getattr(drm, name)(card, *arguments):
        raise OSError(ctypes.get_errno(), f"{name}: {os.strerror(ctypes.get_errno())}")


def properties(plane):
    """Id and value of each property, by its name."""
    there = drm.drmModeObjectGetProperties(card, plane, u32(PLANE)).contents
    return {
        drm.drmModeGetProperty(card, there.ids[place]).contents.name: (there.ids[place], there.values[place])
        for place in range(there.count)
    }


def picture(width, height):
    """A framebuffer, all black."""
    handle, pitch, size, framebuffer = u32(), u32(), u64(), u32()
    outs = map(ctypes.byref, (handle, pitch, size))
    call("drmModeCreateDumbBuffer", width, height, 32, 0, *outs)
    call("drmModeAddFB", width, height, ctypes.c_uint8(32), ctypes.c_uint8(32), pitch, handle, ctypes.byref(framebuffer))
    return framebuffer


card = os.open("/dev/dri/card0", os.O_RDWR | os.O_CLOEXEC)
call("drmSetClientCap", u64(2), u64(1))  # DRM_CLIENT_CAP_UNIVERSAL_PLANES
there = drm.drmModeGetResources(card).contents
crtc = there.crtcs[0]
mode = Mode(1500, 160, 168, 176, 200, 0, 120, 121, 122, 125, 0, 60, 0, 0, b"160x120")
call("drmModeSetCrtc", crtc, picture(WIDTH, HEIGHT), 0, 0, (u32 * 1)(there.connectors[0]), 1, ctypes.byref(mode))
planes = drm.drmModeGetPlaneResources(card).contents
kinds = {}
for plane in (planes.ids[place] for place in range(planes.count)):
    kinds.setdefault(properties(plane)[b"type"][1], plane)
for kind, (x, y) in {OVERLAY: (8, 8), CURSOR: (80, 60)}.items():
    place = [x, y, 32, 32, 0, 0, 32 << 16, 32 << 16]
    call("drmModeSetPlane", kinds[kind], crtc, picture(32, 32), 0, *place)
rotation = properties(kinds[PRIMARY])[b"rotation"][0]
call("drmModeObjectSetProperty", kinds[PRIMARY], u32(PLANE), rotation, u64(UPSIDE_DOWN))
call("drmDropMaster")
print("shown", flush=True)
time.sleep(1e9)
