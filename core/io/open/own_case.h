// The examples that a model carries, run here: expected.json of other toolkits, case.json of Heed's own.
#pragma once

#include "core/io/report/load_report.h"
#include "core/models/model.h"

#include <filesystem>
#include <optional>

namespace heed::io {

/// How far the model's runs are from an example of expected.json.
struct ExampleDifference {
    bool tokens = true;   // ids and words of source and output agree
    std::string wrong;    // the first that does not, said in words
    double weights = 0;   // the largest difference
    bool weighed = false; // it has weights to compare
    double log_probs = 0; // of the five most likely tokens
    bool top = false;     // it lists them
};
/// `example`: source_tokens, source_ids, output_tokens, output_ids, attention, top5, raw_source. The output
/// is forced to be as long as theirs. Throws heed::Error for an example that is not of that form.
ExampleDifference compare_example(const Model& model, const nlohmann::json& example,
                                  const std::string& subject);

/// What may differ, by the coarsest type of number the model was stored in.
struct CaseTolerance {
    double weights = 2e-5, log_probs = 2e-4;
};

constexpr std::size_t most_examples = 50; // that are run when a model is opened

/// Whether an expected.json stands there, of whatever form.
bool has_example(const std::filesystem::path& folder);
/// None: the model carries no example.
std::optional<ReportCase> own_case(const Model& model, const std::filesystem::path& folder,
                                   CaseTolerance tolerance = {}, std::size_t at_most = most_examples);

} // namespace heed::io
