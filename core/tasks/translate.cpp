#include "core/tasks/translate.h"

#include "core/tasks/derivation.h"
#include "core/tasks/grammar.h"

namespace heed::tasks {

Sample sample_translation(Random& random) {
    const grammar::Grammar& grammar = grammar::english_french();
    const auto fits = [&](const std::vector<std::string>& words) {
        const auto length = static_cast<int>(words.size());
        return length >= grammar.shortest && length <= grammar.longest;
    };
    for (;;) {
        Sample sample = grammar::write(grammar, grammar::draw(grammar, random));
        if (fits(sample.source) && fits(sample.target)) return sample;
    }
}

} // namespace heed::tasks
