#include "app/figures/moves/grid.h"

#include "app/figures/base/format.h"
#include "app/figures/maps/cells.h"
#include "app/figures/moves/words.h"
#include "app/figures/tokens.h"
#include "app/figures/tokens_written.h"
#include "core/models/transformer/facts.h"

#include <algorithm>
#include <cctype>
#include <cmath>

namespace heed {
namespace {

using inspector::Column;
using moves::Moves;
using moves::Part;
using moves::PartKind;

constexpr float moved_letters = 11;
constexpr float layer_room = 20, heads_room = 18, title_room = 20; // of a grid: left, below, above
constexpr float widest_cell = 36, highest_cell = 18, narrowest_cell = 13, least_high = 9;
constexpr float between_grids = 18;

/// The heads of one kind, by their numbers among the parts.
struct MovedGrid {
    HeadKind kind;
    int layers = 0, heads = 0;
    std::vector<int> parts{};
};

std::vector<MovedGrid> moved_grids_of(const Moves& m) {
    std::vector<MovedGrid> grids;
    for (int n = 0; n < std::ssize(m.parts.parts); ++n) {
        const Part& part = m.parts.parts[static_cast<std::size_t>(n)];
        if (part.kind != PartKind::Head) continue;
        auto found = std::find_if(grids.begin(), grids.end(),
                                  [&](const MovedGrid& g) { return g.kind == part.at.kind; });
        if (found == grids.end()) found = grids.insert(grids.end(), {part.at.kind});
        found->layers = std::max(found->layers, part.at.layer + 1);
        found->heads = std::max(found->heads, part.at.head + 1);
        found->parts.push_back(n);
    }
    std::stable_partition(grids.begin(), grids.end(),
                          [](const MovedGrid& g) { return g.kind == HeadKind::Cross; });
    return grids;
}

std::string grid_name(const Trace& run, HeadKind kind) {
    if (kind == HeadKind::Cross) return "On the source";
    if (kind == HeadKind::Encoder) return "On the text";
    return transformer_facts(run).config.crosses() ? "On its own past" : "On what came before";
}

struct GridPen {
    Column& c;
    const Trace& run;
    const Moves& m;
    const MovesSettings& settings;
    Shading shading;
    float high = highest_cell; // of a cell, the same in all grids
};

bool in_front(const MovesSettings& settings, const HeadPlace& place) {
    return std::find(settings.front.begin(), settings.front.end(), place) != settings.front.end();
}

void grid_cell(const GridPen& pen, int number, Box whole) {
    const Palette& p = pen.c.colors();
    const Part& part = pen.m.parts.parts[static_cast<std::size_t>(number)];
    const float gap = std::min(2.0f, std::min(whole.w, whole.h) * 0.12f);
    const Box cell{whole.x + gap / 2, whole.y + gap / 2, whole.w - gap, whole.h - gap};
    const float radius = std::min(3.0f, std::min(cell.w, cell.h) / 6);
    add_fill(pen.c.scene, cell, pen.shading.color(static_cast<float>(part.adds)), radius);
    const bool pointed = number == pen.settings.hover;
    if (pointed || in_front(pen.settings, part.at))
        add_frame(pen.c.scene, {cell.x - 1, cell.y - 1, cell.w + 2, cell.h + 2}, pointed ? p.t1 : p.t2,
                  pointed ? 2.0f : 1.25f, radius + 1);
    pen.c.scene.pick(whole, moved_pick(part, number), moved_tip(pen.run, part));
}

/// Every so many names, so that they stand this far apart.
int named_every(float pitch, float apart) { return std::max(1, static_cast<int>(std::ceil(apart / pitch))); }

void draw_moved_grid(const GridPen& pen, const MovedGrid& grid, float x, float width) {
    Column& c = pen.c;
    const Palette& p = c.colors();
    const float wide = std::min(widest_cell, (width - layer_room) / static_cast<float>(grid.heads));
    const float top = c.y + title_room, left = c.left + x + layer_room;
    c.text_within(x + layer_room, c.y + 8, width - layer_room, grid_name(pen.run, grid.kind), Face::Medium,
                  moved_letters, p.t1);
    for (int layer = 0; layer < grid.layers; layer += named_every(pen.high, 12))
        c.text(x + layer_room - 8, top + (static_cast<float>(grid.layers - 1 - layer) + 0.5f) * pen.high,
               std::to_string(layer + 1), Face::Mono, moved_letters, p.t3, Align::Right);
    for (const int number : grid.parts) {
        const HeadPlace& at = pen.m.parts.parts[static_cast<std::size_t>(number)].at;
        grid_cell(pen, number,
                  {left + static_cast<float>(at.head) * wide,
                   top + static_cast<float>(grid.layers - 1 - at.layer) * pen.high, wide, pen.high});
    }
    const float below = top + static_cast<float>(grid.layers) * pen.high + 11;
    for (int head = 0; head < grid.heads; head += named_every(wide, 16))
        c.text(x + layer_room + (static_cast<float>(head) + 0.5f) * wide, below, std::to_string(head + 1),
               Face::Mono, moved_letters, p.t3, Align::Centre);
}

float grid_high(const GridPen& pen, const MovedGrid& grid) {
    return title_room + static_cast<float>(grid.layers) * pen.high + heads_room;
}

void grids_legend(const GridPen& pen) {
    Column& c = pen.c;
    const Palette& p = c.colors();
    const bool against = pen.m.parts.rival >= 0;
    const Box ramp{c.left + layer_room, c.y + 4, 120, 8};
    add_ramp(c.scene, pen.shading, ramp, 65);
    add_frame(c.scene, ramp, p.line2, 1, 1);
    c.text(layer_room + ramp.w + 12, c.y + 8,
           "±" + up_to(static_cast<double>(pen.shading.scale)) + (against ? " nats" : ""), Face::Mono,
           moved_letters, p.t3);
    const auto name = [&](const std::string& before, const std::string& token, float room) {
        return before + fit(shown_written(pen.run, token),
                            room - c.measure(before, Face::Regular, moved_letters), Face::Regular,
                            moved_letters, *c.style.metrics);
    };
    const std::string less = against ? name("for ", pen.m.rival, 58) : "against it",
                      more = against ? name("for ", pen.m.token, 58) : "for it";
    c.text(layer_room, c.y + 24, less, Face::Regular, moved_letters, p.t3);
    c.text(layer_room + ramp.w, c.y + 24, more, Face::Regular, moved_letters, p.t3, Align::Right);
    c.y += 36;
}

} // namespace

std::string moved_number(double value) {
    if (std::abs(value) < 0.005) return "0.00";
    return (value > 0 ? "+" : "") + fixed(value, 2);
}

std::string moved_tip(const Trace& run, const Part& part) {
    std::string words = part_name(run, part);
    words[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(words[0])));
    words += " adds " + moved_number(part.adds);
    const std::string from = moved_from(run, part);
    return from.empty() ? words : words + ", most of it through " + quoted(from);
}

