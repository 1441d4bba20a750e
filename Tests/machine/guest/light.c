// A kernel module that gives the first connector of the first card a light, as drivers of built-in panels do.
// It obeys, but for as long as the parameter `refuses` is set.
#include <drm/drm_connector.h>
#include <drm/drm_device.h>
#include <drm/drm_drv.h>
#include <drm/drm_file.h>
#include <linux/backlight.h>
#include <linux/fs.h>
#include <linux/module.h>

static bool refuses;
module_param(refuses, bool, 0644);
MODULE_PARM_DESC(refuses, "Whether the light fails to do what it is told");

static struct backlight_device *device;

static int update(struct backlight_device *light) { return refuses ? -EIO : 0; }

static const struct backlight_ops ops = {.update_status = update};

static int __init light(void) {
  struct backlight_properties properties = {.type = BACKLIGHT_RAW, .max_brightness = 200, .brightness = 120};
  struct file *file = filp_open("/dev/dri/card0", O_RDWR, 0);
  struct drm_connector_list_iter list;
  struct drm_connector *connector;

  if (IS_ERR(file)) return PTR_ERR(file);
  drm_connector_list_iter_begin(((struct drm_file *)file->private_data)->minor->dev, &list);
  connector = drm_connector_list_iter_next(&list);
  device = connector ? backlight_device_register("panel", connector->kdev, NULL, &ops, &properties) : ERR_PTR(-ENODEV);
  drm_connector_list_iter_end(&list);
  filp_close(file, NULL);
  return PTR_ERR_OR_ZERO(device);
}

static void __exit dark(void) { backlight_device_unregister(device); }

module_init(light);
module_exit(dark);
MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("Gives a display a light");
