// SPDX-License-Identifier: MIT
//
// The list of verbs, from the rows of verbs.def.
#include "unicorns/verb.h"

#define VERB(name) extern const uni_verb uni_verb_##name;
#include "unicorns/verbs.def"
#undef VERB

const uni_verb *const uni_verbs[] = {
#define VERB(name) &uni_verb_##name,
#include "unicorns/verbs.def"
#undef VERB
};

const int uni_verb_count = UNI_VERB_OF_COUNT;
