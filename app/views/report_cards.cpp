// What is known of a model, on the right of the load report.
#include "app/views/report_cards.h"

#include "app/figures/report/doubt.h"
#include "app/figures/report/load_report.h"
#include "app/views/standing.h"

#include <algorithm>

namespace heed {
ReportCard begin_card(Ui& ui, const std::string& id, float x, float y, float w, bool strong,
                      const std::string& title, const std::string& note) {
    const Palette& c = ui.colors;
    const Box box{x, y, w, std::max(60.0f, ui.memory.scroll["card:" + id])};
    ui.frame(box, c.bg1, strong ? c.t1 : c.line, 8);
    const float room = note.empty() ? w - 2 * report_edge
                                    : w - 2 * report_edge - ui.text_width(note, Face::Regular, 11) - 12;
    ui.text({x + report_edge, y + 28}, ui.cut(title, Face::Semibold, strong ? 15 : 13, room), Face::Semibold,
            strong ? 15 : 13, c.t1);
    ui.text({box.right() - report_edge, y + 28}, note, Face::Regular, 11, c.t3, Align::Right);
    return {ui, box, y + 46};
}

float end_card(ReportCard& card, const std::string& id) {
    const float height = card.y + 12 - card.box.y;
    float& kept = card.ui.memory.scroll["card:" + id];
    if (kept != height) {
        kept = height;
        card.ui.memory.animating = true; // once more, with the right frame
    }
    return card.box.y + height + 12;
}

float report_what_it_is(Ui& ui, const io::LoadReport& report, float x, float y, float w) {
    const Palette& c = ui.colors;
    ReportCard card = begin_card(ui, "what", x, y, w, false, "What it is");
    const auto fact = [&](const std::string& name, const std::string& value) {
        const float left = card.x() + 90, room = card.box.right() - report_edge - left;
        ui.text({card.x(), card.y + 10}, ui.cut(name, Face::Regular, 11, 84), Face::Regular, 11, c.t3);
        card.y += ui.paragraph({left, card.y, room, 0}, value, Face::Regular, 13, 20, c.t1) + 4;
    };
    if (!report.family.empty()) fact("family", report.family);
    for (const auto& [name, value] : report.facts)
        if (name != "family") fact(name, value);
    return end_card(card, "what");
}

float report_in_doubt(Ui& ui, const io::LoadReport& report, float x, float y, float w) {
    if (report.closest.empty() || report.unread() == 0) return y;
    const Palette& c = ui.colors;
    const bool red = report.own_case && report.own_case->disagrees();
    ReportCard card =
        begin_card(ui, "doubt", x, y, w, false, red ? "It opens, but not rightly" : "It opens, but in doubt");
    Scene hatch{.width = w, .height = 6};
    add_hatching(hatch, {0, 0, w - 4, 6}, 3, red ? c.error : c.attention);
    ui.draw(hatch, {x + 2, y + 1});
    ui.text({card.x(), card.y + 6}, "The closest families, and what fits in each", Face::Regular, 13, c.t2);
    card.y += 24;
    for (std::size_t n = 0; n < report.closest.size(); ++n) {
        const io::ReportFit& fit = report.closest[n];
        const Box box{card.x() - 8, card.y, card.w() + 16, 40};
        if (fit.title == report.family) ui.fill(box, c.bg3, 6);
        const std::string count = std::to_string(fit.taken) + " of " + std::to_string(fit.tensors) +
                                  (fit.missing                  ? ", parts missing"
                                   : fit.title == report.family ? ", the rest unread"
                                                                : "");
        const float room = card.w() - ui.text_width(count, Face::Regular, 11) - 12;
        ui.text({card.x(), card.y + 14}, ui.cut(fit.title, Face::Regular, 13, room), Face::Regular, 13,
                n == 0 ? c.t1 : c.t2);
        ui.text({card.box.right() - report_edge, card.y + 14}, count, Face::Regular, 11, c.t3, Align::Right);
        const Box bar{card.x(), card.y + 28, card.w(), 4};
        ui.fill(bar, c.bg3, 2);
        const double share =
            static_cast<double>(fit.taken) / static_cast<double>(std::max<std::size_t>(1, fit.tensors));
        ui.fill({bar.x, bar.y, bar.w * static_cast<float>(share), bar.h}, n == 0 ? c.t1 : c.t3, 2);
        card.y += 44;
    }
    card.y +=
        ui.paragraph({card.x(), card.y, card.w(), 0}, which_is_right(report), Face::Regular, 13, 20, c.t2) +
        10;
    if (button(ui, "doubt:map", {card.x(), card.y, 148, 28}, "Map part by part", {.primary = true}))
        ui.send({"assistant-model"});
    card.y += 34;
    return end_card(card, "doubt");
}

namespace {

/// Whether its weights were compared with something.
bool compares_weights(const io::ReportCase& own) {
    return std::none_of(own.lines.begin(), own.lines.end(), [](const io::ReportCase::Line& line) {
        return line.what == "weights" && line.found.starts_with("not in the example");
    });
}

} // namespace

float report_own_case(Ui& ui, const io::LoadReport& report, float x, float y, float w) {
    const Palette& c = ui.colors;
    ReportCard card =
        begin_card(ui, "case", x, y, w, false, "Its own case", report.own_case ? report.own_case->file : "");
    if (!report.own_case) {
        const bool waits = ui.state.report.waiting();
        const bool foreign = !waits && !report.family.empty();
        if (foreign) standing_sign(ui, Standing::NotVerified, {card.x() + 4, card.y + 10});
        if (foreign) ui.text({card.x() + 22, card.y + 10}, "Not verified.", Face::Semibold, 13, c.t1);
        if (foreign) card.y += 22;
        card.y += ui.paragraph(
            {card.x() + (foreign ? 22.0f : 0.0f), card.y, card.w() - (foreign ? 22.0f : 0.0f), 0},
            waits ? "If it carries an example, it is run once the words are known."
                  : "It carries no example, so nothing was compared.",
            Face::Regular, 13, 20, c.t2);
        if (!waits && !report.family.empty()) {
            card.y += 8;
            if (button(ui, "case:lines", {card.x(), card.y, 208, 28}, "Copy ten lines that write one"))
                ui.send({"copy-example-lines"});
            if (card.w() > 400)
                ui.text({card.box.right() - report_edge, card.y + 14}, "run them where the model was trained",
                        Face::Regular, 11, c.t3, Align::Right);
            card.y += 34;
        }
    } else {
        const Standing standing = report.own_case->disagrees() ? Standing::Disagrees
                                  : report.agrees()            ? Standing::Verified
                                                               : Standing::NotVerified;
        standing_sign(ui, standing, {card.x() + 6, card.y + 10});
        ui.text({card.x() + 22, card.y + 10},
                standing == Standing::Verified    ? "Verified."
                : report.own_case->unread         ? "Its own example cannot be compared."
                : standing == Standing::Disagrees ? "Its own example says otherwise."
                : !report.own_case->decides && report.own_case->file == "case.json" &&
                        compares_weights(*report.own_case)
                    ? "Not verified: Heed wrote it on import."
                : report.own_case->settles       ? "Its words and probabilities agree; weights it has none."
                : !report.own_case->only.empty() ? "Not verified: its example does not settle it."
                : !report.own_case->decides      ? "Not verified: it does not say what the weights are."
                                                 : "Not verified: other answers would agree as well.",
                Face::Semibold, 13, c.t1);
        card.y += 26;
        for (const io::ReportCase::Line& line : report.own_case->lines) {
            const float left = card.x() + 130, room = card.box.right() - report_edge - left;
            ui.draw(icon(line.good ? Icon::Check : Icon::Warning, line.good ? c.t1 : c.error),
                    {card.x() + 6, card.y + 10});
            ui.text({card.x() + 22, card.y + 10}, ui.cut(line.what, Face::Regular, 13, 104), Face::Regular,
                    13, c.t2);
            card.y += ui.paragraph({left, card.y, room, 0}, line.found, Face::Regular, 13, 20, c.t1) + 6;
        }
    }
    return end_card(card, "case");
}

float report_samples(Ui& ui, const io::LoadReport& report, float x, float y, float w) {
    const AppState& s = ui.state;
    const std::string doubt = report.doubt();
    if (doubt.empty() || s.report.waiting() || !s.model) return y;
    ReportCard card = begin_card(ui, "samples", x, y, w, false, "Until then, every picture says so");
    const FigureStyle style = figure_style(ui);
    const std::string name = report.file.substr(0, report.file.rfind('.')), score = s.facts.function();
    const Scene& samples =
        cached_scene(ui, "report:samples", std::tuple(card.w(), name, score, doubt), s.trace,
                     [&] { return doubt_samples(name, score, doubt, s.trace.get(), card.w(), style); });
    ui.draw(samples, {card.x(), card.y});
    card.y += samples.height + 4;
    return end_card(card, "samples");
}

float report_notes(Ui& ui, const io::LoadReport& report, float x, float y, float w) {
    const std::vector<std::string> notes = report.to_know();
    if (notes.empty()) return y;
    ReportCard card =
        begin_card(ui, "notes", x, y, w, false, notes.size() == 1 ? "One thing to know" : "To know");
    for (const std::string& note : notes)
        card.y +=
            ui.paragraph({card.x(), card.y, card.w(), 0}, note, Face::Regular, 11, 17, ui.colors.t2) + 6;
    return end_card(card, "notes");
}

} // namespace heed
