// The runs of a changed head side by side, made once.
#include "app/figures/base/format.h"
#include "app/figures/head_off/head_off.h"
#include "app/figures/tokens_written.h"
#include "core/analysis/token_alignment.h"
#include "core/models/transformer/values.h"
#include "core/trace/words/words.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace heed {
namespace {

using heads::Written;

/// What a run wrote, in words.
struct Sentence {
    struct One {
        std::string text; // as shown
        bool quiet = false;
        double log_prob = 0;
        std::size_t first = 0, last = 0; // of the tokens
    };
    std::vector<One> words;
    std::vector<std::string> names() const {
        std::vector<std::string> all;
        for (const One& one : words)
            all.push_back(one.quiet && one.text == "end" ? "\n" : one.text); // no word
        return all;
    }
};

Sentence sentence_of(const Trace& run, const std::vector<Written>& written, bool places) {
    Sentence sentence;
    if (places) {
        for (std::size_t n = 0; n < written.size(); ++n)
            sentence.words.push_back(
                {shown(written[n].text), written[n].is_end, written[n].log_prob, n, n + 1});
        return sentence;
    }
    for (const Word& word : words_of(run).outputs) {
        if (word.first == word.last) continue;
        const auto first = static_cast<std::size_t>(word.first), last = static_cast<std::size_t>(word.last);
        const bool ends = word.framing && run.steps[first].token.is_end; // however it is written
        Sentence::One one{ends ? "end" : shown(word.text), word.framing, 0, first, last};
        for (std::size_t n = first; n < last; ++n) one.log_prob += written[n].log_prob;
        sentence.words.push_back(std::move(one));
    }
    return sentence;
}

void add_columns(HeadOffWork& work) {
    const std::vector<Written> written = heads::written_of(*work.model),
                               rewritten = heads::written_of(*work.changed);
    const Sentence model = sentence_of(*work.model, written, work.places),
                   changed = sentence_of(*work.changed, rewritten, work.places);
    const auto now = heads::log_probs_of(*work.forced, written);
    work.words = static_cast<int>(model.words.size());
    const auto names = model.names(), others = changed.names();
    const auto same = [&](int i, int k) {
        return names[static_cast<std::size_t>(i)] == others[static_cast<std::size_t>(k)];
    };
    const int a = static_cast<int>(names.size()), b = static_cast<int>(others.size());
    const analysis::Alignment rows =
        work.places ? analysis::align_positions(a, b, same) : analysis::align_tokens(names, others);
    work.differ = analysis::differing(rows);
    work.all = work.differ + analysis::tally(rows).equal;
    for (const analysis::AlignedRow& row : rows) {
        HeadOffColumn column;
        column.same = row.same;
        if (row.b >= 0) {
            const auto& one = changed.words[static_cast<std::size_t>(row.b)];
            column.changed = one.text;
            column.changed_quiet = one.quiet;
        }
        if (row.a >= 0) {
            const auto& one = model.words[static_cast<std::size_t>(row.a)];
            column.word = row.a;
            column.model = one.text;
            column.model_quiet = one.quiet;
            column.before = one.log_prob;
            column.first = static_cast<int>(one.first);
            column.last = static_cast<int>(one.last);
            column.now = 0;
            for (std::size_t n = one.first; n < one.last && column.now; ++n)
                column.now = n < now.size() && now[n] ? std::optional(*column.now + *now[n]) : std::nullopt;
        }
        work.columns.push_back(std::move(column));
    }
    for (const auto& value : now) work.forced_log_prob += value.value_or(0);
}

// ------------------------------------------------------------------------------------ how a map changed
struct MapChange {
    const MapValues &before, &now;
    const HeadMaps::Labels& labels;

