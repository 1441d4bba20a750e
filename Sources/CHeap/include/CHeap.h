// Counts heap allocations of one thread, for benchmarks and tests.
//
// The functions malloc, calloc, realloc, aligned_alloc and posix_memalign of glibc are replaced in the
// program, which glibc provides for ("Replacing malloc" in its manual); each hands on to glibc's own. While
// nobody counts that costs one load and one branch.
#pragma once

// Starts counting the allocations of this thread from zero.
void flip_heap_start(void);

// Stops counting.
void flip_heap_stop(void);

// Allocations since the start by the program itself: its own code and Swift's runtime.
long flip_heap_own(void);

// Allocations since the start by other libraries, such as the GL driver.
long flip_heap_foreign(void);

// The most memory of the process that was resident at once so far, in bytes (getrusage).
long flip_memory_peak(void);
