// Sets of answers to what a reading leaves open: what is asked may depend on what was answered before.
#pragma once

#include "core/io/mapping/tries/tried.h"

#include <functional>

namespace heed::io::mapping {

struct AnswerSet {
    Answers answers; // to all questions that are open under them
    int changed = 0; // answers that are others than those that stand
};

int differing(const Answers& a, const Answers& b);

class AnswerSets {
public:
    /// Holds the reading, which must live as long.
    explicit AnswerSets(const Reading& reading);

    /// The answers of the reading first, then those with the fewest changes, so far as they are listed.
    std::vector<AnswerSet> nearest(int most_changed, std::size_t at_most) const;

    using MayVary = std::function<bool(const Draft&, const Question&)>;
    /// All in which `fixed` stay and only questions that may vary are answered otherwise.
    std::vector<AnswerSet> varied(const Answers& fixed, const MayVary& may_vary, std::size_t at_most) const;

    Draft draft_of(const Answers& answers) const; // without mapping and lists

private:
    const Reading& reading_;
    Mapping mapping_;
    std::vector<Question> of_words_;
};

} // namespace heed::io::mapping
