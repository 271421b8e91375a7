// How a model writes, where its files say more than "the likeliest until the end token": Hugging Face folders
// do. Lengths count as they do there: the token that writing starts from (of a decoder alone the text it is
// given) is part of max_length and min_length, not of the limits on new tokens.
#pragma once

#include "core/trace/request.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace heed {

struct GenerationRules {
    int start = -1;        // what the decoder is fed first; -1: it goes on from the text it is given
    std::vector<int> ends; // tokens that end a text; the first stands for all
    int pad = -1;
    std::optional<int> forced_first;
    std::vector<int> forced_last;   // one of them stands at the limit; empty: any token
    bool first_is_language = false; // forced_first is the target language's token
    bool start_is_language = false; // start is

    std::vector<std::vector<int>> forbidden; // runs of tokens of which the last may not follow the others
    std::vector<int> suppressed, suppressed_at_first;
    std::vector<std::pair<std::vector<int>, double>> biases; // added to log p of the last, after the others

    int max_length = 0, max_new = 0; // 0: none
    int min_length = 0, min_new = 0;
    int no_repeat = 0;        // no run of so many tokens twice; 0: any
    int no_repeat_source = 0; // nor one of the source's
    double repetition_penalty = 1;
    bool renormalise = false; // after the rules, log p sum to 1 again

    int beams = 1; // what the files advise
    double exponent = 1;
    Stopping stopping = Stopping::NoneLeads;

    /// Texts that say what to do, each with its name: "translation_en_to_fr", "translate English to French:
    /// ".
    std::vector<std::pair<std::string, std::string>> tasks;

    bool ends_with(int id) const;
    /// Outputs at most, of a text that stands `given` tokens in before the first; 0: no limit.
    int limit(int given) const;
};

} // namespace heed
