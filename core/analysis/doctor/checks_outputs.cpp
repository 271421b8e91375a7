// What is written: whether anything was learnt, whether it is right, and where it goes wrong by itself.
#include "core/analysis/doctor/check.h"
#include "core/analysis/doctor/row_measures.h"

#include <algorithm>
#include <cmath>

namespace heed::doctor {
namespace {

std::vector<std::string> words_written(const Trace& run) {
    std::vector<std::string> words;
    for (const TraceStep& step : run.steps)
        if (!step.token.is_end) words.push_back(step.token.text);
    return words;
}

// ---- untrained: p near even over the vocabulary

std::optional<Sign> look_untrained(const Examined& e, const Patient&) {
    const auto evenness_of_p = output_evenness(e.run());
    if (!evenness_of_p) return std::nullopt;
    Sign s;
    s.degree = *evenness_of_p;
    s.shown = s.degree >= .75;
    s.sums = {s.degree, double(e.run().at(Quantity::LogProbs).rows())};
    if (s.shown) {
        const auto p = e.run().at(Quantity::LogProbs).col(0).array().exp();
        s.output = 0;
        s.drawing = drawn_outputs({}, "output 1: of " + std::to_string(p.size()));
        for (const Candidate& c : e.run().steps.front().top)
            s.drawing.bars.push_back({c.text, double(std::exp(c.log_prob))});
    }
    return s;
}

std::optional<Verdict> judge_untrained(const Tally& t, const Patient&) {
    if (t.share() < .5) return std::nullopt;
    return Verdict{Severity::Fault,
                   "The entropy of what could be written is " + percent_of(t.mean(0)) +
                       " of what a blind guess has (ln " + short_number(t.mean(1)) + " = " +
                       short_number(std::log(t.mean(1))) + " nats).",
                   "numbers as they were drawn, or as good as: nothing was learnt, or the file was not read.",
                   "training; or the file of weights that belongs to this configuration."};
}

// ---- wrong outputs, by the task or by the file

std::optional<Sign> look_wrong(const Examined& e, const Patient&) {
    if (!e.truth) return std::nullopt;
    Sign s;
    s.shown = e.wrong();
    s.degree = s.shown;
    if (!s.shown) return s;
    s.output = e.truth->output;
    const Trace& run = e.run();
    if (run.has_weights() && s.output >= 0 && s.output < run.outputs()) {
        Eigen::Index at = 0;
        run.at(Quantity::Weights).col(s.output).maxCoeff(&at);
        s.column = static_cast<int>(at);
        s.drawing = drawn_rows(run.at(Quantity::Weights), s.output, s.output);
        // Whether it looked where the right token comes from. The strongest of even weights is no look.
        const auto row = run.at(Quantity::Weights).col(s.output);
        const bool looks = row(at) > 1.5f * row.mean();
        for (const Link& link : e.input.sure)
            if (looks && link.target == s.output) {
                s.sums[0] = 1;
                if (link.source + e.first_word == s.column) s.sums[1] = 1;
            }
    }
    return s;
}

std::optional<Verdict> judge_wrong(const Tally& t, const Patient& p) {
    if (t.shown == 0 || !p.does_badly()) return std::nullopt;
    const Interval in = interval_of(t.share(), double(t.looked));
    std::string words = share_of(double(t.shown), double(t.looked), "outputs") + " are not the right one";
    if (t.looked == 1) words = "The output is not the right one";
    if (t.looked > 1)
        words += " (of such sentences between " + percent_of(in.low) + " and " + percent_of(in.high) + ")";
    Verdict v{Severity::Fault, words + ".",
              "see the other findings; alone it says that more was asked than was learnt.",
              "longer training, or more sentences like these."};
    if (t.of_shown[0] > 0) {
        const double right = t.of_shown[1] / t.of_shown[0];
        v.words += " At the first wrong token the strongest weight was ";
        v.words += t.of_shown[0] > 1
                       ? "on the linked token in " + share_of(t.of_shown[1], t.of_shown[0], "cases") + "."
                       : (right > 0 ? "on the linked token." : "not on the linked token.");
        v.likely = right >= .5 ? "it looks at the right place and does not know what to write there."
                               : "it looks elsewhere when it goes wrong.";
    }
    return v;
}

// ---- teacher-forced against free-running

std::optional<Sign> look_feeding(const Examined& e, const Patient&) {
    if (!e.truth || !e.forced || e.input.answer->tokens.empty()) return std::nullopt;
    const std::vector<std::string> alone = words_written(e.run());
    const std::vector<std::string>& right = e.input.answer->tokens;
    double given = 0;
    for (const TraceStep& step : e.forced->steps) given += step.top.front().id == step.token.id;
    double same = 0, after = 0, after_right = 0;
    bool wrong = false;
    for (std::size_t i = 0; i <= right.size(); ++i) {
        const bool ends = i == right.size();
        const bool hit = ends ? alone.size() == right.size() && e.run().finished
                              : i < alone.size() && alone[i] == right[i];
        if (wrong) ++after, after_right += hit;
        same += hit;
        wrong = wrong || !hit;
    }
    Sign s;
    const double n = double(right.size() + 1);
    s.sums = {n, given, same, after, after_right};
    s.shown = given - same >= 1;
    s.degree = (given - same) / n;
    s.output = e.truth->output;
    return s;
}

std::optional<Verdict> judge_feeding(const Tally& t, const Patient& p) {
    const double given = t.ratio(1, 0), alone = t.ratio(2, 0), after = t.ratio(4, 3);
    if (given - alone < .05 || !p.does_badly()) return std::nullopt;
    Verdict v{Severity::Fault,
              "Given the right tokens so far, " + share_of(t.sums[1], t.sums[0], "tokens") +
                  " are right. Writing alone, " + share_of(t.sums[2], t.sums[0]) +
                  (t.sums[3] > 0 ? ", and after the first wrong one " + share_of(t.sums[4], t.sums[3]) : "") +
                  ".",
              "it never saw its own mistakes while it learnt.",
              "its own output as input for part of the training."};
    v.drawing = drawn_outputs({{"given", given}, {"alone", alone}, {"after an error", after}});
    return v;
}

// ---- the same token again

double repeated(const std::vector<std::string>& words) {
    if (words.size() < 2) return 0;
    int again = 0;
    for (std::size_t i = 1; i < words.size(); ++i) again += words[i] == words[i - 1];
    return double(again) / double(words.size() - 1);
}

std::optional<Sign> look_repeats(const Examined& e, const Patient&) {
    const std::vector<std::string> words = words_written(e.run());
    if (words.size() < 4) return std::nullopt;
    const double own = repeated(words), right = e.input.answer ? repeated(e.input.answer->tokens) : 0;
    Sign s;
    s.sums = {own, right};
    s.shown = own - right >= (e.truth ? .3 : .5) && !(e.truth && e.truth->right);
    s.degree = own - right;
    for (std::size_t i = 1; i < words.size() && s.output < 0; ++i)
        if (words[i] == words[i - 1]) s.output = static_cast<int>(i);
    if (s.shown && e.run().has_weights())
        s.drawing = drawn_rows(e.run().at(Quantity::Weights), s.output - 1, s.output);
    return s;
}

std::optional<Verdict> judge_repeats(const Tally& t, const Patient& p) {
    if (t.share() < .05) return std::nullopt;
    return Verdict{
        Severity::Fault,
        percent_of(t.mean_shown(0)) + " of tokens are the token before them" +
            (p.judged ? ", where the right output has " + percent_of(t.mean_shown(1)) : std::string()) + ".",
        "it goes by the token it wrote last, not by what it reads.",
        "a look at the inputs of training: output i is to be fed token i−1."};
}

// ---- outside what was learnt from

std::optional<Sign> look_length(const Examined& e, const Patient& p) {
    if (p.trained_longest <= 0) return std::nullopt;
    const int length = words_read(e.run());
    Sign s;
    s.shown = length > p.trained_longest;
    s.degree = length;
    s.sums = {double(length), s.shown ? 1.0 : 0.0, s.shown && e.wrong() ? 1.0 : 0.0, s.shown ? 0.0 : 1.0,
              !s.shown && e.wrong() ? 1.0 : 0.0};
    return s;
}

/// Right outputs by length, in at most twelve parts of lengths, each at its mean.
Drawing curve_of_lengths(const Patient& p) {
    constexpr int parts = 12;
    Drawing d;
    d.kind = Drawing::Kind::Curve;
    d.title = "right outputs, by tokens read";
    d.trained = p.trained_longest;
    if (p.by_length.empty()) return d;
    const int first = p.by_length.begin()->first, last = p.by_length.rbegin()->first;
    const int wide = (last - first) / parts + 1;
    for (int from = first; from <= last; from += wide) {
        double judged = 0, wrong = 0, lengths = 0;
        const auto to = p.by_length.lower_bound(from + wide);
        for (auto at = p.by_length.lower_bound(from); at != to; ++at) {
            judged += double(at->second.judged);
            wrong += double(at->second.wrong);
            lengths += at->first * double(at->second.judged);
        }
        if (judged > 0) d.bars.push_back({short_number(std::round(lengths / judged)), 1 - wrong / judged});
    }
    return d;
}

std::optional<Verdict> judge_length(const Tally& t, const Patient& p) {
    if (t.shown == 0) return std::nullopt;
    const double beyond = t.ratio(2, 1), within = t.ratio(4, 3);
    const bool falls = p.judged && beyond > within + .1;
    const std::string these = t.looked == 1 ? "this one has " : "these have up to ";
    Verdict v{falls ? Severity::Fault : Severity::Notice,
              "Training ends at " + std::to_string(p.trained_longest) + " tokens; " + these +
                  short_number(t.degree) + ".",
              "positions and counts that it has never met.", "shorter pieces, or training with longer ones."};
    if (p.judged && t.looked == 1)
        v.words += beyond > 0 ? " The output is wrong." : " The output is right.";
    else if (p.judged) {
        v.words += " Beyond it " + share_of(t.sums[1] - t.sums[2], t.sums[1], "outputs") + " are right";
        v.words += t.sums[3] > 0 ? ", within it " + share_of(t.sums[3] - t.sums[4], t.sums[3]) + "." : ".";
        v.drawing = curve_of_lengths(p);
        if (v.drawing.bars.size() < 3) {
            v.drawing = drawn_outputs({}, "right");
            if (t.sums[3] > 0) v.drawing.bars.push_back({"within", 1 - within});
            v.drawing.bars.push_back({"beyond", 1 - beyond});
        }
    }
    if (!falls) v.advice = "nothing, while they come out right.";
    return v;
}

std::optional<Sign> look_unknown(const Examined& e, const Patient&) {
    const Trace& run = e.run();
    Sign s;
    double unknown = 0;
    for (int j = 0; j < run.source_length(); ++j)
        if (run.source[std::size_t(j)].unknown) {
            ++unknown;
            if (s.column < 0) s.column = j;
        }
    s.shown = unknown > 0;
    s.degree = unknown;
    s.sums = {unknown, s.shown && e.wrong() ? 1.0 : 0.0};
    return s;
}

std::optional<Verdict> judge_unknown(const Tally& t, const Patient& p) {
    if (t.shown == 0) return std::nullopt;
    const double wrong = t.mean_shown(1);
    Verdict v{p.judged && wrong > .05 ? Severity::Fault : Severity::Notice,
              counted(static_cast<long long>(t.sums[0]), std::string(p.unit.one) + " is",
                      std::string(p.unit.many) + " are") +
                  " read as the unknown one, each the same to the model.",
              with_unit("{many} that were not in training, or another spelling or letter case.", p.unit),
              p.unit == Unit{} ? "the spelling; pieces in place of words; or a model that copies."
                               : "the spelling; or a vocabulary that holds them."};
    if (p.judged && t.shown == 1)
        v.words += wrong > 0 ? " The output is wrong." : " The output is right.";
    else if (p.judged)
        v.words += " " + share_of(t.of_shown[1], double(t.shown), "these outputs") + " are wrong.";
    return v;
}

constexpr std::array outputs_table{
    Check{"untrained", "It has learnt nothing", "entropy of what could be written / ln V",
          ".75 or more in half of the sentences", "ln V is the entropy of a blind guess", "probabilities",
          look_untrained, judge_untrained},
    Check{"wrong", "Outputs are wrong", "what is written against the right output",
          "surely more than one in twenty", "the task’s own answer, or the file’s second column",
          "right outputs", look_wrong, judge_wrong},
    Check{"feeding", "Errors feed on themselves", "tokens right after the right ones, and alone",
          ".05 between the two, and the model does badly",
          "Bengio et al. 2015 call it the gap of scheduled sampling", "right outputs", look_feeding,
          judge_feeding},
    Check{"repeats", "It copies the token before",
          "tokens that are the one before, beyond the right output’s",
          ".3 more, or half where nothing is known, in a twentieth of the sentences", "the right output",
          "four tokens", look_repeats, judge_repeats},
    Check{"length", "Longer than anything it learned from", "tokens read against training.longest",
          "one sentence", "what the model’s config.json says of its training", "training.longest",
          look_length, judge_length},
    Check{"unknown", "{Many} it does not know", "tokens read as the unknown one", "one sentence",
          "the model’s vocabulary", "a sentence", look_unknown, judge_unknown},
};

} // namespace

std::span<const Check> output_checks() { return outputs_table; }

} // namespace heed::doctor
