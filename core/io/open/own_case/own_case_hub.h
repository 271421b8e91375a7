// The examples of a Hugging Face folder's expected.json, run here.
#pragma once

#include "core/io/base/json_text.h"
#include "core/io/open/own_case/own_case.h"

#include <set>
#include <string>
#include <tuple>
#include <vector>

namespace heed::io {

/// Whether an expected.json is of that form.
bool is_hub_case(const Json& expected);

/// "encoder", "decoder" or "cross", layer, head.
using HubMap = std::tuple<std::string, int, int>;

/// How far a model is from one input of it. Every number is the largest difference; what is not listed there
/// is 0.
struct HubDifference {
    bool pieces = true;                   // ids and entries of the source
    int greedy = 0, greedy_equal = 0;     // runs with the rules, and those whose ids and text agree
    int searches = 0, searches_equal = 0; // beams
    std::vector<std::string> wrong;       // what does not agree, a sentence each
    double attention = 0, log_probs = 0, logits = 0, encoder = 0, scores = 0;
    std::size_t weights = 0, others = 0; // numbers of theirs that were compared: attention, and the rest
    std::size_t probabilities = 0;       // of the rest
    std::set<HubMap> maps{};             // of several source tokens, that every number of was compared
    std::size_t all_maps = 0;            // of the network
    double rounded = 0;                  // half of the last digit that their weights are written with
};
/// Throws heed::Error naming `subject` where the input is not of that form.
HubDifference compare_hub_input(const Model& model, const Json& input, const std::string& subject,
                                const FileRounding& of_file = {});

/// The first inputs, as many as `reach` says.
ReportCase hub_case(const Model& model, const Json& expected, const std::string& subject,
                    const ExampleReach& reach);

} // namespace heed::io
