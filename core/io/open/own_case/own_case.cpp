#include "core/io/open/own_case/own_case.h"

#include "core/base/error.h"
#include "core/decode/case.h"
#include "core/decode/run.h"
#include "core/io/base/file.h"
#include "core/io/base/json_text.h"
#include "core/io/base/number_type.h"
#include "core/io/family/vocabulary_file.h"
#include "core/io/open/own_case/own_case_hub.h"
#include "core/io/open/own_case/own_case_numbers.h"
#include "core/text/escape.h"
#include "core/text/strings.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <tuple>
#include <vector>

namespace heed::io {

namespace fs = std::filesystem;

namespace {

constexpr char example_file[] = "expected.json";
constexpr std::uint64_t largest_expected = 64u << 20;
constexpr std::size_t most_inputs = 3; // that are offered to be run

std::string short_number(double value) {
    char text[32];
    if (value == 0) return "0";
    const auto format = value < 1 ? std::chars_format::scientific : std::chars_format::general;
    const auto end = std::to_chars(text, text + sizeof text, value, format, value < 1 ? 0 : 1).ptr;
    return short_exponent(std::string(text, end)); // 3e-7
}

const Json& list(const Json& example, const char* key, const std::string& subject) {
    const auto it = example.find(key);
    if (it == example.end() || !it->is_array())
        throw Error(subject, std::string("examples: ") + key, "a list",
                    it == example.end() ? "none" : shown(*it));
    return *it;
}

/// Whether no list of words was found for that side.
bool in_numbers(const Vocabulary& words) { return words.size() > 0 && words.token(0) == number_word(0); }

/// "<EOS>" of a program's output is the "EOS" of its list. Ids alone count where there is none.
bool same_token(const TraceToken& ours, const Json& id, const Json& theirs, const Vocabulary& words) {
    if (id != ours.id || !theirs.is_string()) return false;
    const auto& word = theirs.get_ref<const std::string&>();
    return ours.unknown || word == ours.text || word == "<" + ours.text + ">" || in_numbers(words);
}

/// Of words that are alike the ids are named, too.
std::string difference(const char* what, std::size_t at, const TraceToken& ours, const Json& id,
                       const Json& theirs) {
    const bool alike = theirs.is_string() && theirs.get_ref<const std::string&>() == ours.text;
    const auto with_id = [&](std::string word, const std::string& number) {
        return alike ? std::move(word) + " (id " + number + ")" : word;
    };
    return std::string(what) + " " + std::to_string(at) + ": expected " + with_id(shown(theirs), id.dump()) +
           ", found " + with_id(in_quotes(ours.text), std::to_string(ours.id));
}

/// Whether one of the two lists is the other with a token more at its ends.
bool differs_in_frame(const Trace& trace, const Json& ids) {
    std::vector<int> ours, theirs;
    for (const TraceToken& token : trace.source) ours.push_back(token.id);
    for (const Json& id : ids) theirs.push_back(id.is_number_integer() ? id.get<int>() : -1);
    const auto& [longer, shorter] =
        ours.size() > theirs.size() ? std::tie(ours, theirs) : std::tie(theirs, ours);
    const auto at = std::search(longer.begin(), longer.end(), shorter.begin(), shorter.end());
    return !shorter.empty() && at != longer.end() && at - longer.begin() <= 1 &&
           longer.end() - at - std::ssize(shorter) <= 1;
}

void compare_source(const Model& model, const Trace& trace, const Json& example, const std::string& subject,
                    ExampleDifference& found) {
    const Json& ids = list(example, "source_ids", subject);
    const Json& words = list(example, "source_tokens", subject);
    if (ids.size() != trace.source.size() || words.size() != trace.source.size()) {
        found.tokens = false;
        found.wrong = "source ids: expected " + std::to_string(ids.size()) + ", found " +
                      std::to_string(trace.source.size());
        if (differs_in_frame(trace, ids)) found.wrong += "; what stands around the words differs alone";
        return;
    }
    for (std::size_t n = 0; n < trace.source.size(); ++n) {
        const TraceToken& token = trace.source[n];
        if (same_token(token, ids[n], words[n], model.source)) continue;
        found.tokens = false;
        found.wrong = difference("source token", n, token, ids[n], words[n]);
        return;
    }
}

void compare_output(const Model& model, const Trace& trace, const Json& example, const std::string& subject,
                    ExampleDifference& found) {
    const Json& ids = list(example, "output_ids", subject);
    const Json& words = list(example, "output_tokens", subject);
    if (ids.size() != trace.steps.size() || words.size() != ids.size()) {
        found.tokens = false;
        found.wrong = "output: expected " + std::to_string(ids.size()) + " tokens, found " +
                      std::to_string(trace.steps.size());
        return;
    }
    for (std::size_t i = 0; i < trace.steps.size(); ++i) {
        const TraceToken& token = trace.steps[i].token;
        if (same_token(token, ids[i], words[i], model.target)) continue;
        found.tokens = false;
        found.wrong = difference("output token", i, token, ids[i], words[i]);
        return;
    }
}

ReportCase from_case_json(const Model& model) {
    const decode::CaseResult result = decode::check_case(model);
    ReportCase report{"case.json", {}, {}};
    report.decides = decode::case_verifies(model) && result.weighed;
    if (const Json input = model.case_json.value("input", Json()); input.is_string())
        report.inputs.push_back(input);
    const bool words = !result.wrong || result.wrong->find("the output") == std::string::npos;
    report.lines.push_back({"output", words ? "equal" : *result.wrong, words});
    if (!words) return report;
    const auto near = [&](const char* what, double difference) {
        const bool good = !result.wrong || result.wrong->find(what) == std::string::npos;
        report.lines.push_back(
            {what == std::string_view("the weights") ? "weights" : "log p",
             "largest difference " + short_number(difference) + ", allowed " + short_number(result.tolerance),
             good});
    };
    if (!result.weighed)
        report.lines.push_back({"weights", "not in the example, so not compared", true});
    else if (model.facts.score != "none")
        near("the weights", result.weight_difference);
    near("the log-probability", result.log_prob_difference);
    return report;
}

std::size_t length_of(const Json& example, const char* list) {
    return example.is_object() && example.contains(list) && example[list].is_array() ? example[list].size()
                                                                                     : 0;
}

/// Of a row of weights; 1 where it is none.
double sum_of(const Json& row) {
    if (!row.is_array() || row.empty()) return 1;
    double sum = 0;
    for (const Json& weight : row) {
        if (!weight.is_number()) return 1;
        sum += weight.get<double>();
    }
    return sum;
}

/// What is added up over the examples.
struct OverExamples {
    std::size_t count = 0, equal = 0, weighed = 0, top = 0;
    std::size_t sources = 0, outputs = 0; // tokens, the most of one example
    std::size_t several = 0, rows = 0;    // the most sources, and outputs over several, with weights
    Differences weights, log_probs;
    std::string wrong, unlisted; // the first that does not agree, that is no word
    double sum = 1;              // of the row of weights that is farthest from 1, in the examples

