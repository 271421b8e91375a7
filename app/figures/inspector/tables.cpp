#include "app/figures/inspector/tables.h"

#include "app/figures/base/format.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace heed::inspector {
namespace {

void select_row(Column& c, float pitch) {
    add_fill(c.scene, {c.left - 8, c.y, c.width + 16, pitch}, c.colors().bg3, 4);
}

} // namespace

TableLayout table_of_words(const Column& c, const std::vector<std::string>& words) {
    constexpr float least = 54, most = 132, air = 6;
    TableLayout layout{.index = -1, .token = 32, .token_room = least, .number = -1};
    for (const std::string& word : words)
        layout.token_room = std::max(layout.token_room, c.measure(word, Face::Mono, 13) + 1);
    layout.token_room = std::min(layout.token_room, most);
    layout.bar = layout.token + layout.token_room + air;
    return layout;
}

void table_row(Column& c, const TableRow& row, const TableLayout& at) {
    const Palette& p = c.colors();
    const float y = c.y + at.pitch / 2;
    if (row.selected) select_row(c, at.pitch);
    if (row.index > 0 && at.index >= 0) {
        const std::string index = std::to_string(row.index);
        c.text(std::max(at.index, c.measure(index, Face::Mono, 11)), y, index, Face::Mono, 11, p.t3,
               Align::Right);
    }
    c.text_within(at.token, y, at.token_room, row.token, row.muted_token ? Face::Regular : Face::Mono,
                  row.muted_token ? 11 : 13, row.muted_token ? p.t3 : p.t1);
    if (!row.number.empty()) c.text(at.number, y, row.number, Face::Mono, 11, p.t2, Align::Right);
    const float width = c.width - at.bar_margin - at.bar;
    if (row.share >= 0) {
        add_fill(c.scene, {c.left + at.bar, y - 5, width, 10}, row.selected ? p.bg1 : p.bg2, 2);
        const float filled = std::min(row.share, 1.0f) * width;
        add_fill(c.scene, {c.left + at.bar, y - 5, std::max(1.0f, filled), 10}, row.color,
                 filled >= 4 ? 2.0f : 0.0f);
    }
    c.text(c.width - at.second, y, row.value, Face::Mono, 11,
           row.muted_value || !row.second.empty() ? p.t3 : p.t1, Align::Right);
    if (at.second > 0)
        c.text(c.width, y, row.second, row.strong_second ? Face::MonoSemibold : Face::Mono, 11,
               row.strong_second ? p.t1 : p.t3, Align::Right);
    if (row.pick.kind != PickKind::None)
        c.scene.pick({c.left - 8, c.y, c.width + 16, at.pitch}, row.pick, row.tooltip);
    c.y += at.pitch;
}

void others_row(Column& c, float x, const std::string& words, const std::string& middle,
                const std::string& value, bool rule) {
    const Palette& p = c.colors();
    if (rule) {
        add_fill(c.scene, {c.left, c.y + 6, c.width, 1}, p.line);
        c.y += 10;
    }
    const float y = c.y + 10.5f;
    c.text(x, y, words, Face::Regular, 11, p.t3);
    const float until =
        c.width - c.measure(value, Face::Mono, 11) - 10 - c.measure(middle, Face::Regular, 11);
    if (!middle.empty()) c.text(std::min({152.0f, c.width - 168, until}), y, middle, Face::Regular, 11, p.t3);
    c.text(c.width, y, value, Face::Mono, 11, p.t2, Align::Right);
    c.y += 21;
}

void signed_row(Column& c, const SignedRow& row) {
    constexpr float pitch = 21;
    const float zero = (c.width - 12) / 2, reach = zero - 70; // the longest number stands at the right
    const Palette& p = c.colors();
    const float y = c.y + pitch / 2;
    if (row.selected) select_row(c, pitch);
    c.text(26, y, std::to_string(row.index), Face::Mono, 11, row.selected ? p.t2 : p.t3, Align::Right);
    add_fill(c.scene, {c.left + zero - 0.5f, c.y, 1, pitch}, p.line2);
    const float share = row.largest > 0 ? std::clamp(row.value / row.largest, -1.0f, 1.0f) : 0;
    const float length = std::max(1.0f, std::abs(share) * reach);
    add_fill(c.scene, {c.left + (share < 0 ? zero - length : zero), y - 5, length, 10},
             fade(row.color, share < 0 ? 0.5f : 1), length >= 4 ? 2.0f : 0.0f);
    c.text(c.width, y, row.printed, Face::Mono, 11, p.t1, Align::Right);
    if (row.pick.kind != PickKind::None) c.scene.pick({c.left - 8, c.y, c.width + 16, pitch}, row.pick);
    c.y += pitch;
}

void share_row(Column& c, const ShareRow& row) {
    constexpr float pitch = 22, thick = 6;
    const Palette& p = c.colors();
    const float y = c.y + pitch / 2, left = c.width / 2,
                width = c.width / 2 - std::max(44.0f, c.measure(row.value, Face::Mono, 11) + 8);
    const float room = left - 8 - (row.tail.empty() ? 0 : c.measure(row.tail, Face::Regular, row.size));
    c.text(0, y, fit(row.name, room, Face::Regular, row.size, *c.style.metrics) + row.tail, Face::Regular,
           row.size, row.strong ? p.t1 : p.t2);
    add_fill(c.scene, {c.left + left, y - thick / 2, width, thick}, p.bg2, 3);
    const float share = std::clamp(static_cast<float>(row.share), 0.0f, 1.0f);
    add_fill(c.scene, {c.left + left, y - thick / 2, std::max(row.shortest, share * width), thick},
             row.attention ? p.attention : p.t3, row.round ? 3 : 3 * std::min(1.0f, share * 8));
    c.text(c.width, y, row.value, Face::Mono, 11, p.t1, Align::Right);
    c.y += pitch;
}

void value_row(Column& c, const std::string& name, const std::string& value, float pitch, float size) {
    c.text(0, c.y + pitch / 2, name, Face::Regular, size, c.colors().t2);
    c.text(c.width, c.y + pitch / 2, value, Face::Mono, 11, c.colors().t1, Align::Right);
    c.y += pitch;
}

void likeliest_words(Column& c, const std::vector<std::string>& words,
                     const Eigen::Ref<const Eigen::VectorXf>& log_probs) {
    constexpr std::size_t most = 5;
    std::vector<std::size_t> order(std::min(words.size(), static_cast<std::size_t>(log_probs.size())));
    std::iota(order.begin(), order.end(), std::size_t{0});
    const auto p = [&](std::size_t n) { return std::exp(log_probs(static_cast<Eigen::Index>(n))); };
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return p(a) > p(b); });
    order.resize(std::min(order.size(), most));
    section(c, "Likeliest words", "p", true);
    for (const std::size_t n : order)
        table_row(c,
                  {.token = shown(words[n]),
                   .muted_token = is_mark(words[n]),
                   .share = p(n),
                   .color = c.colors().output,
                   .value = probability(static_cast<double>(p(n))),
                   .selected = n == order.front()},
                  {.index = -1, .token = 12, .number = -1, .bar = 90});
}

} // namespace heed::inspector
