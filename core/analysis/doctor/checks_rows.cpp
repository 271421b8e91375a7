// How the rows of a map come about: the softmax, the energies behind it, and the query.
#include "core/analysis/doctor/check.h"
#include "core/analysis/doctor/row_measures.h"
#include "core/attention/scores.h"

#include <algorithm>
#include <cmath>

namespace heed::doctor {
namespace {

constexpr double even_from = .95;   // of ln T
constexpr float sharp_from = .99f;  // of a row
constexpr double same_below = 1e-3; // bits
constexpr double effectless = 1e-2; // of what the annotations do
constexpr double nearly_all = .5;   // of the sentences

bool shares_out(const Trace& run) {
    return run.model.alignment != "local-p" && !run.has(Quantity::PastWeights) &&
           !run.has(Quantity::SlotWeights);
}

// ---- wrong axis: Σ_j alpha_ij = 1 for every i is what makes a row a distribution

std::optional<Sign> look_axis(const Examined& e, const Patient&) {
    if (!e.run().has_weights()) return std::nullopt;
    const MatrixXf* map = &e.run().at(Quantity::Weights);
    if (map->rows() < 2 || !shares_out(e.run()) || !map->allFinite()) return std::nullopt;
    const Eigen::VectorXf rows = map->colwise().sum().transpose(), columns = map->rowwise().sum();
    const auto off = [](const Eigen::VectorXf& sums) {
        return double(((sums.array() - 1).abs() > .01f).count()) / double(sums.size());
    };
    const bool ones = ((map->array() - 1).abs() < 1e-3f).all();
    Sign s;
    s.sums = {off(rows), off(columns), double(rows.mean()), ones ? 1.0 : 0.0};
    s.shown = ones || (off(rows) > .5 && off(columns) < .1);
    s.degree = double((rows.array() - 1).abs().maxCoeff());
    if (s.shown) s.drawing = drawn_rows(*map, -1, -1);
    return s;
}

std::optional<Verdict> judge_axis(const Tally& t, const Patient&) {
    if (t.share() < nearly_all) return std::nullopt;
    if (t.mean_shown(3) > .5)
        return Verdict{Severity::Fault,
                       "Every weight is 1, so that rows sum to " + short_number(t.mean_shown(2)) + ".",
                       "the softmax was taken over an axis with one place, such as a batch of one.",
                       "the softmax over the source’s axis: of scores (outputs, source) the last one."};
    return Verdict{Severity::Fault,
                   "Rows do not sum to 1 (" + short_number(t.mean_shown(2)) + " on average), columns do.",
                   "the softmax was taken over the outputs, not over the source.",
                   "the softmax over the source’s axis: of scores (outputs, source) the last one."};
}

// ---- flat rows: entropy near ln T

std::optional<Sign> look_flat(const Examined& e, const Patient&) {
    const MatrixXf* map = main_map(e.run());
    if (!map || map->rows() < 4 || map->cols() == 0 || !map->allFinite()) return std::nullopt;
    Sign s;
    s.degree = evenness(*map);
    s.shown = s.degree >= even_from;
    const auto spread = energy_spread(e.run());
    s.sums = {s.degree, double(shared_out(*map).colwise().maxCoeff().mean()), double(map->rows()),
              spread ? spread->row : 0, spread ? 1.0 : 0.0};
    if (s.shown) s.drawing = drawn_rows(*map, -1, -1);
    return s;
}

std::string cause_of_even_rows(const Tally& t, const Patient& p) {
    const ScoreInfo* score = find_score(p.facts.score);
    if (score && score->bound == ScoreBound::One) {
        const double T = t.mean(2), ceiling = std::exp(2.0) / (std::exp(2.0) + T - 1);
        return "the score lies between −1 and 1: of " + short_number(std::round(T)) +
               " places none can get more than " + percent_of(ceiling) + ".";
    }
    if (t.mean(4) > 0 && t.ratio(3, 4) < .1)
        return "the scores hardly differ: their spread about a row’s mean is " + short_number(t.ratio(3, 4)) +
               ".";
    return "the score has not learnt to tell the places apart.";
}

std::optional<Verdict> judge_flat(const Tally& t, const Patient& p) {
    if (t.share() < nearly_all || !p.does_badly()) return std::nullopt;
    return Verdict{
        Severity::Fault,
        "Entropy is " + percent_of(t.mean_shown(0)) + " of what even rows have; the strongest weight is " +
            short_number(t.mean_shown(1)) + " on average.",
        cause_of_even_rows(t, p), "longer training, or a score without a bound (additive, general)."};
}

// ---- identical rows: in e_ij = a·q_i + b·h_j the query's term is the same for all j, and the softmax drops
// it

std::optional<Sign> look_query(const Examined& e, bool moves) {
    const Trace& run = e.run();
    if (!run.has_weights() || run.outputs() < 3 || run.source_length() < 3) return std::nullopt;
    const auto spread = energy_spread(run);
    if (!spread) return std::nullopt;
    const std::vector<double> steps = steps_between_rows(run.at(Quantity::Weights));
    Sign s;
    const double largest = *std::max_element(steps.begin(), steps.end());
    const bool even = evenness(run.at(Quantity::Weights)) >= even_from; // then they are the same anyway
    const bool same = !even && largest < same_below && spread->mixed < effectless * spread->within;
    const bool moved = spread->between > effectless * spread->within;
    s.sums = {largest, spread->within, spread->between, spread->mixed};
    s.shown = same && moved == moves;
    s.degree = -largest;
    if (s.shown) s.drawing = drawn_rows(run.at(Quantity::Weights), 0, run.outputs() - 1);
    return s;
}
std::optional<Sign> look_cancels(const Examined& e, const Patient&) { return look_query(e, true); }
std::optional<Sign> look_absent(const Examined& e, const Patient&) { return look_query(e, false); }

std::string same_rows(const Tally& t) {
    return "All rows of a sentence are the same (at most " + short_number(t.mean_shown(0)) + " bits apart). ";
}

std::optional<Verdict> judge_cancels(const Tally& t, const Patient& p) {
    if (t.share() < nearly_all) return std::nullopt;
    const ScoreInfo* score = find_score(p.facts.score);
    const bool network = score && score->form == ScoreForm::Network;
    return Verdict{
        Severity::Fault,
        same_rows(t) + "The query moves all scores of a row by the same amount (±" +
            short_number(t.mean_shown(2)) + "), and the softmax drops that; what it does beyond is ±" +
            short_number(t.mean_shown(3)) + ".",
        network ? "the tanh between query and annotation is missing, or its units never bend: query and "
                  "annotation are only added."
                : "query and annotation are only added, never multiplied.",
        "v·tanh(W q + W h), or a product of q and h."};
}

std::optional<Verdict> judge_absent(const Tally& t, const Patient&) {
    if (t.share() < nearly_all) return std::nullopt;
    return Verdict{
        Severity::Fault,
        same_rows(t) + "The scores do not change from output to output at all (±" +
            short_number(t.mean_shown(2)) + ", against ±" + short_number(t.mean_shown(1)) +
            " between places).",
        "what asks is not the decoder’s state: the same query at every output, or weights of the query "
        "that are 0.",
        "the state of this output as the query, not the first one."};
}

// ---- saturated softmax, and products that grow with √n

std::optional<Sign> look_sharp(const Examined& e, const Patient&) {
    const Trace& run = e.run();
    if (!run.has_weights() || run.source_length() < 4 || run.outputs() == 0) return std::nullopt;
    Sign s;
    s.degree = sharp_rows(run.at(Quantity::Weights), sharp_from);
    const auto spread = energy_spread(run);
    s.sums = {s.degree, spread ? spread->range / 2 : 0};
    s.shown = s.degree >= .5;
    if (s.shown) {
        s.output = 0;
        s.drawing.kind = Drawing::Kind::Columns;
        s.drawing.title = "weights of output 1";
        s.drawing.bars = bars_of(run, run.at(Quantity::Weights).col(0));
    }
    return s;
}

std::optional<Verdict> judge_sharp(const Tally& t, const Patient& p) {
    if (t.share() < nearly_all || !p.does_badly() || (p.judged >= 5 && p.wrong_share() < .2))
        return std::nullopt;
    return Verdict{
        Severity::Fault,
        "In " + percent_of(t.mean(0)) + " of rows one weight is above .99, while " +
            (p.judged >= 5 ? percent_of(p.wrong_share()) + " of outputs are wrong"
                           : "what is written is given " + short_number(p.confidence()) + " each") +
            ": no gradient passes such a row, so that a wrong look cannot be unlearnt." +
            (t.mean_shown(1) > 0 ? " Scores spread over ±" + short_number(t.mean_shown(1)) + "." : ""),
        "scores that are too large for a softmax.",
        "scores divided by √n, a smaller learning rate, or smaller numbers to begin with."};
}

std::optional<Sign> look_scale(const Examined& e, const Patient&) {
    const Trace& run = e.run();
    const ScoreInfo* score = find_score(run.model.score);
    if (!score || score->form != ScoreForm::Product || score->factor != ScoreFactor::One || score->squashed ||
        !run.has(Quantity::Annotation) || run.source_length() < 4)
        return std::nullopt;
    const auto spread = energy_spread(run);
    if (!spread) return std::nullopt;
    const MatrixXf& energies = run.at(Quantity::Energies);
    const double n = double(run.at(Quantity::Annotation).rows()), root = std::sqrt(n);
    Sign s;
    s.degree = sharp_rows(run.at(Quantity::Weights), sharp_from);
    s.sums = {s.degree, sharp_rows_divided(energies, root, sharp_from), spread->range / 2, n};
    s.shown = spread->range / 2 >= root / 2 && s.degree >= .25 && s.sums[1] <= s.degree / 4;
    if (!s.shown) return s;
    s.output = 0;
    s.drawing.kind = Drawing::Kind::Columns;
    s.drawing.title = "scores as they are";
    s.drawing.bars = bars_of(run, run.at(Quantity::Weights).col(0));
    const Eigen::VectorXf divided =
        (energies.col(0).array() - energies.col(0).maxCoeff()) / static_cast<float>(root);
    const Eigen::VectorXf soft = divided.array().exp();
    s.drawing.beside_title = "divided by √" + short_number(n);
    s.drawing.beside = bars_of(run, soft / soft.sum());
    return s;
}

std::optional<Verdict> judge_scale(const Tally& t, const Patient& p) {
    if (t.share() < nearly_all || !p.does_badly()) return std::nullopt;
    const double n = t.mean_shown(3);
    return Verdict{
        Severity::Fault,
        "Scores spread over ±" + short_number(t.mean_shown(2)) + "; √" + short_number(n) + " is " +
            short_number(std::sqrt(n)) + ". One weight is above .99 in " + percent_of(t.mean_shown(0)) +
            " of rows, and would be in " + percent_of(t.mean_shown(1)) + " after the division.",
        "a product of " + short_number(n) + " numbers that is not divided by √" + short_number(n) + ".",
        "train with the scores divided by " + short_number(std::sqrt(n)) + " (scaled dot)."};
}

// ---- saturated tanh: beyond ±.98 its slope is below .04

std::optional<Sign> look_tanh(const Examined& e, const Patient&) {
    const Trace& run = e.run();
    if (!run.has(Quantity::State)) return std::nullopt;
    const double state = beyond(run.at(Quantity::State), .98f);
    const double score = tanh_beyond(run, .98f).value_or(0);
    Sign s;
    s.degree = std::max(state, score);
    s.sums = {state, score};
    s.shown = s.degree >= .75;
    if (s.shown) s.drawing = drawn_shares({{"of the state", state}, {"of the score", score}});
    return s;
}

std::optional<Verdict> judge_tanh(const Tally& t, const Patient& p) {
    if (t.share() < nearly_all || !p.does_badly()) return std::nullopt;
    const bool state = t.mean_shown(0) >= t.mean_shown(1);
    return Verdict{Severity::Fault,
                   percent_of(state ? t.mean_shown(0) : t.mean_shown(1)) +
                       (state ? " of the decoder’s state lies" : " of the score’s tanh units lie") +
                       " beyond ±.98, where the slope is below .04: it no longer moves.",
                   "steps that were too large, or numbers that were too large to begin with.",
                   "a smaller learning rate, gradients no longer than 1, smaller numbers to begin with."};
}

// ---- rows that stay where they are while the output goes on

std::optional<Sign> look_stuck(const Examined& e, const Patient&) {
    const Trace& run = e.run();
    if (!run.has_weights() || run.outputs() < 4) return std::nullopt;
    const std::vector<double> steps = steps_between_rows(run.at(Quantity::Weights));
    int longest = 0, last = 0, now = 0;
    for (std::size_t i = 0; i < steps.size(); ++i) {
        now = steps[i] < same_below ? now + 1 : 0;
        if (now > longest) longest = now, last = static_cast<int>(i) + 1;
    }
    const int rows = longest > 0 ? longest + 1 : 0, first = last - longest;
    int again = 0; // outputs of the stretch that were written before in it
    for (int i = first + 1; i <= last && rows > 0; ++i)
        for (int k = first; k < i; ++k)
            if (run.steps[std::size_t(i)].token.id == run.steps[std::size_t(k)].token.id) {
                ++again;
                break;
            }
    Sign s;
    s.shown = rows >= 3 && again >= 2 && (e.wrong() || !e.truth);
    s.degree = rows;
    s.sums = {double(rows), double(again)};
    if (!s.shown) return s;
    s.output = first;
    s.drawing = drawn_rows(run.at(Quantity::Weights), first, last);
    s.drawing.beside_title = "JS divergence of rows in turn, bits";
    for (int i = std::max(1, first - 3); i <= std::min<int>(last, first + 12); ++i)
        s.drawing.bars.push_back({{}, steps[std::size_t(i) - 1], i > first});
    for (int i = first; i <= std::min(last, first + 7); ++i)
        s.drawing.quote += (i > first ? " " : "") + run.steps[std::size_t(i)].token.text;
    return s;
}

std::optional<Verdict> judge_stuck(const Tally& t, const Patient&) {
    if (t.share() < .05) return std::nullopt;
    return Verdict{
        Severity::Fault,
        "Three or more rows in turn (" + short_number(t.mean_shown(0)) + (t.shown > 1 ? " on average" : "") +
            ") differ by less than .001 bits, and the output repeats itself there.",
        "the state has stopped moving the score: nothing remembers what has been read.",
        "a score that sees what was covered, longer training, or less beam without a coverage penalty."};
}

constexpr std::string_view distribution = "a row of attention is a distribution over the source";

constexpr std::array rows_table{
    Check{
        "axis", "The softmax runs over the wrong axis", "sums of rows and of columns",
        "more than half of the rows off 1 by .01 while nine in ten columns are not, in half of the sentences",
        distribution, "weights", look_axis, judge_axis},
    Check{"flat", "Rows are nearly even", "entropy of a row / ln T",
          ".95 or more in half of the sentences, and the model does badly",
          "ln T is the entropy of even weights", "weights over four places", look_flat, judge_flat},
    Check{"query-cancels", "The query cancels",
          "Jensen-Shannon divergence of rows in turn, and energies taken apart",
          "all below .001 bits, energies differing by one number a row, in half of the sentences",
          "in a sum of a query term and an annotation term the softmax drops the first",
          "energies of three outputs", look_cancels, judge_cancels},
    Check{"query-absent", "The query never reaches the score", "the same",
          "all below .001 bits, energies that do not differ, in half of the sentences",
          "rows that must not depend on the output are one row", "energies of three outputs", look_absent,
          judge_absent},
    Check{"scale", "Scores are too large for their size", "range of the energies of a row, against √n",
          "half of √n or more either way, a quarter of rows above .99, three in four of which the division "
          "by √n undoes, in half of the sentences of a model that does badly",
          "a product of n numbers of variance 1 has a spread of √n (Vaswani et al. 2017, 3.2.1)",
          "energies of a product that is not divided", look_scale, judge_scale},
    Check{"sharp", "The softmax is saturated", "share of rows with a weight above .99",
          "half of the rows of half of the sentences, and a fifth of the outputs wrong",
          "the slope of a softmax at .99 is .01", "weights over four places", look_sharp, judge_sharp, 1,
          "scale"},
    Check{"tanh", "Units are saturated", "share of the state, and of the score’s tanh units, beyond ±.98",
          "three quarters in half of the sentences, and the model does badly",
          "the slope of tanh there is below .04", "states", look_tanh, judge_tanh},
    Check{"stuck", "Rows stay the same", "rows in turn less than .001 bits apart",
          "three with repeated output, in one of twenty sentences", "a decoder that goes on looks on",
          "weights of four outputs", look_stuck, judge_stuck},
};

} // namespace

std::span<const Check> row_checks() { return rows_table; }

} // namespace heed::doctor
