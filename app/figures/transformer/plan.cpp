#include "app/figures/transformer/plan.h"

#include "app/figures/base/marks.h"

#include <algorithm>
#include <cmath>

namespace heed::layered {
namespace {

constexpr float left_gutter = 104, right_gutter = 148, between_blocks = 108;
constexpr float narrowest = 17, widest = 60, folded_width = 96;
constexpr float designed_room = 880, widest_ever = 130; // px across; a column where there is more than that
constexpr float longest_slanted = 58;                   // px down
constexpr float slant_of = 0.866f;                      // sine of 60°

/// How far down tokens reach that have no room across.
float slant(Block& block, bool of_decoder, const Reading& r, const FigureStyle& style) {
    if (block.folded) return 0;
    float longest = 0;
    for (int c = 0; c < block.count; ++c)
        longest = std::max(longest, text_width(style, r.column_word(of_decoder, c), Face::Mono, 12));
    block.slanted = longest > block.pitch - 3;
    return block.slanted ? std::min(longest * slant_of, longest_slanted) : 0;
}

/// As designed; wider where few columns would leave more than a little air beside them.
float widest_in(float room) { return std::clamp(widest * room / designed_room, widest, widest_ever); }

/// Pinned to a column: it stands in view.
void scroll_block(Block& b, float wanted, int pinned) {
    b.most_scroll = std::max(0.0f, b.pitch * static_cast<float>(b.count) - b.width);
    const float follow = (static_cast<float>(pinned) + 0.5f) * b.pitch - b.width * 0.66f;
    b.scroll = std::clamp(wanted >= 0 ? wanted : follow, 0.0f, b.most_scroll);
}

void one_across(Plan& p, Block& b, int count, const Reading& r, const TransformerSettings& s) {
    b.count = count;
    b.left = left_gutter + 100; // the rows' words stand left of it
    const float room = std::max(100.0f, s.width - b.left - right_gutter);
    b.pitch = std::clamp(room / static_cast<float>(std::max(1, count)), narrowest, widest_in(room));
    b.width = std::min(room, b.pitch * static_cast<float>(count));
    const float beside = std::max(0.0f, (room - b.width) / 2 - 40);
    b.left += beside;
    p.names += beside;
    scroll_block(b, s.scroll, r.decoder ? r.query(true, r.row()) : r.row());
    p.between = b.left - 58;
    p.right = b.right() + 14;
}

void two_across(Plan& p, const Reading& r, const TransformerSettings& s) {
    const float room = std::max(200.0f, s.width - left_gutter - right_gutter - between_blocks);
    p.source.count = r.source_places();
    p.output.count = r.written_places();
    const auto N = static_cast<float>(p.source.count), M = static_cast<float>(p.output.count);
    const float each = std::clamp(room / (N + M), narrowest, widest_in(room));
    p.source.pitch = p.output.pitch = each;
    p.source.width = each * N;
    p.output.width = each * M;
    if ((N + M) * narrowest > room) {
        const bool source_in_front = !r.decoder || r.cross_in_front();
        Block &front = source_in_front ? p.source : p.output, &other = source_in_front ? p.output : p.source;
        if (static_cast<float>(other.count) * narrowest > folded_width) {
            other.folded = true;
            other.width = folded_width;
            other.pitch = folded_width / static_cast<float>(other.count);
        } else {
            other.pitch = narrowest;
            other.width = narrowest * static_cast<float>(other.count);
        }
        front.width = room - other.width;
        front.pitch = std::clamp(front.width / static_cast<float>(front.count), narrowest, widest_in(room));
        front.width = std::min(front.width, front.pitch * static_cast<float>(front.count));
        if (other.folded) { // it takes what the one in front leaves
            other.width = room - front.width;
            other.pitch = other.width / static_cast<float>(other.count);
        }
        const Sight sight = r.in_front();
        const int column = r.column(sight, r.row());
        scroll_block(front, s.scroll,
                     source_in_front ? (r.decoder ? std::max(0, column) : r.row()) : r.row());
    }
    const float beside = std::max(0.0f, (room - p.source.width - p.output.width) / 2);
    p.names += beside;
    p.source.left = left_gutter + beside;
    p.output.left = p.source.right() + between_blocks;
    p.between = p.source.right() + between_blocks / 2;
    p.right = p.output.right() + 14;
}

} // namespace

Plan blocks_of(const Reading& r, const TransformerSettings& s) {
    Plan p;
    if (r.crosses())
        two_across(p, r, s);
    else if (r.config.decodes())
        one_across(p, p.output, r.written_places(), r, s);
    else
        one_across(p, p.source, r.source_places(), r, s);
    return p;
}

Plan plan_of(const Reading& r, const TransformerSettings& s, const FigureStyle& style) {
    Plan p = blocks_of(r, s);
    p.slant_room = std::max(slant(p.source, false, r, style), slant(p.output, true, r, style));
    const float v = std::clamp((s.height - 40 - p.slant_room) / 768, 0.42f, 1.6f);
    const auto y = [&](float designed) { return 40 + (designed - 40) * v; };
    p.written = std::max(58.0f, y(64));
    p.context = std::max(y(108), p.written + 27); // clear of what is written
    p.base = y(140);
    p.bar_room = std::min(60 * v, p.base - p.written - 22);
    const int layers =
        std::max(r.config.encodes() ? r.layers(false) : 0, r.config.decodes() ? r.layers(true) : 0);
    p.layer_pitch = std::clamp(168.0f / static_cast<float>(layers), 7.0f, 28.0f) * v;
    const float top = std::max(y(178), p.base + 28);
    p.floor = top + std::max(140 * v - 4, p.layer_pitch * static_cast<float>(layers - 1));
    if (layers < 6) p.floor = top + p.layer_pitch * static_cast<float>(layers - 1);
    p.compact = p.layer_pitch < 16;
    p.cell_high = p.compact ? std::max(3.0f, p.layer_pitch - 3)
                            : std::min(24 * std::max(1.0f, v / 1.3f), p.layer_pitch - 8);
    p.embedding = p.floor + std::max(14.0f, 29 * v);
    p.token = p.embedding + std::max(17.0f, 23 * v);
    p.map = p.token + std::max(13.0f, 18 * v) + p.slant_room;
    p.legend = s.hall ? 0 : s.height - std::max(26.0f, 36 * v);
    const float bottom = s.hall ? s.height - 6 : p.legend - 22;
    p.head_high = s.hall ? 0 : std::clamp(52 * v, 26.0f, 64.0f);
    p.heads = bottom - p.head_high - (s.hall ? 0 : 12);
    const float room = p.heads - (s.hall ? 4.0f : 26.0f) - p.map;
    p.row = std::clamp(room / static_cast<float>(std::max(1, r.rows())), 0.5f,
                       std::max(40 * std::max(1.0f, v), 0.62f * std::max(p.source.pitch, p.output.pitch)));
    const float spare = room - p.row * static_cast<float>(std::max(1, r.rows())) - 8;
    if (p.head_high > 0 && spare > 12) { // few rows: the heads below them are seen larger
        float widest = 0;                // of a head; higher than wide they would say nothing more
        for (const Block* b : {&p.source, &p.output})
            if (b->count > 0) widest = std::max(widest, b->width / static_cast<float>(r.heads(r.decoder)));
        const float most = std::min(118 * std::min(1.2f, v), std::max(p.head_high, 1.1f * widest));
        const float more = std::min(spare, std::max(0.0f, most - p.head_high));
        p.head_high += more;
        p.heads -= more;
    }
    return p;
}

} // namespace heed::layered
