// The card of what the examples beside the files say, and of all answers tried against them.
#include "app/figures/base/format.h"
#include "app/figures/base/shorten.h"
#include "app/figures/report/doubt.h"
#include "app/views/assistant/card.h"
#include "app/views/base/widgets.h"
#include "core/text/strings.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace heed {
namespace {

namespace mapping = io::mapping;

constexpr std::size_t most_tried_shown = 3;

const std::string all_answers = "Try all answers", all_answers_short = "Try all",
                  copy_lines = "Copy ten lines";

void try_all_button(Ui& ui, Box box, const std::string& label) {
    if (button(ui, "assistant:all", box, label)) ui.send({"assistant-all"});
    ui.tooltip("assistant:all", box, "Each combination of answers is compared with expected.json");
}

void copy_lines_button(Ui& ui, Box box) {
    if (button(ui, "assistant:lines", box, copy_lines)) ui.send({"copy-example-lines"});
    ui.tooltip("assistant:lines", box, "The lines of PyTorch that write expected.json");
}

/// Whether the combinations that are shown part over that question, or one of them from the answers now.
bool tells_apart(const AssistantState& a, const mapping::Question& question) {
    const auto& tried = a.search->tried;
    for (std::size_t n = 0; n < std::min(most_tried_shown, tried.size()); ++n) {
        const auto it = tried[n].answers.find(question.id);
        if (it == tried[n].answers.end() || it->second != question.answer) return true;
    }
    return false;
}

/// Its answers, where they are not everybody's.
std::string labels_of(const AssistantState& a, const mapping::Combination& one) {
    const mapping::Answers& answers = one.answers;
    std::string text;
    for (const auto& [unit, part] : one.parts)
        text += (text.empty() ? "" : ", ") + unit + ": " + std::string(mapping::info(part).words);
    for (const mapping::Question& question : a.known->trial.draft.questions) {
        const auto it = answers.find(question.id);
        if (it == answers.end() || question.options.size() < 2 || !tells_apart(a, question)) continue;
        std::string label = it->second;
        for (const mapping::Option& option : question.options)
            if (option.id == it->second) label = option.label;
        text += (text.empty() ? "" : ", ") + label;
    }
    return text;
}

/// Whether the user's answers are those of the combination.
bool answered_so(const mapping::Draft& draft, const mapping::Combination& one) {
    return one.parts.empty() && std::all_of(one.answers.begin(), one.answers.end(), [&](const auto& answer) {
               const mapping::Question* question = draft.find(answer.first);
               return question == nullptr || question->answer == answer.second;
           });
}

void difference_bar(const AssistantCard& card, float y, double difference) {
    const Box bar{card.right() - 144, y - 2, 64, 4};
    const double part = std::clamp(difference, 0.0, 1.0);
    card.ui.fill(bar, card.ui.colors.bg3, 2);
    card.ui.fill({bar.x, bar.y, std::max(2.0f, bar.w * static_cast<float>(part)), 4}, card.ui.colors.t2, 2);
}

struct TriedLabels {
    std::vector<std::string> whole, shown;
    bool bars = true; // the differences' stand beside them
};

/// Of the combinations that are shown; in a narrow card without bars where two would be cut to one.
TriedLabels tried_labels(const AssistantCard& card, const mapping::Search& search) {
    TriedLabels labels;
    for (std::size_t n = 0; n < std::min(most_tried_shown, search.tried.size()); ++n) {
        const std::string own = labels_of(*card.ui.state.assistant, search.tried[n]);
        labels.whole.push_back(own.empty() ? "your answers" : own);
    }
    const auto cut = [&](float width) {
        labels.shown.clear();
        for (const std::string& one : labels.whole)
            labels.shown.push_back(cut_at_words(card.ui, one, 11, width));
    };
    cut(card.w() - 160);
    labels.bars = !cut_alike(labels.whole, labels.shown);
    if (!labels.bars) cut(card.w() - 64);
    return labels;
}

void others_row(AssistantCard& card, const TriedOthers& others, bool bars) {
    if (others.count == 0) return;
    const Palette& c = card.ui.colors;
    const float y = card.y + 13;
    card.ui.text({card.x(), y}, std::to_string(others.count) + (others.count == 1 ? " other" : " others"),
                 Face::Regular, 11, c.t2);
    if (others.least && bars) difference_bar(card, y, others.most.value_or(1));
    card.ui.text({card.right(), y}, between_words(others), Face::Mono, 11, c.t3, Align::Right);
    card.y += 28;
}

void tried(AssistantCard& card) {
    Ui& ui = card.ui;
    const AssistantState& a = *ui.state.assistant;
    const Palette& c = ui.colors;
    const mapping::Search& search = *a.search;
    const std::size_t agree = search.agreeing();
    std::string words = (search.looked_at() == search.all ? "All " : "The nearest ") +
                        std::to_string(search.looked_at()) +
                        (search.looked_at() == search.all ? "" : " of " + std::to_string(search.all)) +
                        " combinations of answers were tried. ";
    const bool taken = a.known->trial.examples && a.known->trial.examples->agrees();
    words += search.parts_open ? "Other parts agree in more than one way: choose them by hand."
             : agree == 0      ? "None agrees."
             : agree == 1      ? (taken ? "One agrees; your answers are that one." : "One agrees.")
                               : std::to_string(agree) + " agree: the example cannot tell them apart.";
    card.y += ui.paragraph({card.x(), card.y, card.w(), 0}, words, Face::Regular, 13, 20, c.t2) + 8;
    const TriedLabels labels = tried_labels(card, search);
    for (std::size_t n = 0; n < labels.whole.size(); ++n) {
        const mapping::Combination& one = search.tried[n];
        const Box box{card.x() - 8, card.y, card.w() + 16, 26};
        const Ui::Hit hit = ui.press("assistant:tried" + std::to_string(n), box, 5);
        row_ground(ui, box, hit, answered_so(a.known->trial.draft, one));
        const float y = box.centre().y;
        ui.text({card.x(), y}, labels.shown[n], Face::Regular, 11, c.t1);
        if (labels.shown[n] != labels.whole[n])
            ui.tooltip("assistant:tried" + std::to_string(n), box, labels.whole[n]);
        if (labels.bars) difference_bar(card, y, one.difference);
        ui.text({card.right(), y}, one.problem.empty() ? short_difference(one.difference) : "cannot run",
                Face::Mono, 11, c.t2, Align::Right);
        if (hit.clicked) ui.send({"assistant-take", "", 0, static_cast<int>(n)});
        card.y += 28;
    }
    others_row(card, tried_others(search, most_tried_shown), labels.bars);
    card.y += 6;
    if (agree == 0 || taken) return;
    if (button(ui, "assistant:take", {card.x(), card.y, 196, 28},
               agree == 1 ? "Take the one that agrees" : "Take the first that agrees"))
        ui.send({"assistant-take", "", 0, 0});
    card.y += 34;
}

void search_button(AssistantCard& card, bool with_button) {
    Ui& ui = card.ui;
    const AssistantState& a = *ui.state.assistant;
    if (a.search) return tried(card);
    if (a.progress) {
        ui.text({card.x(), card.y + 12}, search_count(a) + " combinations tried …", Face::Regular, 13,
                ui.colors.t2);
        ui.memory.animating = true;
        card.y += 28;
        return;
    }
    if (!with_button) return;
    try_all_button(ui, {card.x(), card.y, 136, 28}, all_answers);
    card.y += verdict_button_height;
}

} // namespace

