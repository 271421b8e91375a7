#include "core/analysis/heads/measures.h"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace heed::heads {
namespace {

using Value = std::optional<double>;

Value per(double sum, double count) { return count > 0 ? Value(sum / count) : std::nullopt; }

/// A word for each row of the map: w_r.
Eigen::MatrixXd shares(const Eigen::MatrixXd& weights) {
    Eigen::MatrixXd result = weights;
    for (Eigen::Index r = 0; r < result.cols(); ++r)
        if (const double sum = result.col(r).sum(); sum > 0) result.col(r) /= sum;
    return result;
}

void add_entropy(const Eigen::Ref<const Eigen::VectorXd>& row, Sums& sums) {
    double entropy = 0;
    int places = 0;
    for (Eigen::Index j = 0; j < row.size(); ++j) {
        if (row[j] <= 0) continue;
        ++places;
        entropy -= row[j] * std::log(row[j]);
    }
    sums.entropy += entropy;
    if (places > 1) sums.evenness += entropy / std::log(places);
}

/// A word that is there, though nothing of it was read: a control token that was typed stands for it.
bool is_unread(const Word& word) { return word.first == word.last; }

/// The column of the token directly after the last word, which ends the text; none: nothing does. A special
/// token between words ends nothing, nor does one that was typed after them, nor what follows the end, as a
/// language's token.
std::optional<Eigen::Index> end_column(std::span<const Word> columns) {
    const auto is_word = [](const Word& w) { return !w.framing; };
    const auto typed = [](const Word& w) { return w.begin < w.end; };
    const auto last = std::find_if(columns.rbegin(), columns.rend(), is_word);
    if (last == columns.rend()) return std::nullopt; // there is no text
    const auto end = std::find_if_not(last.base(), columns.end(), typed);
    return end == columns.end() ? std::nullopt : std::optional<Eigen::Index>(end - columns.begin());
}

/// Whether that row of the map is none.
bool is_unread(const WordMap& map, Eigen::Index row) {
    return !map.unread.empty() && map.unread[static_cast<std::size_t>(row)];
}

/// Rows whose strongest column is a word, each with the one before it.
void add_steps(const WordMap& map, const Eigen::MatrixXd& rows, const std::vector<bool>& framing,
               Sums& sums) {
    Eigen::Index before = -1;
    for (Eigen::Index r = 0; r < rows.cols(); ++r) {
        if (is_unread(map, r)) continue;
        Eigen::Index at = 0;
        rows.col(r).maxCoeff(&at);
        if (framing[static_cast<std::size_t>(at)]) continue;
        if (before >= 0) {
            ++sums.steps;
            sums.onward += at >= before;
        }
        before = at;
    }
}

Value value_entropy(const Sums& s) { return per(s.entropy, s.rows); }
Value value_evenness(const Sums& s) { return per(s.evenness, s.rows); }
Value value_end(const Sums& s) { return per(s.end, s.rows); }
Value value_first(const Sums& s) { return per(s.first, s.rows); }
Value value_stop(const Sums& s) { return per(s.stop, s.rows); }
Value value_agreement(const Sums& s) { return per(s.agreement, s.rows); }
Value value_diagonal(const Sums& s) { return per(s.diagonal, s.rows); }
Value value_before(const Sums& s) { return per(s.before, s.rows); }
Value value_after(const Sums& s) { return per(s.after, s.rows); }
Value value_coverage(const Sums& s) { return per(s.read, s.columns); }
Value value_monotonic(const Sums& s) { return per(s.onward, s.steps); }
Value value_aer(const Sums& s) { return s.gold.rows > 0 ? s.gold.shift0.error_rate() : std::nullopt; }
Value value_hits(const Sums& s) { return per(s.hits, s.gold.rows); }

constexpr Measure measure_rows[] = {
    {"aer", "AER",
     "Alignment error: the strongest word of each row against the gold links, 1 - (|A∩S| + |A∩P|) / (|A| + "
     "|S|); "
     "a row whose strongest place is none of the words draws no link.",
     Better::Low, value_aer},
    {"in_gold", "in gold",
     "Share of the rows that gold speaks of whose strongest word is a gold one, sure or possible; end tokens "
     "are "
     "no words.",
     Better::High, value_hits},
    {"entropy", "entropy", "Mean entropy of a row, in nats.", Better::Low, value_entropy},
    {"evenness", "evenness",
     "Mean of a row's entropy / ln of the places that have weight: 1 where all are even.", Better::Low,
     value_evenness},
    {"coverage", "coverage",
     "Share of the words that is read: the mean over words of what all rows give them, at most 1 each.",
     Better::High, value_coverage},
    {"end", "end",
     "Mean weight of a row on the end token: the one directly after the last word. Special tokens between "
     "words, or behind it (a language's), are not counted.",
     Better::Low, value_end},
    {"first", "first", "Mean weight of a row on the first token that is read.", Better::Low, value_first},
    {"monotonic", "onward",
     "Share of rows whose strongest word is not further back than that of the row before; rows whose "
     "strongest "
     "place is no word are passed over.",
     Better::High, value_monotonic},
    {"diagonal", "diagonal", "Mean weight of a row on the word at its own place, or as far along.",
     Better::Neither, value_diagonal},
    {"previous", "before", "Mean weight of a row on the word before that one.", Better::Neither,
     value_before},
    {"next", "after", "Mean weight of a row on the word after it.", Better::Neither, value_after},
    {"stop", "full stop", "Mean weight of a row on pieces that are a full stop and no more.", Better::Low,
     value_stop},
    {"agreement", "like the mean",
     "Mean over rows of 1 - ½ Σ |w - m|, m the row of the mean of all heads that look at the same from the "
     "same.",
     Better::High, value_agreement},
};

constexpr Type type_rows[] = {
    {"aligns", "aligns", "its AER is at most .5, and below the diagonal's", .5, value_aer},
    {"diagonal", "diagonal", "half of the weight or more lies on the word at the row's own place", .5,
     value_diagonal},
    {"before", "word before", "half or more lies on the word before it", .5, value_before},
    {"after", "word after", "half or more lies on the word after it", .5, value_after},
    {"first", "first", "half or more lies on the first token", .5, value_first},
    {"end", "end", "half or more lies on the end token", .5, value_end},
    {"stop", "full stop", "half or more lies on full stops", .5, value_stop},
    {"spread", "spread", "none of these, and an evenness of .8 or more", .8, value_evenness},
};

} // namespace