    void add(const Json& example, const ExampleDifference& found) {
        const std::size_t read =
            std::max(length_of(example, "source_ids"), length_of(example, "source_tokens"));
        const std::size_t written = length_of(example, "output_ids");
        ++count;
        equal += found.tokens;
        top += found.top;
        sources = std::max(sources, read);
        outputs = std::max(outputs, written);
        if (found.weighed) {
            ++weighed;
            several = std::max(several, read);
            if (read > 1) rows = std::max(rows, length_of(example, "attention"));
        }
        weights.add(found.weights, found.rounded);
        log_probs.add(found.log_probs, found.rounded_top);
        if (wrong.empty()) wrong = found.wrong;
        if (unlisted.empty()) unlisted = found.unlisted;
        if (example.is_object() && example.contains("attention") && example["attention"].is_array())
            for (const Json& row : example["attention"])
                if (const double now = sum_of(row); std::abs(now - 1) > std::abs(sum - 1)) sum = now;
    }

    /// What tells of another attention than one by a softmax where the weights differ; empty: nothing.
    std::string sum_words() const {
        constexpr double as_written = 0.02; // of a few digits for each of many words
        if (std::abs(sum - 1) <= as_written) return {};
        char text[32];
        const auto end = std::to_chars(text, text + sizeof text, sum, std::chars_format::fixed, 2);
        return end.ec == std::errc() ? "; a row of the example sums to " + std::string(text, end.ptr) : "";
    }

    /// "5 of 5 sentences equal, of at most 7 source tokens and 6 outputs"
    std::string equal_words(std::size_t all) const {
        std::string words = std::to_string(equal) + " of " + std::to_string(count) + " sentences equal";
        if (count < all) words += ", the first of " + std::to_string(all);
        if (!wrong.empty()) return words + "; " + wrong;
        return words + ", of at most " + plural(sources, "source token", "source tokens") + " and " +
               plural(outputs, "output", "outputs");
    }

