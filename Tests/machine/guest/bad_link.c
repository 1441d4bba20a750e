// A kernel module that does to a display what a cable does whose signal has become too weak for its mode: says so
// of every connector of the first card, tells the programs, and writes to the kernel's log how it stood before.
// Loading it is all that it is for.
#include <drm/drm_connector.h>
#include <drm/drm_device.h>
#include <drm/drm_drv.h>
#include <drm/drm_file.h>
#include <drm/drm_probe_helper.h>
#include <linux/fs.h>
#include <linux/module.h>

static int __init bad_link(void) {
  struct file *file = filp_open("/dev/dri/card0", O_RDWR, 0);
  struct drm_connector_list_iter list;
  struct drm_connector *connector;
  struct drm_device *device;

  if (IS_ERR(file)) return PTR_ERR(file);
  device = ((struct drm_file *)file->private_data)->minor->dev;
  drm_connector_list_iter_begin(device, &list);
  drm_for_each_connector_iter(connector, &list) {
    bool was_bad = connector->state->link_status == DRM_MODE_LINK_STATUS_BAD;

    pr_info("bad_link: %s was %s\n", connector->name, was_bad ? "bad" : "good");
    drm_connector_set_link_status_property(connector, DRM_MODE_LINK_STATUS_BAD);
  }
  drm_connector_list_iter_end(&list);
  drm_kms_helper_hotplug_event(device);
  filp_close(file, NULL);
  return 0;
}

static void __exit nothing(void) {}

module_init(bad_link);
module_exit(nothing);
MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("Makes the links of a card's displays bad");
