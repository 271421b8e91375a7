#include "app/figures/doctor/card.h"

#include "app/figures/base/format.h"
#include "app/figures/inspector/eye.h"

#include <algorithm>
#include <cmath>

namespace heed::doctor_card {

using doctor::Drawing;
using doctor::Severity;

std::vector<std::string> lines_of(const FigureStyle& style, const std::string& words, Face face, float size,
                                  float width) {
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

void Card::paragraph(const std::string& text, float size, float pitch, Color color, float from) {
    for (const std::string& line : lines_of(c_.style, text, Face::Regular, size, width_ - from)) {
        add_text(c_.scene, {left_ + from, c_.y + pitch / 2}, line, Face::Regular, size, color);
        c_.y += pitch;
    }
}

void Card::words(const std::string& text) { paragraph(text, look_.words, look_.pitch, c_.colors().t2, 0); }

void Card::labelled(const std::string& label, const std::string& text) {
    const Palette& p = c_.colors();
    add_text(c_.scene, {left_, c_.y + 8}, label, Face::Medium, 11, p.t2);
    paragraph(text, 11, 16, p.t1, look_.label);
}

void Card::draw(const Drawing& d) {
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
        return curve(d);
    case Drawing::Kind::None:
        return;
    }
}

void Card::shares(const Drawing& d) {
    const Palette& p = c_.colors();
    float name = 0;
    for (const Drawing::Bar& bar : d.bars)
        name = std::max(name, c_.style.metrics->width(shown(bar.label), Face::Regular, 11));
    name = std::min(name, width_ * .4f);
    const bool maps = look_.beside && d.map.size() > 0 && d.beside_map.size() > 0;
    const float numbers = 48, all = maps ? std::min(width_, 300.0f) : width_;
    float room = all - name - 10 - numbers;
    if (look_.bars > 0) room = std::min(room, look_.bars);
    const float from = left_ + name + 10, top = c_.y;
    for (const Drawing::Bar& bar : d.bars) {
        const float y = c_.y + 9, share = static_cast<float>(std::clamp(bar.value, 0.0, 1.0));
        add_text(c_.scene, {left_, y}, fitted(c_.style, shown(bar.label), Face::Regular, 11, name),
                 Face::Regular, 11, p.t2);
        add_fill(c_.scene, {from, y - 3, room, 6}, p.bg3, 3);
        if (share > 0)
            add_fill(c_.scene, {from, y - 3, std::max(2.0f, share * room), 6},
                     d.of_output ? p.output : p.attention, 3);
        add_text(c_.scene, {from + room + numbers, y}, careful_percent(bar.value), Face::Mono, 11, p.t1,
                 Align::Right);
        c_.y += 18;
    }
    if (!maps) return;
    const float below = c_.y;
    c_.y = top;
    maps_beside(d, left_ + all + 28);
    c_.y = std::max(c_.y, below);
}

/// The weights, and the same times the lengths of what they read.
void Card::maps_beside(const Drawing& d, float left) {
    const Palette& p = c_.colors();
    const float gap = 26, each = std::min(112.0f, (left_ + width_ - left - gap) / 2), height = 52;
    if (each < 40) return;
    matrix(d.map, {left, c_.y, each, height});
    matrix(d.beside_map, {left + each + gap, c_.y, each, height});
    const float y = c_.y + height / 2, x = left + each + 7;
    add_line(c_.scene, {x, y}, {x + 11, y}, p.t3, 1.25f);
    c_.scene.items.push_back(LineItem{{{x + 8, y - 3}, {x + 12, y}, {x + 8, y + 3}}, p.t3, 1.25f});
    c_.y += height;
    const std::string names[] = {"α", "α × |h|"};
    for (int k = 0; k < 2; ++k)
        add_text(c_.scene, {left + static_cast<float>(k) * (each + gap) + each / 2, c_.y + 9},
                 names[static_cast<std::size_t>(k)], Face::Regular, 10, p.t3, Align::Centre);
    c_.y += 16;
}

void Card::bars(const std::vector<Drawing::Bar>& bars, float left, float width, float height) {
    const Palette& p = c_.colors();
    double largest = 0;
    for (const Drawing::Bar& bar : bars) largest = std::max(largest, bar.value);
    const float pitch =
        std::min(look_.column, width / static_cast<float>(std::max<std::size_t>(1, bars.size())));
    const float floor = c_.y + height, gap = pitch >= 30 ? 6.0f : 2.0f;
    for (std::size_t k = 0; k < bars.size(); ++k) {
        const float x = left + pitch * static_cast<float>(k);
        const float h = largest > 0 ? height * static_cast<float>(bars[k].value / largest) : 0;
        const Box bar{x + gap / 2, floor - std::max(1.0f, h), std::max(1.0f, pitch - gap), std::max(1.0f, h)};
        add_fill(c_.scene, bar, p.attention);
        if (bars[k].marked) add_later(c_.scene, {bar.x, c_.y, bar.w, height}, p, 2);
        if (pitch >= 10 && !bars[k].label.empty())
            add_text(c_.scene, {x + pitch / 2, floor + 9},
                     fitted(c_.style, shown(bars[k].label), Face::Mono, 9, pitch), Face::Mono, 9,
                     bars[k].marked ? p.t1 : p.t3, Align::Centre);
    }
    add_line(c_.scene, {left, floor + .5f}, {left + pitch * static_cast<float>(bars.size()), floor + .5f},
             p.line);
}

void Card::columns(const Drawing& d) {
    const float height = 34;
    if (d.beside.empty()) {
        bars(d.bars, left_, width_, height);
    } else {
        const float half = (width_ - 24) / 2;
        bars(d.bars, left_, half, height);
        add_text(c_.scene, {left_ + half + 24, c_.y - 8}, d.beside_title, Face::Regular, 10, c_.colors().t3);
        bars(d.beside, left_ + half + 24, half, height);
    }
    c_.y += height + 18;
}

void Card::matrix(const Eigen::MatrixXf& map, Box box) {
    auto values = std::make_shared<std::vector<float>>();
    for (Eigen::Index i = 0; i < map.cols(); ++i)
        for (const float v : map.col(i)) values->push_back(v);
    MatrixItem item;
    item.box = box;
    item.rows = static_cast<int>(map.cols());
    item.columns = static_cast<int>(map.rows());
    item.values = values;
    item.map = c_.style.map;
    item.dark = c_.style.theme == Theme::Dark;
    item.gap = 1;
    c_.scene.items.push_back(item);
}

void Card::rows(const Drawing& d) {
    const auto places = static_cast<float>(d.map.rows()), outputs = static_cast<float>(d.map.cols());
    if (places == 0 || outputs == 0) return;
    c_.y += 4;
    const bool beside = look_.beside && (!d.quote.empty() || !d.bars.empty());
    const float w = std::min(beside ? 220 / places : 16.0f, width_ / places),
                h = std::clamp(64 / outputs, 4.0f, 10.0f);
    matrix(d.map, {left_, c_.y, w * places, h * outputs});
    if (d.first_row >= 0)
        add_frame(c_.scene,
                  {left_ - 2, c_.y + h * static_cast<float>(d.first_row) - 1, w * places + 4,
                   h * static_cast<float>(d.last_row - d.first_row + 1) + 2},
                  c_.colors().t1, 1.5f, 3);
    if (d.first_column >= 0 && static_cast<float>(d.first_column) < places)
        add_frame(c_.scene,
                  {left_ + w * static_cast<float>(d.first_column) - 1, c_.y - 2,
                   w * (places - static_cast<float>(d.first_column)) + 2, h * outputs + 4},
                  c_.colors().t1, 1.5f, 3);
    if (beside) steps_beside(d, {left_ + w * places + 24, c_.y}, std::max(h * outputs, 52.0f));
    c_.y += std::max(h * outputs, beside ? 52.0f : 0.0f) + 4;
}

/// What was written there, and how far each row is from the one before.
void Card::steps_beside(const Drawing& d, Point at, float height) {
    const Palette& p = c_.colors();
    const float room = left_ + width_ - at.x;
    if (room < 80) return;
    if (!d.quote.empty())
        add_text(c_.scene, {at.x, at.y + 8}, fitted(c_.style, d.quote, Face::Mono, 11, room), Face::Mono, 11,
                 p.output);
    if (d.bars.empty()) return;
    add_text(c_.scene, {at.x, at.y + 26}, fitted(c_.style, d.beside_title, Face::Regular, 10, room),
             Face::Regular, 10, p.t3);
    double largest = 0;
    for (const Drawing::Bar& bar : d.bars) largest = std::max(largest, bar.value);
    const float pitch = std::min(24.0f, room / static_cast<float>(d.bars.size())), most = height - 36,
                floor = at.y + height;
    for (std::size_t k = 0; k < d.bars.size(); ++k) {
        const float h = largest > 0 ? most * static_cast<float>(d.bars[k].value / largest) : 0;
        add_fill(
            c_.scene,
            {at.x + pitch * static_cast<float>(k), floor - std::max(1.0f, h), pitch - 4, std::max(1.0f, h)},
            d.bars[k].marked ? p.t1 : p.t3);
    }
}

void Card::curve(const Drawing& d) {
    if (d.bars.size() < 2) return;
    const Palette& p = c_.colors();
    const float axis = 20, height = 48, left = left_ + axis,
                width = std::min(width_ - axis - 50, look_.bars > 0 ? look_.bars + 40 : width_);
    const float top = c_.y + 4, floor = top + height;
    const double last = std::stod(d.bars.back().label);
    const auto x_of = [&](double length) { return left + width * static_cast<float>(length / last); };
    if (d.trained > 0) {
        const float to = std::min(left + width, x_of(d.trained));
        add_fill(c_.scene, {left, top, to - left, height}, p.bg3);
        add_text(c_.scene, {left + 6, floor - 9},
                 fitted(c_.style, "learnt from", Face::Regular, 10, to - left - 8), Face::Regular, 10, p.t3);
    }
    add_line(c_.scene, {left, floor + .5f}, {left + width, floor + .5f}, p.line);
    add_text(c_.scene, {left - 6, top + 1}, "1", Face::Mono, 10, p.t3, Align::Right);
    add_text(c_.scene, {left - 6, floor}, "0", Face::Mono, 10, p.t3, Align::Right);
    LineItem line{{}, p.attention, 2};
    float written = left; // no number over another
    for (const Drawing::Bar& bar : d.bars) {
        const Point at{x_of(std::stod(bar.label)),
                       floor - height * static_cast<float>(std::clamp(bar.value, 0.0, 1.0))};
        line.points.push_back(at);
        c_.scene.items.push_back(CircleItem{at, 2.5f, p.attention});
        const float half = c_.measure(bar.label, Face::Mono, 10) / 2;
        if (at.x - half < written) continue;
        add_text(c_.scene, {at.x, floor + 10}, bar.label, Face::Mono, 10, p.t3, Align::Centre);
        written = at.x + half + 8;
    }
    c_.scene.items.push_back(std::move(line));
    add_text(c_.scene, {left + width + 12, floor + 10}, "tokens", Face::Regular, 10, p.t3);
    c_.y = floor + 20;
}

void mark(Scene& scene, Point at, Severity severity, const Palette& p) {
    if (severity == Severity::Fault) {
        scene.items.push_back(LineItem{
            {{at.x - 6, at.y + 5}, {at.x, at.y - 6}, {at.x + 6, at.y + 5}}, p.error, 1.5f, {}, true});
        add_line(scene, {at.x, at.y - 2}, {at.x, at.y + 1}, p.error, 1.5f);
        add_fill(scene, {at.x - .75f, at.y + 2.5f, 1.5f, 1.5f}, p.error);
        return;
    }
    add_eye(scene, at, p.t2);
}

void say_needs(Scene& scene, Box box, const doctor::NoFinding& check) {
    scene.pick(box, {PickKind::None, -1, -1, -1, std::string(check.id)},
               "It needs " + std::string(check.needs) + ".");
}

void tick(Scene& scene, Point at, bool found_out, const Palette& p) {
    if (found_out)
        scene.items.push_back(
            LineItem{{{at.x + 1, at.y}, {at.x + 4, at.y + 3}, {at.x + 9, at.y - 4}}, p.t3, 1.25f});
    else
        add_line(scene, {at.x + 1, at.y}, {at.x + 8, at.y}, p.t3, 1.25f);
}

} // namespace heed::doctor_card