    /// Over one position every score gives a weight of 1. Empty: there are more.
    std::string too_short_words() const {
        if (weighed == 0 || several > 1) return {};
        return "Its examples have one source token each, with which other computations would agree as well";
    }
};

bool disagrees(const ExampleDifference& found, const CaseTolerance& tolerance) {
    return !found.tokens || !(found.weights <= tolerance.weights + found.rounded) ||
           !(found.log_probs <= tolerance.log_probs + found.rounded_top);
}

/// The ids as they are typed.
std::string typed_ids(const SpecialIds& special, const Json& ids) {
    std::vector<int> own;
    for (const Json& id : ids) own.push_back(id.is_number_integer() ? id.get<int>() : -1);
    if (special.begins && !own.empty() && own.front() == special.start) own.erase(own.begin());
    if (special.ends && !own.empty() && own.back() == special.end) own.pop_back();
    std::string text;
    for (const int id : own) text += (text.empty() ? "" : " ") + std::to_string(id);
    return text;
}

} // namespace

std::string example_input(const Model& model, const Json& example) {
    if (!example.is_object()) return {};
    const auto ids = example.find("source_ids"), raw = example.find("raw_source");
    if (in_numbers(model.source) && ids != example.end() && ids->is_array())
        return typed_ids(model.source.special(), *ids);
    return raw != example.end() && raw->is_string() ? raw->get<std::string>() : std::string();
}

ExampleDifference compare_example(const Model& model, const Json& example, const std::string& subject,
                                  const FileRounding& of_file) {
    if (!example.is_object() || !example.contains("raw_source") || !example["raw_source"].is_string())
        throw Error(subject, "examples", "objects with raw_source", shown(example));
    const Json& outputs = list(example, "output_ids", subject);
    Request request;
    request.text = example_input(model, example);
    request.max_steps = static_cast<int>(outputs.size());
    const Trace trace = decode::run(model, request);
    ExampleDifference found;
    compare_source(model, trace, example, subject, found);
    if (found.tokens) compare_output(model, trace, example, subject, found);
    if (example.contains("attention"))
        compare_weights(trace, list(example, "attention", subject), of_file.weights, found);
    if (example.contains("top5") && !in_numbers(model.target))
        compare_top(trace, list(example, "top5", subject), output_words(model, trace.source), of_file.top,
                    found);
    return found;
}

Json examples_of(const Json& expected, const std::string& subject) {
    if (expected.is_array()) return expected;
    if (expected.is_object() && expected.contains("raw_source")) return Json::array({expected});
    if (!expected.is_object() || !expected.contains("examples")) return Json::array();
    return list(expected, "examples", subject);
}

bool has_example(const fs::path& folder) {
    std::error_code ignored;
    return fs::is_regular_file(folder / example_file, ignored);
}

std::optional<ReportCase> own_case(const Model& model, const fs::path& folder, CaseTolerance tolerance,
                                   const ExampleReach& reach) {
    if (!model.case_json.is_null()) return from_case_json(model);
    if (!has_example(folder)) return std::nullopt;
    const fs::path file = folder / example_file;
    ReportCase report{example_file, {}, {}};
    try {
        const Json expected = read_json(file, largest_expected);
        const std::string subject = shown(file);
        if (is_hub_case(expected)) return hub_case(model, expected, subject, reach);
        OverExamples over;
        const Json examples = examples_of(expected, subject);
        const FileRounding of_file = file_rounding(examples.get_ref<const Json::array_t&>());
        const ExampleCount counted(reach);
        bool against = false;
        for (const Json& example : examples) {
            if (counted.enough(over.count, against)) break;
            const ExampleDifference found = compare_example(model, example, subject, of_file);
            against = against || disagrees(found, tolerance);
            over.add(example, found);
            if (report.inputs.size() < most_inputs) report.inputs.push_back(example_input(model, example));
        }
        report.run = over.count;
        report.all = examples.size();
        const double most_apart = over.weights.largest();
        const auto near = [](const char* what, const Differences& found, double allowed) {
            const Differences::One& worst = found.worst(allowed);
            const char* which =
                worst.difference < found.largest() ? "a difference of " : "largest difference ";
            return ReportCase::Line{what,
                                    which + short_number(worst.difference) + ", allowed " +
                                        short_number(allowed + worst.rounded),
                                    found.within(allowed)};
        };
        if (over.count == 0) return std::nullopt;
        const bool looks = model.facts.score != "none";
        report.decides = over.weighed > 0 || !looks;
        report.by_top = !report.decides && over.top == over.count && over.equal == over.count &&
                        over.sources > 1 && tolerance.verifies_top(over.log_probs);
        report.outputs = report.by_top ? over.outputs : over.rows;
        report.lines = {{"token ids", over.equal_words(examples.size()), over.equal == over.count},
                        over.weighed == 0 && most_apart == 0 && looks
                            ? ReportCase::Line{"weights", "not in the example, so not compared", true}
                        : std::isinf(most_apart)
                            ? ReportCase::Line{"weights",
                                               over.equal < over.count ? "not compared: the tokens differ"
                                                                       : "not a number for each token",
                                               false}
                            : near("weights", over.weights, tolerance.weights)};
        if (ReportCase::Line& weights = report.lines.back(); !weights.good) weights.found += over.sum_words();
        if (tolerance.roughly(over.weights)) report.only = roughly_words(most_apart, tolerance);
        if (report.only.empty() && tolerance.roughly_top(over.log_probs))
            report.only = roughly_top_words(over.log_probs.largest(), tolerance);
        if (looks && report.only.empty()) report.only = over.too_short_words();
        if (over.top > 0 || over.log_probs.largest() > 0) {
            report.lines.push_back(near("top-5 log p", over.log_probs, tolerance.log_probs));
            if (!over.unlisted.empty())
                report.lines.back().found = over.unlisted + " in it is none of the model's words";
        } else if (!in_numbers(model.target)) {
            report.lines.push_back({"top-5 log p", "not in the example, so not compared", true});
            report.besides = without_probabilities;
        }
    } catch (const Error& error) {
        report.lines = {{"examples", error.what(), false}};
        report.unread = true;
    } catch (const Json::exception& error) { // a value of another type
        report.lines = {{"examples", shown(file) + ": cannot be compared: " + escaped(error.what()), false}};
        report.unread = true;
    }
    return report;
}

} // namespace heed::io
