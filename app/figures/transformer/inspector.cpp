// What stands at the right of the picture: the newest sub-step with this cell's numbers, the row that it
// looks at, and what each sub-layer added.
#include "app/figures/base/format.h"
#include "app/figures/inspector/tables.h"
#include "app/figures/moves/moves.h"
#include "app/figures/moves/words.h"
#include "app/figures/roles.h"
#include "app/figures/tokens.h"
#include "app/figures/tokens_written.h"
#include "app/figures/transformer/explained.h"
#include "app/figures/transformer/words.h"
#include "core/text/strings.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace heed {
namespace layered {
namespace {

using inspector::Column;

/// The strongest of what is looked at, and the one that is looked at, in their order.
std::vector<int> table_places(const Subject& s, const Eigen::VectorXf& weights, int most) {
    std::vector<int> order(static_cast<std::size_t>(weights.size()));
    std::iota(order.begin(), order.end(), 0);
    if (std::ssize(order) <= most + 1) return order;
    std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return weights(a) > weights(b); });
    const auto chosen = std::find(order.begin(), order.end(), s.column);
    if (chosen - order.begin() >= most) order[static_cast<std::size_t>(most - 1)] = s.column;
    order.resize(static_cast<std::size_t>(most));
    return order;
}

double entropy_of(const Eigen::VectorXf& weights) {
    double sum = 0;
    for (const float w : weights)
        if (w > 0) sum -= static_cast<double>(w) * std::log(static_cast<double>(w));
    return sum;
}

} // namespace

double Subject::product() const {
    const transformer::AttentionValues& v = reading.values(sight);
    const MatrixXf *q = value(v.queries), *k = value(v.keys);
    const int each = head_size(), first = sight.head * each;
    if (!q || !k || query >= q->cols() || column < 0 || column >= k->cols() || q->rows() < first + each)
        return 0;
    return static_cast<double>(q->col(query).segment(first, each).dot(k->col(column).segment(first, each)));
}

double Subject::divisor() const {
    const transformer::Config::Attention& attention = reading.config.attention;
    double divisor = attention.scaled ? std::sqrt(static_cast<double>(head_size())) : 1;
    if (attention.by_layer) divisor *= layer + 1;
    return divisor;
}

Subject subject_of(const Reading& r, const Playhead& playhead) {
    Subject s{r, r.in_front()};
    s.doing = r.now.doing;
    s.decoder = r.decoder;
    s.layer = r.layer;
    if (s.attends()) s.sight = r.now.looks == Looks::Cross ? r.cross_sight() : r.self_sight();
    s.row = r.row();
    s.query = r.query(r.decoder, s.row);
    s.column = r.column(s.sight, s.row);
    s.asker = s.decoder ? "output " + std::to_string(s.row + 1) : "the source";
    s.unit = std::max(0, playhead.unit);
    const int units =
        s.doing == Doing::Project || s.doing == Doing::Mix ? s.head_size() : r.side_config(r.decoder).size;
    s.unit = std::min(s.unit, units - 1);
    return s;
}

bool is_asked_for(const Trace& run, const TraceStep& step) {
    return !run.lattice && !step.forced && !step.top.empty() && step.top.front().id != step.token.id;
}

std::string meaning_of(const Subject& s) {
    const Reading& r = s.reading;
    const std::string layer = "layer " + std::to_string(s.layer + 1),
                      heads = (r.heads(s.sight.decoding) == 1 ? "The head of " : "Every head of ") + layer;
    const std::string target = s.sight.looks == Looks::Cross ? "the source"
                               : s.decoder                   ? "what was read so far"
                                                             : "the whole source";
    switch (s.doing) {
    case Doing::Read:
        return s.decoder ? "The token that was written last becomes a vector; its place is told beside it."
                         : "Every token of the source becomes a vector; its place is told beside it.";
    case Doing::Project:
        return heads + " makes a query of the place that asks, and a key and a value of each place of " +
               target + ".";
    case Doing::Score:
        return "How well the query meets each key, in " + head_name(s.sight) +
               ". Large is not yet much: the softmax compares.";
    case Doing::Softmax:
        return "The scores of " + head_name(s.sight) + " become weights that sum to 1" +
               (s.decoder && s.sight.looks == Looks::Self ? "; the future is masked, exactly 0."
                                                          : ". The other heads do the same with their own.");
    case Doing::Mix:
        return capitalized(head_name(s.sight)) +
               ": each value times its weight, added up; then the sums of all heads go through one matrix.";
    case Doing::Add:
        return "What the heads of " + layer + " found is added to what stood there: the residual stream.";
    case Doing::Feed:
        return capitalized(layer) + ", each place by itself: wide, through the activation, and back; then "
                                    "added to what stood there.";
    case Doing::Write:
        return "The last layer against every token of the vocabulary; " +
               std::string(is_asked_for(r.run, r.run.steps[static_cast<std::size_t>(s.row)])
                               ? "the rules of the model's folder ask for this one, whatever is likeliest."
                               : "the likeliest is written, unless you force another.");
    }
    return "";
}

