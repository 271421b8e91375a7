// The table of the navigator: rows in sight alone.
#include "app/figures/base/format.h"
#include "app/views/base/widgets.h"
#include "app/views/navigator/parts.h"
#include "core/text/fold.h"
#include "core/text/strings.h"

#include <algorithm>
#include <cmath>

namespace heed::navigator {
namespace {

using survey::LineRecord;
using survey::ModelMeasures;

/// Behind each word that is looked for, where letters stand as they are typed, whatever their case.
void mark_words(Ui& ui, const std::string& text, Box box, float size) {
    const std::string words = typed_words(ui.state.navigator);
    if (words.empty()) return;
    const std::string low = ascii_lower(text);
    for (const std::string_view word : split(words, " ")) {
        const std::string wanted = ascii_lower(std::string(word));
        const auto at = wanted.empty() ? std::string::npos : low.find(wanted);
        if (at == std::string::npos) continue;
        const float x = box.x + ui.text_width(text.substr(0, at), Face::Mono, size);
        const float w = ui.text_width(text.substr(at, wanted.size()), Face::Mono, size);
        if (x + w < box.right()) ui.fill({x - 3, box.centre().y - 9, w + 6, 18}, ui.colors.bg3, 4);
    }
}

/// One model: a bar of 5; two: the first above the second.
void bars(Ui& ui, const Column& column, const LineRecord& line, float y, float x, float w) {
    const NavigatorState& n = ui.state.navigator;
    const Palette& c = ui.colors;
    const survey::Measure& m = measure_of(column);
    const survey::Histogram& scale = n.order->histograms[static_cast<std::size_t>(column.measure)];
    const bool pair = n.two() && !m.pair && !m.of_line;
    for (int k = 0; k < (pair ? 2 : 1); ++k) {
        const auto value = m.value(line, pair ? k : m.pair ? 0 : judged_model(n));
        const Box track{x, pair ? y - 6 + 7 * static_cast<float>(k) : y - 2.5f, w, 5};
        if (!value) continue;
        ui.fill(track, c.bg2, 2.5f);
        const float filled = w * bar_share(m, scale, *value);
        if (filled > 0) ui.fill({track.x, track.y, std::max(2.0f, filled), 5}, k == 0 ? c.t1 : c.t3, 2.5f);
    }
}

void cell(Ui& ui, const Column& column, const LineRecord& line, float y, bool chosen) {
    const NavigatorState& n = ui.state.navigator;
    if (n.stale) return; // of other models
    const survey::Measure& m = measure_of(column);
    float x = column.x, w = column.w;
    if (column.number) {
        constexpr float digits = 42;
        const auto value = m.value(line, m.pair ? 0 : wanted_order(n).sorting.model);
        const float right = column.bar ? x + digits : x + w;
        if (value)
            ui.text({right, y}, measure_number(m, *value), Face::Mono, 11,
                    chosen ? ui.colors.t1 : ui.colors.t2, Align::Right);
        x += digits + 8;
        w -= digits + 8;
    }
    if (column.bar) bars(ui, column, line, y, x, w);
}

/// "rive / berge": what each model wrote where they part first.
void parting(Ui& ui, const LineRecord& line, float right, float y, float room) {
    const NavigatorState& n = ui.state.navigator;
    const Palette& c = ui.colors;
    if (line.parting < 0) {
        if (line.parting == LineRecord::same)
            ui.text({right, y}, "the same", Face::Regular, 11, c.t3, Align::Right);
        return;
    }
    const auto word = [&](int k) {
        const std::string text = parting_word(n, line, k);
        return ui.cut(text.empty() ? "end" : shown(text), Face::Mono, 11, room / 2 - 10);
    };
    const std::string second = " / " + word(1);
    ui.text({right, y}, second, Face::Mono, 11, c.t2, Align::Right);
    ui.text({right - ui.text_width(second, Face::Mono, 11), y}, word(0), Face::Mono, 11, c.output,
            Align::Right);
}

void row(Ui& ui, const Table& t, std::uint32_t at, Box box) {
    const NavigatorState& n = ui.state.navigator;
    const Palette& c = ui.colors;
    const LineRecord& line = n.lines.at(at);
    const bool chosen = n.chosen == static_cast<int>(at);
    const Ui::Hit hit = ui.press("sentence:" + std::to_string(at), box, 5, false);
    row_ground(ui, box, hit, chosen, 5, 0.6f);
    const float y = box.centre().y;
    if (t.line >= 0)
        ui.text({t.line_right, y}, thousands(line.line, " "), Face::Mono, 11, chosen ? c.t1 : c.t3,
                Align::Right);
    if (const auto text = n.texts.find(at); text != n.texts.end()) {
        const std::string source(survey::source_of(text->second).substr(0, 400));
        const Box room{t.text, box.y, t.text_right - t.text, box.h};
        if (!chosen) mark_words(ui, source, room, t.text_size);
        const bool bad = line.of[0].state == ModelMeasures::State::Bad;
        ui.text({t.text, y}, ui.cut(source, Face::Mono, t.text_size, room.w), Face::Mono, t.text_size,
                bad      ? c.t3
                : chosen ? c.t1
                         : c.t2);
    }
    for (const Column& column : t.columns) cell(ui, column, line, y, chosen);
    if (t.parting_right >= 0 && !n.stale) parting(ui, line, t.parting_right, y, 150);
    const ModelMeasures& judged = line.of[judged_model(n)];
    if (t.wrong >= 0 && (judged.wrong || judged.state == ModelMeasures::State::Bad))
        ui.draw(icon(judged.wrong ? Icon::Close : Icon::Warning, c.error), {t.wrong, y});
    if (hit.clicked) {
        ui.send({"navigator-choose-line", "", 0, static_cast<int>(at)});
        if (ui.clicks() == 2) ui.send({"navigator-open"});
    }
}

void scroll(Ui& ui, const Table& t) {
    const NavigatorState& n = ui.state.navigator;
    double first = n.first;
    if (ui.over(t.rows)) first -= static_cast<double>(ui.wheel()) * 3;
    const float content = static_cast<float>(n.shown()) * t.row_height;
    const double most = std::max(0.0, static_cast<double>(n.shown()) - n.rows);
    if (most > 0) { // float pixels do not tell rows of a long list apart: the bar goes by shares
        float share = static_cast<float>(std::clamp(first / most, 0.0, 1.0) * 1000);
        const float before = share;
        const Box track{t.rows.right() - 8, t.rows.y, 8, t.rows.h};
        const float size = std::max(24.0f, track.h * std::min(1.0f, track.h / content));
        const Ui::Hit hit = ui.press("sentences:scroll", track, 2, false);
        if (hit.held)
            share = std::clamp((ui.mouse().y - track.y - size / 2) / (track.h - size), 0.0f, 1.0f) * 1000;
        ui.fill({track.x + 2, track.y + (track.h - size) * share / 1000, 4, size},
                hit.hovered || hit.held ? ui.colors.t3 : ui.colors.line2, 2);
        if (share != before) first = static_cast<double>(share) / 1000 * most;
    }
    first = std::clamp(std::round(first), 0.0, most);
    if (first != n.first) ui.send({"navigator-scroll", "", first});
}

} // namespace

const survey::Measure& measure_of(const Column& column) {
    return survey::measures()[static_cast<std::size_t>(column.measure)];
}

float bar_share(const survey::Measure& m, const survey::Histogram& h, double value) {
    if (m.id == "tau") return static_cast<float>(std::clamp(1 - value, 0.0, 1.0));
    if (m.id == "parting") return static_cast<float>(h.high > 0 ? 1 - (value - 1) / h.high : 1);
    const double worst = m.worse == survey::Worse::High ? (m.is_share ? 1.0 : h.high) : h.low;
    return worst == 0 ? 0.0f : static_cast<float>(std::clamp(value / worst, 0.0, 1.0));
}

bool is_known(const NavigatorState& n, std::string_view id) {
    const int measure = survey::find_measure(id);
    return n.order && measure >= 0 && n.order->histograms[static_cast<std::size_t>(measure)].most > 0;
}

namespace {

/// Of two models each has a measure: a click sorts by the second, worst first, turned, then by the first.
void sort_by(Ui& ui, const survey::Measure& m) {
    const NavigatorState& n = ui.state.navigator;
    const int now = wanted_order(n).sorting.model;
    const bool each = n.two() && !m.pair && !m.of_line;
    int model = n.sort_model;
    if (n.sort != m.id)
        model = -1;
    else if (each && n.turned)
        model = 1 - now;
    ui.send({"navigator-sort", std::string(m.id), 0, model});
}

} // namespace

void heading(Ui& ui, const Column& column, float y, const std::string& title) {
    const NavigatorState& n = ui.state.navigator;
    const survey::Measure& m = measure_of(column);
    const std::string id = "sort:" + std::string(m.id);
    const bool on = n.sort == m.id, right = !column.bar, each = n.two() && !m.pair && !m.of_line;
    const std::string name =
        on && each ? title + " " + std::to_string(wanted_order(n).sorting.model + 1) : title;
    const float w = ui.text_width(name, on ? Face::Semibold : Face::Regular, 11);
    const Box box{right ? column.x + column.w - w - 4 : column.x - 4, y - 10, w + (on && !right ? 18 : 8),
                  20};
    const Ui::Hit hit = ui.press(id, box, 4);
    if (hit.warmth > 0) ui.fill(box, fade(ui.colors.bg3, 0.6f * hit.warmth), 4);
    ui.text({right ? column.x + column.w : column.x, y}, name, on ? Face::Semibold : Face::Regular, 11,
            on ? ui.colors.t1 : ui.colors.t3, right ? Align::Right : Align::Left);
    if (on && !right) ui.draw(icon(Icon::Chevron, ui.colors.t1), {column.x + w + 8, y});
    const std::string unit = m.unit.empty() || m.id == "words" ? "" : ", " + std::string(m.unit);
    std::string words = measure_title(ui.state, m) + unit + ": " + measure_meaning(ui.state, m);
    if (on && each)
        words += " Sorted by the " + std::string(wanted_order(n).sorting.model == 0 ? "first" : "second") +
                 " model; click turns the order, then takes the other model.";
    else if (on)
        words += " Click turns the order.";
    ui.tooltip(id, box, words);
    if (hit.clicked) sort_by(ui, m);
}

void query_field(Ui& ui, Box box) {
    const NavigatorState& n = ui.state.navigator;
    const std::string count = n.order && (!n.query.empty() || !n.chips.empty())
                                  ? thousands(static_cast<long long>(n.shown())) + " of " +
                                        thousands(static_cast<long long>(n.lines.size()))
                                  : "";
    const float right = count.empty() ? 12 : ui.text_width(count, Face::Regular, 11) + 18;
    const std::string what(line_unit(ui.state).many);
    FieldLook look{.hint = what + (box.w > 200 ? ", or aer>.3" : ", aer>.3"), .face = Face::Mono};
    look.left = 30;
    look.right = right;
    const FieldResult field = text_field(ui, "field:sentences", box, n.query, look, "navigator-query");
    ui.draw(icon(Icon::Search, ui.colors.t2), {box.x + 16, box.centre().y});
    ui.text({box.right() - 10, box.centre().y}, count, Face::Regular, 11, ui.colors.t3, Align::Right);
    if (field.entered) ui.send({"navigator-settle"});
    if (field.active && !n.keys) ui.send({"navigator-keys", "", 0, 1});
}

void nothing(Ui& ui, Box room) {
    const std::string words = empty_words(ui.state);
    if (words.empty()) return;
    const float w = std::min(420.0f, room.w - 32);
    ui.paragraph({room.x + 16, room.y + 24, w, 0}, words, Face::Regular, 13, 20, ui.colors.t2);
}

void table(Ui& ui, const Table& t) {
    const NavigatorState& n = ui.state.navigator;
    const int rows = std::max(1, static_cast<int>(t.rows.h / t.row_height));
    if (rows != n.rows) ui.send({"navigator-rows", "", 0, rows});
    const bool over = ui.over(t.rows) && n.shown() > 0;
    if (over != n.pointed) ui.send({"navigator-hover", "", 0, over ? 1 : 0});
    if (n.shown() == 0) return nothing(ui, t.rows);
    ui.clip(t.rows);
    const auto first = static_cast<std::size_t>(std::max(0.0, n.first));
    for (std::size_t k = 0; k < static_cast<std::size_t>(rows) && first + k < n.shown(); ++k) {
        const Box box{t.rows.x, t.rows.y + t.row_height * static_cast<float>(k), t.rows.w - 10, t.row_height};
        row(ui, t, n.order->lines[first + k], box);
    }
    ui.end_clip();
    scroll(ui, t);
}

} // namespace heed::navigator