PickId moved_pick(const Part& part, int number) {
    if (part.kind != PartKind::Head) return {};
    return {PickKind::Button, part.at.kind == HeadKind::Cross, part.at.layer, part.at.head,
            "moved:" + std::to_string(number)};
}

void moves_grids(Column& c, const Trace& run, const Moves& m, const MovesSettings& settings) {
    const std::vector<MovedGrid> grids = moved_grids_of(m);
    if (grids.empty()) return;
    float most = 0;
    int heads = 0, layers = 0;
    for (const MovedGrid& grid : grids) {
        heads = std::max(heads, grid.heads);
        layers = std::max(layers, grid.layers);
        for (const int n : grid.parts)
            most =
                std::max(most, static_cast<float>(std::abs(m.parts.parts[static_cast<std::size_t>(n)].adds)));
    }
    GridPen pen{c, run, m, settings, {c.style, most > 0 ? round_above(most) : 1}};
    pen.high = std::clamp(168.0f / static_cast<float>(layers), least_high, highest_cell);
    const auto count = static_cast<float>(grids.size());
    const float each = (c.width - between_grids * (count - 1)) / count;
    const bool beside = (each - layer_room) / static_cast<float>(heads) >= narrowest_cell;
    c.y += 4;
    float x = 0, lowest = 0;
    for (const MovedGrid& grid : grids) {
        draw_moved_grid(pen, grid, x, beside ? each : c.width);
        lowest = std::max(lowest, grid_high(pen, grid));
        if (beside)
            x += each + between_grids;
        else
            c.y += grid_high(pen, grid) + 6;
    }
    if (beside) c.y += lowest + 6;
    grids_legend(pen);
}

} // namespace heed
