#include "app/figures/doctor/page.h"

#include "app/figures/base/format.h"
#include "app/figures/base/marks.h"
#include "app/figures/doctor/card.h"
#include "core/text/number_word.h"
#include "core/text/strings.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdio>

namespace heed {
namespace {

using doctor::Diagnosis;
using doctor::Finding;
using inspector::Column;

constexpr float page_margin = 16, card_gap = 12, row_gap = 8; // px, design 31
constexpr float card_height = 234, two_columns_from = 900;
constexpr float words_left = 42, card_inset = 16, upper_top = 36;

constexpr doctor_card::Look page_look{
    .words = 13, .pitch = 20, .label = 42, .column = 44, .bars = 380, .beside = true};

/// Icon, title, how often; what was measured; its drawing. Returns the lower edge.
float upper_part(Column& c, const Finding& f, Box box, bool counts) {
    const Palette& p = c.colors();
    const float right = box.right() - card_inset, left = box.x + words_left, y = box.y + 21;
    doctor_card::mark(c.scene, {box.x + 24, y}, f.severity, p);
    float title_right = right;
    if (counts) {
        const std::string count = thousands(f.shown) + " of " + thousands(f.looked);
        const float words = std::max(84.0f, c.measure(count, Face::Mono, 11) + 14);
        add_text(c.scene, {right, y}, count, Face::Mono, 11, p.t3, Align::Right);
        const Box track{right - words - 100, y - 2.5f, 100, 5};
        add_fill(c.scene, track, p.bg3, 2.5f);
        const float share = static_cast<float>(f.shown) / static_cast<float>(std::max(1LL, f.looked));
        if (share > 0) add_fill(c.scene, {track.x, track.y, std::max(2.0f, track.w * share), 5}, p.t2, 2.5f);
        title_right = track.x - 12;
    }
    add_text(c.scene, {left, y}, fitted(c.style, f.title, Face::Semibold, 13, title_right - left),
             Face::Semibold, 13, p.t1);
    c.y = box.y + upper_top;
    doctor_card::Card card(c, left, right - left, page_look);
    card.words(f.words);
    c.y += 12;
    card.draw(f.drawing);
    return c.y;
}

/// Returns its height.
float lower_part(Column& c, const Finding& f, Box box, float top) {
    c.y = top;
    doctor_card::Card card(c, box.x + words_left, box.w - words_left - card_inset, page_look);
    card.labelled("Likely", f.likely);
    c.y += 4;
    card.labelled("Try", f.advice);
    return c.y - top;
}

struct PageCard {
    float upper = 0, lower = 0; // heights
    float height() const { return std::max(card_height, upper + 8 + lower + 16); }
};

PageCard measured(const Finding& f, float width, bool counts, const FigureStyle& style) {
    Column scratch(width, style);
    const Box box{0, 0, width, 0};
    PageCard plan;
    plan.upper = upper_part(scratch, f, box, counts);
    plan.lower = lower_part(scratch, f, box, 0);
    return plan;
}

/// "Looked for, not found" and the names, in lines.
void named_in_lines(Column& c, const std::string& title, const std::vector<doctor::NoFinding>& checks,
                    bool found_out, float right) {
    if (checks.empty()) return;
    const Palette& p = c.colors();
    const float from = page_margin + 152;
    add_text(c.scene, {page_margin, c.y + 10}, title, Face::Semibold, 11, p.t2);
    float x = from;
    for (const doctor::NoFinding& check : checks) {
        std::string name(check.title);
        if (name.size() > 1 && !std::isupper(static_cast<unsigned char>(name[1])))
            name[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(name[0])));
        const float w = 16 + c.measure(name, Face::Regular, 11);
        if (x > from && x + w > right) x = from, c.y += 20;
        doctor_card::tick(c.scene, {x, c.y + 10}, found_out, p);
        add_text(c.scene, {x + 16, c.y + 10}, fitted(c.style, name, Face::Regular, 11, right - x - 16),
                 Face::Regular, 11, p.t2);
        if (!found_out) doctor_card::say_needs(c.scene, {x, c.y, w, 20}, check);
        x += w + 24;
    }
    c.y += 24;
}

void page_head(Column& c, const Diagnosis& d, const DoctorPageSettings& settings, float right) {
    if (settings.model.empty()) return;
    const Palette& p = c.colors();
    const std::string title = "What is wrong with " + settings.model + "?";
    c.y += 12;
    add_text(c.scene, {page_margin, c.y}, title, Face::Semibold, 15, p.t1);
    const float from = page_margin + c.measure(title, Face::Semibold, 15) + 16;
    add_text(c.scene, {from, c.y},
             fitted(c.style, settings.over + ": " + diagnosis_words(d), Face::Regular, 11, right - from),
             Face::Regular, 11, p.t3);
    c.y += 20;
}

} // namespace

