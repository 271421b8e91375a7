// What the heads of a run do, each by itself: those that rest on the end token, that add nothing, that do
// what another does.
#include "core/analysis/doctor/check.h"
#include "core/analysis/doctor/head_measures.h"
#include "core/analysis/doctor/row_measures.h"

#include <algorithm>

namespace heed::doctor {
namespace {

using heads::Head;
using heads::Kind;

constexpr double resting_from = .5;          // of a head's weight
constexpr double short_values = .05;         // of what it adds
constexpr double nearly_nothing = .02;       // of what a head of the layer adds on average
constexpr double apart_below = .01;          // of the weight
constexpr double in_half = .5, in_some = .2; // of the sentences

std::string head_words(const Head& head) {
    const char* where = head.kind == Kind::Cross     ? "over the source"
                        : head.kind == Kind::Encoder ? "of the encoder"
                                                     : "of the decoder";
    return "layer " + std::to_string(head.site.layer + 1) + ", head " + std::to_string(head.site.head + 1) +
           " " + where;
}

// ---- heads over the source that rest on what stands after the text

/// The share of a map (T, N) on end tokens, over the outputs that are none.
double share_on_end(const Trace& run, const MatrixXf& weights) {
    double sum = 0;
    int rows = 0;
    for (int i = 0; i < run.outputs(); ++i) {
        if (run.steps[std::size_t(i)].token.is_end) continue;
        ++rows;
        for (int j = 0; j < run.source_length(); ++j)
            if (run.source[std::size_t(j)].is_end) sum += double(weights(j, i));
    }
    return rows > 0 ? sum / rows : 0;
}

std::optional<Sign> look_resting(const Examined& e, const Patient&) {
    const Trace& run = e.towards();
    std::vector<Head> all = several_heads(run);
    std::erase_if(all, [](const Head& head) { return head.kind != Kind::Cross; });
    const bool ends = std::any_of(run.source.begin(), run.source.end(),
                                  [](const TraceToken& token) { return token.is_end; });
    if (all.size() < 2 || !ends || run.source_length() < 4 || run.outputs() < 3) return std::nullopt;
    double resting = 0, mass = 0, value = 0, most = 0;
    bool valued = true;
    const Head* worst = nullptr;
    MatrixXf worst_valued;
    for (const Head& head : all) {
        const double on_end = share_on_end(run, run.at(head.site));
        if (on_end < resting_from) continue;
        ++resting;
        mass += on_end;
        const MatrixXf weighted = value_weighted_heads(run, e.model, {head});
        valued = valued && weighted.size() > 0;
        if (valued) value += share_on_end(run, weighted);
        if (on_end <= most) continue;
        most = on_end;
        worst = &head;
        worst_valued = weighted;
    }
    Sign s;
    s.shown = resting > 0;
    s.degree = resting + most / 2;
    if (!s.shown) return s;
    s.sums = {resting, double(all.size()), mass / resting, valued ? value / resting : mass / resting,
              valued ? 1.0 : 0.0};
    s.column = run.source_length() - 1;
    s.drawing = drawn_shares({{"weight α", mass / resting}});
    s.drawing.map = drawn_rows(run.at(worst->site), -1, -1).map;
    if (worst_valued.size()) s.drawing.beside_map = drawn_rows(worst_valued, -1, -1).map;
    return s;
}

std::optional<Verdict> judge_resting(const Tally& t, const Patient& p) {
    if (t.share() < in_some) return std::nullopt;
    const double resting = t.mean_shown(0), all = t.mean_shown(1), mass = t.mean_shown(2),
                 value = t.mean_shown(3);
    const bool valued = t.mean_shown(4) > .99, every = resting > all - .5;
    Verdict v;
    v.words = short_number(resting) + " of " + short_number(all) +
              " heads over the source put half of their weight or more on the end token, " +
              percent_of(mass) + " on average";
    if (valued)
        v.words += value < mass - .005 ? ", but that is " + percent_of(value) + " of what they add"
                                       : ", " + percent_of(value) + " of what they add";
    v.words += ".";
    v.drawing = drawn_shares({{"weight α", mass}});
    if (valued) v.drawing.bars.push_back({"α × ‖W_O v‖", value});
    v.likely = "a head that finds nothing to look for rests there.";
    if (every) {
        v.title = "All heads rest on the end token";
        v.severity = p.does_badly() ? Severity::Fault : Severity::Notice;
        v.likely = "nothing of the source but its end is looked at: it was not needed, or not learnt.";
        v.advice = "longer training, and other heads to align by: heed heads measures all of them.";
        return v;
    }
    const bool harmless = valued && value < short_values;
    v.severity = harmless ? Severity::Harmless : Severity::Notice;
    if (harmless) v.words += " The values there are short, so that little comes of it.";
    v.advice = harmless ? "nothing. Align by another head, and read these value-weighted."
                        : "the maps value-weighted, and another head to align by.";
    return v;
}

// ---- heads that add next to nothing

std::optional<Sign> look_dead(const Examined& e, const Patient&) {
    const Trace& run = e.towards();
    const std::vector<Head> all = several_heads(run);
    if (all.size() < 2) return std::nullopt;
    const auto lengths = added_by(run, e.model, all);
    if (!lengths) return std::nullopt;
    const std::vector<double>& added = *lengths;
    Sign s;
    double dead = 0, least = 1;
    const Head* worst = nullptr;
    for (std::size_t n = 0; n < all.size(); ++n) {
        double sum = 0;
        int heads = 0;
        for (std::size_t k = 0; k < all.size(); ++k)
            if (all[k].kind == all[n].kind && all[k].site.layer == all[n].site.layer)
                sum += added[k], ++heads;
        if (sum <= 0 || heads < 2) continue;
        const double share = added[n] * heads / sum; // of an average head
        if (share >= nearly_nothing) continue;
        ++dead;
        if (!worst || share < least) least = share, worst = &all[n];
    }
    s.sums = {dead, double(all.size()), least};
    s.shown = dead > 0;
    s.degree = dead;
    if (!worst) return s;
    s.drawing = drawn_rows(run.at(worst->site), -1, -1);
    s.drawing.quote = head_words(*worst);
    return s;
}

std::optional<Verdict> judge_dead(const Tally& t, const Patient&) {
    if (t.share() < in_half) return std::nullopt;
    return Verdict{Severity::Notice,
                   short_number(t.mean_shown(0)) + " of " + short_number(t.mean_shown(1)) +
                       " heads add less than a fiftieth of what a head of their layer adds on average, as " +
                       t.worst.drawing.quote + ".",
                   "a head that was not needed: its values, or its part of the output matrix, are near 0.",
                   "without it: heed heads --off says what each head costs. A map of it says nothing."};
}

// ---- heads of one layer that do the same

std::optional<Sign> look_same(const Examined& e, const Patient&) {
    const Trace& run = e.towards();
    const std::vector<Head> all = several_heads(run);
    if (all.size() < 2 || run.source_length() < 4) return std::nullopt;
    Sign s;
    double pairs = 0, least = 1;
    std::string which;
    const Head* worst = nullptr;
    for (std::size_t n = 0; n < all.size(); ++n)
        for (std::size_t k = n + 1; k < all.size(); ++k) {
            if (all[k].kind != all[n].kind || all[k].site.layer != all[n].site.layer) continue;
            const MatrixXf &a = run.at(all[n].site), &b = run.at(all[k].site);
            if (a.rows() < 4 || a.cols() < 3) continue;
            const double apart = rows_apart(a, b);
            if (apart >= apart_below) continue;
            ++pairs;
            if (worst && apart >= least) continue;
            least = apart;
            worst = &all[n];
            which = head_words(all[n]) + " and head " + std::to_string(all[k].site.head + 1);
        }
    s.sums = {pairs, double(all.size()), least};
    s.shown = pairs > 0;
    s.degree = pairs;
    if (!worst) return s;
    s.drawing = drawn_rows(run.at(worst->site), -1, -1);
    s.drawing.quote = which;
    return s;
}

std::optional<Verdict> judge_same(const Tally& t, const Patient&) {
    if (t.share() < in_half) return std::nullopt;
    return Verdict{Severity::Notice,
                   counted(std::llround(t.mean_shown(0)), "pair of heads", "pairs of heads") +
                       " of one layer differ by less than a hundredth of their weight, as " +
                       t.worst.drawing.quote + ".",
                   "weights that were copied, or that were never moved apart by training.",
                   "one of the two switched off (heed heads --off), or fewer heads."};
}

constexpr std::array heads_table{
    Check{"head-sinks", "Heads rest on the end token",
          "heads over the source with half of their weight or more on the end token",
          "one in a fifth of the sentences; harmless where less than .05 of what they add comes from there",
          "a weight moves what its value moves (Kobayashi et al. 2020)",
          "several heads over a source with an end token", look_resting, judge_resting},
    Check{"head-dead", "Heads add next to nothing", "‖W_O c‖ of a head against the mean of its layer’s heads",
          "less than .02 of it, in half of the sentences", "what is not added is not read by anybody",
          "several heads of a Transformer whose output matrices are at hand", look_dead, judge_dead},
    Check{"head-same", "Heads do the same", "½ Σ |α − α’| of two heads of a layer, the mean of their rows",
          "less than .01, in half of the sentences", "two equal maps are one", "several heads", look_same,
          judge_same},
};

} // namespace

std::span<const Check> head_checks() { return heads_table; }

} // namespace heed::doctor
