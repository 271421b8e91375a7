#include "app/figures/doctor/doctor.h"

#include "app/figures/base/format.h"
#include "app/figures/base/marks.h"
#include "app/figures/doctor/card.h"
#include "app/figures/doctor/page.h"

#include <algorithm>
#include <cmath>

namespace heed {
namespace {

using doctor::Finding;
using inspector::Column;

constexpr float card_padding = 14, card_indent = 22;

void finding_card(Column& c, const Finding& f, int number, bool chosen, bool counts) {
    const Palette& p = c.colors();
    const std::size_t ground = c.scene.items.size();
    const float top = c.y;
    c.scene.items.push_back(RectItem{});
    const float left = c.left + card_padding, inner = left + card_indent, right = c.right() - card_padding;
    c.y += 22;
    doctor_card::mark(c.scene, {left + 7, c.y}, f.severity, p);
    const std::string count = counts ? std::to_string(f.shown) + " of " + std::to_string(f.looked) : "";
    const float room = right - inner - (counts ? c.measure(count, Face::Mono, 10) + 10 : 0);
    add_text(c.scene, {inner, c.y}, fitted(c.style, f.title, Face::Semibold, 12.5f, room), Face::Semibold,
             12.5f, p.t1);
    if (counts) add_text(c.scene, {right, c.y}, count, Face::Mono, 10, p.t3, Align::Right);
    c.y += 12;
    doctor_card::Card card(c, inner, right - inner, {});
    card.words(f.words);
    c.y += 6;
    card.draw(f.drawing);
    c.y += 4;
    card.labelled("Likely", f.likely);
    card.labelled("Try", f.advice);
    c.y += 10;
    const Box box{c.left, top, c.width, c.y - top};
    c.scene.items[ground] = RectItem{box, p.bg2, chosen ? p.t1 : p.line, chosen ? 1.5f : 1.0f, 8};
    c.scene.pick(box, {PickKind::Button, -1, -1, number, "finding"});
    c.y += 10;
}

void checks_listed(Column& c, const std::string& title, const std::vector<doctor::NoFinding>& checks,
                   bool found) {
    if (checks.empty()) return;
    const Palette& p = c.colors();
    c.y += 12;
    add_text(c.scene, {c.left, c.y}, title, Face::Semibold, 12, p.t1);
    add_text(c.scene, {c.right(), c.y}, std::to_string(checks.size()), Face::Mono, 10, p.t3, Align::Right);
    c.y += 18;
    for (const doctor::NoFinding& check : checks) {
        doctor_card::tick(c.scene, {c.left, c.y}, found, p);
        add_text(c.scene, {c.left + 16, c.y},
                 fitted(c.style, std::string(check.title), Face::Regular, 11, c.width - 16), Face::Regular,
                 11, p.t2);
        if (!found) doctor_card::say_needs(c.scene, {c.left, c.y - 9, c.width, 18}, check);
        c.y += 18;
    }
}

std::string doctor_opening(const DoctorPicture& picture) {
    if (!picture.problem.empty()) return picture.problem;
    if (!picture.diagnosis) return picture.progress + (picture.progress.ends_with("…") ? "" : " …");
    const doctor::Diagnosis& d = *picture.diagnosis;
    return diagnosis_words(d) + ". " +
           (d.findings.empty() ? findings_sentence(d) : "Click a finding to see it in the picture.");
}

} // namespace

Scene doctor_column(const DoctorPicture& picture, float width, const FigureStyle& style) {
    Column c(width, style);
    c.y = 10;
    doctor_card::Card(c, c.left, c.width, {.words = 12, .pitch = 18}).words(doctor_opening(picture));
    c.y += 12;
    if (picture.diagnosis) {
        const doctor::Diagnosis& d = *picture.diagnosis;
        for (std::size_t k = 0; k < d.findings.size(); ++k)
            finding_card(c, d.findings[k], static_cast<int>(k), picture.chosen == static_cast<int>(k),
                         d.sentences > 1);
        checks_listed(c, "Looked for, not found", d.not_found, true);
        checks_listed(c, "Could not be looked for", d.not_measured, false);
    }
    c.scene.height = c.y + 14;
    return std::move(c.scene);
}

} // namespace heed