std::string front_words(const Subject& s) {
    const Reading& r = s.reading;
    if (!s.in_layer() || r.now.layer == s.layer) return "";
    const std::string front = "Layer " + std::to_string(s.layer + 1) + " is in front, ",
                      work = "layer " + std::to_string(r.now.layer + 1) + " is at work";
    return front + (s.computed() ? "computed before; " + work + "." : "and not computed yet: " + work + ".");
}

namespace {

/// The words have as much room as they need; the bars begin behind them, or there are none.
inspector::TableLayout weights_layout(const Column& c, const Subject& s, const std::vector<int>& places,
                                      bool own, bool bars) {
    inspector::TableLayout layout;
    const float number = layout.number - layout.token - layout.token_room, bar = layout.bar - layout.number;
    const float least_bar = bars ? 60 + layout.bar_margin + bar : 0;
    const float layout_room = layout.token_room;
    float longest = layout_room;
    for (const int j : places)
        if (!s.reading.quiet(own, j))
            longest = std::max(longest, c.measure(s.reading.column_word(own, j), Face::Mono, 13) + 1);
    layout.token_room =
        std::max(layout.token_room, std::min(longest, c.width - layout.token - number - least_bar));
    const float apart = longest > layout_room ? 6 : 0; // a long word from a long number
    layout.number = layout.token + layout.token_room + number + apart;
    layout.bar = layout.number + bar;
    return layout;
}

} // namespace

void weights_block(Column& c, const Subject& s, int most) {
    const Reading& r = s.reading;
    const MatrixXf* all = r.weights(s.sight);
    if (!all || s.query >= all->cols() || !r.done(s.sight, s.row, Doing::Score)) return;
    const int seen = std::min<int>(r.seen(s.sight, s.row), static_cast<int>(all->rows()));
    const Eigen::VectorXf weights = all->col(s.query).head(seen);
    const MatrixXf* energies = r.energies(s.sight);
    const bool soft = r.done(s.sight, s.row, Doing::Softmax);
    inspector::section(
        c, (soft ? "Scores and weights of head " : "Scores of head ") + std::to_string(s.sight.head + 1),
        soft ? "e, α" : "e", true);
    const bool own = s.sight.decoding && s.sight.looks == Looks::Self;
    float shown = 0;
    const std::vector<int> places = table_places(s, weights, most);
    const inspector::TableLayout layout = weights_layout(c, s, places, own, soft);
    for (const int j : places) {
        shown += weights(j);
        inspector::table_row(c,
                             {.index = j + 1,
                              .token = r.column_word(own, j),
                              .muted_token = r.quiet(own, j),
                              .number = energies && j < energies->rows()
                                            ? fixed(static_cast<double>((*energies)(j, s.query)), 2)
                                            : "",
                              .share = soft ? weights(j) : -1,
                              .color = c.colors().attention,
                              .value = soft ? fixed(static_cast<double>(weights(j)), 3) : "",
                              .muted_value = weights(j) < 0.05f,
                              .selected = j == s.column,
                              .pick = {PickKind::Column, -1, j, own ? 1 : 0, {}}},
                             layout);
    }
    if (!soft) return;
    const int others = seen - static_cast<int>(places.size());
    if (others > 0)
        inspector::others_row(c, 32, counted(others, "other"), "",
                              fixed(std::max(0.0, static_cast<double>(weights.sum() - shown)), 3), false);
    inspector::others_row(c, 32, "sum",
                          "entropy " + fixed(entropy_of(weights), 2) + " of " +
                              fixed(std::log(static_cast<double>(std::max(1, seen))), 2) + " nats",
                          fixed(static_cast<double>(weights.sum()), 3), true);
}

void moves_below(Column& c, const Subject& s, const MeasuredBeside& beside, const WordRun* words) {
    if (beside.moves && words)
        return moves_blocks(c, *words->run, moves_in_words(s.reading.run, words->words, *beside.moves));
    if (beside.moves) return moves_blocks(c, s.reading.run, *beside.moves);
    inspector::heading(c, "What moved it");
    inspector::note(c, beside.problem.empty() ? "Being taken apart …" : beside.problem, c.colors().t3);
}

