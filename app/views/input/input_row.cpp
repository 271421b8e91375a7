// Model picker, input line with its output, examples, score.
#include "app/views/views.h"

#include "app/figures/tokens.h"
#include "app/state/compare/compare.h"
#include "app/state/jobs/runs.h"
#include "app/state/open/opening.h"
#include "app/state/open/standing.h"
#include "app/state/picker/picker.h"
#include "app/state/step/layers/layers.h"
#include "app/state/step/layers/words.h"
#include "app/state/step/told.h"
#include "app/state/units.h"
#include "app/views/base/widgets.h"
#include "app/views/input/beside.h"
#include "app/views/standing.h"
#include "app/views/workspaces.h"
#include "core/trace/words/words.h"

#include <algorithm>
#include <array>

namespace heed {
namespace {

constexpr float middle = top_bar_height + 26, control_top = top_bar_height + 12;

/// Of the input that was read; of one that was not it is not known how it falls into pieces.
std::string count_pieces(const AppState& s) {
    if (!s.trace || s.trace->source_text != s.input) return {};
    const auto& read = s.trace->source;
    if (shows_words(s)) {
        const auto words = words_of(*s.trace).source;
        const auto count =
            std::count_if(words.begin(), words.end(), [](const Word& w) { return !w.framing; });
        return counted(static_cast<int>(count), "word");
    }
    const auto count =
        std::count_if(read.begin(), read.end(), [](const TraceToken& t) { return !t.framing(); });
    return counted(static_cast<int>(count), "piece");
}

constexpr float words_switch_width = 118;

/// Words | Pieces, at the right end of the row.
void words_switch(Ui& ui, Box box) {
    static const std::array<std::string, 2> names = {"Words", "Pieces"};
    const int now = shows_words(ui.state) ? 0 : 1;
    if (const int n = segmented(ui, "words", box, names, now); n >= 0 && n != now) ui.send({"words"});
    ui.tooltip("words", box,
               "Words: the weights on a word's pieces are summed, those of its own pieces averaged", "V");
}

std::string count_words(const Ui& ui) {
    const AppState& s = ui.state;
    const Unit unit = read_unit(s);
    if (s.input.empty() || !s.model) return {};
    if (s.pieces && !s.too_long) return count_pieces(s);
    if (s.too_long)
        return std::to_string(s.tokens) + " of " + std::to_string(s.longest_input - 1) + " " +
               std::string(unit.many);
    return std::to_string(s.tokens) + " " + std::string(s.tokens == 1 ? unit.one : unit.many);
}

/// A zigzag beneath each token that the vocabulary lacks, and a tooltip there.
void underline_unknown(Ui& ui, Box box, const FieldLook& look, const FieldResult& field) {
    const AppState& s = ui.state;
    if (!s.trace || s.trace->source_text != s.input) return;
    ui.clip({box.x + look.left, box.y, box.w - look.left - look.right, box.h});
    const TextPlaces places = ui.places(s.input, look.face, look.size);
    for (const TraceToken& token : s.trace->source) {
        if (!token.unknown || token.end > s.input.size() || token.begin >= token.end) continue;
        const auto spans = places.spans(token.begin, token.end);
        if (spans.empty()) continue; // a part of a character
        const float begin = box.x + look.left - field.scroll + spans.front().first;
        if (begin > box.right()) continue;
        const float w = std::max(6.0f, spans.front().second - spans.front().first);
        std::vector<Point> zigzag;
        for (float x = 0; x <= w; x += 2)
            zigzag.push_back({begin + x, box.centre().y + 9 + (static_cast<int>(x / 2) % 2 ? 1.2f : -1.2f)});
        ui.draw(LineItem{.points = zigzag, .color = ui.colors.t1, .width = 1});
        const std::string word = s.input.substr(token.begin, token.end - token.begin);
        if (s.facts.character_level)
            ui.tooltip("unknown" + std::to_string(token.begin), {begin, box.y, w, box.h},
                       "“" + word + "” is not in this model's vocabulary. It is read as ‹unknown›.");
    }
    ui.end_clip();
}

/// "6 shown" in Compare, else the model's own function.
std::string score_label(const AppState& s) {
    if (!s.model) return {};
    if (const auto own = chooser_of(s).choice) return own(s);
    const std::vector<CompareMember> members = compare_members(s);
    if (shows_several(s)) {
        const std::vector<bool> shown = shown_members(s, members);
        return std::to_string(std::count(shown.begin(), shown.end(), true)) + " shown";
    }
    const CompareMember* current = current_member(s, members);
    return current ? current->title : s.facts.function();
}

/// Nothing can be typed while the model's words are missing.
void words_first(Ui& ui, Box box) {
    ui.frame(box, ui.colors.bg0, ui.colors.line, 6);
    ui.text(
        {box.x + 12, middle},
        ui.cut(ui.state.report.refused.empty() ? "Choose the vocabularies first" : "This model is not opened",
               Face::Regular, 13, box.w - 24),
        Face::Regular, 13, ui.colors.t3);
}

/// Of weights computed elsewhere both texts are given; nothing is run.
void given_texts(Ui& ui, Box box) {
    const AppState& s = ui.state;
    const Palette& c = ui.colors;
    if (s.maps.size() > 1) {
        const Box maps{box.right() - 190, box.y, 190, box.h};
        const std::string count = std::to_string(s.map + 1) + " of " + std::to_string(s.maps.size());
        if (menu_button(ui, "maps", maps, map_title(s, s.map), count, true))
            ui.send({"menu", "", 0, static_cast<int>(Menu::Maps)});
        box.w -= maps.w + 12;
    }
    const std::string source = s.trace->source_text, written = written_text(*s.trace);
    const float all = box.w - 40;
    const float wanted = ui.text_width(source, Face::Mono, 13) + 24;
    const float w = std::min(wanted, std::max(all * 0.5f, all - ui.text_width(written, Face::Mono, 13)));
    ui.frame({box.x, box.y, w, box.h}, ui.colors.bg1, ui.colors.line, 6);
    ui.text({box.x + 12, middle}, ui.cut(source, Face::Mono, 13, w - 24), Face::Mono, 13, c.t2);
    ui.tooltip("given", {box.x, box.y, w, box.h},
               "The weights were computed elsewhere: there is no model to run another text");
    ui.draw(icon(Icon::Arrow, c.t2), {box.x + w + 20, middle});
    ui.text({box.x + w + 40, middle}, ui.cut(written, Face::Mono, 13, all - w), Face::Mono, 13, c.output);
}

} // namespace

void input_letter(Ui& ui, Box box, const std::string& letter) {
    ui.fill({box.x + 6, box.centre().y - 9, 22, 18}, ui.colors.bg3, 4);
    ui.text({box.x + 17, box.centre().y}, letter, Face::Semibold, 11, ui.colors.t1, Align::Centre);
}

namespace {

/// The name of the model, and how well it is understood or what it is made of: the list of models drops down.
void model_button(Ui& ui, Box& picker, bool waiting) {
    const AppState& s = ui.state;
    const std::string own = own_name(s);
    const std::string title = waiting                 ? s.report.pending->file
                              : !s.maps.empty()       ? last_part(s.model_name)
                              : !s.model              ? "No model"
                              : !own.empty()          ? own
                              : s.facts.title.empty() ? s.facts.name
                                                      : s.facts.title;
    const Standing standing = standing_of(s);
    const float sign = standing == Standing::Unsaid ? 0 : 22;
    const auto wide = [&](const std::string& beside) {
        return ui.text_width(title, Face::Semibold, 13) + ui.text_width(beside, Face::Regular, 13) + 42 +
               sign;
    };
    const auto fits = [&](const std::string& beside) { return wide(beside) <= picker.w; };
    std::string detail = waiting ? "" : s.model ? model_detail(*s.model) : !s.maps.empty() ? "weights" : "";
    if (!own.empty() && s.model && !waiting && !s.facts.task.empty())
        detail = s.facts.title + ", " + s.facts.function();
    if (standing != Standing::Unsaid) detail = standing_word(standing);
    const std::string unattended = ", no attention";
    if (!fits(detail) && detail.ends_with(unattended))
        detail.replace(detail.size() - unattended.size(), unattended.size(),
                       ", none"); // as the score is named beside it
    if (!fits(detail)) detail = detail.substr(0, detail.find(','));
    if (ui.width >= 1600) // what kind of model it is has room there
        picker.w = std::clamp(wide(detail) + 2, picker.w, 288.0f);
    if (!fits(detail)) detail.clear();
    if (menu_button(ui, "model", picker, title, detail, true, sign))
        ui.send({"menu", "", 0, static_cast<int>(Menu::Models)});
    standing_sign(ui, standing, {picker.x + 19, picker.centre().y});
    if (s.menu == Menu::None && !s.picker.open) ui.tooltip("model", picker, standing_sentence(s));
}

} // namespace

void input_row(Ui& ui) {
    const AppState& s = ui.state;
    const Palette& c = ui.colors;
    ui.fill({0, top_bar_height, ui.width, input_row_height}, c.bg1);
    ui.fill({0, top_bar_height + input_row_height - 1, ui.width, 1}, c.line);

    const bool waiting = s.report.shown && s.report.waiting();
    const bool signed_too = standing_of(s) != Standing::Unsaid && ui.width >= 1200; // a word beside the name
    Box picker{16, control_top, signed_too ? 272.0f : 216.0f, 28};
    model_button(ui, picker, waiting);
    if (waiting)
        return words_first(ui, {picker.right() + 12, control_top, ui.width - picker.right() - 28, 28});
    if (!s.maps.empty())
        return given_texts(ui, {picker.right() + 12, control_top, ui.width - picker.right() - 28, 28});
    const bool folded = ui.width < 1000, chosen_from = !shows_layers(s) || can_be_told(s);
    const bool in_words_too = has_words_switch(s) && !folded;
    const float choice = (chosen_from ? 148 + 12 : 0) + (in_words_too ? words_switch_width + 12 : 0);
    const float right = ui.width - 16 - (folded ? 36.0f : 117.0f + 12 + choice);
    const float left = picker.right() + 12, all = right - left;
    const float walk = input_walk_width(ui);
    const std::string note = input_note(ui);
    const float noted = input_note_width(ui, note, true),
                counted = ui.text_width(count_words(ui), Face::Regular, 11);
    const float typed = ui.text_width(s.input, Face::Mono, 13) + 70 + counted + noted + walk;
    const WorkspaceView& view = view_of(s);
    // The output gets what it needs, up to half, or to what the input's text leaves; the input 520 of the
    // rest, or more where its text is longer.
    const float most_out = std::max(all * 0.5f, all - std::max(view.least_input, typed));
    const float beside = view.beside_now ? view.beside_now(ui, all) : view.beside;
    const float out = view.beside_input ? beside + 12 : std::min(output_width(ui), most_out);
    const float w =
        std::max(std::min(view.least_input, all), std::min(std::max(view.usual_input, typed), all - out));
    const Box box{left, control_top, w, 28};

    const std::string count = w - walk > 240 ? count_words(ui) : "";
    const float count_width = count.empty() ? 0 : ui.text_width(count, Face::Regular, 11);
    // A note in words is for a field that shows its text beside it.
    const bool in_words = w - count_width > 400 && w - count_width - noted - walk > 240;
    FieldLook look{.hint = s.model ? std::string(task_words(s.facts.task, s.facts.character_level).hint) : "",
                   .face = Face::Mono,
                   .right = 14 + (count.empty() && note.empty() ? 0 : count_width + 10) +
                            input_note_width(ui, note, in_words) + walk};
    const std::string letter(view.letter ? view.letter(s) : "");
    if (!letter.empty()) look.left = 36;
    const bool wrong = s.too_long || (!s.input_problem.empty() && !s.input.empty() && !stopped_reading(s));
    if (wrong) look.border = c.error;
    const FieldResult field = text_field(ui, "field:input", box, s.input, look, "type");
    if (!letter.empty()) input_letter(ui, box, letter);
    ui.text({box.right() - 12, middle}, count, Face::Regular, 11, wrong ? c.error : c.t3, Align::Right);
    draw_input_note(ui, {box.right() - 12 - count_width - 14, middle}, note, in_words);
    underline_unknown(ui, box, look, field);
    if (walk > 0) input_walk(ui, {box.right() - look.right, box.y, walk, box.h});
    if (!field.pasted.empty()) ui.send({"offer-inputs", field.pasted});
    ui.memory.input_box = box;
    ui.memory.input_scroll = field.scroll;
    const int caret = field.active ? field.caret : -1;
    const bool in_help = ui.memory.shield.contains(ui.mouse()); // a click there is for the list
    if ((caret != s.caret || field.changed) && !(caret < 0 && in_help))
        ui.send({"caret", field.changed ? "typed" : "", 0, caret});
    if (view.beside_input)
        view.beside_input(ui,
                          {box.right() + 12, control_top, std::min(beside, right - box.right() - 12), 28});
    else
        output_preview(ui, {box.right() + 12, control_top, right - box.right() - 20, 28});

    const float x = ui.width - 16;
    if (folded) {
        if (icon_button(ui, "more", {x - 28, control_top, 28, 28}, Icon::More, "Examples and score", {}, true,
                        true))
            ui.send({"menu", "", 0, static_cast<int>(Menu::More)});
        return;
    }
    if (in_words_too) words_switch(ui, {x - words_switch_width, control_top, words_switch_width, 28});
    if (menu_button(ui, "examples", {x - choice - 117, control_top, 117, 28}, "Examples", "", true))
        ui.send({"menu", "", 0, static_cast<int>(Menu::Examples)});
    if (chosen_from && menu_button(ui, "score", {x + 12 - choice, control_top, 148, 28}, score_label(s),
                                   choice_word(s), false))
        ui.send({"menu", "", 0, static_cast<int>(Menu::Score)});
}

} // namespace heed
