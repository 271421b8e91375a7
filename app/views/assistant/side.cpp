// Right of the table: the questions, what the examples say, and where the family is saved.
#include "app/figures/base/format.h"
#include "app/figures/report/doubt.h"
#include "app/views/assistant/card.h"
#include "app/views/base/widgets.h"
#include "core/text/number_word.h"
#include "core/text/strings.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace heed {
namespace {

namespace mapping = io::mapping;

/// Where the question stands that arrows answer, among the places.
const std::string question_place = "assistant:question";

/// What the user said last, be its trial still under way.
const std::string& answer_now(const AssistantState& a, const mapping::Question& question) {
    const auto said = a.order.said.find(question.id);
    if (said != a.order.said.end())
        for (const mapping::Option& option : question.options)
            if (option.id == said->second) return said->second;
    return question.answer;
}

void answers(AssistantCard& card, int n, const mapping::Question& question) {
    Ui& ui = card.ui;
    const Palette& c = ui.colors;
    const std::string& now = answer_now(*ui.state.assistant, question);
    float x = card.x() + 26;
    const float left = x;
    for (std::size_t k = 0; k < question.options.size(); ++k) {
        const std::string label =
            ui.cut(question.options[k].label, Face::Medium, 13, card.right() - left - 24);
        const float w = ui.text_width(label, Face::Medium, 13) + 22;
        if (x + w > card.right() && x > left) {
            x = left;
            card.y += 32;
        }
        const Box box{x, card.y, w, 27};
        const std::string id = "assistant:answer" + std::to_string(n) + ":" + std::to_string(k);
        const Ui::Hit hit = ui.press(id, box, 6);
        const bool on = question.options[k].id == now;
        ui.frame(box, on ? c.bg3 : ui.control_fill(hit), on ? c.t2 : c.line2, 6);
        ui.text(box.centre(), label, Face::Medium, 13, on ? c.t1 : c.t2, Align::Centre);
        if (hit.clicked) ui.send({"assistant-answer", question.id, 0, static_cast<int>(k)});
        x += w + 6;
    }
    card.y += 38;
}

/// Another answer moves no weight to speak of, and changes how probable what is written is.
bool changes_words_alone(const AssistantKnown& known, const mapping::Question& question) {
    constexpr double least = .005; // what two decimals show
    const std::optional<double> change = question_change(known, question);
    return change && *change < least && question_written(known, question) >= least;
}

void question_row(AssistantCard& card, int n, const mapping::Question& question,
                  const std::vector<mapping::Undecided>& undecided) {
    Ui& ui = card.ui;
    const AssistantState& a = *ui.state.assistant;
    const Palette& c = ui.colors;
    const float y = card.y + 9;
    const bool chosen = a.question == n;
    ui.draw(CircleItem{.centre = {card.x() + 9, y}, .radius = 9, .fill = chosen ? c.t1 : c.bg3});
    ui.text({card.x() + 9, y}, std::to_string(n + 1), Face::Semibold, 11, chosen ? c.bg0 : c.t1,
            Align::Centre);
    const std::optional<double> change = question_change(*a.known, question);
    const float right = card.right() - 126;
    const float taken = ui.paragraph({card.x() + 26, card.y - 1, right - card.x() - 34, 0}, question.text,
                                     Face::Regular, 13, 19, c.t1);
    const Box bar{right, y - 2, 50, 4};
    ui.fill(bar, c.bg3, 2);
    const double written = question_written(*a.known, question);
    const bool writes = changes_words_alone(*a.known, question);
    if (change)
        ui.fill({bar.x, bar.y, bar.w * static_cast<float>(std::min(1.0, writes ? written : *change)), bar.h},
                writes ? c.output : c.attention, 2);
    const std::string words = writes                                    ? "P by " + cell_number(written)
                              : change && *change == 0                  ? "nothing"
                              : change && *change > 0 && *change < .005 ? "below .01"
                              : change                                  ? "up to " + cell_number(*change)
                              : question.open()                         ? "not measured"
                                                                        : "settled";
    ui.tooltip("assistant:change" + std::to_string(n), {right, y - 9, card.right() - right, 18},
               writes   ? "Another answer changes the probability P of a written token by so much"
               : change ? "Another answer moves an attention weight α by at most so much"
                        : "");
    ui.text({card.right(), y}, words, change ? Face::Mono : Face::Regular, 11, c.t2, Align::Right);
    float room = 24;
    if (!question.family.empty() && answer_now(a, question) == question.answer) {
        const std::string family = "family " + question.family;
        const float from = taken <= 19 ? card.x() + 26 : right; // below a question of one line there is room
        const Box box{from, y + 9, card.right() - from, 18};
        const std::string cut = cut_at_words(ui, family, 11, box.w);
        ui.text({box.right(), y + 17}, cut == "family …" ? ui.cut(family, Face::Regular, 11, box.w) : cut,
                Face::Regular, 11, c.t3, Align::Right);
        ui.tooltip("assistant:from" + std::to_string(n), box,
                   "The answer of the nearest " + family + ", a proposal that nothing proves");
        room = 36;
    }
    card.y += std::max(room, taken + 5);
    answers(card, n, question);
    for (const mapping::Undecided& one : undecided) {
        if (one.question != question.id) continue;
        Scene hatch{.width = 5, .height = 16};
        add_hatching(hatch, {0, 0, 5, 16}, 2, c.attention);
        ui.draw(hatch, {card.x() + 26, card.y - 7});
        card.y += ui.paragraph({card.x() + 38, card.y - 7, card.w() - 38, 0},
                               "The example agrees with " + option_labels(a.known->trial.draft, one) +
                                   ", which differ elsewhere.",
                               Face::Regular, 11, 16, c.t2) +
                  2;
    }
}

std::string count_words(std::size_t open) {
    if (open == 0) return "Nothing is left open by the shapes";
    return capitalized(number_word(open)) + (open == 1 ? " thing" : " things") + " the shapes cannot say";
}

/// What the numbers are where some are of P, in the words that stand beside the title if any do.
std::string change_note(const Ui& ui, float width, const std::string& title) {
    const std::string whole = "would change α, or P, by", brief = "changes α or P by";
    return card_note_fits(ui, width, title, brief) && !card_note_fits(ui, width, title, whole) ? brief
                                                                                               : whole;
}

float questions(Ui& ui, Box column, float y) {
    const AssistantState& a = *ui.state.assistant;
    const mapping::Draft& draft = a.known->trial.draft;
    const std::size_t open = draft.open().size();
    const auto asked = asked_questions(a);
    const bool some_write = std::any_of(asked.begin(), asked.end(), [&](const mapping::Question* question) {
        return changes_words_alone(*a.known, *question);
    });
    const std::string title = count_words(open);
    AssistantCard card = begin_card(ui, "assistant:questions", column, y, true, title,
                                    some_write ? change_note(ui, column.w, title) : "would change α by");
    const std::vector<mapping::Undecided> undecided = undecided_questions(a);
    for (int n = 0; n < static_cast<int>(asked.size()); ++n) {
        const float top = card.y;
        question_row(card, n, *asked[static_cast<std::size_t>(n)], undecided);
        // The first has the card's heading above it.
        if (const float from = n == 0 ? y : top - 8; n == a.question)
            ui.memory.places[question_place] = {card.x(), from, card.w(), card.y - from};
    }
    for (const std::string& problem : draft.problems)
        card.y += ui.paragraph({card.x(), card.y, card.w(), 0}, problem + ".", Face::Regular, 13, 20,
                               ui.colors.error) +
                  6;
    ui.fill({card.x(), card.y, card.w(), 1}, ui.colors.line);
    std::size_t more = 0, alone = 0;
    for (const mapping::Question& question : draft.questions) {
        more += !question.open() && question.options.size() > 1;
        alone += question.options.size() == 1;
    }
    const std::string words =
        std::to_string(alone) + " settled by shape, " + std::to_string(more) + " by the words";
    ui.text({card.x(), card.y + 22}, words, Face::Regular, 11, ui.colors.t3);
    if (more > 0 && button(ui, "assistant:settled", {card.right() - 96, card.y + 9, 96, 26},
                           a.all_questions ? "Hide those" : "Ask them, too", {.quiet = true}))
        ui.send({"assistant-settled"});
    card.y += 34;
    return end_card(card, "assistant:questions");
}

// ------------------------------------------------------------------------------------------------ saving
void save_caution_line(AssistantCard& card) {
    const std::string words = save_caution(*card.ui.state.assistant);
    if (words.empty()) return;
    card.ui.draw(icon(Icon::Warning, card.ui.colors.attention), {card.x() + 6, card.y + 8});
    card.y += card.ui.paragraph({card.x() + 20, card.y, card.w() - 20, 0}, words, Face::Regular, 11, 17,
                                card.ui.colors.t1) +
              8;
}

float save_card(Ui& ui, Box column, float y) {
    const AssistantState& a = *ui.state.assistant;
    const Palette& c = ui.colors;
    AssistantCard card = begin_card(ui, "assistant:save", column, y, false, "Save as a family",
                                    "every command and the window will know it");
    ui.text({card.x(), card.y + 14}, "Name", Face::Regular, 13, c.t2);
    const std::string wrong = mapping::wrong_name(a.name);
    FieldLook look{.hint = "a–z 0–9 -", .face = Face::Mono};
    if (!wrong.empty()) look.border = c.error;
    text_field(ui, "field:assistant-name", {card.x() + 64, card.y, card.w() - 64, 28}, a.name, look,
               "assistant-name");
    card.y += 40;
    const bool replaces = would_replace_family(a);
    const std::string there = family_there_words(a);
    const bool bad = !a.not_saved.empty() || !wrong.empty() || a.there.with_heed;
    const std::string below = !a.not_saved.empty() ? a.not_saved
                              : !wrong.empty()     ? wrong + "."
                              : !there.empty()     ? there + "."
                                                   : family_path(a);
    if (replaces || (bad && wrong.empty()))
        ui.draw(icon(Icon::Warning, bad ? c.error : c.t1), {card.x() + 70, card.y + 1});
    const float inset = replaces || (bad && wrong.empty()) ? 82.0f : 64.0f;
    card.y += ui.paragraph({card.x() + inset, card.y - 8, card.w() - inset, 0}, below,
                           bad || !there.empty() ? Face::Regular : Face::Mono, 11, 17,
                           bad        ? c.error
                           : replaces ? c.t1
                                      : c.t3) +
              2;
    if (a.warned && replaces)
        card.y += ui.paragraph({card.x() + inset, card.y - 8, card.w() - inset, 0},
                               "Ctrl+Enter once more, or the button, puts this one in its place.",
                               Face::Regular, 11, 17, c.t1) +
                  2;
    ui.text({card.x(), card.y + 8}, "Then", Face::Regular, 13, c.t2);
    ui.text(
        {card.x() + 64, card.y + 8},
        ui.cut("heed trace … --family " + (wrong.empty() ? a.name : "NAME"), Face::Mono, 11, card.w() - 64),
        Face::Mono, 11, c.t2);
    card.y += 28;
    save_caution_line(card);
    const bool can = why_not_saved(a).empty() && !a.saving;
    const std::string save = replaces ? "Replace and open" : "Save and open", whole = "Open without saving";
    const auto wide = [&](const std::string& words) { return ui.text_width(words, Face::Medium, 13); };
    const float room = card.w() - wide(save) - wide("Cancel") - 3 * 16 - 2 * 8; // for what is between them
    const std::string open = wide(whole) <= room ? whole : "Open unsaved";
    const auto at = save_buttons({card.x(), card.y, card.w(), 28}, {wide(save), wide(open), wide("Cancel")});
    if (button(ui, "assistant:save", at[0], save, {.primary = !replaces, .enabled = can}))
        ui.send({replaces ? "assistant-replace" : "assistant-save"});
    const std::string why = why_not_saved(a);
    ui.tooltip("assistant:save", at[0], why.empty() ? "Writes the family and opens the model with it" : why,
               replaces ? "" : "Ctrl+Enter");
    if (button(ui, "assistant:open", at[1], open, {.enabled = why_not_tried(a).empty() && !a.saving}))
        ui.send({"assistant-open"});
    ui.tooltip("assistant:open", at[1], "The model is opened as it is answered now; no family is written");
    if (button(ui, "assistant:cancel", at[2], "Cancel")) ui.send({"assistant-cancel"});
    ui.tooltip("assistant:cancel", at[2], "Back to the model before; what was answered is kept", "Esc");
    card.y += 34;
    return end_card(card, "assistant:save");
}

/// What a search is doing, and what it found: the card that says it comes to the eye once.
float told_by_search(const AssistantState& a) {
    return a.search ? 2 + static_cast<float>(a.search->tried.size()) : a.progress ? 1 : 0;
}

void bring_verdict(Ui& ui, float top, float bottom, Box column, float& scroll) {
    float& seen = ui.memory.scroll["assistant:side:told:" + ui.state.assistant->order.file];
    const float now = told_by_search(*ui.state.assistant);
    if (now == seen) return;
    seen = now;
    if (now == 0) return;
    scroll = scrolled_into(column, scroll, top, bottom);
    ui.memory.animating = true; // drawn where it is now in the next frame
}

/// The question that a key has come to is in sight.
void follow_question(Ui& ui, Box list, float& scroll) {
    const AssistantState& a = *ui.state.assistant;
    float& seen = ui.memory.scroll["assistant:side:question:" + a.order.file];
    const auto place = ui.memory.places.find(question_place);
    if (static_cast<float>(a.question) == seen || place == ui.memory.places.end()) return;
    seen = static_cast<float>(a.question);
    scroll = scrolled_into(list, scroll, place->second.y, place->second.bottom());
    ui.memory.animating = true;
}

} // namespace

