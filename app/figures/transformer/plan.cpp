#include "app/figures/transformer/plan.h"

#include "app/figures/base/marks.h"
#include "core/trace/partial.h"

#include <algorithm>
#include <cmath>

namespace heed::layered {
namespace {

constexpr float left_gutter = 104, right_gutter = 148, between_blocks = 108;
constexpr float row_words = 100,
                nothing_right = 24; // px: left of a block alone; right of what writes nothing
constexpr float narrowest = 17, widest = 60, folded_width = 96;
constexpr float designed_room = 880, widest_ever = 130; // px across; a column where there is more than that
constexpr float alone = 1.3f; // so much wider may the columns of one block be, beside which nothing stands
constexpr float longest_slanted = 58, longest_slanted_low = 54; // px down, in a high canvas and in a low one
constexpr float low_canvas = 520;
constexpr float slant_of = 0.866f; // sine of 60°
constexpr float slanted_size = 11; // of letters
constexpr float least_map = 40;    // px high, however many layers stand above it

/// How far down tokens reach that have no room across.
float slant(Block& block, bool of_decoder, const Reading& r, float most, const FigureStyle& style) {
    if (block.folded) return 0;
    float longest = 0;
    for (int c = 0; c < block.count; ++c)
        longest = std::max(longest, text_width(style, r.column_word(of_decoder, c), Face::Mono, 12));
    block.slanted = longest > block.pitch - 3;
    if (!block.slanted) return 0;
    longest = 0; // as they are drawn: letters of another font do not grow by as much
    for (int c = 0; c < block.count; ++c)
        longest =
            std::max(longest, text_width(style, r.column_word(of_decoder, c),
                                         r.quiet(of_decoder, c) ? Face::Italic : Face::Mono, slanted_size));
    return std::min(longest * slant_of + 1, most);
}

/// As designed; wider where few columns would leave more than a little air beside them.
float widest_in(float room) { return std::clamp(widest * room / designed_room, widest, widest_ever); }

/// Pinned to a column: it stands in view.
void scroll_block(Block& b, float wanted, int pinned) {
    b.most_scroll = std::max(0.0f, b.pitch * static_cast<float>(b.count) - b.width);
    if (b.most_scroll < 0.5f) b.most_scroll = 0; // what is left of rounding
    const float follow = (static_cast<float>(pinned) + 0.5f) * b.pitch - b.width * 0.66f;
    b.scroll = std::clamp(wanted >= 0 ? wanted : follow, 0.0f, b.most_scroll);
}

/// Where the names begin, with so much air beside the blocks: with the title above, unless they are well
/// apart.
float names_at(const Plan& p, float beside) {
    constexpr float apart = 24; // px
    return beside < apart ? p.title : p.title + beside;
}

void one_across(Plan& p, Block& b, int count, const Reading& r, const TransformerSettings& s) {
    b.count = count;
    const float least = left_gutter + row_words, gutter = r.config.decodes() ? right_gutter : nothing_right;
    const float room = std::max(100.0f, s.width - least - gutter);
    const float most = std::min(alone * widest_in(room), widest_ever);
    b.pitch = std::clamp(room / static_cast<float>(std::max(1, count)), narrowest, most);
    b.width = std::min(room, b.pitch * static_cast<float>(count));
    const float middle = (s.width - b.width) / 2; // of the canvas, where what stands beside it has room
    b.left = std::max(least, std::min(middle, s.width - gutter - b.width));
    p.names = names_at(p, b.left - least);
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
    p.names = names_at(p, beside);
    p.source.left = left_gutter + beside;
    p.output.left = p.source.right() + between_blocks;
    p.between = p.source.right() + between_blocks / 2;
    p.right = p.output.right() + 14;
}

} // namespace

bool fits_tile(const FigureStyle& style, const std::string& word, float pitch) {
    return text_width(style, word, Face::MonoMedium, least_tile_size) <= pitch - least_tile_edge;
}

namespace {

/// As it was laid out for another run, so that what a hand holds keeps its place: beside the source the
/// outputs share the room they had, of a decoder alone those without room are out of sight, as the bar below
/// them says, and more rows are lower.
void keep_layout(Plan& p, const Reading& r, int rows) {
    p.source.count = p.source.count > 0 ? r.source_places() : 0;
    if (p.output.count > 0) {
        p.output.count = r.written_places();
        const float share = p.output.width / static_cast<float>(std::max(1, p.output.count));
        if (p.output.folded || (r.crosses() && !p.output.scrolls()))
            p.output.pitch = std::min(p.output.pitch, share);
    }
    for (Block* b : {&p.source, &p.output}) {
        const float beyond = b->pitch * static_cast<float>(b->count) - b->width;
        b->most_scroll = std::max(b->scroll, beyond > 0.5f ? beyond : 0.0f);
    }
    if (r.rows() > rows) p.row *= static_cast<float>(std::max(1, rows)) / static_cast<float>(r.rows());
}

/// The same settings without a layout that is lent.
TransformerSettings own_layout(TransformerSettings s) {
    s.laid_out = {};
    return s;
}

} // namespace

Plan blocks_of(const Reading& r, const TransformerSettings& s) {
    if (s.laid_out.run) {
        const Reading before(*s.laid_out.run, s.laid_out.head, s.front);
        Plan p = blocks_of(before, own_layout(s));
        keep_layout(p, r, before.rows());
        return p;
    }
    Plan p;
    if (r.crosses())
        two_across(p, r, s);
    else if (r.config.decodes())
        one_across(p, p.output, r.written_places(), r, s);
    else
        one_across(p, p.source, r.source_places(), r, s);
    return p;
}

namespace {

int most_layers(const Reading& r) {
    return std::max(r.config.encodes() ? r.layers(false) : 0, r.config.decodes() ? r.layers(true) : 0);
}

constexpr float narrowest_tile = 16;                     // px: a column
constexpr float lowest_canvas = 380, roomy_canvas = 560; // px: for slanted outputs; for longer ones

/// The share of the outputs that would be cut in tiles of their own.
float cut_share(const Reading& r, const Block& block, const FigureStyle& style) {
    int cut = 0;
    for (int i = 0; i < r.run.outputs(); ++i) cut += !fits_tile(style, r.output_word(i), block.pitch);
    return static_cast<float>(cut) / static_cast<float>(std::max(1, r.run.outputs()));
}

/// How far outputs reach that stand slanted above the decoder, in a canvas that has room for them.
float slanted_outputs(const Reading& r, float height, const FigureStyle& style) {
    const float most = height < roomy_canvas ? 44 : height < 760 ? 56 : 66; // px down
    float longest = 0;
    for (int i = 0; i < r.run.outputs(); ++i)
        longest = std::max(longest, text_width(style, r.output_word(i), Face::Mono, slanted_size));
    return std::min(most, longest * slant_of + 4);
}

/// In tiles where they have room across, slanted where there is some above, else as marks.
void place_outputs(Plan& p, const Reading& r, const TransformerSettings& s, const FigureStyle& style) {
    constexpr float row = 13, some = 1.0f / 6, many = 1.0f / 3; // px: apart
    constexpr float two_letters = 26; // px: a column in which a word that is cut keeps so many
    if (!r.config.decodes()) return;
    const bool slants = !p.output.folded && !s.hall && s.height >= lowest_canvas && p.output.pitch >= row;
    const float cut = !slants ? many : p.output.pitch < two_letters ? 0 : some; // at most
    p.marks = p.output.folded || p.output.pitch < narrowest_tile || cut_share(r, p.output, style) > cut;
    if (p.marks && slants) p.written_room = slanted_outputs(r, s.height, style);
}

/// Outputs, c, and the weights as bars. These keep their height: what they say, nothing else says.
template <class Y>
void place_look(Plan& p, float v, const Y& y) {
    constexpr float tile_high = 22, least_bars = 26, strip_low = 45; // px: what is written, with air; bars
    const float tile = p.written_room > 0 ? 6 : tile_high;
    p.written = std::max({58.0f, y(64), p.written_room > 0 ? strip_low + p.written_room : 0});
    p.context = std::max(y(108), p.written + (p.written_room > 0 ? 21 : 29)); // clear of what is written
    p.base = std::max(y(140), p.written + tile + std::max(least_bars, 48 * v));
    p.bar_room = std::min(std::max(least_bars, 60 * v), p.base - p.written - tile);
}

void place_layers(Plan& p, int layers, float v, float top, float most) {
    const auto gaps = static_cast<float>(layers - 1);
    p.layer_pitch = std::clamp(168.0f / static_cast<float>(layers), 7.0f, 28.0f) * v;
    if (gaps > 0) p.layer_pitch = std::min(p.layer_pitch, std::max(1.0f, most / gaps));
    p.compact = p.layer_pitch < 16;
    p.cell_high = p.compact ? std::max(std::min(3.0f, 0.7f * p.layer_pitch), p.layer_pitch - 3)
                            : std::min(24 * std::max(1.0f, v / 1.3f), p.layer_pitch - 8);
    const float first = std::max(top, p.base + 19 + p.cell_high / 2); // below the numbers of the bars
    p.floor = first + p.layer_pitch * gaps;
    if (layers >= 6) p.floor = std::max(p.floor, first + std::min(140 * v - 4, most));
}

/// Few rows: the heads below them are seen larger.
void enlarge_heads(Plan& p, const Reading& r, float v, float spare) {
    if (p.head_high <= 0 || spare <= 12) return;
    float widest_head = 0; // higher than wide they would say nothing more
    for (const Block* b : {&p.source, &p.output})
        if (b->count > 0)
            widest_head = std::max(widest_head, b->width / static_cast<float>(r.heads(r.decoder)));
    const float most = std::min(118 * std::min(1.2f, v), std::max(p.head_high, 1.1f * widest_head));
    const float more = std::min(spare, std::max(0.0f, most - p.head_high));
    p.head_high += more;
    p.heads -= more;
}

/// Everything downwards; `v`: by how much it is higher than designed, `upper` of what stands above the map.
/// Returns the px that are left below the map.
float place_down(Plan& p, const Reading& r, const TransformerSettings& s, float v, float upper) {
    const auto y = [&](float designed) { return 40 + (designed - 40) * upper; };
    place_look(p, upper, y);

    p.legend = s.hall ? 0 : s.height - std::max(26.0f, 36 * v);
    const float bottom = s.hall ? s.height - 6 : p.legend - 22;
    p.head_high = s.hall ? 0 : std::clamp(52 * v, 26.0f, 64.0f);
    p.heads = bottom - p.head_high - (s.hall ? 0 : 12);
    const float scroll_bar = p.source.scrolls() || p.output.scrolls() ? 4 : 0;
    const float captions = (s.hall ? 4.0f : 26.0f) + scroll_bar, map_bottom = p.heads - captions;

    const float lines = std::min(upper, 1.3f * v); // of letters, which are no higher
    const float embedding = std::max(14.0f, 29 * lines), token = std::max(17.0f, 23 * lines),
                map =
                    p.slant_room > 0 ? p.slant_room + 13 : std::max(15.0f, 18 * lines); // each below the last
    const float top = std::max(y(178), p.base + 24);
    place_layers(p, most_layers(r), upper, top, map_bottom - least_map - map - token - embedding - top);
    p.embedding = p.floor + embedding;
    p.token = p.embedding + token;
    p.map = p.token + map;

    const auto rows = static_cast<float>(std::max(1, r.rows()));
    const float room = std::max(1.0f, map_bottom - p.map); // of more rows than px the strongest are seen
    p.row = std::min(room / rows,
                     std::max(40 * std::max(1.0f, upper), 0.62f * std::max(p.source.pitch, p.output.pitch)));
    enlarge_heads(p, r, v, room - p.row * rows - 8);
    return p.heads - captions - p.map_end(r.rows());
}

/// Few rows, below which much would be empty: what stands above them is higher. Not while it is written: then
/// it would move with each output.
void fill_height(Plan& p, const Plan& across, const Reading& r, const TransformerSettings& s, float v) {
    float low = v, high = 1.9f * v;
    for (int n = 0; n < 8; ++n) {
        const float middle = (low + high) / 2;
        Plan tried = across;
        const bool more = place_down(tried, r, s, v, middle) > 8;
        (more ? low : high) = middle;
        if (more) p = tried;
    }
}

} // namespace

Plan plan_of(const Reading& r, const TransformerSettings& s, const FigureStyle& style) {
    if (s.laid_out.run) {
        const Reading before(*s.laid_out.run, s.laid_out.head, s.front);
        Plan p = plan_of(before, own_layout(s), style);
        keep_layout(p, r, before.rows());
        return p;
    }
    constexpr float empty = 24; // px: it is seen
    Plan p = blocks_of(r, s);
    const float longest = s.height < low_canvas ? longest_slanted_low : longest_slanted;
    p.slant_room =
        std::max(slant(p.source, false, r, longest, style), slant(p.output, true, r, longest, style));
    const float v = std::clamp((s.height - 40 - p.slant_room) / 768, 0.42f, 1.6f);
    place_outputs(p, r, s, style);
    const Plan across = p;
    const float left = place_down(p, r, s, v, v);
    if (left > empty && !s.hall && !has_open_place(r.run)) fill_height(p, across, r, s, v);
    return p;
}

} // namespace heed::layered
