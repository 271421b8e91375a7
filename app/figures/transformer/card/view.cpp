// Which map is meant, and its numbers.
#include "app/figures/transformer/card/parts.h"

#include "app/figures/base/format.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace heed {
namespace layered {
namespace {

Playhead ended(const Trace& run) {
    Playhead head;
    head.at = run.outline.total();
    return head;
}

} // namespace

Sight sight_of(const transformer::Config& config, const CardHead& head) {
    Sight sight{head.of != HeadsOf::Source, head.of == HeadsOf::Cross ? Looks::Cross : Looks::Self};
    const int layers = layers_of(config, head.of), heads = heads_of(config, head.of);
    const bool stands = head.of == HeadsOf::Cross && config.attention.layer > 0;
    const int usual = stands ? config.attention.layer - 1 : layers - 1;
    sight.layer = std::clamp(head.layer < 0 ? usual : head.layer, 0, layers - 1);
    const int first = stands && sight.layer == usual ? std::max(0, config.attention.head - 1) : 0;
    sight.head = std::clamp(head.head < 0 ? first : head.head, 0, heads - 1);
    return sight;
}

CardHead card_head_of(const Sight& s) {
    return {!s.decoding               ? HeadsOf::Source
            : s.looks == Looks::Cross ? HeadsOf::Cross
                                      : HeadsOf::Past,
            s.layer, s.head};
}

std::string group_name(HeadsOf of) {
    return of == HeadsOf::Source ? "Encoder" : of == HeadsOf::Past ? "Decoder" : "Cross";
}

std::string card_head_name(const Sight& s) {
    return group_name(card_head_of(s).of) + ", layer " + std::to_string(s.layer + 1) + ", head " +
           std::to_string(s.head + 1);
}

CardView::CardView(const Trace& run, const Playhead& head, const TransformerCardLook& looked)
    : playhead(head), look(looked), at_end(ended(run)), now(run, head, {}), whole(run, at_end, {}),
      sight(sight_of(now.config, looked.chosen)) {}

const MatrixXf* CardView::map(const Sight& s, MapsReadWith read) const {
    if (read == MapsReadWith::Head) return whole.weights(s);
    if (read == MapsReadWith::Mean) return whole.value(whole.values(s).mean, s.layer);
    return whole.value(s.looks == Looks::Cross ? transformer::cross_rollout : whole.side(s.decoding).rollout,
                       s.layer);
}

int CardView::revealed(const Sight& s) const {
    if (!s.decoding) return now.done(false, 0, s.layer, Looks::Self, Doing::Softmax) ? rows(s) : 0;
    int count = 0;
    while (count < rows(s) && now.done(s, count, Doing::Softmax)) ++count;
    return count;
}

int CardView::row(const Sight& s) const {
    if (!s.decoding) {
        const int wanted = playhead.unit; // the source's rows are none of the outputs'
        return wanted >= 0 && wanted < rows(s) ? wanted : -1;
    }
    for (const int wanted : {playhead.hover_row, playhead.row})
        if (wanted >= 0 && wanted < rows(s)) return wanted;
    return now.now.decoding ? std::min(now.now.row, rows(s) - 1) : -1;
}

int CardView::column(const Sight& s, MapsReadWith read) const {
    const MatrixXf* numbers = map(s, read);
    const int at = row(s);
    if (!numbers || at < 0 || at >= numbers->cols()) return -1;
    const int seen = std::min<int>(whole.seen(s, at), static_cast<int>(numbers->rows()));
    const bool past = !looks_at_source(s);
    for (const auto& [wanted, of_past] :
         {std::pair(playhead.hover_column, playhead.hover_past), std::pair(playhead.column, playhead.past)})
        if (of_past == past && wanted >= 0 && wanted < seen) return wanted;
    Eigen::Index best = 0;
    numbers->col(at).head(seen).maxCoeff(&best);
    return static_cast<int>(best);
}

bool CardView::explains_map() const {
    const bool pointed = playhead.hover_row >= 0 || playhead.hover_column >= 0 || playhead.row >= 0 ||
                         playhead.column >= 0 || (of_source(sight) && playhead.unit >= 0);
    return pointed || look.read != MapsReadWith::Head || now.now.looks == Looks::Nowhere;
}

LabelledMap labelled(const CardView& view, const Sight& s, MapsReadWith read) {
    const Reading& r = view.whole;
    const MatrixXf* numbers = view.map(s, read);
    LabelledMap map;
    if (!numbers) return map;
    const bool past = s.decoding && s.looks == Looks::Self;
    for (int j = 0; j < static_cast<int>(numbers->rows()); ++j)
        map.columns.push_back({.text = r.column_word(past, j), .number = j + 1, .quiet = r.quiet(past, j)});
    for (int i = 0; i < view.rows(s); ++i) {
        MapLabel label{.text = s.decoding ? r.output_word(i) : r.column_word(false, i), .number = i + 1};
        label.quiet = s.decoding ? r.run.steps[static_cast<std::size_t>(i)].token.is_end : r.quiet(false, i);
        label.bright = s.decoding && r.run.steps[static_cast<std::size_t>(i)].forced;
        map.rows.push_back(std::move(label));
    }
    map.values = MatrixXf::Constant(numbers->rows(), map.row_count(), std::nanf(""));
    for (int i = 0; i < std::min(map.row_count(), static_cast<int>(numbers->cols())); ++i) {
        const int seen = std::min<int>(r.seen(s, i), static_cast<int>(numbers->rows()));
        map.values.col(i).head(seen) = numbers->col(i).head(seen);
    }
    return map;
}

std::optional<RowsOff> rows_off(const Trace& run, const MatrixXf& map, const analysis::Reference& reference) {
    const analysis::AgainstReference against = analysis::against_reference(run, reference);
    const auto outputs = static_cast<std::size_t>(std::min<Eigen::Index>(run.outputs(), map.cols()));
    std::vector<std::vector<int>> links(outputs);
    for (const auto* some : {&against.sure, &against.possible})
        for (const Link& link : *some)
            if (link.target >= 0 && static_cast<std::size_t>(link.target) < outputs)
                links[static_cast<std::size_t>(link.target)].push_back(link.source);
    RowsOff rows;
    for (std::size_t i = 0; i < outputs; ++i) {
        if (links[i].empty()) continue;
        Eigen::Index best = 0;
        map.col(static_cast<Eigen::Index>(i)).maxCoeff(&best);
        ++rows.judged;
        rows.off += std::find(links[i].begin(), links[i].end(), static_cast<int>(best)) == links[i].end();
    }
    return rows.judged > 0 ? std::optional(rows) : std::nullopt;
}

std::string rows_off_words(const RowsOff& rows) {
    if (rows.off == 0) return "every row on the reference";
    return std::to_string(rows.off) + " of " + counted(rows.judged, "row") + " off the reference";
}

} // namespace layered

bool has_transformer_card(const ModelFacts& model) {
    return is_transformer(model) && transformer_facts(model).config.crosses();
}

CardHead shown_card_head(const ModelFacts& model, const CardHead& chosen) {
    return layered::card_head_of(layered::sight_of(transformer_facts(model).config, chosen));
}

std::string transformer_card_verdict(const Trace& run) {
    const double p = std::exp(static_cast<double>(run.log_prob));
    return run.outputs() == 0 ? "" : "p " + cell_probability(p);
}

} // namespace heed
