// How the maps below the blocks are read, where that is not the weights of one head: the equation, this
// cell's numbers, and the raw weight beside it.
#include "app/figures/base/digits.h"
#include "app/figures/base/format.h"
#include "app/figures/changes.h"
#include "app/figures/inspector/card.h"
#include "app/figures/inspector/sums.h"
#include "app/figures/transformer/explained.h"

#include <cmath>

namespace heed::layered {
namespace {

using inspector::Card;
using inspector::Column;
using inspector::mono;
using inspector::number_at;

std::string map_title(MapReading read) {
    return read == MapReading::Weighted ? "Weight × what it brings"
           : read == MapReading::Mean   ? "Mean of the heads"
                                        : "Rollout";
}

/// The cell that is looked at, and the card that its numbers go into.
struct MapCell {
    Card& card;
    const Subject& s;
    const Color ink;

    const Sight& sight() const { return s.sight; }
    std::string cell(const std::string& symbol) const { return symbol + "_{" + s.i() + "," + s.j() + "}"; }
    double weight(int head) const {
        const MatrixXf* all = s.reading.value(s.reading.values(s.sight).weights, s.layer, head);
        return number_at(all, s.column, s.query);
    }
    double at(MapReading read, int layer) const {
        const Site site = s.reading.site(s.sight, read);
        return number_at(s.reading.value(site.quantity, layer), s.column, s.query);
    }
};

void weighted_numbers(const MapCell& m, const TransformerMaps* weighted) {
    m.card.symbols("w_{ij} = {a:α}_{ij} ‖W_O| {f:v}_j‖");
    const Site site = m.s.reading.site(m.sight(), MapReading::Weighted);
    const auto lengths =
        weighted ? weighted->lengths.find(site) : std::map<Site, Eigen::VectorXd>::const_iterator{};
    const MatrixXf* weights = m.s.reading.weights(m.sight());
    if (!weighted || lengths == weighted->lengths.end() || !weights || m.s.column < 0 ||
        m.s.column >= lengths->second.size() || m.s.query >= weights->cols()) {
        m.card.note(weighted ? "What its values are was not recorded." : "Being measured …");
        return;
    }
    const double alpha = m.weight(m.sight().head), length = lengths->second(m.s.column);
    const double row = weights->col(m.s.query).cast<double>().dot(lengths->second.head(weights->rows()));
    m.card.gap(2);
    m.card.numbers({.symbol = m.cell("w"),
                    .words = [=](int d) { return fixed(alpha, d) + " · " + fixed(length, d); },
                    .value = [=](int d) { return as_fixed(alpha, d) * as_fixed(length, d); },
                    .result = alpha * length,
                    .color = m.ink});
    if (row > 0)
        m.card.numbers({.words = [=](int d) { return fixed(alpha * length, d) + " / " + fixed(row, d); },
                        .value = [=](int d) { return as_fixed(alpha * length, d) / as_fixed(row, d); },
                        .result = alpha * length / row,
                        .color = m.ink,
                        .lead = mono("of its row:  ")});
}

void mean_numbers(const MapCell& m) {
    const int heads = m.s.reading.heads(m.sight().decoding);
    m.card.symbols("ᾱ_{ij} = Σ_k {a:α}^k_{ij} / h");
    double sum = 0;
    for (int k = 0; k < heads; ++k) sum += m.weight(k);
    m.card.gap(2);
    m.card.numbers({.symbol = m.cell("ᾱ"),
                    .words = [=](int d) { return fixed(sum, d) + " / " + std::to_string(heads); },
                    .value = [=](int d) { return as_fixed(sum, d) / heads; },
                    .result = m.at(MapReading::Mean, m.s.layer),
                    .color = m.ink});
}

/// R^l_ij = ½ (Σ_k ᾱ_ik R_kj + R_ij)
void self_rollout_numbers(const MapCell& m) {
    m.card.symbols("R^l = ½ (Ā^l + I) R^{l−1}    R^0 = I");
    const double before = m.s.layer > 0             ? m.at(MapReading::Rollout, m.s.layer - 1)
                          : m.s.query == m.s.column ? 1
                                                    : 0;
    const double now = m.at(MapReading::Rollout, m.s.layer), through = 2 * now - before;
    m.card.gap(2);
    m.card.numbers(
        {.symbol = m.cell("R"),
         .words = [=](int d) { return "½ (" + fixed(through, d) + " + " + fixed(before, d) + ")"; },
         .value = [=](int d) { return (as_fixed(through, d) + as_fixed(before, d)) / 2; },
         .result = now,
         .color = m.ink});
    m.card.note(m.s.layer > 0 ? "What the heads' mean brings of it, and what the place itself held below."
                              : "What the heads' mean brings, and the place itself.");
}

/// C_ij = Σ_k ᾱ_ik R_kj, k the places of the source
void cross_rollout_numbers(const MapCell& m) {
    m.card.symbols("C = Ā_{cross}| R_{encoder}");
    const transformer::SideValues& encoder = transformer::encoder_values;
    const MatrixXf* rolled = m.s.reading.value(encoder.rollout, m.s.reading.layers(false) - 1);
    const MatrixXf* mean = m.s.reading.value(m.s.reading.values(m.sight()).mean, m.s.layer);
    if (!rolled || !mean || m.s.query >= mean->cols()) return;
    const double own = number_at(mean, m.s.column, m.s.query) * number_at(rolled, m.s.column, m.s.column);
    const double now = m.at(MapReading::Rollout, m.s.layer);
    m.card.gap(2);
    m.card.numbers({.symbol = m.cell("C"),
                    .words = [=](int d) { return fixed(own, d) + " + " + fixed(now - own, d); },
                    .value = [=](int d) { return as_fixed(own, d) + as_fixed(now - own, d); },
                    .result = now,
                    .color = m.ink});
    m.card.note("Through its own place of the encoder, and through the other places that hold it.");
}

} // namespace

void map_card(Column& c, const Subject& s, const TransformerMaps* weighted) {
    const Reading& r = s.reading;
    const MapReading read = r.front.read;
    if (read == MapReading::Head || s.column < 0 || !r.done(s.sight, s.row, Doing::Softmax)) return;
    const bool own = s.sight.decoding && s.sight.looks == Looks::Self;
    inspector::heading(c, map_title(read), quoted(r.row_word(s.row)) + " → " + r.column_word(own, s.column));
    c.y += 2;
    Card card(c);
    const MapCell cell{card, s, c.colors().attention};
    if (read == MapReading::Weighted)
        weighted_numbers(cell, weighted);
    else if (read == MapReading::Mean)
        mean_numbers(cell);
    else if (s.sight.looks == Looks::Cross)
        cross_rollout_numbers(cell);
    else
        self_rollout_numbers(cell);
    if (const std::string changes = changes_of(r.edits_in(s.sight, read)); !changes.empty())
        card.note(changes + ".");
    card.note("The raw weight of head " + std::to_string(s.sight.head + 1) + " here: α " +
              fixed(cell.weight(s.sight.head), 3) + ".");
    card.finish();
}

} // namespace heed::layered