bool card_note_fits(const Ui& ui, float width, const std::string& title, const std::string& note) {
    const float taken = ui.text_width(title, Face::Semibold, 15) + ui.text_width(note, Face::Regular, 11);
    return taken + 16 <= width - 2 * AssistantCard::edge;
}

AssistantCard begin_card(Ui& ui, const std::string& id, Box column, float y, bool strong,
                         const std::string& title, const std::string& note) {
    const Box box{column.x, y, column.w, std::max(60.0f, ui.memory.scroll["card:" + id])};
    ui.frame(box, ui.colors.bg1, strong ? ui.colors.t1 : ui.colors.line, 8);
    ui.text({box.x + AssistantCard::edge, y + 28}, title, Face::Semibold, 15, ui.colors.t1);
    const bool beside = card_note_fits(ui, box.w, title, note), below = !beside && strong;
    if (beside)
        ui.text({box.right() - AssistantCard::edge, y + 28}, note, Face::Regular, 11, ui.colors.t3,
                Align::Right);
    if (below) // the numbers of this card are not understood without
        ui.text({box.right() - AssistantCard::edge, y + 48}, note, Face::Regular, 11, ui.colors.t3,
                Align::Right);
    return {ui, box, y + AssistantCard::heading + (below ? 16.0f : 0.0f)};
}

float end_card(AssistantCard& card, const std::string& id) {
    const float height = card.y + 12 - card.box.y;
    float& kept = card.ui.memory.scroll["card:" + id];
    if (kept != height) card.ui.memory.animating = true;
    kept = height;
    return card.box.y + height + 12;
}

