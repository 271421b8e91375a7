#include "core/io/mapping/tries/answer_sets.h"

#include "core/io/mapping/word_questions.h"

#include <deque>

namespace heed::io::mapping {

namespace {

/// A set by what is answered otherwise in it; what comes behind the last of these is open to change.
struct Branch {
    Answers fixed;
    int changed = 0;
    bool alone = false; // a rare answer was taken, and nothing else is changed
};

AnswerSet set_of(const Draft& now, int changed) {
    AnswerSet set{{}, changed};
    for (const Question* question : now.open()) set.answers[question->id] = question->answer;
    return set;
}

} // namespace

int differing(const Answers& a, const Answers& b) {
    int count = 0;
    for (const auto& [question, answer] : a) {
        const auto it = b.find(question);
        count += it == b.end() || it->second != answer ? 1 : 0;
    }
    return count;
}

AnswerSets::AnswerSets(const Reading& reading)
    : reading_(reading), mapping_(reading.mapped()),
      of_words_(word_questions(mapping_.sizes, reading.words, reading.with_nearest(reading.said.answers))) {}

Draft AnswerSets::draft_of(const Answers& answers) const {
    Answers all = reading_.said.answers; // what the user said, and these in its place
    for (const auto& [question, option] : answers) all[question] = option;
    return draft_without_words(mapping_, of_words_, reading_.with_nearest(all));
}

std::vector<AnswerSet> AnswerSets::nearest(int most_changed, std::size_t at_most) const {
    std::vector<AnswerSet> sets;
    std::deque<Branch> branches{{}};
    for (; !branches.empty() && sets.size() < at_most; branches.pop_front()) {
        const Branch branch = branches.front();
        const Draft now = draft_of(branch.fixed);
        if (!now.ready()) continue;
        sets.push_back(set_of(now, branch.changed));
        if (branch.alone || branch.changed >= most_changed) continue;
        Answers before = branch.fixed; // with the answers that stand before the one that is changed
        for (const Question* question : now.open()) {
            if (branch.fixed.count(question->id) != 0) continue;
            for (const Option& option : question->options) {
                if (option.id == question->answer || (question->rare && branch.changed > 0)) continue;
                Branch next{before, branch.changed + 1, question->rare};
                next.fixed[question->id] = option.id;
                if (branches.size() + sets.size() <= at_most) branches.push_back(std::move(next));
            }
            before[question->id] = question->answer;
        }
    }
    return sets;
}

std::vector<AnswerSet> AnswerSets::varied(const Answers& fixed, const MayVary& may_vary,
                                          std::size_t at_most) const {
    std::vector<AnswerSet> sets;
    std::deque<Branch> branches{{fixed}};
    for (; !branches.empty() && sets.size() < at_most; branches.pop_front()) {
        const Branch branch = branches.front();
        const Draft now = draft_of(branch.fixed);
        if (!now.ready()) continue;
        sets.push_back(set_of(now, branch.changed));
        Answers before = branch.fixed;
        for (const Question* question : now.open()) {
            if (branch.fixed.count(question->id) != 0) continue;
            const bool varies = may_vary(now, *question);
            for (const Option& option : question->options) {
                if (!varies || option.id == question->answer) continue;
                Branch next{before, branch.changed + 1};
                next.fixed[question->id] = option.id;
                branches.push_back(std::move(next));
            }
            if (varies) before[question->id] = question->answer;
        }
    }
    return sets;
}

} // namespace heed::io::mapping
