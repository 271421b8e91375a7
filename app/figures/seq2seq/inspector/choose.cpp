// Choose: what the model writes, what it has written, and what the next step is given.
#include "app/figures/base/digits.h"
#include "app/figures/seq2seq/inspector/phases.h"
#include "app/figures/tokens.h"
#include "core/models/seq2seq/facts.h"

#include <algorithm>
#include <cmath>

namespace heed::inspector {
namespace {

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
        const int decimals = decimals_below_one(std::max(lead, p(0)), digits.decimals);
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
    c.text(c.width, y, log_prob_number(total), Face::Mono, 13, p.t1, Align::Right);
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
         s.two_cells ? "is the input of step " + step
         : !s.luong && seq2seq_facts(s.trace).reads_token
             ? "joins the context of step " + step + " as its input"
         : !seq2seq_facts(s.trace).reads_token  ? "is not read at step " + step
         : seq2seq_facts(s.trace).fed_context   ? "joins c of this step as the input of step " + step
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
