#include "core/io/mapping/tried.h"

#include "core/base/error.h"
#include "core/decode/run.h"
#include "core/io/base/file.h"
#include "core/io/base/json_text.h"
#include "core/io/open/open_family.h"
#include "core/io/open/own_case.h"

#include <algorithm>
#include <cmath>

namespace heed::io::mapping {

namespace fs = std::filesystem;
using Json = nlohmann::json;

namespace {

constexpr std::uint64_t largest_expected = 64u << 20;
constexpr std::size_t most_compared = 12, suggested_words = 8;
constexpr int longest_output = 60;

bool stopped(Cancelled cancelled) { return cancelled != nullptr && cancelled->load(); }

/// Its words by number where no list was found.
OpenOptions as_tried(OpenOptions options) {
    options.numbers = true;
    options.run_case = false;
    return options;
}

std::vector<std::string> outputs_of(const Trace& trace) {
    std::vector<std::string> outputs;
    for (const TraceStep& step : trace.steps) outputs.push_back(step.token.text);
    return outputs;
}

Alternative alternative(const Reading& reading, const OpenOptions& options, const std::string& input,
                        const Trace& base, const Question& question, const Option& option) {
    Alternative made{question.id, option.id, nullptr, {}, {}};
    Answers answers = reading.said.answers;
    answers[question.id] = option.id;
    try {
        const Draft draft = reading.drafted(answers);
        if (!draft.ready()) {
            made.problem = draft.problems.front();
            return made;
        }
        made.trace = std::make_shared<const Trace>(
            run_words(drafted_model(reading, draft, options), input, outputs_of(base)));
        made.change = weight_change(base, *made.trace);
    } catch (const Error& error) {
        made.problem = error.what();
    }
    return made;
}

/// Positions of the tokens that are the user's own.
std::vector<int> own_tokens(const Trace& trace) {
    std::vector<int> own;
    for (int j = 0; j < trace.source_length(); ++j)
        if (!trace.source[static_cast<std::size_t>(j)].framing()) own.push_back(j);
    return own;
}

} // namespace

Draft Reading::drafted() const { return drafted(said.answers); }

Draft Reading::drafted(const Answers& answers) const {
    return draft(guess(units_of(unknown.files), said.parts), words, answers);
}

Reading read_unknown(const std::vector<fs::path>& paths, Said said, const OpenOptions& options) {
    Reading reading{files_to_map(paths), {}, std::move(said)};
    reading.words =
        find_lists(reading.unknown, guess(units_of(reading.unknown.files), reading.said.parts), options);
    return reading;
}

Opened open_draft(const Unknown& unknown, const Json& spec, OpenOptions options) {
    const Family family = checked_family(spec, "the draft");
    ModelFiles files{match_family(family, unknown.files), unknown.files};
    if (!files.match.whole())
        throw Error(unknown.title(), "the draft", "names that tell its files apart", "the same in both");
    return open_family(std::move(files), options, options.name.empty() ? unknown.title() : options.name);
}

Model drafted_model(const Reading& reading, const Draft& draft, const OpenOptions& options) {
    const Json family = family_json(draft, "draft", "the draft", reading.said);
    Opened opened = open_draft(reading.unknown, family, as_tried(options));
    if (!opened.model) throw Error(opened.problem);
    return std::move(*opened.model);
}

Trace run_words(const Model& model, const std::string& input, const std::vector<std::string>& outputs) {
    Request request;
    request.text = input;
    request.max_steps = outputs.empty() ? longest_output : static_cast<int>(outputs.size());
    for (std::size_t i = 0; i < outputs.size(); ++i) request.edits.forced[static_cast<int>(i)] = outputs[i];
    return decode::run(model, request);
}

// ------------------------------------------------------------------------------------------------ examples
bool ExampleVerdict::agrees() const {
    const CaseTolerance allowed;
    return count > 0 && equal == count && weighed > 0 && weights <= allowed.weights &&
           log_probs <= allowed.log_probs;
}

std::vector<Json> examples_in(const fs::path& folder) {
    std::error_code ignored;
    if (!fs::is_regular_file(folder / "expected.json", ignored)) return {};
    const Json expected = read_json(folder / "expected.json", largest_expected);
    const Json list = expected.is_object() ? expected.value("examples", Json()) : Json();
    if (!list.is_array()) return {};
    return {list.begin(), list.end()};
}

ExampleVerdict compare_with(const Model& model, const std::vector<Json>& examples, std::size_t at_most) {
    ExampleVerdict verdict;
    for (const Json& example : examples) {
        if (verdict.count == at_most) break;
        const ExampleDifference found = compare_example(model, example, "expected.json");
        ++verdict.count;
        verdict.equal += found.tokens;
        verdict.weighed += found.weighed;
        verdict.weights = std::max(verdict.weights, found.weights);
        verdict.log_probs = std::max(verdict.log_probs, found.log_probs);
        if (verdict.wrong.empty()) verdict.wrong = found.wrong;
    }
    return verdict;
}

Changes changes_of(const Trial& trial, const Reading& reading) {
    Changes changes{{}, reading.unknown.title()};
    for (const Alternative& one : trial.alternatives)
        if (one.change) {
            double& most = changes.most[one.question];
            most = std::max(most, *one.change);
        }
    return changes;
}

// ------------------------------------------------------------------------------------------------ a trial
std::optional<double> weight_change(const Trace& a, const Trace& b) {
    const std::vector<int> left = own_tokens(a), right = own_tokens(b);
    if (left.size() != right.size() || !a.has_weights() || !b.has_weights()) return std::nullopt;
    double most = 0;
    for (int i = 0; i < std::min(a.outputs(), b.outputs()); ++i)
        for (std::size_t j = 0; j < left.size(); ++j)
            most = std::max(most, std::abs(static_cast<double>(a.weight(i, left[j])) -
                                           static_cast<double>(b.weight(i, right[j]))));
    return most;
}

Trial try_reading(const Reading& reading, const OpenOptions& options, const std::string& input,
                  Cancelled cancelled) {
    Trial trial;
    trial.draft = reading.drafted();
    std::error_code ignored;
    trial.has_examples = fs::is_regular_file(reading.unknown.folder() / "expected.json", ignored);
    if (!trial.draft.ready()) {
        trial.problem = trial.draft.problems.front();
        return trial;
    }
    try {
        const Model base = drafted_model(reading, trial.draft, options);
        if (const std::vector<Json> examples = examples_in(reading.unknown.folder()); !examples.empty())
            trial.examples = compare_with(base, examples, most_compared);
        if (input.empty()) return trial;
        trial.trace = std::make_shared<const Trace>(run_words(base, input, {}));
        if (trial.trace->outputs() == 0) return trial;
        for (const Question* question : trial.draft.open())
            for (const Option& option : question->options) {
                if (option.id == question->answer) continue;
                if (stopped(cancelled)) return trial;
                trial.alternatives.push_back(
                    alternative(reading, options, input, *trial.trace, *question, option));
            }
    } catch (const Error& error) {
        trial.problem = error.what();
    }
    return trial;
}

std::string suggested_input(const Reading& reading) {
    try {
        for (const Json& example : examples_in(reading.unknown.folder()))
            if (example.is_object() && example.value("raw_source", Json()).is_string())
                return example["raw_source"];
    } catch (const Error&) { // the verdict says it
    }
    std::string input;
    for (const std::size_t least :
         {std::size_t{3}, std::size_t{1}}) { // of short words only where there are no others
        std::size_t count = 0;
        for (const std::string& word : reading.words.source) {
            const bool letter = std::any_of(
                word.begin(), word.end(), [](unsigned char c) { return std::isalpha(c) != 0 || c >= 0x80; });
            if (!letter || word.front() == '<' || word.front() == '[' || word.size() < least) continue;
            input += (input.empty() ? "" : " ") + word;
            if (++count == suggested_words) break;
        }
        if (!input.empty()) break;
    }
    return reading.words.source.empty() ? "4 5 6 7" : input; // ids, of which the first stand for no word
}

} // namespace heed::io::mapping
