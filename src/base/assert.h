// SPDX-License-Identifier: MIT
#ifndef TSR_BASE_ASSERT_H
#define TSR_BASE_ASSERT_H

// Programmer errors. Checked in debug, test and sanitizer builds
// (TSR_ASSERTIONS=1); compiled away in a release, where nothing may abort. Bad
// input is never a programmer error: it is refused at the edge with a `tsr_err`.

#if defined(TSR_ASSERTIONS) && TSR_ASSERTIONS
#undef NDEBUG
#include <assert.h>
#define TSR_ASSERT(condition) assert(condition)
#else
#define TSR_ASSERT(condition) ((void)sizeof((condition) ? 1 : 0))
#endif

#endif
