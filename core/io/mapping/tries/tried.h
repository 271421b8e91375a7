// A draft tried: opened, run on an input, with each answer changed in turn, and compared with the examples
// that lie beside the files.
#pragma once

#include "core/io/mapping/family_draft.h"
#include "core/io/mapping/files.h"
#include "core/io/mapping/tries/probes.h"
#include "core/io/open/open_model.h"
#include "core/io/open/own_case/own_case.h"
#include "core/trace/trace.h"

#include <atomic>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace heed::io::mapping {

/// A family that comes near to the files, and its answers to what shapes leave open.
struct Nearest {
    std::string id, title;
    Answers answers;
};

/// What a reading of the files rests on.
struct Reading {
    Unknown unknown;
    Words words;
    Said said;
    ListSizes lists{};
    std::optional<Nearest> nearest{}; // what it answers stands where nothing else was said

    Mapping mapped() const;
    Draft drafted() const;
    Draft drafted(const Answers& answers) const; // with these in place of what was said
    /// What was said, and below that what the nearest family answers.
    Answers with_nearest(const Answers& said) const;
};
/// Opens the files and finds their words. `said` may be of an earlier time. Throws heed::Error as
/// files_to_map() does.
Reading read_unknown(const std::vector<std::filesystem::path>& paths, Said said, const OpenOptions& options);
Reading read_unknown(Unknown unknown, Said said, const OpenOptions& options);

/// The files by that family. Throws heed::Error, or says in `problem` why there is no model.
Opened open_draft(const Unknown& unknown, const nlohmann::json& family, OpenOptions options);

/// The model of a draft of that reading, and what its examples may differ by for the types of its tensors.
struct Drafted {
    Model model;
    CaseTolerance allowed;
};
/// Words that were not found are numbers. Throws heed::Error.
Drafted opened_draft(const Reading& reading, const Draft& draft, const OpenOptions& options);
Model drafted_model(const Reading& reading, const Draft& draft, const OpenOptions& options);
/// A run that writes these words, or, given none, its own.
Trace run_words(const Model& model, const std::string& input, const std::vector<std::string>& outputs);

/// What the examples of expected.json say.
struct ExampleVerdict {
    std::size_t count = 0, equal = 0; // examples, and those whose tokens are equal
    std::size_t weighed = 0;          // those that say what the weights are
    std::size_t topped = 0;           // those that say what the likeliest tokens are
    Differences weights, log_probs;
    std::string wrong; // the first token that is not theirs
    CaseTolerance allowed{};
    /// In weights; where no example has any, in ids and the likeliest tokens of each.
    bool agrees() const;
    bool by_top() const { return weighed == 0 && topped > 0; }
    bool roughly() const; // as near as the type of its numbers rounds, which verifies nothing
};
std::vector<nlohmann::json>
examples_in(const std::filesystem::path& folder); // none: no such file, or none in it
std::vector<std::string> input_texts(const Model& model, const std::vector<nlohmann::json>& examples);
ExampleVerdict compare_with(const Model& model, const std::vector<nlohmann::json>& examples,
                            std::size_t at_most, const CaseTolerance& allowed);

/// An answer changed: what it would do to the weights.
struct Alternative {
    std::string question, option;
    std::shared_ptr<const Trace> trace; // null: it cannot be run so
    std::string problem;
    std::optional<double> change;          // the largest of |α' − α|; none: the tokens are others
    double written = 0;                    // the largest of |P' − P| of a token that is written
    bool agrees = false;                   // the examples agree with it as they do with what is tried
    std::shared_ptr<const ProbeRuns> runs; // of one that agrees
};

struct Trial {
    Draft draft;
    std::string problem; // why there is no run; empty: there is
    std::shared_ptr<const Trace> trace;
    std::vector<Alternative> alternatives;
    bool has_examples = false;              // they lie beside the files
    std::optional<ExampleVerdict> examples; // what they say; none: there are none, or there was no run
    std::shared_ptr<const ProbeRuns> runs;  // where the examples agree: what it does beyond them

    Answers answers() const; // to the open questions
    /// Those that another answer would agree with as well.
    std::vector<Undecided> undecided() const;
};

/// The largest difference of a probability that the two give to the same written token; 0 without any.
double written_change(const Trace& a, const Trace& b);

/// Of the questions whose other answers were tried, and gave the same tokens; in the model of the reading.
Changes changes_of(const Trial& trial, const Reading& reading);

using Cancelled = const std::atomic<bool>*;

/// Runs it on the input: greedy, and then with the same outputs for each answer that could be another.
Trial try_reading(const Reading& reading, const OpenOptions& options, const std::string& input,
                  Cancelled cancelled = nullptr);

/// The largest difference of two runs' weights, over the tokens that are not framing; none: the tokens are
/// others.
std::optional<double> weight_change(const Trace& a, const Trace& b);

/// An input to try: of the examples, else the first words of the source's list, else ids.
std::string suggested_input(const Reading& reading);

} // namespace heed::io::mapping
