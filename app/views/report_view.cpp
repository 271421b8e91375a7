// The load report in place of the workspace: what is in the files, what part each tensor plays, and what is
// asked.
#include "app/figures/report/doubt.h"
#include "app/figures/report/load_report.h"
#include "app/views/report_cards.h"
#include "app/views/standing.h"
#include "app/views/views.h"

#include <algorithm>
#include <cmath>

namespace heed {
namespace {

// ---------------------------------------------------------------------------------------------- the question

bool is_found(const io::ReportVocabulary& words) {
    return words.tokens > 0 && words.tokens == words.expected && words.problem.empty();
}

/// What a side's field shows: what was typed, else the file that was found.
std::string field_value(const std::string& typed, const io::ReportVocabulary& words) {
    if (!typed.empty()) return typed;
    return words.inside ? "" : words.file;
}

void side_status(ReportCard& card, float x, const io::ReportVocabulary& words, bool changed) {
    Ui& ui = card.ui;
    const Palette& c = ui.colors;
    const float y = card.y;
    if (changed) {
        ui.text({x, y}, "Enter looks at it", Face::Regular, 11, c.t3);
    } else if (words.inside) {
        ui.text({x, y}, std::to_string(words.tokens) + " tokens, inside the checkpoint", Face::Regular, 11,
                c.t2);
    } else if (is_found(words)) {
        ui.draw(icon(Icon::Check, c.t1), {x + 6, y});
        ui.text({x + 20, y}, std::to_string(words.tokens) + " tokens", Face::Regular, 11, c.t2);
    } else if (!words.problem.empty()) {
        ui.draw(icon(Icon::Warning, c.error), {x + 6, y});
        const std::string found = words.tokens > 0 ? std::to_string(words.tokens) + " tokens, needs " +
                                                         std::to_string(words.expected)
                                                   : "cannot be used";
        ui.text({x + 20, y}, found, Face::Regular, 11, c.t1);
    } else {
        ui.text({x, y}, "none beside the model", Face::Regular, 11, c.t3);
    }
}

void side(ReportCard& card, int n, const std::string& label, const std::string& typed,
          const std::string& checked, const io::ReportVocabulary& words) {
    Ui& ui = card.ui;
    const Palette& c = ui.colors;
    const std::string id = "words" + std::to_string(n);
    const bool stacked = card.w() < 400; // the label above its field
    const float left = card.x() + (stacked ? 0.0f : 140.0f), button_width = 82;
    const std::string expected = std::to_string(words.expected) + " tokens expected";
    ui.text({card.x(), card.y + (stacked ? 10.0f : 14.0f)}, label, Face::Semibold, 13, c.t1);
    if (stacked)
        ui.text({card.box.right() - report_edge, card.y + 10}, expected, Face::Regular, 11, c.t3,
                Align::Right);
    else
        ui.text({card.x(), card.y + 32}, expected, Face::Regular, 11, c.t3);
    if (stacked) card.y += 24;
    const Box field{left, card.y, card.box.right() - report_edge - button_width - 8 - left, 28};
    const bool changed = typed != checked;
    FieldLook look{.hint = "A file of tokens", .face = Face::Mono, .exact_spaces = true};
    if (!changed && !words.problem.empty()) look.border = c.error;
    const FieldResult result = text_field(ui, "field:" + id, field, field_value(typed, words), look);
    if (result.changed) ui.send({"words-file", result.text, 0, n});
    if (result.entered) ui.send({"words-check"});
    if (button(ui, id + ":choose", {field.right() + 8, card.y, button_width, 28}, "Choose…"))
        ui.send({"words-choose", "", 0, n});
    card.y += 39;
    side_status(card, left, words, changed);
    card.y += 23;
}

float question(Ui& ui, float x, float y, float w) {
    const AppState& s = ui.state;
    const Palette& c = ui.colors;
    const io::LoadReport& report = *s.report.pending;
    ReportCard card = begin_card(ui, "question", x, y, w, true, "Which words do the numbers stand for?");
    const bool one = report.source.shared;
    if (ui.memory.asked_words != s.report.pending) { // the keyboard goes to what is still missing or wrong
        ui.memory.asked_words = s.report.pending;
        if (s.dialog == Dialog::None)
            ui.memory.wanted_field = is_found(report.source) && !one ? "field:words1" : "field:words0";
    }
    card.y += ui.paragraph({card.x(), card.y, card.w(), 0},
                           one ? "This checkpoint holds numbers only. Give the list that was saved with it, "
                                 "one token for each id."
                               : "This checkpoint holds numbers only. Give the two lists that were saved "
                                 "with it, one token for each id.",
                           Face::Regular, 13, 20, c.t2) +
              14;
    const OpenAnswers &typed = s.report.answers, &checked = s.report.checked;
    side(card, 0, one ? "Words" : "Source", typed.source_words, checked.source_words, report.source);
    if (!one) side(card, 1, "Target", typed.target_words, checked.target_words, report.target);
    card.y += 4;
    for (const std::string& problem :
         {s.report.problem, report.source.problem, one ? std::string() : report.target.problem})
        if (!problem.empty())
            card.y += ui.paragraph({card.x(), card.y, card.w(), 0}, problem, Face::Regular, 11, 17, c.t2) + 4;
    card.y += 6;
    const bool source = !typed.source_words.empty() || is_found(report.source),
               target = one || !typed.target_words.empty() || is_found(report.target);
    const bool wrong = typed == checked && (!report.source.problem.empty() || !report.target.problem.empty());
    if (button(ui, "words:open", {card.x(), card.y, 92, 28}, "Open", {.enabled = source && target && !wrong}))
        ui.send({"words-check"});
    if (button(ui, "words:numbers", {card.x() + 100, card.y, 172, 28}, "Show numbers instead"))
        ui.send({"words-numbers"});
    if (card.w() > 380)
        ui.text({card.box.right() - report_edge, card.y + 14}, "tokens print as ‹17›", Face::Regular, 11,
                c.t3, Align::Right);
    card.y += 28 + 6;
    return end_card(card, "question");
}

/// What waits lacks more than words.
float refusal(Ui& ui, float x, float y, float w) {
    const Palette& c = ui.colors;
    ReportCard card = begin_card(ui, "refusal", x, y, w, true, "This model is not opened");
    ui.draw(icon(Icon::Warning, c.error), {card.x() + 6, card.y + 10});
    card.y += ui.paragraph({card.x() + 24, card.y, card.w() - 24, 0}, ui.state.report.refused, Face::Regular,
                           13, 20, c.t1) +
              12;
    if (button(ui, "refusal:other", {card.x(), card.y, 166, 28}, "Choose another file", {.icon = Icon::File}))
        ui.send({"open"});
    card.y += 34;
    return end_card(card, "refusal");
}

bool action(ReportCard& card, const std::string& id, const std::string& label, const std::string& key,
            bool enabled) {
    Ui& ui = card.ui;
    const Palette& c = ui.colors;
    const Box box{card.x(), card.y, card.w(), 28};
    const Ui::Hit hit = ui.press(id, box, 6, true, enabled);
    ui.fill(box, enabled ? ui.control_fill(hit) : fade(c.bg2, 0.6f), 6);
    ui.text({box.x + 12, box.centre().y}, label, Face::Medium, 13, enabled ? c.t1 : c.t3);
    ui.text({box.right() - 12, box.centre().y}, key, Face::Mono, 11, c.t3, Align::Right);
    card.y += 36;
    return hit.clicked;
}

float then(Ui& ui, float x, float y, float w) {
    const AppState& s = ui.state;
    const bool ready = !s.report.waiting() && s.model;
    ReportCard card = begin_card(ui, "then", x, y, w, false, "Then");
    if (action(card, "then:step", "Step through a sentence", "Enter", ready)) ui.send({"report-close"});
    if (action(card, "then:save", "Convert to Heed's own format", key_label("Ctrl+S"), ready))
        ui.send({"save-model"});
    if (s.report.on_screen() && !s.report.on_screen()->family.empty() &&
        action(card, "then:map", "Map its tensors by hand", "", true))
        ui.send({"assistant-model"});
    if (action(card, "then:copy", "Copy this report", "", true)) ui.send({"report-copy"});
    card.y -= 2;
    return end_card(card, "then");
}

// ---------------------------------------------------------------------------------------------- the table

void table(Ui& ui, Box box, const io::LoadReport& report) {
    const AppState& s = ui.state;
    const Palette& c = ui.colors;
    ui.frame(box, c.bg1, c.line, 8);
    const std::string title = ui.cut(report.file, Face::Semibold, 15, box.w * 0.5f);
    const Standing standing = s.report.waiting() ? Standing::Unsaid : standing_of(s);
    const float left = box.x + report_edge + (standing == Standing::Unsaid ? 0.0f : 22.0f);
    standing_sign(ui, standing, {box.x + report_edge + 6, box.y + 29});
    ui.text({left, box.y + 29}, title, Face::Semibold, 15, c.t1);
    float after = left + ui.text_width(title, Face::Semibold, 15) + 10;
    const bool told_below = !report.doubt().empty(); // by the band
    if (const std::string word = standing_word(standing); !word.empty() && !told_below) {
        ui.text({after, box.y + 30}, word, Face::Medium, 13, c.t1);
        after += ui.text_width(word, Face::Medium, 13) + 10;
    }
    after += 4;
    ui.text({after, box.y + 30},
            ui.cut(report.container + ", " + file_size(report.bytes) +
                       ". Every tensor in the file, by its part in the model.",
                   Face::Regular, 13,
                   box.right() - report_edge - after - (s.report.waiting() && !s.model ? 0 : 32)),
            Face::Regular, 13, c.t2);
    if (!s.report.waiting() || s.model || !s.maps.empty())
        if (icon_button(ui, "report:close", {box.right() - 40, box.y + 15, 28, 28}, Icon::Close, "Close",
                        "Esc"))
            ui.send({"report-close"});
    const FigureStyle style = figure_style(ui);
    const std::shared_ptr<const void> kept = s.report.pending ? s.report.pending : s.report.current;
    const std::string doubt = s.report.waiting() ? "" : report.doubt();
    float said = 0;
    if (!doubt.empty()) {
        const Box at{box.x + report_edge - 8, box.y + 50, box.w - 2 * report_edge + 16, 0};
        const Scene& card = cached_scene(ui, "report:doubt", std::tuple(at.w, doubt), kept,
                                         [&] { return doubt_card(doubt, at.w, style); });
        ui.draw(card, {at.x, at.y});
        ui.tooltip("report:doubt", {at.x, at.y, at.w, card.height}, doubt + ".");
        said = card.height + 10;
    }
    ui.draw(cached_scene(ui, "report:head", box.w, kept, [&] { return load_report_head(box.w, style); }),
            {box.x, box.y + 52 + said});
    const Box list{box.x, box.y + 78 + said, box.w, box.h - 78 - said - 38};
    const Scene& rows = cached_scene(ui, "report:rows", std::tuple(box.w, s.report.hover), kept,
                                     [&] { return load_report_rows(report, box.w, s.report.hover, style); });
    float& scroll = scrolled(ui, "report:" + report.file, list, rows.height, 58);
    if (ui.pressed("PageDown")) scroll += list.h - 29;
    if (ui.pressed("PageUp")) scroll -= list.h - 29;
    scroll = std::clamp(scroll, 0.0f, std::max(0.0f, rows.height - list.h));
    ui.clip(list);
    ui.draw(rows, {list.x, list.y - scroll});
    int hovered = -1;
    if (ui.over(list)) {
        if (const Pick* pick = rows.hit({ui.mouse().x - list.x, ui.mouse().y - list.y + scroll})) {
            hovered = pick->id.k;
            ui.tooltip("report:row" + std::to_string(hovered),
                       {list.x + pick->box.x, list.y + pick->box.y - scroll, pick->box.w, pick->box.h},
                       pick->tooltip);
        }
    }
    scroll_bar(ui, "report:scroll", {box.right() - 10, list.y, 8, list.h}, rows.height, scroll);
    ui.end_clip();
    if (hovered != s.report.hover) ui.send({"report-hover", "", 0, hovered});
    const float y = box.bottom() - 19;
    const std::string hint = box.w > 760 ? "heed check prints this table" : "";
    ui.text({box.right() - report_edge, y}, hint, Face::Regular, 11, c.t3, Align::Right);
    ui.text({box.x + report_edge, y},
            ui.cut(report.summary, Face::Regular, 11,
                   box.w - 2 * report_edge - ui.text_width(hint, Face::Regular, 11) - 16),
            Face::Regular, 11, c.t3);
}

} // namespace

void report_view(Ui& ui, Box room) {
    const AppState& s = ui.state;
    const io::LoadReport* report = s.report.on_screen();
    ui.fill(room, ui.colors.bg0);
    if (!report) return;
    const float right = std::clamp(std::round(ui.width * 0.315f), 336.0f, 504.0f);
    const Box box{room.x + margin, room.y + margin, room.w - 2 * margin - right - margin,
                  room.h - 2 * margin};
    table(ui, box, *report);

    const Box column{box.right() + margin, room.y + margin, right, room.h - 2 * margin};
    float& content = ui.memory.scroll["report:cards:height"];
    float& scroll = scrolled(ui, "report:cards", column, content);
    ui.clip({column.x - 6, column.y - 2, column.w + 16, column.h + 4});
    float y = column.y - scroll;
    if (!s.report.refused.empty())
        y = refusal(ui, column.x, y, right);
    else if (s.report.waiting())
        y = question(ui, column.x, y, right);
    y = report_in_doubt(ui, *report, column.x, y, right);
    y = report_what_it_is(ui, *report, column.x, y, right);
    y = report_own_case(ui, *report, column.x, y, right);
    y = report_samples(ui, *report, column.x, y, right);
    y = report_notes(ui, *report, column.x, y, right);
    y = then(ui, column.x, y, right);
    content = y - 12 + scroll - column.y;
    scroll_bar(ui, "report:cards:scroll", {column.right() + 2, column.y, 8, column.h}, content, scroll);
    ui.end_clip();
}

} // namespace heed
