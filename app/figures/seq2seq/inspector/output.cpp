// Distribution and choose: what the model writes.
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
namespace {

std::string target_word(const Trace& trace, int id) {
    const auto& words = trace.target_vocabulary;
    if (!words || id < 0 || id >= static_cast<int>(words->size())) return "‹" + std::to_string(id) + "›";
    return (*words)[static_cast<std::size_t>(id)];
}

/// The `count` most probable ids, best first (equal ones: the lower id first).
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
                  .result = std::exp(static_cast<double>(s.trace.at(Quantity::LogProbs)(id, s.i))),
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
    card.numbers(
        {.symbol = "{o:p}" + mono("(“" + token + "”)"),
         .words =
             [&](int d) { return "exp(" + fixed(logits(id), d) + ") / " + significant(sum, d + 2, " "); },
         .value = [&](int d) { return std::exp(as_fixed(logits(id), d)) / as_significant(sum, d + 2); },
         .result = std::exp(static_cast<double>(s.trace.at(Quantity::LogProbs)(id, s.i))),
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
        return joined({vector_tensor(s, Quantity::Context, s.i, "{a:c_{" + i + "}}", p.attention),
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

// -------------------------------------------------------------------------------------------- choose

namespace {

/// So many decimals, or as many more as keep what is not 1 from reading 1.
int decimals_below_one(double value, int decimals) {
    constexpr int most = 7; // of a float
    while (decimals < most && value < 1 && as_fixed(value, decimals) >= 1) ++decimals;
    return decimals;
}

void choose_card(Column& c, const Subject& s, const std::vector<int>& best) {
    const Eigen::VectorXf log_probs = s.trace.at(Quantity::LogProbs).col(s.i);
    const auto p = [&](std::size_t n) { return std::exp(static_cast<double>(log_probs(best[n]))); };
    const std::string index = "{o:y}_{" + std::to_string(s.i + 1) + "}";
    const std::string written = fit(shown_output(s.trace, s.i), 90, Face::MonoSemibold, 13, *c.style.metrics);
    const std::string result = s.step().token.is_end ? "end" : quoted(written);
    Card card(c);
    card.symbols("{o:y}_i = argmax_w {o:p}(w)");
    card.gap(4);
    if (s.step().forced) {
        card.plugged(index + mono(" = given, p = " + probability(std::exp(s.step().log_prob))), result,
                     c.colors().output);
    } else {
        // The lead below is the difference of the first two as they are printed.
        const Digits digits =
            best.size() > 1 ? digits_until_it_holds(
                                  [&](int d) { return as_fixed(p(0), d) - as_fixed(p(1), d); }, p(0) - p(1))
                            : Digits{};
        const double lead = best.size() > 1 ? p(0) - p(1) : p(0);
        const int decimals = decimals_below_one(lead, digits.decimals);
        const auto number = [&](std::size_t n) {
            const std::string text = fixed(p(n), decimals);
            return text.find_first_not_of("0.") == std::string::npos ? probability(p(n)) : text;
        };
        card.plugged(
            [&](int d) {
                std::string list;
                const std::size_t listed = std::min(best.size(), static_cast<std::size_t>(d));
                for (std::size_t n = 0; n < listed; ++n) list += (n == 0 ? "" : ", ") + number(n);
                return index + mono(" = argmax(" + list + (best.size() > listed ? ", …)" : ")"));
            },
            "", c.colors().output);
        const std::string second =
            best.size() > 1 ? fit(shown(target_word(s.trace, best[1])), 80, Face::Mono, 11, *c.style.metrics)
                            : "";
        card.plugged(best.size() > 1
                         ? mono("ahead of “" + second + "” by " + fixed(lead, decimals_below_one(lead, 3)))
                         : mono("alone"),
                     result, c.colors().output);
    }
    card.finish();
}

struct Chip {
    std::string text, number;  // the output, and its probability below
    float width = 0, slot = 0; // px of the chip, and of the wider of the two
    int output = 0;
    bool is_end = false;
};

/// The newest outputs, as many as have room; true if earlier ones are left out.
bool newest_chips(const Column& c, const Subject& s, float room, std::vector<Chip>& chips) {
    for (int i = s.i; i >= 0; --i) {
        const bool is_end = s.trace.steps[static_cast<std::size_t>(i)].token.is_end;
        const Face face = is_end ? Face::Regular : Face::Mono;
        const float size = is_end ? 11 : 13;
        std::string text = fit(shown_output(s.trace, i), 96, face, size, *c.style.metrics);
        std::string number = cell_probability(
            std::exp(static_cast<double>(s.trace.steps[static_cast<std::size_t>(i)].log_prob)));
        const float width = std::max(24.0f, c.measure(text, face, size) + 12);
        const float slot = std::max(width, c.measure(number, Face::Mono, 11));
        room -= slot + 10;
        if (room < 0 && !chips.empty()) return true;
        chips.insert(chips.begin(), {std::move(text), std::move(number), width, slot, i, is_end});
    }
    return false;
}

void written_so_far(Column& c, const Subject& s) {
    const Palette& p = c.colors();
    section(c, "Written so far", "log p");
    double total = 0;
    for (int i = 0; i <= s.i; ++i) total += s.trace.steps[static_cast<std::size_t>(i)].log_prob;
    std::vector<Chip> chips;
    const bool cut = newest_chips(c, s, c.width - 80, chips);
    const float y = c.y + 15;
    float x = 0;
    if (cut) {
        c.text(0, y, std::string(ellipsis), Face::Mono, 13, p.t3);
        x = 18;
    }
    for (const Chip& chip : chips) {
        const bool newest = chip.output == s.i;
        const float middle = x + chip.slot / 2;
        const Box box{c.left + middle - chip.width / 2, y - 11, chip.width, 22};
        add_fill(c.scene, box, fade(p.output, newest ? 0.55f : 0.25f), 4);
        if (newest) add_frame(c.scene, {box.x - 4, box.y - 4, box.w + 8, box.h + 8}, p.output, 2, 7);
        c.text(middle, y, chip.text, chip.is_end ? Face::Regular : Face::Mono, chip.is_end ? 11.0f : 13.0f,
               p.t1, Align::Centre);
        c.text(middle, y + 24, chip.number, Face::Mono, 11, p.t3, Align::Centre);
        x += chip.slot + 10;
    }
    c.text(c.width, y, fixed(total, 3), Face::Mono, 13, p.t1, Align::Right);
    c.text(c.width, y + 24, "total", Face::Regular, 11, p.t3, Align::Right);
    c.y += 54;
}

void alternatives(Column& c, const Subject& s, const std::vector<int>& best) {
    section(c, "Or write something else", "click to force", true);
    std::vector<std::string> words;
    for (const int id : best)
        if (id != s.step().token.id && words.size() < 4) words.push_back(shown(target_word(s.trace, id)));
    const TableLayout layout = table_of_words(c, words);
    int listed = 0;
    for (const int id : best) {
        if (id == s.step().token.id || listed == 4) continue;
        ++listed;
        const double p_id = std::exp(static_cast<double>(s.trace.at(Quantity::LogProbs)(id, s.i)));
        const std::string word = target_word(s.trace, id);
        TableRow row{.token = shown(word),
                     .muted_token = is_mark(word),
                     .share = static_cast<float>(p_id),
                     .color = c.colors().output,
                     .value = probability(p_id)};
        row.pick = {.kind = PickKind::Candidate, .i = s.i, .k = id, .name = word};
        row.tooltip =
            "Write " + (is_mark(word) ? shown(word) : quoted(shown(word))) + " instead: all after it follows";
        table_row(c, row, layout);
    }
    c.y += 7;
}

void next_input(Column& c, const Subject& s) {
    const Palette& p = c.colors();
    if (s.step().token.is_end) {
        section(c, "Next");
        c.y -= 6;
        note(c, "Nothing: the end token stops the model.", p.t3);
        return;
    }
    const auto table = s.trace.parameters->find("decoder.embedding.weight");
    const int id = s.step().token.id;
    if (table == s.trace.parameters->end() || id < 0 || id >= table->second.rows()) return;
    section(c, "Next");
    const std::string token = quoted(fit(shown_output(s.trace, s.i), 56, Face::Mono, 13, *c.style.metrics));
    const float y = c.y + 12;
    c.text(0, y, token, Face::Mono, 13, p.output);
    const float arrow = c.left + c.measure(token, Face::Mono, 13) + 12;
    c.scene.add(LineItem{.points = {{arrow, y}, {arrow + 23, y}}, .color = p.t3, .width = 1.5f});
    c.scene.add(LineItem{
        .points = {{arrow + 18, y - 5}, {arrow + 23, y}, {arrow + 18, y + 5}}, .color = p.t3, .width = 1.5f});
    const MathRow symbol = math("E [" + mono(token) + "]", {.size = 15, .color = p.t1}, c.style);
    draw(c.scene, symbol, {arrow + 36, y});
    const float strip = std::max(c.left + 140, arrow + 36 + symbol.width + 12);
    draw_strip(c.scene, {strip, y - 9, std::max(40.0f, c.right() - 44 - strip), 18},
               {.values = table->second.row(id).transpose(), .color = p.output});
    c.text(c.width, y, std::to_string(table->second.cols()), Face::Mono, 11, p.t3, Align::Right);
    c.y += 19.5f;
    const std::string step = std::to_string(s.i + 2);
    note(c,
         s.two_cells                            ? "is the input of step " + step
         : !s.luong                             ? "joins the context of step " + step + " as its input"
         : seq2seq_facts(s.trace).input_feeding ? "joins ã of this step as the input of step " + step
                                                : "is the input of step " + step,
         p.t3);
}

std::string choose_meaning(const Subject& s) {
    if (s.step().forced)
        return "This token was given, not chosen. It becomes the input of the next step all the same.";
    if (s.step().token.is_end) return "The most probable token is the end token: the model stops here.";
    return "Write the most probable token. It becomes the input of the next step; writing the end token "
           "stops the model.";
}

} // namespace

void build_choose(Column& c, const Subject& s) {
    meaning(c, choose_meaning(s));
    const std::vector<int> best = best_ids(s.trace.at(Quantity::LogProbs).col(s.i), 6);
    if (best.empty()) return;
    choose_card(c, s, best);
    written_so_far(c, s);
    alternatives(c, s, best);
    next_input(c, s);
}

std::vector<Tensor> choose_tensors(const Subject& s, const Palette& p) {
    std::vector<Tensor> rows =
        vector_tensor(s, Quantity::LogProbs, s.i, "{o:p_{" + std::to_string(s.i + 1) + "}}", p.output);
    for (Tensor& row : rows) {
        row.name = "decoder.probabilities[" + std::to_string(s.i + 1) + "]";
        row.strip.values = row.strip.values.array().exp();
        row.strip.from_zero = true;
        row.strip.maximum = 1;
    }
    return rows;
}

} // namespace heed::inspector
