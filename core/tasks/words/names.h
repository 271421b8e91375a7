// Sentences with names, turned into the passive: what a model must copy, because no vocabulary holds it,
// beside what it must write of its own.
//
//   orvan tolbe saw mary in dresk   ->   mary was seen by orvan tolbe in dresk
//
// A sentence is SUBJECT VERB OBJECT [in PLACE] [TIME]; its passive is OBJECT was|were PARTICIPLE by SUBJECT
// and the rest. Drawn are, in this order:
//   subject   people: one in four times two joined by "and", which are drawn one after the other
//   verb      one of 12
//   object    one in three times a thing ("the" and one of 8), one in two of them followed by "of" and a
//             person; else people
//   place     one in two times: "in" and a name, one in three of which is one of 6 known places
//   time      one in two times: one of 8
// A person has a first name and, one in three times, a second one after it. One name in three is one of 24
// that are known, the others are made up: two or three syllables (one in two each), each of them one of 22
// beginnings and a vowel, then one of 6 endings; one that is a word of the language is made anew. Gold: every
// word that stands in both is linked to where it stood, the participle to the verb; "was" and "by" to the
// verb, possibly.
#pragma once

#include "core/base/random.h"
#include "core/tasks/sample.h"

#include <optional>
#include <span>
#include <string_view>

namespace heed::tasks {

/// The words that a model of this task knows, sorted: all but the made-up names.
std::span<const std::string_view> known_words();

Sample sample_names(Random& random);

/// The passive of such a sentence, whatever its names; nothing for another sentence.
std::optional<Sample> names_reference(std::string_view text);

} // namespace heed::tasks
