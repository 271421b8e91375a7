// The bottom bar of Compare: what is shown, how, and how far the outputs have come.
#include "app/views/compare/bar.h"

#include "app/state/compare/compare.h"
#include "app/state/units.h"
#include "app/views/base/transport.h"
#include "app/views/base/widgets.h"
#include "app/views/views.h"

#include <algorithm>
#include <array>

namespace heed {
namespace {

constexpr float space = 16;

bool any_gold(const AppState& s) {
    return std::any_of(s.compare.panels.begin(), s.compare.panels.end(),
                       [](const PanelState& p) { return p.figure.judged.has_gold; });
}

/// The same said at length, and in the few words that a narrow window has room for.
struct Caption {
    std::string whole, brief, between{}; // between: may be empty
};

/// Free against forced, and both wrote the same.
bool gives_its_own(const AppState& s) {
    const auto& panels = s.compare.panels;
    if (panels.size() != 2 || !panels[0].figure.trace || !panels[1].figure.trace) return false;
    return panels[0].figure.trace->target_text == panels[1].figure.trace->target_text;
}

/// What is the same and what is not.
Caption what_words(const AppState& s) {
    const CompareState& c = s.compare;
    const Unit unit = shown_unit(s);
    if (!c.enlarged.empty())
        return {"One panel by itself. Esc, or a double click, brings back all.", "Esc: all panels"};
    switch (c.what) {
    case CompareWhat::Models:
        return {"The same input, two models.", "One input, two models"};
    case CompareWhat::Inputs:
        if (c.by_position)
            return {
                with_unit("Hatched: the other sentence ends before. Box: another {one} at the same position.",
                          unit),
                "Hatched: only in one"};
        return {
            with_unit("Hatched: the other sentence has no such token, so nothing is subtracted there. Box: "
                      "one {one} stands for another.",
                      unit),
            "Hatched: only in one"};
    case CompareWhat::Forced:
        if (gives_its_own(s))
            return {with_unit("The second output is given, token by token. It is what the model writes by "
                              "itself: change a {one} of it.",
                              unit),
                    with_unit("Given: its own output. Change a {one} of it", unit)};
        return {"The same model and input; the second output is given, token by token.",
                "Second output: given"};
    case CompareWhat::Functions:
    case CompareWhat::Heads:
        break;
    }
    const bool heads = c.what == CompareWhat::Heads;
    if (c.difference_a >= 0)
        return {std::string("Two of the ") + (heads ? "heads" : "functions") +
                    " and their difference. Esc, or the same cell again, brings back all panels.",
                "Esc: all panels"};
    if (heads && !any_gold(s))
        return {"One run: the weights of its heads over the source.", "One run, its heads"};
    if (!s.maps.empty()) return {"Maps of one file, computed elsewhere.", "Computed elsewhere"};
    if (c.shared)
        return {"Same encoder, same states, same output. Only the scores are new; nothing was trained for "
                "them.",
                "Only the scores differ"};
    if (any_gold(s))
        return {"Dashed box: where the reference alignment says to look, when the model's strongest weight "
                "is elsewhere.",
                "Dashed: missed link", "Dashed: the reference looks here, the model elsewhere"};
    return {"The same input for models that were trained alike, each with its own function.",
            "One input, many models"};
}

/// With what is changed in the runs first: it explains what is seen.
Caption caption_words(const AppState& s) {
    std::string changes = changes_words(s);
    if (s.compare.forced_rows && s.compare.what != CompareWhat::Forced && s.maps.empty())
        changes +=
            std::string(changes.empty() ? "" : " ") + "Every panel was made to write the right answer.";
    const Caption what = what_words(s);
    if (changes.empty()) return what;
    const double t = s.edits.temperature;
    const bool only = t != 1 && s.edits.rows.empty() && s.edits.forced.empty() && !s.edits.every_row &&
                      !s.compare.forced_rows;
    return {changes + " " + what.whole, only ? "Everywhere T = " + temperature_number(t) : changes, changes};
}

std::string key_words(const AppState& s) {
    if (s.compare.pair()) return "point to compare, click to pin     double click enlarges a map";
    const std::string what = !s.maps.empty()                        ? "map"
                             : s.compare.what == CompareWhat::Heads ? "head"
                                                                    : "function";
    return "1–9 show or hide a " + what + "     click pins, double click enlarges";
}

/// Parts of one line from the left, with their names where that fits.
struct Line {
    float y, left, right;
    std::vector<BarPart> parts{};

