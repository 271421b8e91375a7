// Distribution: what the model may write.
#include "app/figures/base/digits.h"
#include "app/figures/seq2seq/inspector/phases.h"
#include "app/figures/tokens.h"
#include "core/analysis/entropy.h"
#include "core/models/seq2seq/facts.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

namespace heed::inspector {

std::string target_word(const Trace& trace, int id) {
    const auto& words = trace.target_vocabulary;
    if (!words || id < 0 || id >= static_cast<int>(words->size())) return "‹" + std::to_string(id) + "›";
    return (*words)[static_cast<std::size_t>(id)];
}

std::vector<int> best_ids(const Eigen::Ref<const Eigen::VectorXf>& log_probs, Eigen::Index count) {
    std::vector<int> ids(static_cast<std::size_t>(log_probs.size()));
    std::iota(ids.begin(), ids.end(), 0);
    const auto kept = std::min<std::ptrdiff_t>(count, std::ssize(ids));
    std::partial_sort(ids.begin(), ids.begin() + kept, ids.end(), [&](int a, int b) {
        return log_probs(a) != log_probs(b) ? log_probs(a) > log_probs(b) : a < b;
    });
    ids.resize(static_cast<std::size_t>(kept));
    return ids;
}

namespace {

/// What names the next token is called ã in Luong's order, the attentional state.
const char* readout_letter(const Subject& s) { return s.luong ? "ã" : "t"; }

/// What the readout reads: "[ c_i ; s_i ]".
std::string read_by(const Subject& s) {
    std::string all;
    for (const std::string& part : seq2seq_facts(s.trace).reads) {
        if (!all.empty()) all += " ; ";
        all += part == "context"                       ? "{a:c}_i"
               : part == "token"                       ? "{o:y}_{i−1}"
               : seq2seq_facts(s.trace).reads_previous ? "{d:s}_{i−1}"
                                                       : "{d:s}_i";
    }
    return seq2seq_facts(s.trace).reads.size() == 1 ? all : "[ " + all + " ]";
}

/// The right side of t = …; empty where the logits come straight from what is read.
std::string readout_equation(const Subject& s) {
    const ModelFacts& model = s.trace.model;
    if (seq2seq_facts(model).readout == "none") return "";
    if (seq2seq_facts(model).normalised) return "tanh(Σ LN(W_x|x + b_x)),  x: " + read_by(s);
    const std::string product = "W_c " + read_by(s) + " + b_c";
    if (seq2seq_facts(model).readout == "linear") return product;
    if (seq2seq_facts(model).readout == "maxout") return "max of pairs of " + product;
    return "tanh(" + product + ")";
}

/// What the places that hold a word were given together.
double copied_share(const Subject& s, const std::string& word) {
    double sum = 0;
    for (int j = 0; j < s.trace.source_length(); ++j)
        if (s.trace.source[static_cast<std::size_t>(j)].text == word)
            sum += static_cast<double>(s.trace.weight(s.i, j));
    return sum;
}

/// Copying: the gate between vocabulary and source, and this word's probability from both.
void copy_card(Column& c, const Subject& s, int id) {
    const MatrixXf& own = s.trace.at(Quantity::VocabularyLogProbs);
    const double g = s.trace.at(Quantity::Generate)(0, s.i);
    const double p = id < own.rows() ? std::exp(static_cast<double>(own(id, s.i))) : 0;
    const std::string word = target_word(s.trace, id);
    const double copied = copied_share(s, word);
    const std::string i = std::to_string(s.i + 1);
    Card card(c);
    card.symbols("g_i = σ(w_h · {a:c}_i + w_s · {d:s}_i + w_x · {o:E|y}_{i−1} + b)");
    card.gap(2);
    card.plugged("g_{" + i + "}" + mono(" generated; copied ") + mono(fixed(1 - g, 3)), fixed(g, 3),
                 c.colors().output);
    card.gap(4);
    card.symbols("{o:P}(w) = g_i| {o:p}(w) + (1 − g_i)| Σ {a:α}_{ij},  x_j = w");
    card.gap(4);
    const std::string token = fit(shown(word), 70, Face::Mono, 11, *c.style.metrics);
    const double result = std::exp(static_cast<double>(s.trace.at(Quantity::LogProbs)(id, s.i)));
    card.numbers({.symbol = "{o:P}" + mono("(“" + token + "”)"),
                  .words =
                      [&](int d) {
                          return fixed(g, d) + " × " + fixed(p, d) + " + " + fixed(1 - g, d) + " × " +
                                 fixed(copied, d);
                      },
                  .value =
                      [&](int d) {
                          return as_fixed(g, d) * as_fixed(p, d) + as_fixed(1 - g, d) * as_fixed(copied, d);
                      },
                  .result = result,
                  .decimals = decimals_below_one(result, 3),
                  .color = c.colors().output});
    card.finish();
}

void distribution_card(Column& c, const Subject& s, int id) {
    const Eigen::VectorXd logits = s.trace.at(Quantity::Logits).col(s.i).cast<double>();
    Card card(c);
    const std::string t = std::string("{d:") + readout_letter(s) + "}_i";
    const std::string equation = readout_equation(s);
    if (!equation.empty()) {
        card.symbols(t + " = " + equation);
        card.gap(2);
    }
    const std::string named = equation.empty() ? read_by(s) : t;
    card.symbols(seq2seq_facts(s.trace).projection > 0 ? "l_i = W_o (W_p " + named + " + b_p) + b_o"
                                                       : "l_i = W_o " + named + " + b_o");
    card.gap(2);
    card.symbols("{o:p}(w) = exp(l_w) / Σ_k| exp(l_k)");
    card.gap(4);
    const std::string token = fit(shown(target_word(s.trace, id)), 70, Face::Mono, 11, *c.style.metrics);
    const double sum = logits.array().exp().sum();
    const double result = std::exp(static_cast<double>(s.trace.at(Quantity::LogProbs)(id, s.i)));
    card.numbers(
        {.symbol = "{o:p}" + mono("(“" + token + "”)"),
         .words =
             [&](int d) { return "exp(" + fixed(logits(id), d) + ") / " + significant(sum, d + 2, " "); },
         .value = [&](int d) { return std::exp(as_fixed(logits(id), d)) / as_significant(sum, d + 2); },
         .result = result,
         .decimals = decimals_below_one(result, 3),
         .color = c.colors().output});
    card.finish();
}

void best_table(Column& c, const Subject& s, const std::vector<int>& best) {
    const Palette& p = c.colors();
    const Eigen::VectorXf log_probs = s.trace.at(Quantity::LogProbs).col(s.i);
    const MatrixXf& logits = s.trace.at(Quantity::Logits);
    constexpr std::array<const char*, 6> counts{"",           "Best",      "Two best",
                                                "Three best", "Four best", "Five best"};
    section(c, best.size() < static_cast<std::size_t>(log_probs.size())
                   ? std::string(counts[best.size()]) + " of " + thousands(log_probs.size())
                   : "All " + counted(static_cast<int>(best.size()), "token"));
    const float y = c.y + 10.5f;
    c.text(0, y, "token", Face::Regular, 11, p.t3);
    c.text(132, y, "logit", Face::Regular, 11, p.t3, Align::Right);
    c.text(152, y, "probability", Face::Regular, 11, p.t3);
    add_fill(c.scene, {c.left, y + 9, c.width, 1}, p.line);
    c.y += 21.5f;
    double rest = 1;
    for (std::size_t n = 0; n < best.size(); ++n) {
        const int id = best[n];
        const double p_id = std::exp(static_cast<double>(log_probs(id)));
        const std::string word = target_word(s.trace, id);
        rest -= p_id;
        table_row(c, {.index = static_cast<int>(n) + 1,
                      .token = shown(word),
                      .muted_token = is_mark(word),
                      .number = id < logits.rows() ? fixed(logits(id, s.i), 2) : "copied",
                      .share = static_cast<float>(p_id),
                      .color = p.output,
                      .value = probability(p_id),
                      .selected = id == s.step().token.id});
    }
    const int others = static_cast<int>(log_probs.size() - std::ssize(best));
    others_row(c, 32, others > 0 ? counted(others, "other") : "",
               "entropy " + fixed(analysis::entropy(log_probs.array().exp().matrix()), 2) + " nats",
               others > 0 ? probability(std::max(rest, 0.0)) : "", true);
}

/// Every logit, best first; with more than 40 how many there are of each size.
void all_logits(Column& c, const Subject& s) {
    const Eigen::VectorXf logits = s.trace.at(Quantity::Logits).col(s.i);
    const int count = static_cast<int>(logits.size()), chosen = s.step().token.id;
    section(c, "All " + counted(count, "logit"), count > 40 ? "how many of each size" : "");
    c.y += 5;
    Chart bars{
        .values = {}, .labels = {}, .current = -1, .color = c.colors().output, .height = 45, .pick = {}};
    if (count <= 40) {
        const std::vector<int> order = best_ids(logits, count);
        bars.values.resize(count);
        for (int n = 0; n < count; ++n) {
            const int id = order[static_cast<std::size_t>(n)];
            const std::string word = target_word(s.trace, id);
            bars.values(n) = logits(id);
            bars.labels.push_back(is_mark(word) ? "·" : shown(word));
            if (id == chosen) bars.current = n;
        }
        chart(c, bars);
        return;
    }
    constexpr int bins = 40;
    const float low = logits.minCoeff(), width = std::max((logits.maxCoeff() - low) / bins, 1e-6f);
    const auto bin = [&](float logit) {
        return std::clamp(static_cast<int>((logit - low) / width), 0, bins - 1);
    };
    bars.values = Eigen::VectorXf::Zero(bins);
    for (const float logit : logits) bars.values(bin(logit)) += 1;
    if (chosen >= 0 && chosen < count) bars.current = bin(logits(chosen));
    chart(c, bars);
    c.text(0, c.y + 12, fixed(low, 1), Face::Mono, 11, c.colors().t3);
    c.text(c.width, c.y + 12, fixed(logits.maxCoeff(), 1), Face::Mono, 11, c.colors().t3, Align::Right);
    c.y += 20;
}

} // namespace

void build_distribution(Column& c, const Subject& s) {
    meaning(
        c,
        s.trace.has(Quantity::Generate)
            ? "Two ways to a word: from the vocabulary, or copied from the source as attention has it. The "
              "gate g says how much of each."
        : s.luong
            ? "Context and state meet in the attentional state ã. From it every token of the vocabulary "
              "gets a number; the numbers become probabilities."
            : "Give every token of the vocabulary a number, then turn the numbers into probabilities.");
    const std::vector<int> best = best_ids(s.trace.at(Quantity::LogProbs).col(s.i), 5);
    if (best.empty()) return;
    if (s.trace.has(Quantity::Generate))
        copy_card(c, s, best.front());
    else
        distribution_card(c, s, best.front());
    best_table(c, s, best);
    all_logits(c, s);
}

std::vector<Tensor> distribution_tensors(const Subject& s, const Palette& p) {
    const std::string i = std::to_string(s.i + 1);
    if (seq2seq_facts(s.trace).readout == "none")
        return joined(
            {vector_tensor(s,
                           s.trace.has(Quantity::GatedContext) ? Quantity::GatedContext : Quantity::Context,
                           s.i, "{a:c_{" + i + "}}", p.attention),
             vector_tensor(s, Quantity::State, s.i, "{d:s_{" + i + "}}", p.decoder,
                           seq2seq_facts(s.trace).decoder_rows() - 1),
             vector_tensor(s, Quantity::Logits, s.i, "{o:l_{" + i + "}}", p.output),
             parameter_tensor(s, "W_o", {"readout.output.weight"}, "one row per token")});
    return joined({vector_tensor(s, Quantity::Readout, s.i,
                                 std::string("{d:") + readout_letter(s) + "_{" + i + "}}", p.decoder),
                   vector_tensor(s, Quantity::Logits, s.i, "{o:l_{" + i + "}}", p.output),
                   parameter_tensor(s, "W_c", {"readout.combine.weight"}, "joins what is read"),
                   parameter_tensor(s, "W_p", {"readout.project.weight"}, "to another size"),
                   parameter_tensor(s, "W_o", {"readout.output.weight"}, "one row per token"),
                   parameter_tensor(s, "w_h", {"copy.wh"}, "the gate reads the context"),
                   parameter_tensor(s, "w_s", {"copy.ws"}, "the gate reads the state"),
                   parameter_tensor(s, "w_x", {"copy.wx"}, "the gate reads the token before")});
}

} // namespace heed::inspector