Sums& Sums::operator+=(const Sums& other) {
    double Sums::*const numbers[] = {&Sums::rows,   &Sums::entropy, &Sums::evenness,  &Sums::end,
                                     &Sums::first,  &Sums::stop,    &Sums::agreement, &Sums::diagonal,
                                     &Sums::before, &Sums::after,   &Sums::columns,   &Sums::read,
                                     &Sums::steps,  &Sums::onward,  &Sums::hits};
    for (const auto number : numbers) this->*number += other.*number;
    gold += other.gold;
    return *this;
}

int own_column(int row, int rows, int words) {
    if (rows < 2) return 0;
    return static_cast<int>(std::floor(static_cast<double>(row) * (words - 1) / (rows - 1) + .5));
}

std::vector<int> word_columns(std::span<const Word> columns) {
    std::vector<int> found;
    for (std::size_t j = 0; j < columns.size(); ++j)
        if (!columns[j].framing) found.push_back(static_cast<int>(j));
    return found;
}

void add_rows(const WordMap& map, std::span<const Word> columns, int rows, const Eigen::MatrixXd& mean,
              Sums& sums) {
    const std::vector<int> words = word_columns(columns);
    const int W = static_cast<int>(words.size());
    const Eigen::MatrixXd w = shares(map.weights), m = shares(mean);
    std::vector<bool> framing;
    for (const Word& word : columns) framing.push_back(word.framing);
    const auto at = [&](Eigen::Index r, int word) {
        return word >= 0 && word < W ? w(words[static_cast<std::size_t>(word)], r) : 0.0;
    };
    const auto end = end_column(columns);
    for (Eigen::Index r = 0; r < w.cols(); ++r) {
        if (is_unread(map, r)) continue;
        const double total = map.weights.col(r).sum();
        ++sums.rows;
        add_entropy(w.col(r), sums);
        sums.end += end ? w(*end, r) : 0;
        sums.first += w.rows() > 0 ? w(0, r) : 0;
        if (map.stops.size() > r && total > 0) sums.stop += map.stops[r] / total;
        const int own = own_column(static_cast<int>(r), rows, W);
        sums.diagonal += at(r, own);
        sums.before += at(r, own - 1);
        sums.after += at(r, own + 1);
        if (m.cols() == w.cols()) sums.agreement += 1 - (w.col(r) - m.col(r)).cwiseAbs().sum() / 2;
    }
    for (const int j : words) {
        if (is_unread(columns[static_cast<std::size_t>(j)])) continue;
        ++sums.columns;
        sums.read += std::min(1.0, w.row(j).sum());
    }
    if (w.rows() > 0) add_steps(map, w, framing, sums);
}

std::span<const Measure> measures() { return measure_rows; }

const Measure* find_measure(std::string_view id) {
    const auto* found = std::find_if(std::begin(measure_rows), std::end(measure_rows),
                                     [&](const Measure& m) { return m.id == id; });
    return found == std::end(measure_rows) ? nullptr : found;
}

std::span<const Type> types() { return type_rows; }

const Type* type_of(const Sums& sums, std::optional<double> diagonal) {
    const Type &aligns = type_rows[0], &spread = *std::prev(std::end(type_rows));
    if (const Value error = aligns.value(sums);
        error && *error <= aligns.least && diagonal && *error < *diagonal)
        return &aligns;
    const Type* best = nullptr;
    double most = 0;
    for (const Type* type = std::next(std::begin(type_rows)); type != &spread; ++type)
        if (const Value value = type->value(sums); value && *value >= type->least && *value > most) {
            best = type;
            most = *value;
        }
    if (best) return best;
    const Value even = spread.value(sums);
    return even && *even >= spread.least ? &spread : nullptr;
}

} // namespace heed::heads
