// A kernel module that has a function of the kernel's return an error and do nothing, so many times: what comes of
// hardware that fails. It writes each of these to the kernel's log. As the kernel's own fail_function does it, which
// Debian leaves out (kernel/fail_function.c; Documentation/trace/kprobes.rst, "Changing Execution Path").
#include <linux/kprobes.h>
#include <linux/module.h>
#include <linux/sched.h>

static char *function;
module_param(function, charp, 0444);
MODULE_PARM_DESC(function, "Which one");
static int error;
module_param(error, int, 0444);
MODULE_PARM_DESC(error, "What it returns, as a positive number");
static int times = 1;
module_param(times, int, 0444);
MODULE_PARM_DESC(times, "How often");
static char *by = "";
module_param(by, charp, 0444);
MODULE_PARM_DESC(by, "Only to the program of this name");

static atomic_t left;

static noinline notrace void only_return(void) { barrier(); }

static int before(struct kprobe *probe, struct pt_regs *registers) {
  if (*by && strcmp(current->comm, by) != 0) return 0;
  if (atomic_dec_if_positive(&left) < 0) return 0;
  pr_info("refuse: %s\n", function);
  registers->ax = -error;
  registers->ip = (unsigned long)only_return;
  return 1;
}

// With one, the kernel knows that where it goes on may change.
static void after(struct kprobe *probe, struct pt_regs *registers, unsigned long flags) {}

static struct kprobe probe = {.pre_handler = before, .post_handler = after};

static int __init refuse(void) {
  atomic_set(&left, times);
  probe.symbol_name = function;
  return register_kprobe(&probe);
}

static void __exit accept(void) { unregister_kprobe(&probe); }

module_init(refuse);
module_exit(accept);
MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("Has a function of the kernel's fail");