std::string short_difference(double value) {
    if (value == 0) return "0";
    if (value < 1e-3)
        return short_exponent(printed(std::chars_format::scientific, 0, value)); // as heed check
    return value < 0.095 ? fixed(value, 3).substr(1) : cell_number(value);       // ".004", not ".00"
}

/// What of the sentences was compared: "tokens, weights (3e-7) and the likeliest tokens' log p (2e-6)".
std::string compared_words(const mapping::ExampleVerdict& found) {
    std::vector<std::string> what{"tokens"};
    if (found.weighed > 0) what.push_back("weights (" + short_difference(found.weights.largest()) + ")");
    if (found.topped > 0)
        what.push_back("log p of the likeliest (" + short_difference(found.log_probs.largest()) + ")");
    std::string words = " Compared: " + listed(what, " and ") + ".";
    if (found.by_top()) words += " It has no weights.";
    return words;
}

namespace {

/// "Not verified", "Differs from expected.json by .36".
std::string verdict_title(const AssistantState& a) {
    const mapping::Trial& trial = a.known->trial;
    if (!trial.examples) return trial.has_examples && !trial.trace ? "Not compared yet" : "Not verified";
    const mapping::ExampleVerdict& found = *trial.examples;
    if (!undecided_questions(a).empty()) return "Agrees with expected.json, as others do";
    if (found.agrees())
        return "Agrees with expected.json to " +
               short_difference(found.by_top() ? found.log_probs.largest() : found.weights.largest());
    if (found.roughly()) return "Agrees to " + short_difference(found.weights.largest()) + " only";
    return std::isfinite(found.weights.largest())
               ? "Differs from expected.json by " + short_difference(found.weights.largest())
               : "Does not agree with expected.json";
}

constexpr float beside_label = 18; // of the strip's button, both sides together

/// Of examples that were compared.
void verdict_icon(Ui& ui, Point at) {
    const AssistantState& a = *ui.state.assistant;
    const mapping::ExampleVerdict& found = *a.known->trial.examples;
    const bool agrees = found.agrees(), clear = agrees && undecided_questions(a).empty(),
               against = !agrees && !found.roughly();
    const Palette& c = ui.colors;
    ui.draw(icon(clear ? Icon::Check : Icon::Warning, clear ? c.t1 : against ? c.error : c.attention), at);
}

} // namespace

std::string verdict_strip_button(const Ui& ui, float width) {
    constexpr float around = AssistantCard::edge + 22 + 12 + 6;
    const AssistantState& a = *ui.state.assistant;
    const mapping::Trial& trial = a.known->trial;
    const float room = width - around - ui.text_width(verdict_title(a), Face::Semibold, 13);
    std::vector<std::string> labels;
    if (trial.examples && !a.search && !a.progress) labels = {all_answers, all_answers_short};
    if (!trial.examples && !trial.has_examples) labels = {copy_lines};
    for (const std::string& label : labels)
        if (ui.text_width(label, Face::Medium, 13) + beside_label <= room) return label;
    return "";
}

bool verdict_strip(Ui& ui, Box box) {
    const AssistantState& a = *ui.state.assistant;
    const Palette& c = ui.colors;
    const std::string label = verdict_strip_button(ui, box.w);
    const float wide = label.empty() ? 0 : ui.text_width(label, Face::Medium, 13) + beside_label;
    const Box action{box.right() - 6 - wide, box.y + 6, wide, box.h - 12};
    const Box told{box.x, box.y, (label.empty() ? box.right() : action.x - 6) - box.x, box.h};
    const Ui::Hit hit = ui.press("assistant:told", told, 8, false); // Tab comes to the card itself
    ui.frame(box, hit.hovered ? c.bg2 : c.bg1, c.line, 8);
    const float x = box.x + AssistantCard::edge, y = box.centre().y;
    if (a.known->trial.examples) {
        verdict_icon(ui, {x + 6, y});
    } else {
        Scene hatch{.width = 7, .height = 20};
        add_hatching(hatch, {0, 0, 7, 20}, 3, c.attention);
        ui.draw(hatch, {x, y - 10});
    }
    float right = told.right() - 6;
    if (a.progress) {
        const std::string done = search_count(a);
        ui.text({right - 6, y}, done, Face::Mono, 11, c.t2, Align::Right);
        right -= ui.text_width(done, Face::Mono, 11) + 12;
    }
    const std::string title = verdict_title(a), shown = ui.cut(title, Face::Semibold, 13, right - x - 22);
    ui.text({x + 22, y}, shown, Face::Semibold, 13, c.t1);
    ui.tooltip("assistant:told", told,
               shown != title ? title + ". A click shows what was compared"
                              : "A click shows what was compared");
    if (label == copy_lines)
        copy_lines_button(ui, action);
    else if (!label.empty())
        try_all_button(ui, action, label);
    return hit.clicked;
}