    float at(const MapValues& map, int i, int j) const {
        const float value = map.values[i * map.columns + j];
        return std::isnan(value) ? 0 : value;
    }
    int strongest(const MapValues& map, int i) const {
        int best = 0;
        for (int j = 1; j < map.columns; ++j)
            if (at(map, i, j) > at(map, i, best)) best = j;
        return best;
    }
    static std::string named(const MapLabel& label) {
        return label.quiet ? "the " + label.text : quoted(label.text);
    }
    std::string row(int i) const { return named(labels.rows[static_cast<std::size_t>(i)]); }
    std::string column(int j) const { return named(labels.columns[static_cast<std::size_t>(j)]); }
};

/// “rive” and “sèche”; of more than two how many.
std::string places_words(const MapChange& m, const std::vector<int>& rows) {
    if (rows.size() == 1) return m.row(rows[0]);
    if (rows.size() == 2) return m.row(rows[0]) + " and " + m.row(rows[1]);
    return m.row(rows[0]) + " and " + std::to_string(rows.size() - 1) + " more";
}

/// Rows whose strongest column is another, and that had one to lose, most lost first.
std::string lost_places(const MapChange& m) {
    constexpr float had = 0.3f, lost = 0.1f;
    std::vector<std::pair<float, int>> rows;
    for (int i = 0; i < m.before.rows; ++i) {
        const int was = m.strongest(m.before, i);
        const float fell = m.at(m.before, i, was) - m.at(m.now, i, was);
        if (m.at(m.before, i, was) >= had && fell >= lost && m.strongest(m.now, i) != was)
            rows.emplace_back(-fell, i);
    }
    if (rows.empty()) return {};
    std::sort(rows.begin(), rows.end());
    std::vector<int> most;
    for (const auto& [fell, i] : rows) most.push_back(i);
    return "loses its place at " + places_words(m, most);
}

std::string arrow_words(float before, float now) {
    return cell_number(static_cast<double>(before)) + " → " + cell_number(static_cast<double>(now));
}

/// The mean weight on what frames the sentence.
std::string rest_on_frame(const MapChange& m) {
    constexpr float least = 0.03f;
    std::string words;
    float most = least;
    for (int j = 0; j < m.before.columns; ++j) {
        if (!m.labels.columns[static_cast<std::size_t>(j)].quiet) continue;
        float before = 0, now = 0;
        for (int i = 0; i < m.before.rows; ++i) before += m.at(m.before, i, j), now += m.at(m.now, i, j);
        before /= static_cast<float>(m.before.rows), now /= static_cast<float>(m.before.rows);
        if (std::abs(now - before) < most) continue;
        most = std::abs(now - before);
        words = std::string("rests ") + (now > before ? "more" : "less") + " on " + m.column(j) + ": " +
                arrow_words(before, now);
    }
    return words;
}

/// The cell that changed most.
std::string moved_cell(const MapChange& m) {
    int row = 0, column = 0;
    float most = 0;
    for (int i = 0; i < m.before.rows; ++i)
        for (int j = 0; j < m.before.columns; ++j)
            if (const float by = std::abs(m.at(m.now, i, j) - m.at(m.before, i, j)); by > most) {
                most = by;
                row = i;
                column = j;
            }
    if (most < 0.005f) return "as it was, to two decimals";
    const float before = m.at(m.before, row, column), now = m.at(m.now, row, column);
    return "at " + m.row(row) + " looks " + (now > before ? "more" : "less") + " at " + m.column(column) +
           ": " + arrow_words(before, now);
}

std::string shift_words(const HeadOffWork& work, const heads::Head& head) {
    const auto &before = work.before->at(head, heads::Reading::Predicts),
               &now = work.now->at(head, heads::Reading::Predicts);
    if (!before || !now || before->rows != now->rows || before->columns != now->columns || before->rows == 0)
        return {};
    const MapChange m{*before, *now, work.before->of(head.kind, heads::Reading::Predicts)};
    std::string words = lost_places(m);
    if (words.empty()) words = rest_on_frame(m);
    return words.empty() ? moved_cell(m) : words;
}

HeadPlace place_of(const heads::Head& head) { return {head.kind, head.site.layer, head.site.head}; }

void add_shifts(HeadOffWork& work) {
    work.types = work.own_types = head_types(head_report(*work.model), {});
    for (heads::Shift& shift : heads::shifts(*work.model, *work.forced)) {
        if (shift.bits <= 0 || work.edits.contains(place_of(shift.head))) continue;
        std::string words = shift_words(work, shift.head);
        work.shifts.push_back({shift.head, shift.bits, work.types[place_of(shift.head)], std::move(words)});
    }
}

/// log p of every word at that place; null where it was not kept.
const MatrixXf* log_probs_by_place(const Trace& run) {
    for (const Quantity quantity : {transformer::place_log_probs, Quantity::LogProbs})
        if (run.has(quantity)) return &run.at(quantity);
    return nullptr;
}

/// The likeliest of either run, and what was written.
std::vector<HeadOffRival> rivals_at(const HeadOffWork& work, const Written& written, const MatrixXf& before,
                                    const MatrixXf& now) {
    constexpr Eigen::Index most = 8;
    const auto& vocabulary = work.places ? work.model->source_vocabulary : work.model->target_vocabulary;
    const Eigen::Index at = written.place, count = std::min(before.rows(), now.rows());
    std::vector<HeadOffRival> rivals;
    if (!vocabulary || at >= before.cols() || at >= now.cols()) return rivals;
    const auto larger = [&](int id) { return std::max(before(id, at), now(id, at)); };
    std::vector<int> order(static_cast<std::size_t>(count));
    std::iota(order.begin(), order.end(), 0);
    const auto shown_ones = std::min(most, count);
    std::partial_sort(order.begin(), order.begin() + shown_ones, order.end(),
                      [&](int a, int b) { return larger(a) > larger(b); });
    order.resize(static_cast<std::size_t>(shown_ones));
    if (std::find(order.begin(), order.end(), written.id) == order.end() && written.id < count)
        order.back() = written.id;
    const auto read = reader_of_written(*work.model);
    for (const int id : order) {
        const auto n = static_cast<std::size_t>(id);
        const std::string text = n < vocabulary->size() ? (*vocabulary)[n] : std::to_string(id);
        rivals.push_back({work.places ? shown(text) : read(text), id == written.id, is_mark(text),
                          std::exp(static_cast<double>(before(id, at))),
                          std::exp(static_cast<double>(now(id, at)))});
    }
    return rivals;
}

void add_rivals(HeadOffWork& work) {
    const MatrixXf *before = log_probs_by_place(*work.model), *now = log_probs_by_place(*work.forced);
    if (!work.shifts.empty() || !before || !now) return;
    const std::vector<Written> written = heads::written_of(*work.model);
    for (const HeadOffColumn& column : work.columns)
        if (column.word >= 0 && column.now && column.first < std::ssize(written))
            work.rivals[column.word] =
                rivals_at(work, written[static_cast<std::size_t>(column.first)], *before, *now);
}

/// None where both are as long; `less`: what is then so of those that are missing.
std::string padding_words(Eigen::Index there, Eigen::Index here, const char* what, const std::string& less) {
    if (there == here) return "";
    const std::string words =
        std::to_string(there) + " " + what + " there, " + std::to_string(here) + " here: ";
    return words + (there < here ? less : "what is too much is left out.");
}

/// How far another input's map fits.
std::vector<std::string> input_notes(const HeadOffWork& work, const HeadPlace& place, const HeadEdit& edit) {
    std::vector<std::string> notes;
    const auto& edits = work.forced->request.edits.heads;
    const auto made = edits.find(place);
    const auto& weights = made == edits.end() ? edit.weights : made->second.weights;
    if (!weights) return notes;
    const HeadReport report = head_report(*work.model);
    for (const HeadReport::One& one : report.all) {
        if (place_of(one.head) != place) continue;
        const MatrixXf& here = work.forced->at(one.head.site);
        const Eigen::Index last = here.cols() - weights->cols(); // rows that are 0
        const std::string nothing = last == 1 ? "it adds nothing in the last."
                                              : "it adds nothing in the last " + std::to_string(last) + ".";
        for (std::string words :
             {padding_words(weights->rows(), here.rows(), "tokens", "the row is padded with 0."),
              padding_words(weights->cols(), here.cols(), "rows", nothing)})
            if (!words.empty()) notes.push_back(std::move(words));
        break;
    }
    if (notes.size() > 1 && weights->rows() == weights->cols()) notes.pop_back(); // it says the same
    return notes;
}

void add_taken(HeadOffWork& work, const Model* model) {
    for (const auto& [place, edit] : work.edits) {
        auto& all = work.taken[place];
        const auto through = model ? heads::written_through(*model, place) : std::nullopt;
        for (int output = -1; output < work.model->outputs(); ++output)
            all.push_back(through ? heads::taken_away(*work.model, *work.forced, place, output, *through)
                                  : heads::taken_away(*work.model, *work.forced, place, output));
        if (edit.kind == HeadEdit::Kind::Input) work.notes[place] = input_notes(work, place, edit);
    }
}

} // namespace

