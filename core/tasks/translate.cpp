#include "core/tasks/translate.h"

#include "core/tasks/derivation.h"
#include "core/tasks/grammar.h"
#include "core/tasks/parse.h"

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

std::optional<Sample> translation_reference(std::string_view english) {
    const grammar::Grammar& grammar = grammar::english_french();
    const auto sentence = grammar::parse(grammar, read_tokens(english, {TokenLevel::Word, true}));
    return sentence ? std::optional(grammar::write(grammar, *sentence)) : std::nullopt;
}

} // namespace heed::tasks