void assistant_side(Ui& ui, Box column) {
    const AssistantState& a = *ui.state.assistant;
    if (!a.known) {
        if (button(ui, "assistant:cancel", {column.x, column.y, 84, 28}, "Cancel"))
            ui.send({"assistant-cancel"});
        return;
    }
    // Where the family is saved, and whether it is verified, stay in sight; the rest scrolls above them.
    const auto height = [&](const char* card) {
        return ui.memory.scroll["card:assistant:" + std::string(card)];
    };
    float& moved = ui.memory.scroll["assistant:moved"]; // of the verdict's card into the strip
    const AssistantColumn at =
        assistant_column(column, height("questions"), height("verdict") + moved, height("save"));
    const Box room = at.list;
    float& content = ui.memory.scroll["assistant:side:height"];
    float& scroll = scrolled(ui, "assistant:side:" + a.order.file, room, content);
    ui.clip({room.x - 6, room.y - 2, room.w + 16, room.h + 4});
    float y = questions(ui, column, room.y - scroll);
    const float top = y;
    const bool in_strip = at.strip && !verdict_strip_button(ui, at.strip->w).empty();
    moved = in_strip ? verdict_button_height : 0; // as high as with it: else the strip would come and go
    y = verdict_card(ui, column, y, !in_strip);
    follow_question(ui, room, scroll);
    bring_verdict(ui, top, y - 12, room, scroll);
    if (!at.save) y = save_card(ui, column, y);
    content = y - 12 + scroll - room.y;
    scroll_bar(ui, "assistant:side:scroll", {room.right() + 2, room.y, 8, room.h}, content, scroll);
    ui.end_clip();
    if (at.strip && verdict_strip(ui, *at.strip)) {
        scroll = std::clamp(scroll + top - room.y, 0.0f, std::max(0.0f, content - room.h));
        ui.memory.animating = true;
    }
    if (at.save) save_card(ui, column, at.save->y);
}

} // namespace heed
