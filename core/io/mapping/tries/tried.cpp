#include "core/io/mapping/tries/tried.h"

#include "core/base/error.h"
#include "core/decode/run.h"
#include "core/io/base/file.h"
#include "core/io/base/json_text.h"
#include "core/io/mapping/tries/example_runs.h"
#include "core/io/open/kinds/open_family.h"
#include "core/io/open/own_case/own_case.h"

#include <algorithm>
#include <cmath>

namespace heed::io::mapping {

namespace fs = std::filesystem;
using Json = nlohmann::json;

namespace {

constexpr std::uint64_t largest_expected = 64u << 20;
constexpr std::uint64_t largest_looked_into = 4u << 20; // for each reading of the tensors anew
constexpr const char* example_name = "expected.json";
constexpr std::size_t most_compared = 12, suggested_words = 8;
constexpr int longest_output = 60;

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

/// What every alternative is tried on.
struct Ground {
    const Reading& reading;
    const OpenOptions& options;
    const std::string& input;
    const Trace& base;
    std::vector<Json> examples; // none where they do not agree with what is tried
};

Alternative alternative(const Ground& on, const Question& question, const Option& option) {
    Alternative made;
    made.question = question.id;
    made.option = option.id;
    Answers answers = on.reading.said.answers;
    answers[question.id] = option.id;
    try {
        const Draft draft = on.reading.drafted(answers);
        if (!draft.ready()) {
            made.problem = draft.problems.front();
            return made;
        }
        const Drafted other = opened_draft(on.reading, draft, on.options);
        made.trace = std::make_shared<const Trace>(run_words(other.model, on.input, outputs_of(on.base)));
        made.change = weight_change(on.base, *made.trace);
        made.written = written_change(on.base, *made.trace);
        if (on.examples.empty()) return made;
        made.agrees = compare_with(other.model, on.examples, most_compared, other.allowed).agrees();
        if (made.agrees)
            made.runs = std::make_shared<const ProbeRuns>(
                run_probes(other.model, input_texts(other.model, on.examples)));
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

Mapping Reading::mapped() const { return guess(units_of(unknown.files), said.parts, lists); }

Draft Reading::drafted() const { return drafted(said.answers); }

Draft Reading::drafted(const Answers& answers) const {
    Draft made = draft(mapped(), words, with_nearest(answers));
    if (!nearest) return made;
    for (Question& question : made.questions) {
        const auto own = nearest->answers.find(question.id);
        if (own == nearest->answers.end() || answers.count(question.id) != 0 ||
            own->second != question.answer)
            continue;
        question.family = nearest->title;
        question.given = false;
    }
    return made;
}

Answers Reading::with_nearest(const Answers& answers) const {
    Answers all = answers;
    if (nearest) all.insert(nearest->answers.begin(), nearest->answers.end());
    return all;
}

Reading read_unknown(const std::vector<fs::path>& paths, Said said, const OpenOptions& options) {
    return read_unknown(files_to_map(paths), std::move(said), options);
}

Reading read_unknown(Unknown unknown, Said said, const OpenOptions& options) {
    Reading reading{std::move(unknown), {}, std::move(said)};
    reading.lists = list_sizes(reading.unknown, options);
    reading.words = find_lists(reading.unknown, reading.mapped(), options);
    try {
        std::error_code none;
        const fs::path folder = reading.unknown.folder();
        if (fs::file_size(folder / example_name, none) <= largest_looked_into)
            reading.words.around = around_in(examples_in(folder), reading.words.source);
    } catch (const Error&) { // the verdict says it
    }
    return reading;
}

Opened open_draft(const Unknown& unknown, const Json& spec, OpenOptions options) {
    const Family family = checked_family(spec, "the draft");
    ModelFiles files{match_family(family, unknown.files), unknown.files};
    if (!files.match.whole())
        throw Error(unknown.title(), "the draft", "names that tell its files apart", "the same in both");
    return open_family(std::move(files), options, options.name.empty() ? unknown.title() : options.name);
}

Drafted opened_draft(const Reading& reading, const Draft& draft, const OpenOptions& options) {
    const Json family = family_json(draft, "draft", "the draft", reading.said);
    Opened opened = open_draft(reading.unknown, family, as_tried(options));
    if (!opened.model) throw Error(opened.problem);
    return {std::move(*opened.model), tolerance_of(opened.report)};
}

Model drafted_model(const Reading& reading, const Draft& draft, const OpenOptions& options) {
    return opened_draft(reading, draft, options).model;
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
    if (count == 0 || equal < count || !log_probs.within(allowed.log_probs)) return false;
    return weighed > 0 ? allowed.verifies(weights) : topped == count && allowed.verifies_top(log_probs);
}

bool ExampleVerdict::roughly() const {
    return count > 0 && equal == count && weighed > 0 && allowed.roughly(weights) &&
           log_probs.within(allowed.log_probs);
}

std::vector<Json> examples_in(const fs::path& folder) {
    std::error_code ignored;
    if (!fs::is_regular_file(folder / example_name, ignored)) return {};
    const Json list = examples_of(read_json(folder / example_name, largest_expected), example_name);
    return {list.begin(), list.end()};
}

std::vector<std::string> input_texts(const Model& model, const std::vector<Json>& examples) {
    std::vector<std::string> texts;
    for (const Json& example : examples)
        if (std::string text = example_input(model, example); !text.empty()) texts.push_back(std::move(text));
    return texts;
}

ExampleVerdict compare_with(const Model& model, const std::vector<Json>& examples, std::size_t at_most,
                            const CaseTolerance& allowed) {
    ExampleVerdict verdict;
    verdict.allowed = allowed;
    const FileRounding of_file = file_rounding(examples);
    for (const Json& example : examples) {
        if (verdict.count == at_most) break;
        const ExampleDifference found = compare_example(model, example, example_name, of_file);
        ++verdict.count;
        verdict.equal += found.tokens;
        verdict.weighed += found.weighed;
        verdict.topped += found.top;
        verdict.weights.add(found.weights, found.rounded);
        verdict.log_probs.add(found.log_probs, found.rounded_top);
        if (verdict.wrong.empty()) verdict.wrong = found.wrong;
    }
    return verdict;
}

Changes changes_of(const Trial& trial, const Reading& reading) {
    Changes changes{{}, reading.unknown.title(), {}};
    for (const Undecided& one : trial.undecided()) changes.undecided.insert(one.question);
    for (const Alternative& one : trial.alternatives)
        if (one.change) {
            double& most = changes.most[one.question];
            most = std::max(most, *one.change);
        }
    return changes;
}

// ------------------------------------------------------------------------------------------------ a trial
Answers Trial::answers() const {
    Answers answers;
    for (const Question* question : draft.open()) answers[question->id] = question->answer;
    return answers;
}

std::vector<Undecided> Trial::undecided() const {
    std::vector<Agreeing> others;
    for (const Alternative& one : alternatives) {
        if (!one.agrees) continue;
        others.push_back({answers(), one.runs});
        others.back().answers[one.question] = one.option;
    }
    return mapping::undecided({answers(), runs}, others);
}

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

double written_change(const Trace& a, const Trace& b) {
    double most = 0;
    for (std::size_t i = 0; i < std::min(a.steps.size(), b.steps.size()); ++i)
        if (a.steps[i].token.text == b.steps[i].token.text)
            most = std::max(most, std::abs(std::exp(static_cast<double>(a.steps[i].log_prob)) -
                                           std::exp(static_cast<double>(b.steps[i].log_prob))));
    return most;
}

Trial try_reading(const Reading& reading, const OpenOptions& options, const std::string& input,
                  Cancelled cancelled) {
    Trial trial;
    trial.draft = reading.drafted();
    trial.has_examples = has_example(reading.unknown.folder());
    if (!trial.draft.ready()) {
        trial.problem = trial.draft.problems.front();
        return trial;
    }
    try {
        const Drafted base = opened_draft(reading, trial.draft, options);
        std::vector<Json> examples = examples_in(reading.unknown.folder());
        if (!examples.empty())
            trial.examples = compare_with(base.model, examples, most_compared, base.allowed);
        if (trial.examples && trial.examples->agrees())
            trial.runs =
                std::make_shared<const ProbeRuns>(run_probes(base.model, input_texts(base.model, examples)));
        else
            examples.clear();
        if (input.empty()) return trial;
        trial.trace = std::make_shared<const Trace>(run_words(base.model, input, {}));
        if (trial.trace->outputs() == 0) return trial;
        const Ground ground{reading, options, input, *trial.trace, std::move(examples)};
        for (const Question* question : trial.draft.open())
            for (const Option& option : question->options) {
                if (option.id == question->answer) continue;
                if (cancelled != nullptr && cancelled->load()) return trial;
                trial.alternatives.push_back(alternative(ground, *question, option));
            }
    } catch (const Error& error) {
        trial.problem = error.what();
    }
    return trial;
}

std::string suggested_input(const Reading& reading) {
    if (reading.words.source.empty()) return "4 5 6 7"; // ids, of which the first stand for no word
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
    return input;
}

} // namespace heed::io::mapping
