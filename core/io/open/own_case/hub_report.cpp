// What the examples of a Hugging Face folder come to together.
#include "core/base/error.h"
#include "core/io/base/json_text.h"
#include "core/io/open/own_case/own_case_hub.h"
#include "core/text/strings.h"

#include <algorithm>
#include <cstdio>

namespace heed::io {

namespace {

// Of float32 against numbers that were computed in double.
constexpr double allowed_attention = 2e-5, allowed_log_probs = 2e-4, allowed_scores = 1e-4;

std::string brief(double value) {
    char text[32];
    std::snprintf(text, sizeof text, "%.1e", value);
    return text;
}

const Json& inputs_of(const Json& expected, const std::string& subject) {
    const auto inputs = expected.find("inputs");
    if (inputs == expected.end() || !inputs->is_array())
        throw Error(subject, "inputs: inputs", "a list", inputs == expected.end() ? "none" : shown(*inputs));
    return *inputs;
}

bool disagrees(const HubDifference& one) {
    return !one.pieces || one.greedy_equal < one.greedy || one.searches_equal < one.searches ||
           !(one.attention <= allowed_attention + one.rounded) || !(one.log_probs <= allowed_log_probs) ||
           !(std::max(one.logits, one.encoder) <= allowed_log_probs) || !(one.scores <= allowed_scores);
}

} // namespace

ReportCase hub_case(const Model& model, const Json& expected, const std::string& subject,
                    const ExampleReach& reach) {
    ReportCase report{"expected.json", {}, {}};
    HubDifference worst;
    Differences attention;
    std::size_t count = 0, equal = 0;
    const Json& inputs = inputs_of(expected, subject);
    const FileRounding of_file = file_rounding(inputs.get_ref<const Json::array_t&>());
    const ExampleCount enough(reach);
    bool against = false;
    for (const Json& input : inputs) {
        if (enough.enough(count, against)) break;
        ++count;
        const HubDifference one = compare_hub_input(model, input, subject, of_file);
        against = against || disagrees(one);
        if (report.inputs.size() < 3) report.inputs.push_back(input["text"]);
        equal += one.pieces;
        worst.greedy += one.greedy;
        worst.greedy_equal += one.greedy_equal;
        worst.searches += one.searches;
        worst.searches_equal += one.searches_equal;
        worst.weights += one.weights;
        worst.others += one.others;
        worst.probabilities += one.probabilities;
        worst.maps.insert(one.maps.begin(), one.maps.end());
        worst.all_maps = std::max(worst.all_maps, one.all_maps);
        attention.add(one.attention, one.rounded);
        for (double HubDifference::*member : {&HubDifference::log_probs, &HubDifference::logits,
                                              &HubDifference::encoder, &HubDifference::scores})
            worst.*member = std::max(worst.*member, one.*member);
    }
    const auto counted = [&](const char* what, std::size_t good, std::size_t of, const char* one,
                             const char* many) {
        if (of > 0)
            report.lines.push_back(
                {what, std::to_string(good) + " of " + plural(of, one, many) + " equal", good == of});
    };
    const auto near = [&](const char* what, std::size_t compared, double difference, double allowed,
                          const char* which = "largest difference ") {
        if (compared == 0 && difference == 0)
            report.lines.push_back({what, "not in the example, so not compared", true});
        else
            report.lines.push_back(
                {what, which + brief(difference) + ", allowed " + brief(allowed), difference <= allowed});
    };
    report.run = count;
    report.all = inputs.size();
    if (worst.probabilities == 0) report.besides = without_probabilities;
    report.decides = worst.weights > 0 && worst.all_maps > 0 && worst.maps.size() >= worst.all_maps;
    if (worst.weights > 0 && !report.decides)
        report.only = "Its example has " + std::to_string(worst.maps.size()) + " of " +
                      plural(worst.all_maps, "map", "maps") +
                      " in whole, over more than one token: nothing says what the others are";
    counted("token ids", equal, count, "sentence", "sentences");
    if (count > 0 && count < inputs.size())
        report.lines.back().found += ", the first of " + std::to_string(inputs.size());
    counted("greedy", static_cast<std::size_t>(worst.greedy_equal), static_cast<std::size_t>(worst.greedy),
            "run", "runs");
    counted("beams", static_cast<std::size_t>(worst.searches_equal), static_cast<std::size_t>(worst.searches),
            "search", "searches");
    const Differences::One& farthest = attention.worst(allowed_attention);
    near("attention of every head", worst.weights, farthest.difference, allowed_attention + farthest.rounded,
         farthest.difference < attention.largest() ? "a difference of " : "largest difference ");
    near("log p", worst.others, worst.log_probs, allowed_log_probs);
    near("logits and encoder", worst.others, std::max(worst.logits, worst.encoder), allowed_log_probs);
    if (worst.searches > 0) near("scores of searches", 1, worst.scores, allowed_scores);
    return report;
}

} // namespace heed::io
