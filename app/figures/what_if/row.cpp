#include "app/figures/what_if/row.h"

#include "app/figures/tokens.h"
#include "core/models/transformer/facts.h"
#include "core/text/strings.h"

#include <algorithm>
#include <cmath>

namespace heed {
namespace {

constexpr std::size_t most_named = 3;

struct Move {
    int j;
    float by;
};

/// Where weight was taken (by < 0) or put, largest first; what is hardly anything is left out.
std::vector<Move> moves(std::span<const float> row, std::span<const float> own, bool taken) {
    std::vector<Move> found;
    for (std::size_t j = 0; j < row.size(); ++j)
        if (const float by = row[j] - own[j]; (by < 0) == taken && std::abs(by) >= 0.005f)
            found.push_back({static_cast<int>(j), by});
    std::sort(found.begin(), found.end(),
              [](const Move& a, const Move& b) { return std::abs(a.by) > std::abs(b.by); });
    return found;
}

/// “M” and “a”; of many: “M”, “a” and 3 others.
std::string names(const Trace& trace, const std::vector<Move>& of, const RunWords* in) {
    std::string text;
    const std::size_t named = of.size() <= most_named ? of.size() : most_named - 1;
    for (std::size_t n = 0; n < named; ++n)
        text += (n == 0 ? "" : n + 1 == of.size() ? " and " : ", ") + source_name(trace, of[n].j, in);
    if (named < of.size()) text += " and " + std::to_string(of.size() - named) + " others";
    return text;
}

/// The word that a piece is a part of; null: it is all of one, or not in words.
const Word* whole_of(const std::vector<Word>& words, int piece) {
    for (const Word& word : words)
        if (word.first <= piece && piece < word.last) return word.last - word.first > 1 ? &word : nullptr;
    return nullptr;
}

std::string word_text(const Trace& trace, const Word& word) {
    const bool typed = word.begin < word.end && word.end <= trace.source_text.size();
    std::string text = typed ? trace.source_text.substr(word.begin, word.end - word.begin) : word.text;
    text.erase(0, std::min(text.find_first_not_of(' '), text.size()));
    return quoted(unmarked(shown(text)));
}

} // namespace

std::string source_name(const Trace& trace, int j, const RunWords* in) {
    const Word* word = in ? whole_of(in->source, j) : nullptr;
    return (word ? "the piece " : "") + quoted_source(trace, j) +
           (word ? " of " + word_text(trace, *word) : "");
}

std::string output_name(int i, const RunWords* in) {
    for (std::size_t k = 0; in && k < in->outputs.size(); ++k)
        if (const Word& word = in->outputs[k]; word.first <= i && i < word.last) {
            const std::string output = "output " + std::to_string(k + 1);
            return word.last - word.first < 2
                       ? output
                       : "piece " + std::to_string(i - word.first + 1) + " of " + output;
        }
    return "output " + std::to_string(i + 1);
}

std::string moved_number(float moved) {
    if (moved >= 0.005f) return cell_number(static_cast<double>(moved));
    return moved < 0.0005f ? "<.001" : fixed(static_cast<double>(moved), 3).substr(1);
}

std::string moved_words(const Trace& trace, std::span<const float> row, std::span<const float> own,
                        const RunWords* in) {
    const std::vector<Move> from = moves(row, own, true), to = moves(row, own, false);
    float moved = 0;
    for (std::size_t j = 0; j < row.size(); ++j) moved += std::max(0.0f, own[j] - row[j]);
    const std::string weight = moved_number(moved) + " of the weight";
    if (from.empty() || to.empty()) return weight;
    return weight + " from " + names(trace, from, in) + " to " + names(trace, to, in);
}

std::string preview_narration(const Trace& trace, const RowPreview& preview, const std::string& token,
                              bool to_one, const RunWords* in) {
    const int i = preview.output;
    if (i < 0 || i >= trace.outputs() || std::ssize(preview.weights) != trace.source_length()) return {};
    const Eigen::VectorXf own = trace.at(Quantity::Weights).col(i);
    const std::string written = shown(token) == "end" ? "the end token"
                                : is_mark(token)      ? shown(token)
                                                      : quoted(shown(token));
    return (to_one ? "Fragility of " : "Least change found for ") + output_name(i, in) + ": move " +
           moved_words(trace, preview.weights, {own.data(), static_cast<std::size_t>(own.size())}, in) +
           " and it writes " + written + ". Enter uses it, Esc drops it.";
}

// ---------------------------------------------------------------------------------------------- words

namespace {

std::string short_p(float log_prob) { return chance(std::exp(static_cast<double>(log_prob))); }

std::string held_words(const Trace& trace, int i, const RowEdit& edit, const RunWords* in) {
    const MatrixXf& used = trace.at(Quantity::Weights);
    // Not the one map alone that is seen.
    const std::string where = is_transformer(trace.model) ? " in every head of every layer" : "";
    if (edit.held.size() > 1) {
        if (edit.held.size() > 3)
            return "You hold " + std::to_string(edit.held.size()) + " weights" + where +
                   "; the rest share what is left.";
        std::string all;
        std::size_t n = 0;
        for (const auto& [j, w] : edit.held)
            all += (n == 0                      ? ""
                    : n + 1 == edit.held.size() ? " and "
                                                : ", ") +
                   source_name(trace, j, in) + " at " + cell_number(static_cast<double>(w)),
                ++n;
        return "You hold " + all + where + "; the rest share what is left.";
    }
    const auto& [j, weight] = *edit.held.begin();
    const float own = trace.has(Quantity::OwnWeights) ? trace.at(Quantity::OwnWeights)(j, i) : used(j, i);
    const std::string rest = std::abs(weight - own) < 1e-6f ? "stay"
                             : weight > own                 ? "shrink in proportion"
                                                            : "grow in proportion";
    return "You hold " + source_name(trace, j, in) + " at " + cell_number(static_cast<double>(weight)) +
           where + "; the rest " + rest + ".";
}

std::string row_words(const Trace& trace, int i, const RowEdit& edit, const RunWords* in) {
    const std::string output = output_name(i, in);
    switch (edit.kind) {
    case RowEdit::Kind::Held:
        return held_words(trace, i, edit, in);
    case RowEdit::Kind::Given:
        return "You gave " + output + " its weights.";
    case RowEdit::Kind::Uniform:
        return "You spread the weights of " + output + " evenly.";
    case RowEdit::Kind::HardMax: {
        Eigen::Index j = 0;
        trace.at(Quantity::Weights).col(i).maxCoeff(&j);
        return "You let " + output + " look at nothing but " + source_name(trace, static_cast<int>(j), in) +
               ", its strongest.";
    }
    case RowEdit::Kind::Previous:
        return i == 0 ? "There is no row before " + output + ": it keeps its own."
                      : "You gave " + output + " the row of " + output_name(i - 1, in) + ".";
    case RowEdit::Kind::Without: {
        std::vector<Move> left_out;
        for (const int j : edit.without) left_out.push_back({j, 0});
        return "You took " + names(trace, left_out, in) + " away from " + output +
               "; the rest grow in proportion.";
    }
    case RowEdit::Kind::Shuffled:
        return "You shuffled the weights of " + output + ".";
    }
    return {};
}

} // namespace

std::string edit_words(const Trace& trace, int i, const RunWords* in) {
    if (i < 0 || i >= trace.outputs()) return {};
    const Edits& edits = trace.request.edits;
    const RowEdit* row = trace.has_weights() ? edits.row(i) : nullptr;
    std::string words = row ? row_words(trace, i, *row, in) : "";
    if (row && is_transformer(trace.model) && row->kind != RowEdit::Kind::Held)
        words += " Every head’s row was changed so, in every layer.";
    else if (row && trace.several_heads() && !is_transformer(trace.model))
        words += " Every head’s row was changed so.";
    if (edits.forced.contains(i))
        words += (words.empty() ? "" : " ") + std::string("You forced ") + quoted_output(trace, i) + " as " +
                 output_name(i, in) + ".";
    if (words.empty() && edits.temperature != 1 && trace.has_weights())
        words = "You divided all scores by " + compact(edits.temperature) + ": the weights are " +
                (edits.temperature < 1 ? "sharper." : "softer.");
    return words;
}

std::string edit_narration(const Trace& trace, const WhatIf* w, int i, const RunWords* in) {
    std::string words = edit_words(trace, i, in);
    if (words.empty() || !w || w->changed.get() != &trace || i >= w->model->outputs()) return words;
    const TraceStep& before = w->model->steps[static_cast<std::size_t>(i)];
    const TraceStep& now = trace.steps[static_cast<std::size_t>(i)];
    return words + " " + capitalized(output_name(i, in)) + ": " + shown_output(*w->model, i) + " → " +
           shown_output(trace, i) + ", p " + short_p(before.log_prob) + " → " + short_p(now.log_prob) + ".";
}

} // namespace heed