    float width(bool named) const {
        float w = -space;
        for (const BarPart& part : parts) w += (named ? part.named_width : part.width) + space;
        return w;
    }
    bool fits(bool named) const { return width(named) <= right - left; }
    void draw() {
        const bool named = fits(true);
        for (const BarPart& part : parts) {
            part.draw(left, y, named);
            left += (named ? part.named_width : part.width) + space;
        }
    }
};

/// Parts that stand at the right of the first line, or move down as far as they must.
void share(Line& first, Line& second, std::vector<BarPart> parts) {
    for (BarPart& part : parts) {
        first.parts.push_back(part);
        if (first.fits(false)) continue;
        first.parts.pop_back();
        second.parts.push_back(std::move(part));
    }
}

/// What is left of the second line: the caption at its left, the keys at its right.
void say_rest(Ui& ui, float y, float left, float right) {
    const Palette& c = ui.colors;
    const Caption caption = caption_words(ui.state);
    const std::string keys = key_words(ui.state);
    const auto width = [&](const std::string& text) { return ui.text_width(text, Face::Regular, 11); };
    const float keys_width = width(keys);
    if (width(caption.whole) + keys_width + 40 <= right - left) {
        ui.text({right, y}, keys, Face::Regular, 11, c.t3, Align::Right);
        right -= keys_width + 24;
    }
    if (right - left < 60) return;
    const float room = right - left;
    const bool fits = width(caption.whole) <= room;
    const bool some = !caption.between.empty() && width(caption.between) <= room;
    const std::string shown = ui.cut(fits   ? caption.whole
                                     : some ? caption.between
                                            : caption.brief,
                                     Face::Regular, 11, room);
    ui.text({left, y}, shown, Face::Regular, 11, c.t3);
    ui.tooltip("caption", {left, y - 10, std::min(width(shown), right - left), 20},
               fits ? "" : caption.whole);
}

/// The chips have the first line, or what the controls leave of it.
void functions_bar(Ui& ui, float top) {
    const AppState& s = ui.state;
    const float right = ui.width - margin;
    const bool roomy = ui.width >= 1300, models = s.maps.empty();
    const float legend = roomy ? 128.0f : 96.0f;
    std::vector<BarPart> always = {weights_part(ui)};
    if (models && s.compare.what == CompareWhat::Functions) {
        if (is_enabled(command_info("compare-shared"), s)) always.push_back(encoder_part(ui, !roomy));
        for (std::size_t n = 0; n < s.compare.panels.size(); ++n)
            if (s.compare.panels[n].figure.has_heads) {
                always.push_back(panel_head_part(ui, static_cast<int>(n), "Heads"));
                break;
            }
    }
    always.push_back(legend_part(ui, legend));
    Line controls{top + 34, 0, right, always};
    const float show = ui.text_width("Show", Face::Regular, 13) + 12;
    const bool one_line = margin + show + chips_width(ui) + 24 + controls.width(true) <= right;
    const float y1 = one_line ? top + 34 : top + 26, y2 = one_line ? top + 76 : top + 69;
    ui.text({margin, y1}, "Show", Face::Regular, 13, ui.colors.t3);
    Line below{y2, margin, right};
    if (!one_line) below.parts = always;
    if (models) {
        below.parts.insert(below.parts.begin(), temperature_part(ui, false));
        if (any_gold(s) && roomy) below.parts.insert(below.parts.begin() + 1, rows_part(ui));
    }
    below.parts.insert(below.parts.begin(), scrub_part(ui, 160));
    // What has no room there, the legend first, stands behind the chips.
    Line above{y1, 0, right};
    while (!one_line && !below.fits(false) && below.parts.size() > 2) {
        above.parts.insert(above.parts.begin(), below.parts.back());
        below.parts.pop_back();
    }
    const bool beside = !above.parts.empty();
    above.left = right - above.width(above.fits(true));
    const float chips_end = one_line ? right - controls.width(true) - 24 : beside ? above.left - 24 : right;
    chips(ui, {margin + show, y1 - 14, chips_end - margin - show, 28});
    if (beside) above.draw();
    if (one_line) {
        controls.left = right - controls.width(true);
        controls.draw();
    }
    const float words = std::min(150.0f, ui.text_width(caption_words(s).brief, Face::Regular, 11)) + 24;
    const float rest = right - margin - below.width(true) - words;
    if (rest > 0) below.parts.front() = scrub_part(ui, 160 + std::min(rest, 140.0f));
    below.left = std::max(margin, right - below.width(below.fits(true)));
    const float words_end = below.left - 20;
    below.draw();
    say_rest(ui, y2, margin, words_end);
}

void pair_bar(Ui& ui, float top) {
    const AppState& s = ui.state;
    const float right = ui.width - margin;
    Line first{top + 32, margin, right}, second{top + 72, margin, right};
    std::vector<BarPart> parts;
    switch (s.compare.what) {
    case CompareWhat::Models:
        parts = {second_model_part(ui), swap_part(ui), turn_part(ui)};
        break;
    case CompareWhat::Inputs:
        parts = {swap_part(ui), align_part(ui)};
        break;
    case CompareWhat::Forced:
        parts = {target_part(ui, ui.width >= 1300 ? 300.0f : 200.0f), swap_part(ui), turn_part(ui)};
        break;
    case CompareWhat::Functions:
    case CompareWhat::Heads:
        break;
    }
    for (std::size_t n = 0; n < s.compare.panels.size() && n < 2; ++n)
        if (s.compare.panels[n].figure.has_heads)
            parts.push_back(
                panel_head_part(ui, static_cast<int>(n), n == 0 ? "First’s heads" : "Second’s heads"));
    if (s.compare.what != CompareWhat::Forced) parts.push_back(rows_part(ui));
    parts.push_back(temperature_part(ui, ui.width >= 1500 && s.compare.what == CompareWhat::Inputs));
    parts.push_back(weights_part(ui));
    const float legend = ui.width >= 1300 ? 128.0f : 96.0f;
    first.right -= legend + space;
    share(first, second, std::move(parts));
    legend_part(ui, legend).draw(right - legend, first.y, false);
    first.draw();
    if (s.compare.what != CompareWhat::Inputs && second.parts.empty()) {
        scrub_part(ui, 260).draw(right - 260, second.y, false);
        second.right -= 280;
    }
    second.draw();
    say_rest(ui, second.y + (second.parts.empty() ? 4.0f : 0.0f), second.left, second.right);
}

} // namespace

void compare_bar(Ui& ui) {
    const AppState& s = ui.state;
    const float top = ui.height - bottom_height;
    bar_ground(ui, top);
    if (!s.model && s.maps.empty()) return;
    s.compare.pair() ? pair_bar(ui, top) : functions_bar(ui, top);
}

namespace {

constexpr float choice_width = 292, field_gap = 12, least_field = 110, usual_fields = 700;

/// The second of two inputs, where there is room beside the choice.
void second_field(Ui& ui, Box box) {
    const AppState& s = ui.state;
    FieldLook look;
    look.face = Face::Mono;
    look.left = 36;
    look.hint = "Another input";
    const std::string text = second_input(s);
    const Unit unit = shown_unit(s);
    std::string count;
    if (s.compare.panels.size() == 2 && !text.empty())
        if (const auto& trace = s.compare.panels[1].figure.trace; trace && trace->source_text == text) {
            const auto tokens = std::count_if(trace->source.begin(), trace->source.end(),
                                              [](const TraceToken& t) { return !t.framing(); });
            count = std::to_string(tokens) + " " + std::string(tokens == 1 ? unit.one : unit.many);
        }
    const bool counted = box.w >= 260 && !count.empty();
    if (counted) look.right = 24 + ui.text_width(count, Face::Regular, 11);
    text_field(ui, "field:second", box, text, look, "compare-other-input");
    input_letter(ui, box, "B");
    if (counted)
        ui.text({box.right() - 12, box.centre().y}, count, Face::Regular, 11, ui.colors.t3, Align::Right);
    ui.tooltip("field:second", box,
               s.compare.other_typed ? "" : with_unit("The first input with one {one} changed", unit));
}

} // namespace

/// Two fields take the room of one, so that the choice beside them stays where it is.
float compare_choice_width(const Ui& ui, float room) {
    if (ui.state.compare.what != CompareWhat::Inputs) return choice_width;
    const float typed = ui.text_width(ui.state.input, Face::Mono, 13) + 150; // as the one field is wide
    const float fields = std::min(std::max(usual_fields, typed), room - choice_width - field_gap);
    return room - field_gap - (fields - field_gap) / 2;
}

void compare_choice(Ui& ui, Box box) {
    if (ui.state.compare.what == CompareWhat::Inputs && box.w > choice_width + least_field) {
        const float field = std::min(ui.memory.input_box.w, box.w - choice_width - field_gap);
        second_field(ui, {box.x, box.y, field, box.h});
        box = {box.x + field + field_gap, box.y, choice_width, box.h};
    }
    static const std::vector<std::string> all = {"Functions", "Models", "Inputs", "Forced", "Heads"};
    constexpr std::array what = {"compare-functions", "compare-models", "compare-inputs", "compare-forced",
                                 "compare-heads"};
    constexpr std::array tips = {"One input under several scoring functions", "One input under two models",
                                 "Two inputs under one model",
                                 "What the model writes, and what it is made to write",
                                 "The heads of one model over its source"};
    const bool heads = can_compare_heads(ui.state) || ui.state.compare.what == CompareWhat::Heads;
    const std::vector<std::string> kinds(all.begin(), all.end() - (heads ? 0 : 1));
    const int chosen = static_cast<int>(ui.state.compare.what);
    if (const int n = segmented(ui, "compare:what", box, kinds, chosen); n >= 0 && n != chosen)
        ui.send({what[static_cast<std::size_t>(n)]});
    if (!ui.over(box)) return;
    float total = 0, x = box.x;
    for (const std::string& kind : kinds) total += ui.text_width(kind, Face::Medium, 13) + 20;
    for (std::size_t n = 0; n < kinds.size(); ++n) {
        const float w = (ui.text_width(kinds[n], Face::Medium, 13) + 20) * box.w / total;
        ui.tooltip("compare:what" + kinds[n], {x, box.y, w, box.h}, tips[n]);
        x += w;
    }
}

} // namespace heed