/// "ver", 2 of 3 of “verte”: of which piece the equations are; what is not written yet has no name.
void piece_note(Column& c, const Subject& s, const WordRun& words) {
    const Reading& r = s.reading;
    for (const Word& word : s.decoder ? words.words.outputs : words.words.source) {
        if (s.row < word.first || s.row >= word.last) continue;
        if (word.last - word.first < 2) return;
        const std::string piece = s.decoder ? shown_output(r.run, s.row) : shown_source(r.run, s.row);
        const bool known = !s.decoder || r.written(s.row), whole = !s.decoder || r.written(word.last - 1);
        inspector::note(
            c,
            "The equation is of " +
                (known ? "the piece " + quoted(unmarked(piece)) + ", " : std::string("piece ")) +
                std::to_string(s.row - word.first + 1) + " of " + std::to_string(word.last - word.first) +
                " of " + (whole ? quoted(shown(word.text)) : "its word") + "; the rows below are of words.",
            c.colors().t3);
        return;
    }
}

void words_block(Column& c, const Subject& s) {
    const TraceStep& step = s.reading.run.steps[static_cast<std::size_t>(s.row)];
    if (step.top.empty()) return;
    inspector::heading(c, "Likeliest tokens", "p");
    const auto row = [&](const std::string& text, double p, bool strong) {
        inspector::share_row(c, {.name = shown_written(s.reading.run, text),
                                 .share = p,
                                 .value = probability(p),
                                 .strong = strong});
    };
    bool listed = false;
    for (const Candidate& candidate : step.top) {
        listed = listed || candidate.id == step.token.id;
        row(candidate.text, std::exp(static_cast<double>(candidate.log_prob)), candidate.id == step.token.id);
    }
    // A language that is asked for, a forced token: it stands there though it is none of the likeliest.
    if (!listed) row(step.token.text, std::exp(static_cast<double>(step.log_prob)), true);
}

} // namespace layered

namespace {

using namespace layered;
using inspector::Column;
using inspector::WelcomePart;

std::vector<WelcomePart> parts_of(const transformer::Config& config) {
    std::vector<WelcomePart> parts{
        {"Tokens", "Each becomes a vector; its place is told beside it.", &Palette::t2}};
    if (config.encodes())
        parts.push_back({"Encoder",
                         counted(config.encoder.layers, "layer") + ": every place looks at all others.",
                         &Palette::forward});
    if (config.decodes())
        parts.push_back(
            {"Decoder", counted(config.decoder.layers, "layer") + ": each new place looks back, never ahead.",
             &Palette::decoder});
    parts.push_back({"Heads",
                     counted(config.last().heads, "head") +
                         " a layer, each with weights of its own. One stands in front.",
                     &Palette::attention});
    if (config.decodes()) parts.push_back({"Output", "One token a column, the likeliest.", &Palette::output});
    return parts;
}

/// The row of the head in front, of words where they are shown.
void row_block(Column& c, const Subject& s, const Playhead& playhead, const HeadsInFront& front,
               const WordRun* words) {
    constexpr int rows = 12;
    if (!words) return weights_block(c, s, rows);
    const Playhead at = in_words(playhead, front, s.reading.run, *words);
    const Reading reading(*words->run, at, front);
    weights_block(c, subject_of(reading, at), rows);
}

} // namespace

Scene transformer_welcome(const ModelFacts& model, float width, const FigureStyle& style) {
    Column c(width, style);
    inspector::welcome(c, parts_of(transformer_facts(model).config));
    c.scene.height = c.y + 14;
    return std::move(c.scene);
}

Scene transformer_inspector(const Trace& run, const Playhead& playhead, const HeadsInFront& front,
                            float width, const FigureStyle& style, const MeasuredBeside& beside,
                            const WordRun* words) {
    const Reading r(run, playhead, front);
    if (!r.now.started) return transformer_welcome(run.model, width, style);
    const Subject s = subject_of(r, playhead);
    Column c(width, style);
    inspector::opening(c, std::string(r.now.info->title), role_color(r.now.info->role, c.colors()),
                       r.now.in_layer + 1, r.now.steps, meaning_of(s));
    if (const std::string apart = front_words(s); !apart.empty()) {
        c.y -= 4;
        inspector::note(c, apart, c.colors().t1);
        c.y += 7;
    }
    equation_card(c, s);
    map_card(c, s, beside.weighted.get());
    if (words && s.computed()) piece_note(c, s, *words);
    if (s.doing == Doing::Write)
        words_block(c, s);
    else if (s.doing >= Doing::Score && s.doing <= Doing::Mix)
        row_block(c, s, playhead, front, words);
    if (moved_output(run, playhead, front) >= 0) moves_below(c, s, beside, words);
    stream_block(c, s);
    c.scene.height = c.y + 14;
    return std::move(c.scene);
}

ResultLine transformer_result_line(const Trace& run, const Playhead& playhead, const HeadsInFront& front,
                                   const FigureStyle& style) {
    const Reading r(run, playhead, front);
    if (!r.now.started) return {};
    const Subject s = subject_of(r, playhead);
    return inspector::last_result(style, [&](Column& c) { equation_card(c, s); });
}

} // namespace heed
