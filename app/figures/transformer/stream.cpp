// What each sub-layer added to the residual stream, against what stood there.
#include "app/figures/base/format.h"
#include "app/figures/transformer/explained.h"

#include <algorithm>
#include <cmath>

namespace heed::layered {
namespace {

using inspector::Column;

/// A sub-layer: what it added, and whether that is revealed.
struct Part {
    const MatrixXf* added;
    const MatrixXf* sum;
    Color color;
    bool done;
};

std::vector<Part> parts_of(const Subject& s, int layer, const Palette& c) {
    const Reading& r = s.reading;
    const transformer::SideValues& v = r.side(s.decoder);
    const auto part = [&](Quantity added, Quantity sum, Color color, Looks looks, Doing doing) {
        return Part{r.value(added, layer), r.value(sum, layer), color,
                    r.done(s.decoder, s.row, layer, looks, doing)};
    };
    const Color own = s.decoder ? c.decoder : c.forward;
    std::vector<Part> parts{part(v.self.result, v.self.output_sum, fade(own, 0.5f), Looks::Self, Doing::Add)};
    if (s.decoder && r.crosses())
        parts.push_back(part(v.cross.result, v.cross.output_sum, c.attention, Looks::Cross, Doing::Add));
    parts.push_back(part(v.feed.result, v.feed.output_sum, own, Looks::Nowhere, Doing::Feed));
    return parts;
}

/// ‖added‖ / ‖what was there‖; less than 0: not known.
float share_of(const Part& part, int query) {
    if (!part.added || !part.sum || query >= part.sum->cols()) return -1;
    const float there = (part.sum->col(query) - part.added->col(query)).norm();
    return there > 0 ? part.added->col(query).norm() / there : -1;
}

void legend(Column& c, const Subject& s) {
    const Palette& p = c.colors();
    const Color own = s.decoder ? p.decoder : p.forward;
    float x = 0;
    const auto entry = [&](const std::string& name, Color color) {
        add_fill(c.scene, {c.left + x, c.y - 4, 8, 8}, color, 2);
        c.text(x + 13, c.y, name, Face::Regular, 11, p.t2);
        x += 13 + c.measure(name, Face::Regular, 11) + 14;
    };
    entry(!s.decoder ? "the source" : s.reading.crosses() ? "own past" : "what came before", fade(own, 0.5f));
    if (s.decoder && s.reading.crosses()) entry("source", p.attention);
    entry("feed forward", own);
}

} // namespace

void stream_block(Column& c, const Subject& s) {
    const Palette& p = c.colors();
    const Reading& r = s.reading;
    const int layers = r.layers(s.decoder);
    float highest = 0;
    std::vector<std::vector<Part>> all;
    for (int l = 0; l < layers; ++l) {
        all.push_back(parts_of(s, l, p));
        for (const Part& part : all.back())
            if (part.done) highest = std::max(highest, share_of(part, s.query));
    }
    if (highest <= 0) return;
    inspector::heading(c, "Residual stream", "added, against what was there");
    constexpr float room = 52;
    const float base = c.y + room + 4, each = c.width / static_cast<float>(layers);
    for (int l = 0; l < layers; ++l) {
        const auto count = static_cast<float>(all[static_cast<std::size_t>(l)].size());
        const float wide = std::min(13.0f, (each - 4) / count),
                    left = c.left + static_cast<float>(l) * each + (each - wide * count) / 2;
        float x = left;
        for (const Part& part : all[static_cast<std::size_t>(l)]) {
            const float share = share_of(part, s.query);
            const float high = std::max(1.0f, std::max(0.0f, share) / highest * room);
            const Box bar{x + 1, base - high, std::max(1.0f, wide - 2), high};
            if (part.done)
                add_fill(c.scene, bar, part.color, std::min(2.0f, bar.w / 3));
            else
                add_frame(c.scene, {bar.x, base - 14, bar.w, 14}, p.line2, 1, 2, {2, 2});
            if (part.done)
                c.scene.pick({x, base - room, wide, room}, {PickKind::Unit, -1, -1, -1, {}},
                             "Layer " + std::to_string(l + 1) + ": " +
                                 up_to(100.0 * static_cast<double>(share), 1) +
                                 "% of the length of what was there");
            x += wide;
        }
        const int every = std::max(1, static_cast<int>(std::ceil(16 / each)));
        if ((l + 1) % every == 0 || l == s.layer)
            c.text(static_cast<float>(l) * each + each / 2, base + 13, std::to_string(l + 1),
                   l == s.layer ? Face::MonoSemibold : Face::Mono, 11, l == s.layer ? p.t1 : p.t3,
                   Align::Centre);
    }
    add_line(c.scene, {c.left, base}, {c.right(), base}, p.line2, 1);
    c.y = base + 34;
    legend(c, s);
    c.y += 18;
    c.text(0, c.y, "the longest bar: " + percent(static_cast<double>(highest)), Face::Regular, 11, p.t3);
    c.y += 14;
}

} // namespace heed::layered
