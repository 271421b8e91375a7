#include "app/figures/doctor/doctor.h"

#include "app/figures/base/format.h"
#include "app/figures/base/marks.h"
#include "app/figures/inspector/column.h"

#include <algorithm>
#include <cmath>

namespace heed {
namespace {

using doctor::Drawing;
using doctor::Finding;
using doctor::Severity;
using inspector::Column;

constexpr float card_padding = 14, card_indent = 22;

/// Words in lines of at most that width.
std::vector<std::string> doctor_lines(const FigureStyle& style, const std::string& words, Face face,
                                      float size, float width) {
    std::vector<std::string> lines;
    std::string line;
    std::size_t at = 0;
    while (at < words.size()) {
        const std::size_t end = std::min(words.find(' ', at), words.size());
        const std::string word = words.substr(at, end - at);
        const std::string longer = line.empty() ? word : line + " " + word;
        if (!line.empty() && style.metrics->width(longer, face, size) > width) {
            lines.push_back(line);
            line = word;
        } else
            line = longer;
        at = end + 1;
    }
    if (!line.empty()) lines.push_back(line);
    return lines;
}

/// Fills the card of one finding from the column's y.
class DoctorCard {
public:
    DoctorCard(Column& column, float left, float width) : c_(column), left_(left), width_(width) {}

    void words(const std::string& text, float size, float pitch, Color color, float from = 0) {
        for (const std::string& line : doctor_lines(c_.style, text, Face::Regular, size, width_ - from)) {
            add_text(c_.scene, {left_ + from, c_.y + pitch / 2}, line, Face::Regular, size, color);
            c_.y += pitch;
        }
    }
    void labelled(const std::string& label, const std::string& text) {
        const Palette& p = c_.colors();
        add_text(c_.scene, {left_, c_.y + 8}, label, Face::Medium, 11, p.t2);
        words(text, 11, 16, p.t1, 44);
    }
    void draw(const Drawing& d) {
        if (!d.title.empty() && d.kind != Drawing::Kind::None) {
            add_text(c_.scene, {left_, c_.y + 8}, d.title, Face::Regular, 10, c_.colors().t3);
            c_.y += 16;
        }
        switch (d.kind) {
        case Drawing::Kind::Shares:
            return shares(d);
        case Drawing::Kind::Columns:
            return columns(d);
        case Drawing::Kind::Rows:
            return rows(d);
        case Drawing::Kind::Curve:
        case Drawing::Kind::None:
            return;
        }
    }

private:
    void shares(const Drawing& d) {
        const Palette& p = c_.colors();
        float name = 0;
        for (const Drawing::Bar& bar : d.bars)
            name = std::max(name, c_.style.metrics->width(shown(bar.label), Face::Regular, 11));
        name = std::min(name, width_ * .4f);
        const float from = left_ + name + 10, room = width_ - name - 10 - 48;
        for (const Drawing::Bar& bar : d.bars) {
            const float y = c_.y + 9, share = static_cast<float>(std::clamp(bar.value, 0.0, 1.0));
            add_text(c_.scene, {left_, y}, fitted(c_.style, shown(bar.label), Face::Regular, 11, name),
                     Face::Regular, 11, p.t2);
            add_fill(c_.scene, {from, y - 3, room, 6}, p.bg3, 3);
            if (share > 0) add_fill(c_.scene, {from, y - 3, std::max(2.0f, share * room), 6}, p.attention, 3);
            add_text(c_.scene, {left_ + width_, y}, careful_percent(bar.value), Face::Mono, 11, p.t1,
                     Align::Right);
            c_.y += 18;
        }
    }

    void bars(const std::vector<Drawing::Bar>& bars, float left, float width, float height) {
        const Palette& p = c_.colors();
        double largest = 0;
        for (const Drawing::Bar& bar : bars) largest = std::max(largest, bar.value);
        const float pitch =
            std::min(24.0f, width / static_cast<float>(std::max<std::size_t>(1, bars.size())));
        const float floor = c_.y + height;
        for (std::size_t k = 0; k < bars.size(); ++k) {
            const float x = left + pitch * static_cast<float>(k);
            const float h = largest > 0 ? height * static_cast<float>(bars[k].value / largest) : 0;
            add_fill(c_.scene,
                     {x + 1, floor - std::max(1.0f, h), std::max(1.0f, pitch - 2), std::max(1.0f, h)},
                     p.attention);
            if (bars[k].marked) add_later(c_.scene, {x + 1, c_.y, pitch - 2, height}, p, 2);
            if (pitch >= 10)
                add_text(c_.scene, {x + pitch / 2, floor + 9},
                         fitted(c_.style, shown(bars[k].label), Face::Mono, 9, pitch), Face::Mono, 9,
                         bars[k].marked ? p.t1 : p.t3, Align::Centre);
        }
        add_line(c_.scene, {left, floor + .5f}, {left + pitch * static_cast<float>(bars.size()), floor + .5f},
                 p.line);
    }
    void columns(const Drawing& d) {
        const float height = 34;
        if (d.beside.empty()) {
            bars(d.bars, left_, width_, height);
        } else {
            const float half = (width_ - 24) / 2;
            bars(d.bars, left_, half, height);
            add_text(c_.scene, {left_ + half + 24, c_.y - 8}, d.beside_title, Face::Regular, 10,
                     c_.colors().t3);
            bars(d.beside, left_ + half + 24, half, height);
        }
        c_.y += height + 18;
    }

