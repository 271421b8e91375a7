// Where the rows of a map look: sinks, what is left unread or read too often, one way only, beside the links.
#include "core/analysis/doctor/check.h"
#include "core/analysis/doctor/row_measures.h"
#include "core/attention/scores.h"
#include "core/models/transformer/facts.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <functional>
#include <map>
#include <set>

namespace heed::doctor {
namespace {

constexpr double sink_from = .25;      // of the weight
constexpr double sink_over_even = 3;   // times what even rows would give
constexpr double harmless_below = .05; // of what is added
constexpr double unread_below = .10;   // of a column's sum
constexpr double some = .05;           // of the sentences

using IsPlace = std::function<bool(const Trace&, int)>;

bool is_padding_word(const std::string& text) {
    return text == "<pad>" || text == "[PAD]" || text == "<blank>";
}

bool is_punctuation(const TraceToken& token) {
    return !token.framing() && !token.text.empty() &&
           std::all_of(token.text.begin(), token.text.end(),
                       [](unsigned char c) { return c < 128 && std::ispunct(c) != 0; }) &&
           !is_padding_word(token.text) && token.text.front() != '<';
}

/// What gold links to each output, sure or possible, as source places of the run.
std::map<int, std::set<int>> linked(const Examined& e) {
    std::map<int, std::set<int>> places;
    for (const auto* links : {&e.input.sure, &e.input.possible})
        for (const Link& link : *links) places[link.target].insert(link.source + e.first_word);
    return places;
}

// ---- sinks: weight that lies on one kind of place whatever is written

std::optional<Sign> look_sink(const Examined& e, const IsPlace& is_place) {
    const Trace& run = e.towards();
    if (!run.has_weights() || run.source_length() < 4) return std::nullopt;
    const MatrixXf weights = shared_out(run.at(Quantity::Weights)), valued = value_weighted(run, e.model);
    const auto gold = linked(e);
    double rows = 0, mass = 0, value = 0, places = 0;
    int widest = -1;
    for (int j = 0; j < run.source_length(); ++j)
        if (is_place(run, j)) {
            ++places;
            if (widest < 0 || weights.row(j).sum() > weights.row(widest).sum()) widest = j;
        }
    for (int i = 0; i < run.outputs(); ++i) {
        if (run.steps[std::size_t(i)].token.is_end) continue;
        const auto right = gold.find(i); // of what belongs there nothing is counted
        const auto expected = [&](int j) { return right != gold.end() && right->second.count(j) != 0; };
        bool belongs = false;
        for (int j = 0; j < run.source_length(); ++j) belongs = belongs || (is_place(run, j) && expected(j));
        if (belongs) continue;
        ++rows;
        for (int j = 0; j < run.source_length(); ++j)
            if (is_place(run, j)) {
                mass += double(weights(j, i));
                if (valued.size()) value += double(valued(j, i));
            }
    }
    if (rows < 3 || places == 0) return std::nullopt;
    Sign s;
    mass /= rows;
    value /= rows;
    const double even = places / double(run.source_length());
    s.sums = {mass, valued.size() ? value : mass, even, valued.size() ? 1.0 : 0.0};
    s.shown = mass >= sink_from && mass >= std::min(sink_over_even * even, .6);
    s.degree = mass;
    s.column = widest;
    if (s.shown) { // the shares are drawn of all sentences, the map of this one
        s.drawing.map = drawn_rows(run.at(Quantity::Weights), -1, -1).map;
        if (valued.size()) s.drawing.beside_map = drawn_rows(valued, -1, -1).map;
    }
    return s;
}

std::optional<Sign> look_end(const Examined& e, const Patient&) {
    return look_sink(e, [](const Trace& t, int j) { return t.source[std::size_t(j)].is_end; });
}
std::optional<Sign> look_first(const Examined& e, const Patient&) {
    return look_sink(e, [](const Trace& t, int j) { return j == 0 || t.source[std::size_t(j)].is_start; });
}
std::optional<Sign> look_punctuation(const Examined& e, const Patient&) {
    return look_sink(e, [](const Trace& t, int j) { return is_punctuation(t.source[std::size_t(j)]); });
}

std::optional<Verdict> judge_sink(const Tally& t, const Patient& p) {
    if (t.share() < .2) return std::nullopt;
    const double mass = t.mean_shown(0), value = t.mean_shown(1);
    Verdict v;
    v.words = "Where nothing links to it, it takes " + percent_of(mass) + " of the weight";
    if (t.mean_shown(3) > 0)
        v.words += value < mass - .005 ? ", but " + percent_of(value) + " of what is added"
                                       : " and " + percent_of(value) + " of what is added";
    v.words += "; even rows would give it " + percent_of(t.mean_shown(2)) + ".";
    v.drawing = drawn_shares({{"weight α", mass}});
    if (t.mean_shown(3) > 0)
        v.drawing.bars.push_back({is_transformer(p.facts) ? "α × ‖W_O v‖" : "α × |h|", value});
    v.likely = "rows with nothing to look for park their weight there.";
    if (t.mean_shown(3) > 0 && value < harmless_below) {
        v.severity = Severity::Harmless;
        v.words += std::string(is_transformer(p.facts) ? " The values there are" : " Its annotation is") +
                   " short, so that little comes of it: only the picture misleads.";
        v.advice = "nothing. Read the map value-weighted.";
        return v;
    }
    v.severity = p.judged && p.does_badly() ? Severity::Fault : Severity::Notice;
    v.advice = v.severity == Severity::Fault
                   ? "longer training, or a source without that token where it says nothing."
                   : "the map value-weighted, before anything is read from that column.";
    return v;
}

// ---- padding in the runs themselves: tokens of padding, or slots past the source

std::optional<Sign> look_given_padding(const Examined& e, const Patient&) {
    const Trace& run = e.run();
    if (!run.has_weights() || run.outputs() == 0) return std::nullopt;
    const MatrixXf& weights = run.at(Quantity::Weights);
    Sign s;
    int first = -1, places = 0;
    double mass = 0;
    for (int j = 0; j < run.source_length(); ++j)
        if (is_padding_word(run.source[std::size_t(j)].text)) {
            if (first < 0) first = j;
            ++places;
            mass += double(weights.row(j).sum());
        }
    if (run.has(Quantity::SlotWeights)) {
        places += static_cast<int>(run.at(Quantity::SlotWeights).rows());
        mass += double(run.at(Quantity::SlotWeights).sum());
    }
    if (places == 0) return std::nullopt;
    mass /= double(run.outputs());
    s.sums = {mass, double(places)};
    s.shown = mass >= .05;
    s.degree = mass;
    s.column = first;
    if (s.shown) {
        s.drawing = drawn_rows(weights, -1, -1);
        s.drawing.first_column = first;
    }
    return s;
}

std::optional<Verdict> judge_given_padding(const Tally& t, const Patient&) {
    if (t.share() < some) return std::nullopt;
    return Verdict{Severity::Fault,
                   percent_of(t.mean_shown(0)) + " of the weight lies on padding (" +
                       short_number(t.mean_shown(1)) + " places on average), where nothing stands.",
                   "padding is not masked: the softmax runs over it.",
                   "e set to −∞ on padding, before the softmax."};
}

// ---- coverage: a column's sum over all outputs

std::optional<Sign> look_unread(const Examined& e, const Patient&) {
    const Trace& run = e.run();
    if (!run.has_weights() || run.outputs() < 3) return std::nullopt;
    const Eigen::VectorXf read = run.at(Quantity::Weights).rowwise().sum(); // (T)
    std::set<int> asked_for;
    for (const Link& link : e.input.sure) asked_for.insert(link.source + e.first_word);
    Sign s;
    double words = 0, unread = 0;
    Drawing d;
    d.kind = Drawing::Kind::Columns;
    d.title = "sums of columns";
    for (int j = 0; j < run.source_length(); ++j) {
        const TraceToken& token = run.source[std::size_t(j)];
        const bool counts = !token.framing() && (!e.input.has_gold || asked_for.count(j) != 0);
        const bool not_read = counts && double(read(j)) < unread_below;
        words += counts;
        unread += not_read;
        if (not_read && s.column < 0) s.column = j;
        if (d.bars.size() < 24) d.bars.push_back({token.text, double(read(j)), not_read});
    }
    if (words == 0) return std::nullopt;
    s.sums = {unread, words};
    s.degree = unread;
    s.shown = e.truth ? e.wrong() && unread > 0 : unread >= .2 * words;
    if (s.shown) s.drawing = std::move(d);
    return s;
}

std::optional<Verdict> judge_unread(const Tally& t, const Patient& p) {
    if (t.share() < some) return std::nullopt;
    const std::string many = short_number(t.mean_shown(0)) + " of " + short_number(t.mean_shown(1));
    if (p.judged == 0)
        return Verdict{
            Severity::Notice,
            "The columns of " + many + (t.shown > 1 ? " tokens on average" : " tokens") +
                " sum to less than .10. Whether they had to be read nobody said.",
            with_unit("{many} that change nothing, rightly passed over; or {many} left out.", p.unit),
            "a file with the right outputs in its second column, to tell the two apart."};
    return Verdict{Severity::Fault,
                   "The columns of " + many +
                       " tokens that count sum to less than .10, and the output is wrong.",
                   "the decoder moves on too early; nothing remembers what is still to do.",
                   "train longer, or a score with coverage."};
}

std::optional<Sign> look_overread(const Examined& e, const Patient&) {
    const Trace& run = e.run();
    if (!run.has_weights() || run.outputs() < 4) return std::nullopt;
    const Eigen::VectorXf read = run.at(Quantity::Weights).rowwise().sum();
    std::map<int, double> wanted; // outputs that gold links to a place
    for (const auto& [i, places] : linked(e))
        for (const int j : places) wanted[j] += 1;
    Sign s;
    double most = 0;
    for (int j = 0; j < run.source_length(); ++j) {
        if (run.source[std::size_t(j)].framing()) continue;
        const double over = double(read(j)) - wanted[j];
        if (over > most) most = over, s.column = j;
    }
    s.sums = {most, double(run.outputs())};
    s.degree = most;
    s.shown = most >= 3 && most >= .3 * run.outputs() && (e.truth ? e.wrong() : true);
    if (s.shown) s.drawing = drawn_rows(run.at(Quantity::Weights), -1, -1);
    return s;
}

std::optional<Verdict> judge_overread(const Tally& t, const Patient& p) {
    if (t.share() < some) return std::nullopt;
    return Verdict{p.judged ? Severity::Fault : Severity::Notice,
                   "One token gets " + short_number(t.mean_shown(0)) + " rows’ worth of weight" +
                       (p.judged ? " more than links say, and the output is wrong" : "") + ", of " +
                       short_number(t.mean_shown(1)) + " rows.",
                   "nothing tells the decoder what it has read.",
                   "a score with coverage, or location-aware attention."};
}

// ---- one way only

/// The share of steps that do not go back; none of fewer than three.
std::optional<double> forwards(const std::vector<int>& places) {
    if (places.size() < 4) return std::nullopt;
    int on = 0;
    for (std::size_t i = 1; i < places.size(); ++i) on += places[i] >= places[i - 1];
    return double(on) / double(places.size() - 1);
}

constexpr double few_steps = 30; // that go forwards by chance, or because the input is short

std::optional<Sign> look_one_way(const Examined& e, const Patient&) {
    const Trace& run = e.towards();
    if (!run.has_weights()) return std::nullopt;
    std::vector<int> places = strongest(run.at(Quantity::Weights)), right;
    if (e.input.has_gold && e.forced) {
        std::vector<int> kept;
        for (const auto& [i, gold] : linked(e))
            if (i < int(places.size())) {
                const int own = places[std::size_t(i)];
                kept.push_back(own);
                right.push_back(*std::min_element(gold.begin(), gold.end(), [&](int a, int b) {
                    return std::abs(a - own) < std::abs(b - own); // as near to it as links allow
                }));
            }
        places = std::move(kept);
    }
    const auto own = forwards(places);
    if (!own) return std::nullopt;
    Sign s;
    const auto wanted = forwards(right);
    s.sums = {*own, wanted.value_or(0), wanted ? 1.0 : 0.0, double(places.size()) - 1};
    s.shown = *own >= .97 && (!wanted || *wanted < .85);
    s.degree = wanted ? *own - *wanted : *own;
    if (s.shown) s.drawing = drawn_rows(run.at(Quantity::Weights), -1, -1);
    return s;
}

std::optional<Verdict> judge_one_way(const Tally& t, const Patient& p) {
    const bool known = t.sums[2] > 0;
    if (t.share() < (known ? .3 : .9) || (!known && t.sums[3] < few_steps)) return std::nullopt;
    if (!known)
        return Verdict{Severity::Notice,
                       percent_of(t.mean_shown(0)) +
                           " of steps go forwards or stay; no links say whether they should.",
                       "input and output in the same order.", "nothing, where the task has one order."};
    return Verdict{p.does_badly() ? Severity::Fault : Severity::Notice,
                   percent_of(t.mean_shown(0)) + " of steps go forwards, where links go back in " +
                       percent_of(1 - t.mean_shown(1)) + " of them.",
                   p.facts.alignment == "local-m" ? "a window that walks along with the output."
                                                  : "rows that follow the output’s number, not what is read.",
                   "global attention, or a predicted window."};
}

// ---- beside the links

std::optional<Sign> look_beside(const Examined& e, const Patient&) {
    const Trace& run = e.towards();
    if (!run.has_weights() || !e.input.has_gold || !e.forced) return std::nullopt;
    const std::vector<int> places = strongest(run.at(Quantity::Weights));
    double rows = 0, hits = 0, beside = 0;
    Sign s;
    for (const auto& [i, gold] : linked(e)) {
        if (i >= int(places.size())) continue;
        const int j = places[std::size_t(i)];
        ++rows;
        if (gold.count(j)) {
            ++hits;
            continue;
        }
        beside += gold.count(j - 1) || gold.count(j + 1);
        if (s.output < 0) s.output = i, s.column = j;
    }
    if (rows == 0) return std::nullopt;
    s.sums = {rows, hits, beside};
    s.shown = hits < .9 * rows;
    s.degree = 1 - hits / rows;
    if (s.shown) s.drawing = drawn_rows(run.at(Quantity::Weights), s.output, s.output);
    return s;
}

std::optional<Verdict> judge_beside(const Tally& t, const Patient& p) {
    const double hits = t.ratio(1, 0);
    if (t.looked == 0 || interval_of(hits, t.sums[0]).high >= .9) return std::nullopt; // not by chance
    const ScoreInfo* score = find_score(p.facts.score);
    Verdict v{p.does_badly() ? Severity::Fault : Severity::Notice,
              "The strongest weight is on a linked token in " + share_of(t.sums[1], t.sums[0], "rows") +
                  ", one place beside it in " + share_of(t.sums[2], t.sums[0]) + ", elsewhere in " +
                  share_of(std::max(0.0, t.sums[0] - t.sums[1] - t.sums[2]), t.sums[0]) + ".",
              "annotations have read their neighbours, so that another place does as well.",
              "what is really used, by leaving tokens out, before the map is read as an explanation."};
    if (score && score->form == ScoreForm::Slot)
        v.likely = "the score never looks at the source: it names places by the decoder’s state alone.";
    if (p.facts.alignment == "local-m")
        v.likely = "the linked tokens lie outside the window that walks along.";
    if (p.does_badly()) v.advice = "longer training, or another score: the outputs are wrong, too.";
    return v;
}

constexpr std::string_view sinks_from =
    "a quarter of the weight and three times an even share, in a fifth of the sentences";
constexpr std::string_view sinks_basis =
    "Xiao et al. 2023 call such places sinks; α‖h‖ is what is added (Kobayashi et al. 2020)";

constexpr std::array places_table{
    Check{"sink-end", "The end token is a sink",
          "weight on the end token where nothing links to it, and its share of α‖h‖", sinks_from, sinks_basis,
          "weights over an end token", look_end, judge_sink},
    Check{"sink-first", "The first token is a sink", "the same of the first token", sinks_from, sinks_basis,
          "weights over four places", look_first, judge_sink},
    Check{"sink-punctuation", "Punctuation is a sink", "the same of punctuation", sinks_from, sinks_basis,
          "weights over punctuation", look_punctuation, judge_sink},
    Check{"padding-given", "Weight lies on padding", "weight on padding tokens and on slots past the source",
          "a twentieth of the weight in a twentieth of the sentences", "nothing stands there",
          "padding in the runs", look_given_padding, judge_given_padding},
    Check{"unread", "{Many} are left unread", "sums of the columns of tokens that links ask for",
          "below .10 in a wrong output, in a twentieth of the sentences",
          "a token that is used once has a column of 1", "weights of three outputs", look_unread,
          judge_unread},
    Check{"overread", "A {one} is read too often", "the largest sum of a column beyond what links ask for",
          "three rows’ worth, and three tenths of all, in a twentieth of the sentences", "the same",
          "weights of four outputs", look_overread, judge_overread},
    Check{
        "one-way", "Attention goes one way only", "steps of the strongest weight that do not go back",
        ".97 where links have less than .85, in three tenths of the sentences; thirty steps where there are "
        "no links",
        "the order of the links", "weights of four outputs", look_one_way, judge_one_way},
    Check{"beside", "Rows look beside the links", "rows whose strongest weight is on a linked token",
          "surely fewer than nine in ten", "the measure of the models’ cards", "links", look_beside,
          judge_beside},
};

} // namespace

std::span<const Check> place_checks() { return places_table; }

} // namespace heed::doctor
