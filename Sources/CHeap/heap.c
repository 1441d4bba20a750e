#define _GNU_SOURCE
#include "CHeap.h"
#include <errno.h>
#include <link.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <string.h>
#include <sys/resource.h>

// glibc's own allocator under names that cannot be replaced; part of its ABI since 2.2.5.
extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);

struct range {
  uintptr_t first, end;
};

// The thread whose allocations count; 0 while nobody counts.
static _Atomic(uintptr_t) owner;
static long own, foreign;
// Where the code of the program and of Swift's runtime lies.
static struct range ranges[64];
static int range_count;

static void note(const void *caller) {
  if (atomic_load_explicit(&owner, memory_order_relaxed) != (uintptr_t)pthread_self()) return;
  uintptr_t address = (uintptr_t)caller;
  for (int i = 0; i < range_count; i++) {
    if (ranges[i].first <= address && address < ranges[i].end) {
      own++;
      return;
    }
  }
  foreign++;
}

// The caller's address is pinned before the branch: clang moves rare code to a function of its own, where
// it would find another.
#define NOTE() \
  const void *caller = __builtin_return_address(0); \
  __asm__ volatile("" : "+r"(caller)); \
  if (atomic_load_explicit(&owner, memory_order_relaxed) != 0) note(caller)

void *malloc(size_t size) {
  NOTE();
  return __libc_malloc(size);
}

void *calloc(size_t count, size_t size) {
  NOTE();
  return __libc_calloc(count, size);
}

void *realloc(void *memory, size_t size) {
  NOTE();
  return __libc_realloc(memory, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
  NOTE();
  return __libc_memalign(alignment, size);
}

int posix_memalign(void **memory, size_t alignment, size_t size) {
  NOTE();
  if (alignment % sizeof(void *) != 0 || alignment == 0 || (alignment & (alignment - 1)) != 0) return EINVAL;
  void *result = __libc_memalign(alignment, size);
  if (!result) return ENOMEM;
  *memory = result;
  return 0;
}

// The first object is the program, whose name is empty.
static int add_object(struct dl_phdr_info *info, size_t size, void *is_first) {
  (void)size;
  int ours = *(int *)is_first || strstr(info->dlpi_name, "libswift");
  *(int *)is_first = 0;
  for (int i = 0; ours && i < info->dlpi_phnum && range_count < 64; i++) {
    const ElfW(Phdr) *segment = &info->dlpi_phdr[i];
    if (segment->p_type != PT_LOAD || !(segment->p_flags & PF_X)) continue;
    uintptr_t first = info->dlpi_addr + segment->p_vaddr;
    ranges[range_count++] = (struct range){first, first + segment->p_memsz};
  }
  return 0;
}

void flip_heap_start(void) {
  int is_first = 1;
  range_count = 0;
  dl_iterate_phdr(add_object, &is_first);
  own = foreign = 0;
  atomic_store(&owner, (uintptr_t)pthread_self());
}

void flip_heap_stop(void) { atomic_store(&owner, 0); }

long flip_heap_own(void) { return own; }
long flip_heap_foreign(void) { return foreign; }

long flip_memory_peak(void) {
  struct rusage usage;
  return getrusage(RUSAGE_SELF, &usage) == 0 ? usage.ru_maxrss * 1024L : 0;
}
