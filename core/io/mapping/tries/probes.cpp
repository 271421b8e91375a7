#include "core/io/mapping/tries/probes.h"

#include "core/base/error.h"
#include "core/io/mapping/tries/tried.h"
#include "core/io/mapping/word_questions.h"
#include "core/io/open/own_case/own_case.h"
#include "core/text/strings.h"

#include <algorithm>
#include <cmath>

namespace heed::io::mapping {

namespace {

constexpr std::size_t outputs_forced = 6, words_known = 2000, words_in_row = 15;
constexpr std::size_t most_words = 60, largest = 6; // that are spread over the list; of the longest vectors

/// Words of a list that stand for words, from all over it.
std::vector<std::string> plain_words(const Vocabulary& list) {
    std::vector<std::string> words;
    const int step = 1 + list.size() / static_cast<int>(words_known);
    for (int id = 0; id < list.size(); id += step)
        if (const std::string& word = list.token(id); !word.empty() && !looks_special(word))
            words.push_back(word);
    return words;
}

/// `count` of them, from all over the list.
std::vector<std::string> spread(const std::vector<std::string>& words, std::size_t count) {
    std::vector<std::string> some;
    for (std::size_t n = 0; n < count && !words.empty(); ++n) some.push_back(words[n * words.size() / count]);
    return some;
}

std::string sentence_of(const std::vector<std::string>& words) {
    std::string text;
    for (const std::string& word : words) text += (text.empty() ? "" : " ") + word;
    return text;
}

std::string with_capital(std::string text) {
    if (!text.empty() && text[0] >= 'a' && text[0] <= 'z') text[0] = static_cast<char>(text[0] - 'a' + 'A');
    return text;
}

/// The words with the longest vectors: what bends at large numbers shows there.
std::vector<std::string> longest_vectors(const Model& model) {
    const int place = model.parameters.find("encoder.embedding.weight");
    if (place < 0) return {};
    const auto& rows = model.parameters[place].value;
    std::vector<std::pair<float, int>> lengths;
    for (int id = 0; id < std::min(model.source.size(), static_cast<int>(rows.rows())); ++id)
        if (!looks_special(model.source.token(id))) lengths.emplace_back(-rows.row(id).squaredNorm(), id);
    const auto end = lengths.begin() + std::min(std::ssize(lengths), std::ptrdiff_t{largest});
    std::partial_sort(lengths.begin(), end, lengths.end());
    std::vector<std::string> words;
    for (auto it = lengths.begin(); it != end; ++it) words.push_back(model.source.token(it->second));
    return words;
}

std::vector<std::string> inputs_for(const Model& model, const std::vector<std::string>& texts) {
    const std::vector<std::string> words = plain_words(model.source);
    std::vector<std::string> inputs;
    for (const std::size_t count : {std::size_t{1}, std::size_t{3}, std::size_t{7}})
        if (!words.empty()) inputs.push_back(sentence_of(spread(words, count)));
    const std::vector<std::string> many = spread(words, std::min(most_words, words.size()));
    for (std::size_t first = 0; first < many.size(); first += words_in_row)
        inputs.push_back(sentence_of(
            {many.begin() + static_cast<std::ptrdiff_t>(first),
             many.begin() + static_cast<std::ptrdiff_t>(std::min(first + words_in_row, many.size()))}));
    if (const auto longest = longest_vectors(model); !longest.empty()) inputs.push_back(sentence_of(longest));
    if (!texts.empty()) {
        inputs.push_back(texts.front());
        inputs.push_back(with_capital(texts.front().substr(0, texts.front().find(' '))));
    }
    return inputs;
}

void add_run(ProbeRuns& to, const Model& model, const std::string& input,
             const std::vector<std::string>& outputs) {
    try {
        const Trace trace = run_words(model, input, outputs);
        for (const TraceToken& token : trace.source) to.ids.push_back(token.id);
        for (int i = 0; i < trace.outputs(); ++i) {
            const TraceStep& step = trace.steps[static_cast<std::size_t>(i)];
            to.ids.push_back(step.token.id);
            to.log_probs.push_back(static_cast<double>(step.log_prob));
            for (int j = 0; trace.has_weights() && j < trace.source_length(); ++j)
                to.weights.push_back(static_cast<double>(trace.weight(i, j)));
        }
    } catch (const Error&) { // where others cannot be run, either, that is the same
        to.ids.push_back(-1);
    }
}

bool near(const std::vector<double>& a, const std::vector<double>& b, double allowed) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                      [&](double x, double y) { return x == y || std::abs(x - y) <= allowed; });
}

/// The questions that both answer, and not alike.
std::vector<std::string> parted(const Answers& a, const Answers& b) {
    std::vector<std::string> questions;
    for (const auto& [question, option] : a)
        if (const auto it = b.find(question); it != b.end() && it->second != option)
            questions.push_back(question);
    return questions;
}

} // namespace

ProbeRuns run_probes(const Model& model, const std::vector<std::string>& texts) {
    const std::vector<std::string> outputs = spread(plain_words(model.target), outputs_forced);
    const std::vector<std::string> inputs = inputs_for(model, texts);
    ProbeRuns runs;
    for (const std::string& input : inputs) add_run(runs, model, input, outputs);
    if (!inputs.empty()) add_run(runs, model, inputs[inputs.size() / 2], {}); // where it ends by itself
    return runs;
}

bool same_runs(const ProbeRuns& a, const ProbeRuns& b) {
    const CaseTolerance allowed;
    return a.ids == b.ids && near(a.weights, b.weights, allowed.weights) &&
           near(a.log_probs, b.log_probs, allowed.log_probs);
}

std::vector<Undecided> undecided(const Agreeing& taken, const std::vector<Agreeing>& all) {
    if (!taken.runs) return {};
    std::vector<std::pair<std::vector<std::string>, const Agreeing*>> others;
    for (const Agreeing& one : all)
        if (one.runs && !same_runs(*taken.runs, *one.runs))
            others.emplace_back(parted(taken.answers, one.answers), &one);
    std::stable_sort(others.begin(), others.end(),
                     [](const auto& a, const auto& b) { return a.first.size() < b.first.size(); });
    std::vector<Undecided> found;
    const auto place = [&](const std::string& question) {
        return std::find_if(found.begin(), found.end(),
                            [&](const Undecided& one) { return one.question == question; });
    };
    for (const auto& [questions, other] : others) {
        const bool said = std::any_of(questions.begin(), questions.end(),
                                      [&](const std::string& q) { return place(q) != found.end(); });
        if (said && questions.size() > 1) continue;
        for (const std::string& question : questions) {
            auto at = place(question);
            if (at == found.end()) at = found.insert(found.end(), {question, {taken.answers.at(question)}});
            const std::string& option = other->answers.at(question);
            if (std::find(at->options.begin(), at->options.end(), option) == at->options.end())
                at->options.push_back(option);
        }
    }
    return found;
}

std::string option_labels(const Draft& draft, const Undecided& one) {
    std::vector<std::string> labels;
    const Question* question = draft.find(one.question);
    for (const std::string& id : one.options) {
        std::string label = id;
        if (question != nullptr)
            for (const Option& option : question->options)
                if (option.id == id) label = option.label;
        labels.push_back("“" + label + "”");
    }
    return listed(labels, " and ");
}

} // namespace heed::io::mapping
