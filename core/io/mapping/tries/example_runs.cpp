#include "core/io/mapping/tries/example_runs.h"

#include "core/io/mapping/tries/tried.h"
#include "core/io/mapping/word_questions.h"
#include "core/models/tokens.h"
#include "core/text/tokenizer.h"

#include <algorithm>
#include <cmath>

namespace heed::io::mapping {

using Json = nlohmann::json;

namespace {

std::vector<std::string> texts_of(const Json& example, const char* key) {
    std::vector<std::string> all;
    const Json list = example.value(key, Json::array());
    for (const Json& word : list)
        if (word.is_string()) all.push_back(word.get<std::string>());
    return all;
}

/// As the model's own list writes them: "EOS" where its program printed "<EOS>".
std::vector<std::string> outputs(const Model& model, const Json& example, std::size_t rows) {
    std::vector<std::string> all;
    const Json list = example.value("output_ids", Json::array());
    for (const Json& id : list)
        if (id.is_number_integer() && id >= 0 && id < model.target.size())
            all.push_back(model.target.token(id.get<int>()));
    if (all.size() != list.size()) all = texts_of(example, "output_tokens");
    if (all.size() > rows) all.resize(rows);
    return all;
}

/// What stands around the text in one example: its words are all in the text, what is not is at the ends.
std::string around_of_one(const Json& example, const std::vector<std::string>& words) {
    if (!example.is_object()) return {};
    const Json text = example.value("raw_source", Json()), ids = example.value("source_ids", Json());
    if (!text.is_string() || !ids.is_array()) return {};
    std::vector<std::string> read;
    for (const Json& id : ids) {
        if (!id.is_number_integer() || id < 0 || id >= words.size()) return {};
        read.push_back(words[id.get<std::size_t>()]);
    }
    const std::string raw = lowercase(text.get<std::string>());
    const auto of_text = [&](const std::string& word) { return raw.find(lowercase(word)) != raw.npos; };
    if (read.size() < 3) return {};
    for (const char* meaning : {"pad", "unknown"}) // may stand at an end, and are not read around every text
        for (const std::string& word : words_meaning(words, meaning, false))
            if (word == read.front() || word == read.back()) return {};
    const bool start = !of_text(read.front()), end = !of_text(read.back());
    if (!(start || end) || !std::all_of(read.begin() + start, read.end() - end, of_text)) return {};
    return (start ? read.front() + " " : std::string()) + "…" + (end ? " " + read.back() : std::string());
}

/// The largest difference of a probability that an example without weights says; 1: it says none.
double top_difference(const Model& model, const Trace& trace, const Json& example) {
    const Json steps = example.value("top5", Json::array());
    if (!steps.is_array() || steps.empty() || trace.steps.empty()) return 1;
    const OutputWords written = output_words(model, trace.source);
    const Eigen::MatrixXf& log_probs = trace.at(Quantity::LogProbs); // (V, N)
    double most = 0;
    for (std::size_t i = 0; i < std::min(steps.size(), trace.steps.size()); ++i)
        for (const Json& pair : steps[i]) {
            const bool fits =
                pair.is_array() && pair.size() == 2 && pair[0].is_string() && pair[1].is_number();
            const auto id = fits ? written.find(pair[0].get_ref<const std::string&>()) : std::nullopt;
            if (!id) return 1;
            const auto ours = static_cast<double>(log_probs(*id, static_cast<Eigen::Index>(i)));
            const double off = std::abs(std::exp(ours) - std::exp(pair[1].get<double>()));
            if (!(off <= 1)) return 1; // nor what is no number
            most = std::max(most, off);
        }
    return most;
}

} // namespace

double forced_difference(const Model& model, const Json& example, std::size_t most_rows) {
    const std::string input = example_input(model, example);
    if (input.empty()) return 1;
    const Trace trace = run_words(model, input, outputs(model, example, most_rows));
    const Json rows = example.value("attention", Json::array());
    const std::size_t length = trace.source.size();
    if (texts_of(example, "source_tokens").size() != length) return 1;
    if (!rows.is_array()) return 1;
    if (rows.empty()) return top_difference(model, trace, example);
    if (!trace.has_weights()) return 1;
    double most = 0;
    for (std::size_t i = 0; i < std::min({rows.size(), trace.steps.size(), most_rows}); ++i)
        for (std::size_t j = 0; j < length; ++j) {
            const bool there = rows[i].is_array() && j < rows[i].size() && rows[i][j].is_number();
            const double theirs = there ? rows[i][j].get<double>() : 1;
            const double ours = static_cast<double>(trace.weight(static_cast<int>(i), static_cast<int>(j)));
            const double off = std::abs(theirs - ours);
            if (!(off <= 1)) return 1; // nor what is no number
            most = std::max(most, off);
        }
    return std::min(most, 1.0);
}

bool reads_the_same(const Model& model, const Json& example) {
    const std::string input = example_input(model, example);
    if (input.empty()) return false;
    const Trace trace = run_words(model, input, outputs(model, example, 1));
    if (texts_of(example, "source_tokens").size() != trace.source.size()) return false;
    const Json ids = example.value("source_ids", Json::array());
    if (!ids.is_array() || ids.size() != trace.source.size()) return true; // the words alone tell nothing
    return std::equal(trace.source.begin(), trace.source.end(), ids.begin(),
                      [](const TraceToken& token, const Json& id) { return id == token.id; });
}

std::string around_in(const std::vector<Json>& examples, const std::vector<std::string>& words) {
    std::string common;
    for (const Json& example : examples) {
        const std::string own = around_of_one(example, words);
        if (own.empty()) continue;
        if (!common.empty() && own != common) return {};
        common = own;
    }
    return common;
}

std::size_t rows_in(const Json& example) {
    const auto rows = example.is_object() ? example.find("attention") : example.end();
    return rows != example.end() && rows->is_array() ? rows->size() : 0;
}

} // namespace heed::io::mapping