    void rows(const Drawing& d) {
        const auto places = static_cast<float>(d.map.rows()), outputs = static_cast<float>(d.map.cols());
        if (places == 0 || outputs == 0) return;
        c_.y += 4;
        const float w = std::min(16.0f, width_ / places), h = std::clamp(64 / outputs, 4.0f, 10.0f);
        auto values = std::make_shared<std::vector<float>>();
        for (Eigen::Index i = 0; i < d.map.cols(); ++i)
            for (const float v : d.map.col(i)) values->push_back(v);
        MatrixItem item;
        item.box = {left_, c_.y, w * places, h * outputs};
        item.rows = static_cast<int>(d.map.cols());
        item.columns = static_cast<int>(d.map.rows());
        item.values = values;
        item.map = c_.style.map;
        item.dark = c_.style.theme == Theme::Dark;
        item.gap = 1;
        c_.scene.items.push_back(item);
        if (d.first_row >= 0)
            add_frame(c_.scene,
                      {left_ - 2, c_.y + h * static_cast<float>(d.first_row) - 1, w * places + 4,
                       h * static_cast<float>(d.last_row - d.first_row + 1) + 2},
                      c_.colors().t1, 1.5f, 3);
        c_.y += h * outputs + 4;
    }

    Column& c_;
    float left_, width_;
};

void finding_mark(Column& c, Point at, Severity severity) {
    const Palette& p = c.colors();
    if (severity == Severity::Fault) {
        c.scene.items.push_back(LineItem{
            {{at.x - 6, at.y + 5}, {at.x, at.y - 6}, {at.x + 6, at.y + 5}}, p.error, 1.5f, {}, true});
        add_line(c.scene, {at.x, at.y - 2}, {at.x, at.y + 1}, p.error, 1.5f);
        add_fill(c.scene, {at.x - .75f, at.y + 2.5f, 1.5f, 1.5f}, p.error);
        return;
    }
    c.scene.items.push_back(CurveItem{
        {at.x - 7, at.y}, {at.x - 3, at.y - 6}, {at.x + 3, at.y - 6}, {at.x + 7, at.y}, p.t2, 1.25f});
    c.scene.items.push_back(CurveItem{
        {at.x - 7, at.y}, {at.x - 3, at.y + 6}, {at.x + 3, at.y + 6}, {at.x + 7, at.y}, p.t2, 1.25f});
    c.scene.items.push_back(CircleItem{at, 2, p.t2});
}

void finding_card(Column& c, const Finding& f, int number, bool chosen, bool counts) {
    const Palette& p = c.colors();
    const std::size_t ground = c.scene.items.size();
    const float top = c.y;
    c.scene.items.push_back(RectItem{});
    const float left = c.left + card_padding, inner = left + card_indent, right = c.right() - card_padding;
    c.y += 22;
    finding_mark(c, {left + 7, c.y}, f.severity);
    const std::string count = counts ? std::to_string(f.shown) + " of " + std::to_string(f.looked) : "";
    const float room = right - inner - (counts ? c.measure(count, Face::Mono, 10) + 10 : 0);
    add_text(c.scene, {inner, c.y}, fitted(c.style, f.title, Face::Semibold, 12.5f, room), Face::Semibold,
             12.5f, p.t1);
    if (counts) add_text(c.scene, {right, c.y}, count, Face::Mono, 10, p.t3, Align::Right);
    c.y += 12;
    DoctorCard card(c, inner, right - inner);
    card.words(f.words, 11, 16, p.t2);
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

void checks_listed(Column& c, const std::string& title, const std::vector<std::string_view>& names,
                   bool found) {
    if (names.empty()) return;
    const Palette& p = c.colors();
    c.y += 12;
    add_text(c.scene, {c.left, c.y}, title, Face::Semibold, 12, p.t1);
    add_text(c.scene, {c.right(), c.y}, std::to_string(names.size()), Face::Mono, 10, p.t3, Align::Right);
    c.y += 18;
    for (const std::string_view name : names) {
        if (found)
            c.scene.items.push_back(
                LineItem{{{c.left + 1, c.y}, {c.left + 4, c.y + 3}, {c.left + 9, c.y - 4}}, p.t3, 1.25f});
        else
            add_line(c.scene, {c.left + 1, c.y}, {c.left + 8, c.y}, p.t3, 1.25f);
        add_text(c.scene, {c.left + 16, c.y},
                 fitted(c.style, std::string(name), Face::Regular, 11, c.width - 16), Face::Regular, 11,
                 p.t2);
        c.y += 18;
    }
}

std::string doctor_opening(const DoctorPicture& picture) {
    if (!picture.problem.empty()) return picture.problem;
    if (!picture.diagnosis)
        return picture.of > 1
                   ? "Looking at sentence " + thousands(picture.done) + " of " + thousands(picture.of) + " …"
                   : "Looking …";
    const doctor::Diagnosis& d = *picture.diagnosis;
    const std::string checks =
        counted(static_cast<int>(d.findings.size() + d.not_found.size()), "check") + " over " +
        (d.sentences == 1 ? "this sentence" : thousands(d.sentences) + " sentences") + ". ";
    if (d.findings.empty()) return checks + (d.sentences == 1 ? "Nothing found in it." : "Nothing found.");
    return checks + "Click a finding to see it in the picture.";
}

} // namespace

Scene doctor_column(const DoctorPicture& picture, float width, const FigureStyle& style) {
    Column c(width, style);
    c.y = 10;
    DoctorCard(c, c.left, c.width).words(doctor_opening(picture), 12, 18, c.colors().t2);
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
