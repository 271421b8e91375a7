// What stands at the right (gallery §12): the newest sub-step, or what is read at the cell looked at, the
// switches, and the model against its baseline.
#include "app/figures/base/format.h"
#include "app/figures/inspector/sums.h"
#include "app/figures/inspector/tables.h"
#include "app/figures/roles.h"
#include "app/figures/transformer/card/parts.h"
#include "app/figures/transformer/explained.h"
#include "core/analysis/entropy.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace heed {
namespace layered {
namespace {

using inspector::Card;
using inspector::Column;
using inspector::WelcomePart;

constexpr float switch_high = 28; // px

/// The cell of the chosen head that is looked at, or the newest sub-step.
Subject card_subject(const CardView& v) {
    const bool map = v.explains_map();
    Subject s{map ? v.whole : v.now, v.sight};
    if (!map) {
        const Step& step = v.now.now;
        s.sight = {step.decoding, step.looks, step.layer,
                   std::min(v.sight.head, v.now.heads(step.decoding) - 1)};
    }
    s.doing = map ? Doing::Softmax : v.now.now.doing;
    s.decoder = s.sight.decoding;
    s.layer = s.sight.layer;
    s.row = std::max(0, v.row(s.sight));
    s.query = s.reading.query(s.decoder, s.row);
    s.column = v.row(s.sight) >= 0 ? v.column(s.sight, MapsReadWith::Head) : s.reading.column(s.sight, s.row);
    s.unit = std::clamp(v.playhead.unit, 0, s.head_size() - 1);
    if (!s.decoder) s.unit = 0; // it says which of the source's rows is looked at
    return s;
}

/// The row of the map that is read.
int card_row(const CardView& v) { return std::max(0, v.row(v.sight)); }

int card_column(const CardView& v) {
    if (v.row(v.sight) >= 0) return v.column(v.sight, v.look.read);
    Eigen::Index best = 0;
    if (const MatrixXf* map = v.map(v.sight, v.look.read)) map->col(0).maxCoeff(&best);
    return static_cast<int>(best);
}

std::string card_meaning(const CardView& v) {
    const std::string layer = "layer " + std::to_string(v.sight.layer + 1);
    const HeadsOf of = card_head_of(v.sight).of;
    if (v.look.read == MapsReadWith::Mean)
        return "The mean of the " + std::to_string(heads_of(v.config(), of)) + " heads of " + layer +
               ": what is drawn where one map is asked for. No head need look like it.";
    if (v.look.read == MapsReadWith::Rollout)
        return of == HeadsOf::Cross
                   ? "What an output reads are places of the encoder, which have looked at others. So much "
                     "of each source word is in them, if half of every step is the word itself."
                   : "Layer upon layer: so much of each place is in what stands there, if half of every "
                     "step is the place itself.";
    const std::string head = "Head " + std::to_string(v.sight.head + 1) + " of " + layer + " compares ";
    return head + (of == HeadsOf::Cross ? "the output being written with every source word. The playhead "
                                          "reveals one row after the other."
                   : of == HeadsOf::Past
                       ? "the output being written with those before it. The future is masked, exactly 0."
                       : "every source word with every other, all rows at once.");
}

// ---------------------------------------------------------------------------------------------- equations

void head_card(Column& c, const Subject& s) {
    Card card(c);
    card.symbols(std::string("{a:α}_i = softmax({d:q}_i {f:K}^T") +
                 (s.reading.config.attention.scaled ? " / √d_h|)" : ")"));
    score_numbers(card, c.colors(), s);
    softmax_numbers(c, s);
    card.finish();
}

/// A number of a map as a sum: of the heads, or of what stands between.
struct MapSum {
    std::string symbols; // of the equation
    std::vector<int> places;
    std::function<double(int)> weight, number;
    std::function<std::string(int)> symbol;
    std::string sum;
};

std::string cell_of(int i, int j) { return "_{" + std::to_string(i + 1) + "," + std::to_string(j + 1) + "}"; }

MapSum mean_sum(const CardView& v, int row, int column) {
    const int heads = heads_of(v.config(), card_head_of(v.sight).of);
    MapSum m;
    m.symbols = "{a:Ā}_{ij} = 1/h Σ_k| {a:α}^k_{ij}";
    m.places.resize(static_cast<std::size_t>(heads));
    std::iota(m.places.begin(), m.places.end(), 0);
    m.weight = [heads](int) { return 1.0 / heads; };
    m.number = [&v, row, column](int k) {
        Sight s = v.sight;
        s.head = k;
        return inspector::number_at(v.map(s, MapsReadWith::Head), column, row);
    };
    m.symbol = [row, column, heads](int k) {
        return "1/" + std::to_string(heads) + " {a:α}^{" + std::to_string(k + 1) + "}" + cell_of(row, column);
    };
    m.sum = "{a:Ā}" + cell_of(row, column);
    return m;
}

MapSum rollout_sum(const CardView& v, int row, int column) {
    const bool cross = v.sight.looks == Looks::Cross;
    Sight below{false, Looks::Self, v.config().encoder.layers - 1, 0};
    if (!cross) below = {v.sight.decoding, Looks::Self, v.sight.layer - 1, 0};
    const MatrixXf* mean = v.map(v.sight, MapsReadWith::Mean);
    const MatrixXf* inner = below.layer >= 0 ? v.map(below, MapsReadWith::Rollout) : nullptr;
    MapSum m;
    m.symbols = cross ? "{a:C}_{ij} = Σ_k| {a:Ā}_{ik} {f:R}_{kj}"
                      : "{f:R}_{ij} = Σ_k| ½({a:Ā} + I)_{ik} {f:R}^′_{kj}";
    m.places.resize(static_cast<std::size_t>(mean ? mean->rows() : 0));
    std::iota(m.places.begin(), m.places.end(), 0);
    m.weight = [=](int k) {
        const double a = inspector::number_at(mean, k, row);
        return cross ? a : (a + (k == row)) / 2;
    };
    m.number = [=](int k) {
        return inner ? inspector::number_at(inner, column, k) : k == column ? 1.0 : 0.0;
    };
    m.symbol = [=](int k) {
        return (cross ? "{a:Ā}" : "½({a:Ā}+I)") + cell_of(row, k) + " {f:R}" + (cross ? "" : "^′") +
               cell_of(k, column);
    };
    m.sum = (cross ? "{a:C}" : "{f:R}") + cell_of(row, column);
    return m;
}

void sum_card(Column& c, const CardView& v) {
    const int row = card_row(v), column = card_column(v);
    const bool mean = v.look.read == MapsReadWith::Mean;
    const MapSum m = mean ? mean_sum(v, row, column) : rollout_sum(v, row, column);
    Card card(c);
    card.symbols(m.symbols);
    card.gap(2);
    inspector::weighted_sum(card, c.colors(),
                            {.places = m.places,
                             .weight = m.weight,
                             .number = m.number,
                             .symbol = m.symbol,
                             .sum = m.sum,
                             .total = inspector::number_at(v.map(v.sight, v.look.read), column, row)});
    card.finish();
}

// ---------------------------------------------------------------------------------------------- blocks

/// The row of the mean, or of the rollout.
void map_rows(Column& c, const CardView& v, int most) {
    const MatrixXf* map = v.map(v.sight, v.look.read);
    const int row = card_row(v), column = card_column(v);
    if (!map || row >= map->cols()) return;
    const int seen = std::min<int>(v.whole.seen(v.sight, row), static_cast<int>(map->rows()));
    const Eigen::VectorXf shares = map->col(row).head(seen);
    std::vector<int> places(static_cast<std::size_t>(seen));
    std::iota(places.begin(), places.end(), 0);
    if (seen > most + 1) {
        std::stable_sort(places.begin(), places.end(), [&](int a, int b) {
            if ((a == column) != (b == column)) return a == column;
            return shares(a) > shares(b);
        });
        places.resize(static_cast<std::size_t>(most));
        std::sort(places.begin(), places.end());
    }
    const bool past = v.sight.decoding && v.sight.looks == Looks::Self;
    inspector::section(c,
                       v.look.read == MapsReadWith::Mean ? "Mean weights of this row" : "What is in this row",
                       v.look.read == MapsReadWith::Mean ? "Ā" : "share", true);
    float shown = 0;
    for (const int j : places) {
        shown += shares(j);
        inspector::table_row(c,
                             {.index = j + 1,
                              .token = v.whole.column_word(past, j),
                              .muted_token = v.whole.quiet(past, j),
                              .share = shares(j),
                              .color = c.colors().attention,
                              .value = fixed(static_cast<double>(shares(j)), 3),
                              .muted_value = shares(j) < 0.05f,
                              .selected = j == column,
                              .pick = {PickKind::Column, -1, j, past ? 1 : 0, {}}},
                             {.token_room = 116}); // there is no number beside it
    }
    if (seen > static_cast<int>(places.size()))
        inspector::others_row(c, 32, counted(seen - static_cast<int>(places.size()), "other"), "",
                              fixed(static_cast<double>(shares.sum() - shown), 3), false);
    inspector::others_row(c, 32, "sum",
                          "entropy " + fixed(analysis::entropy(shares), 2) + " of " +
                              fixed(std::log(static_cast<double>(std::max(1, seen))), 2) + " nats",
                          fixed(static_cast<double>(shares.sum()), 3), true);
}

/// Where the window puts its switches.
void switches(Column& c, const TransformerBoard& board) {
    inspector::heading(c, "Read the maps with");
    c.y += 6;
    c.scene.pick({c.left, c.y, std::min(c.width, 236.0f), switch_high},
                 {PickKind::Button, -1, -1, -1, "reading"});
    c.y += switch_high + 8;
    if (!board.switches_positions) return;
    c.text(0, c.y + switch_high / 2, "Positions", Face::Regular, 13, c.colors().t2);
    c.scene.pick({c.left + 76, c.y, std::min(c.width - 76, 190.0f), switch_high},
                 {PickKind::Button, -1, -1, -1, "positions"});
    c.y += switch_high + 4;
}

void baseline(Column& c, const Trace& run, const TransformerBoard& board) {
    const bool any = std::any_of(board.members.begin(), board.members.end(),
                                 [](const TransformerCardMember& m) { return m.exact.has_value(); });
    inspector::heading(c, "Against its baseline", any ? "exact, held out" : "");
    if (!any) {
        c.y -= 4;
        inspector::note(c, "This model came without a measured share, and none was trained for its task.",
                        c.colors().t3);
        return;
    }
    for (const TransformerCardMember& member : board.members)
        if (member.exact)
            inspector::share_row(c, {.name = member.label,
                                     .share = *member.exact,
                                     .value = fixed(100 * *member.exact, 1) + "%",
                                     .attention = member.attention,
                                     .strong = member.name == run.model.name});
}

std::vector<WelcomePart> card_parts(const transformer::Config& config) {
    return {{"Encoder", counted(config.encoder.layers, "layer") + ": every source word looks at all others.",
             &Palette::forward},
            {"Decoder", "Each output looks at those before it, never ahead.", &Palette::decoder},
            {"Cross", "And at the source: these maps are what one RNN with attention has one of.",
             &Palette::attention},
            {"Heads", counted(config.decoder.heads, "head") + " a layer, each with habits of its own.",
             &Palette::t1}};
}

void explained(Column& c, const CardView& v, int most) {
    const Subject s = card_subject(v);
    const bool map = v.explains_map();
    const std::string title = v.look.read == MapsReadWith::Mean      ? "Mean of heads"
                              : v.look.read == MapsReadWith::Rollout ? "Rollout"
                              : map                                  ? "One head"
                                                                     : std::string(v.now.now.info->title);
    const int ordinal = static_cast<int>(s.doing) - static_cast<int>(Doing::Project) + 1;
    const Color dot = map ? c.colors().attention : role_color(v.now.now.info->role, c.colors());
    // What is looked at in a map is no sub-step, whichever is the newest.
    inspector::opening(c, title, dot, ordinal, map ? 0 : 5, map ? card_meaning(v) : meaning_of(s));
    if (v.look.read != MapsReadWith::Head) {
        sum_card(c, v);
        if (most > 0) map_rows(c, v, most);
        return;
    }
    if (map)
        head_card(c, s);
    else
        equation_card(c, s);
    if (most > 0 && s.doing >= Doing::Score && s.doing <= Doing::Mix) weights_block(c, s, most);
}

} // namespace
} // namespace layered

using namespace layered;

Scene transformer_card_inspector(const Trace& run, const TransformerBoard& board, const Playhead& playhead,
                                 const TransformerCardLook& look, float width, float height,
                                 const FigureStyle& style) {
    const CardView view(run, playhead, look);
    // In this order they give way to what room there is: never the switches, never the baseline.
    constexpr int most[] = {21, 14, 11, 9, 7, 5, 3, 2, 1, 0};
    const auto fill = [&](inspector::Column& c, int rows) {
        if (view.now.now.started)
            explained(c, view, rows);
        else
            inspector::welcome(c, card_parts(view.config()));
        switches(c, board);
        baseline(c, run, board);
    };
    return inspector::first_that_fits(most, width, height, style, fill);
}

ResultLine transformer_card_result_line(const Trace& run, const Playhead& playhead,
                                        const TransformerCardLook& look, const FigureStyle& style) {
    const CardView view(run, playhead, look);
    if (!view.now.now.started) return {};
    return inspector::last_result(style, [&](inspector::Column& c) { explained(c, view, 0); });
}

} // namespace heed