std::optional<double> HeadCosts::nats(const HeadPlace& place) const {
    for (const heads::Cost& cost : all)
        if (cost.place == place) return cost.nats;
    return std::nullopt;
}

int HeadOffWork::hit() const {
    int word = -1;
    double least = 0;
    for (const HeadOffColumn& column : columns)
        if (const auto delta = column.delta(); delta && (word < 0 || *delta < least)) {
            least = *delta;
            word = column.word;
        }
    return word;
}

const HeadOffShift* HeadOffWork::shift(const HeadPlace& place) const {
    for (const HeadOffShift& one : shifts)
        if (place_of(one.head) == place) return &one;
    return nullptr;
}

HeadOffWork head_off_work(std::shared_ptr<const Trace> model, std::shared_ptr<const Trace> changed,
                          std::shared_ptr<const Trace> forced, HeadEdits edits, const Model* weights_of) {
    HeadOffWork work;
    work.model = std::move(model);
    work.changed = std::move(changed);
    work.forced = std::move(forced);
    work.edits = std::move(edits);
    work.places = work.model->outputs() == 0;
    work.before = head_maps(*work.model);
    work.now = head_maps(*work.forced);
    add_columns(work);
    add_shifts(work);
    add_rivals(work);
    add_taken(work, weights_of);
    return work;
}

HeadOffWork with_types(HeadOffWork work, std::map<HeadPlace, std::string> types) {
    work.types = std::move(types);
    for (HeadOffShift& shift : work.shifts) {
        const auto type = work.types.find(place_of(shift.head));
        shift.type = type == work.types.end() ? "" : type->second;
    }
    return work;
}

} // namespace heed