std::string diagnosis_words(const Diagnosis& d) {
    std::string words = counted(static_cast<int>(d.checks()), "check") + ", " +
                        (d.sentences == 1 ? "1 sentence" : thousands(d.sentences) + " sentences");
    if (d.stopped) words += ", stopped there";
    if (d.bad > 0) words += ", " + thousands(d.bad) + (d.bad == 1 ? " bad line" : " bad lines");
    if (d.seconds >= .05) {
        char took[32];
        std::snprintf(took, sizeof took, ", %.1f s", d.seconds);
        words += took;
    }
    return words;
}

std::string findings_sentence(const Diagnosis& d) {
    const std::string over = d.sentences == 1 ? "this sentence" : thousands(d.sentences) + " sentences";
    if (d.findings.empty()) return "Nothing found in " + over + ".";
    const Finding& first = d.findings.front();
    std::string words = capitalized(number_word(d.findings.size())) +
                        (d.findings.size() == 1 ? " finding in " : " findings in ") + over;
    return words + ". " + (d.findings.size() > 1 ? "First: " : "") + first.title +
           ". Likely: " + first.likely;
}

Scene doctor_page(const Diagnosis& d, const DoctorPageSettings& settings, const FigureStyle& style) {
    Column c(settings.width, style);
    const Palette& p = c.colors();
    const float right = settings.width - page_margin;
    page_head(c, d, settings, right);
    const bool counts = d.sentences > 1;
    const std::size_t abreast = settings.width >= two_columns_from ? 2 : 1;
    const float all = right - page_margin,
                each = (all - card_gap * static_cast<float>(abreast - 1)) / static_cast<float>(abreast);
    float top = c.y;
    for (std::size_t first = 0; first < d.findings.size(); first += abreast) {
        const std::size_t end = std::min(d.findings.size(), first + abreast);
        float height = 0;
        for (std::size_t k = first; k < end; ++k)
            height = std::max(height, measured(d.findings[k], each, counts, style).height());
        for (std::size_t k = first; k < end; ++k) {
            const Finding& f = d.findings[k];
            const Box box{page_margin + static_cast<float>(k - first) * (each + card_gap), top, each, height};
            const bool chosen = settings.chosen == static_cast<int>(k);
            c.scene.items.push_back(RectItem{box, p.bg1, chosen ? p.t1 : p.line, chosen ? 1.5f : 1.0f, 8});
            upper_part(c, f, box, counts);
            const float lower = measured(f, each, counts, style).lower;
            lower_part(c, f, box, box.bottom() - 16 - lower);
            c.scene.pick(box, {PickKind::Button, -1, -1, static_cast<int>(k), "finding"});
        }
        top += height + row_gap;
    }
    c.y = top + 6;
    if (d.findings.empty()) {
        add_text(c.scene, {page_margin, c.y + 10}, findings_sentence(d), Face::Regular, 13, p.t1);
        c.y += 36;
    }
    named_in_lines(c, "Looked for, not found", d.not_found, true, right);
    named_in_lines(c, "Could not be looked for", d.not_measured, false, right);
    c.scene.height = c.y + 12;
    return std::move(c.scene);
}

} // namespace heed
