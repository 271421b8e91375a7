// The examples that a model carries, run here: expected.json of other toolkits, case.json of Heed's own.
#pragma once

#include "core/io/base/json_text.h"
#include "core/io/open/open_model.h"
#include "core/io/report/load_report.h"
#include "core/models/model.h"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace heed::io {

/// How far the model's runs are from an example of expected.json.
struct ExampleDifference {
    bool tokens = true;     // ids and words of source and output agree
    std::string wrong;      // the first that does not, said in words
    double weights = 0;     // the largest difference
    bool weighed = false;   // it has weights to compare
    double log_probs = 0;   // of the five most likely tokens
    bool top = false;       // it lists some for each output
    std::string unlisted{}; // the first of them that is none of the model's words
    double rounded = 0;     // half of the last digit that its weights are written with
    double rounded_top = 0; // and its log-probabilities
};
/// Half of the last digit, where numbers (lists of them, …) are written with three to five after the point;
/// else 0. Of too few numbers to tell: `otherwise`.
double rounding_of(const nlohmann::json& numbers, double otherwise = 0);
/// What the numbers of a file's examples are rounded by where all of them are, for examples that are too
/// short to tell.
struct FileRounding {
    double weights = 0, top = 0;
};
FileRounding file_rounding(const std::vector<nlohmann::json>& examples);

/// The differences of examples, of which each allows half of its own last digit beside what all allow.
class Differences {
public:
    struct One {
        double difference = 0, rounded = 0;
        double past() const { return difference - rounded; }
    };
    void add(double difference, double rounded) {
        if (count_ == 0 || difference > largest_.difference) largest_ = {difference, rounded};
        if (count_ == 0 || difference - rounded > farthest_.past()) farthest_ = {difference, rounded};
        ++count_;
    }
    double largest() const { return largest_.difference; }
    /// Whether each is within its own limit.
    bool within(double allowed) const { return farthest_.difference <= allowed + farthest_.rounded; }
    /// The largest, or the one that is farthest past its limit where one is.
    const One& worst(double allowed) const { return within(allowed) ? largest_ : farthest_; }

private:
    One largest_, farthest_;
    std::size_t count_ = 0;
};
/// What is typed for an example: its raw_source, or its ids where the model's words are numbers, but those
/// that the model puts around what is typed. Empty: it has neither.
std::string example_input(const Model& model, const nlohmann::json& example);
/// `example`: source_tokens, source_ids, output_tokens, output_ids, attention, top5, raw_source. The output
/// is forced to be as long as theirs. Words are not compared where the model's are numbers. Throws
/// heed::Error for an example that is not of that form.
ExampleDifference compare_example(const Model& model, const nlohmann::json& example,
                                  const std::string& subject, const FileRounding& of_file = {});

/// Weights that differ by more are verified by no example, whatever their type rounds: another computation
/// may differ as little.
constexpr double verified_to = 1e-3;

/// What may differ, by the coarsest type of number the model was stored in.
struct CaseTolerance {
    double weights = 2e-5, log_probs = 2e-4;
    std::string type{}; // "bfloat16"; empty: one of those that round less

    bool verifies(const Differences& of) const { return of.within(weights) && of.largest() <= verified_to; }
    /// Of the likeliest tokens' log-probabilities, where they are all there is.
    bool verifies_top(const Differences& of) const {
        return of.within(log_probs) && of.largest() <= verified_to;
    }
    /// Within what rounding can do, and too far to tell it from another computation.
    bool roughly(const Differences& of) const { return of.within(weights) && !verifies(of); }
    bool roughly_top(const Differences& of) const { return of.within(log_probs) && !verifies_top(of); }
};
/// Of the types of the tensors that are read.
CaseTolerance tolerance_of(const LoadReport& report);
/// "The model agrees with its example to 0.0074 only: …"
std::string roughly_words(double difference, const CaseTolerance& allowed);
/// The same of its log-probabilities.
std::string roughly_top_words(double difference, const CaseTolerance& allowed);

/// Of an example without probabilities that agrees.
inline constexpr const char* without_probabilities =
    "Its example has no probabilities: what makes them is not compared";

/// Whether an expected.json stands there, of whatever form.
bool has_example(const std::filesystem::path& folder);
/// The list of examples of an expected.json: its "examples", or itself, or it is one; empty: there are none.
/// Throws heed::Error where "examples" is no list.
nlohmann::json examples_of(const nlohmann::json& expected, const std::string& subject);
/// How many examples are run.
struct ExampleReach {
    std::size_t most = most_examples;
    bool to_disagreement = false; // the first that disagrees is the last
};
/// None: the model carries no example.
std::optional<ReportCase> own_case(const Model& model, const std::filesystem::path& folder,
                                   CaseTolerance tolerance = {}, const ExampleReach& reach = {});

/// Tells when enough were run.
class ExampleCount {
public:
    explicit ExampleCount(const ExampleReach& reach) : reach_(reach) {}
    bool enough(std::size_t run, bool disagrees) const {
        return run >= reach_.most || (disagrees && reach_.to_disagreement);
    }

private:
    ExampleReach reach_;
};

} // namespace heed::io