TriedOthers tried_others(const mapping::Search& search, std::size_t shown) {
    TriedOthers others;
    if (search.looked_at() <= shown) return others;
    others.count = search.looked_at() - std::min(shown, search.tried.size());
    for (std::size_t n = shown; n < search.tried.size(); ++n) {
        const mapping::Combination& one = search.tried[n];
        if (!one.problem.empty()) continue;
        others.least = std::min(others.least.value_or(one.difference), one.difference);
        others.most = std::max(others.most.value_or(one.difference), one.difference);
    }
    if (search.told_off > 0) others.most.reset();
    return others;
}

std::string between_words(const TriedOthers& others) {
    if (!others.least) return "";
    const std::string least = short_difference(*others.least);
    if (!others.most) return "from " + least;
    const std::string most = short_difference(*others.most);
    return least == most ? least : least + " … " + most;
}

bool cut_alike(const std::vector<std::string>& whole, const std::vector<std::string>& shown) {
    for (std::size_t n = 0; n < shown.size(); ++n)
        for (std::size_t k = 0; k < n; ++k)
            if (shown[n] == shown[k] && whole[n] != whole[k]) return true;
    return false;
}

std::string cut_at_words(const Ui& ui, const std::string& words, float size, float width) {
    return whole_words(
        words, [&](const std::string& text) { return ui.text_width(text, Face::Regular, size) <= width; });
}

float verdict_card(Ui& ui, Box column, float y, bool with_button) {
    const AssistantState& a = *ui.state.assistant;
    const Palette& c = ui.colors;
    const mapping::Trial& trial = a.known->trial;
    if (!trial.examples && trial.has_examples) {
        AssistantCard card = begin_card(ui, "assistant:verdict", column, y, false, verdict_title(a),
                                        "expected.json lies beside it");
        const bool runs = trial.trace != nullptr; // then it would have been
        card.y += ui.paragraph({card.x(), card.y, card.w(), 0},
                               runs ? "No example was found in it."
                                    : "It is compared with the model as soon as that can be run.",
                               Face::Regular, 13, 20, c.t2) +
                  4;
        return end_card(card, "assistant:verdict");
    }
    if (!trial.examples) {
        AssistantCard card = begin_card(ui, "assistant:verdict", column, y, false, verdict_title(a),
                                        "no expected.json beside it");
        Scene hatch{.width = 7, .height = 40};
        add_hatching(hatch, {0, 0, 7, 40}, 3, c.attention);
        ui.draw(hatch, {card.x(), card.y});
        card.y += std::max(40.0f, ui.paragraph({card.x() + 18, card.y, card.w() - 18, 0},
                                               "Without an example beside the files nothing says that the "
                                               "answers are right, whatever the map looks like. The model's "
                                               "own code can write one.",
                                               Face::Regular, 11, 17, c.t2)) +
                  8;
        if (with_button) {
            copy_lines_button(ui, {card.x(), card.y, 132, 28});
            card.y += verdict_button_height;
        }
        return end_card(card, "assistant:verdict");
    }
    const mapping::ExampleVerdict& found = *trial.examples;
    const auto undecided = undecided_questions(a);
    AssistantCard card =
        begin_card(ui, "assistant:verdict", column, y, false, "     " + verdict_title(a), "");
    verdict_icon(ui, {card.x() + 6, card.box.y + 28});
    std::string words = std::to_string(found.equal) + " of " + std::to_string(found.count) +
                        (found.count == 1 ? " sentence" : " sentences") + " with the same tokens.";
    if (!found.wrong.empty()) words += " First: " + found.wrong + ".";
    if (found.wrong.empty()) words += compared_words(found);
    if (found.roughly())
        words +=
            " " + io::roughly_words(found.weights.largest(), found.allowed) + ", so it verifies nothing.";
    for (const mapping::Undecided& one : undecided)
        if (const mapping::Question* question = trial.draft.find(one.question))
            words += " It does not settle “" + question->text + "”: " + option_labels(trial.draft, one) +
                     " agree, and differ on other inputs.";
    if (!undecided.empty()) words += " Opened so, the model is not verified.";
    card.y += ui.paragraph({card.x(), card.y, card.w(), 0}, words, Face::Regular, 13, 20, c.t2) + 8;
    search_button(card, with_button);
    return end_card(card, "assistant:verdict");
}

} // namespace heed
