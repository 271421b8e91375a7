// Where heads and maps stand on a page, whose letters may be no smaller than others: below one another where
// it is narrow, and as high as they need.
#include "app/figures/transformer/card/parts.h"

#include <algorithm>
#include <array>

namespace heed {
namespace layered {
namespace {

constexpr float page_edge = 16, two_columns = 620; // px: beside everything; a page with two columns
constexpr float heads_top = 44, group_line = 20;   // px: of the first head; what its group's name takes
constexpr float named_heads = 44;                  // px: of heads that have their group's name beside them
constexpr float tallest_heads = 640;               // px: smaller heads before a group of them is higher

/// With the name of a group beside it, or above it where there are many.
constexpr std::array<HeadSize, 14> page_sizes{{{90, 14, 26, 112},
                                               {82, 12, 24, 108},
                                               {74, 11, 22, 104},
                                               {66, 10, 20, 100},
                                               {60, 8, 18, 96},
                                               {54, 7, 16, 92},
                                               {48, 5, 12, 88},
                                               {40, 5, 42, 70},
                                               {34, 4, 42, 70},
                                               {28, 4, 42, 70},
                                               {22, 3, 42, 70},
                                               {17, 3, 42, 70},
                                               {14, 2, 42, 70},
                                               {10, 1, 42, 70}}};

HeadSize size_for(const transformer::Config& config, float wide) {
    for (const HeadSize& s : page_sizes)
        if (s.names + width_of(config, s) <= wide && height_of(config, s) <= tallest_heads) return s;
    for (const HeadSize& s : page_sizes) // higher, where there are many layers
        if (s.names + width_of(config, s) <= wide && s.size <= 17) return s;
    return page_sizes.back();
}

constexpr float beside_rows = 148, least_rows = 120; // px: of a map's card: heading, two rows of letters at
                                                     // the columns and what is measured; its rows at least

/// With rows as high as their words.
float card_height(int rows) {
    constexpr float row = 14, most_rows = 420;
    return beside_rows + std::clamp(row * static_cast<float>(rows), least_rows, most_rows);
}

/// Right of the heads as many as stand there, the others below in as many columns as there are; the last of
/// them has the whole width where it would stand beside nothing.
void place_cards(CardPlan& plan, int count, float wide, float high, bool beside, float below_heads) {
    constexpr float beyond = 1.3f; // a little lower than the heads is better than a gap below one card
    plan.cards.clear();
    float y = page_edge, lowest = below_heads;
    int placed = 0;
    const float second = page_edge + wide + card_gap;
    while (beside && placed < count && (placed == 0 || y + high <= beyond * below_heads)) {
        plan.cards.push_back({second, y, wide, high});
        y += high + card_gap;
        ++placed;
    }
    lowest = std::max(lowest, y - card_gap);
    const bool pairs = plan.page_wide >= two_columns;
    for (y = lowest + (placed > 0 ? card_gap : 0); placed < count; y += high + card_gap)
        for (int column = 0; column < (pairs ? 2 : 1) && placed < count; ++column, ++placed) {
            const bool alone = pairs && column == 0 && placed + 1 == count;
            plan.cards.push_back(
                {column == 0 ? page_edge : second, y, alone ? 2 * wide + card_gap : wide, high});
            lowest = y + high;
        }
    plan.page_high = lowest + page_edge;
}

} // namespace

CardPlan page_plan(const transformer::Config& config, const TransformerCardSettings& settings) {
    CardPlan plan;
    const bool pairs = settings.width >= two_columns;
    const float all = settings.width - 2 * page_edge, wide = pairs ? (all - card_gap) / 2 : all;
    const HeadSize half = size_for(config, wide + page_edge - (pairs ? 12.0f : 0.0f));
    const bool beside = pairs && half.size >= 17;
    const HeadSize size = beside ? half : size_for(config, all + page_edge);
    plan.size = size.size;
    plan.gap = size.gap;
    plan.group = size.group;
    plan.left = size.names;
    plan.headed = size.size < named_heads;
    plan.top = heads_top + (plan.headed ? group_line : 0);
    plan.heads = {plan.left, plan.top, width_of(config, size), height_of(config, size)};
    plan.right = beside ? page_edge + wide - 12 : settings.width - page_edge;
    plan.numbers = plan.heads.bottom() + 18;
    plan.note = plan.numbers + 26;
    plan.legend = plan.note + 24;
    plan.page_wide = std::max(settings.width, plan.heads.right() + page_edge);
    constexpr float lower = 4; // px, at a time: how many stand beside the heads depends on it
    float high = card_height(settings.page->rows);
    const float most = settings.page->most, heads_high = plan.legend + 36;
    place_cards(plan, settings.page->panels, wide, high, beside, heads_high);
    while (most > 0 && plan.page_high > most && high - lower >= beside_rows + least_rows) {
        high -= lower;
        place_cards(plan, settings.page->panels, wide, high, beside, heads_high);
    }
    plan.panels = {page_edge, page_edge, wide, high};
    return plan;
}

} // namespace layered

TransformerCardSettings transformer_card_page(const Trace& run, const TransformerBoard& board,
                                              const TransformerCardLook& look, float width, float most) {
    TransformerCardSettings settings{.width = width, .look = look, .page = TransformerCardPage{}};
    settings.page->most = most;
    const Playhead nowhere;
    const layered::CardView view(run, nowhere, settings.look);
    const auto panels = layered::panels_of(view, board, settings);
    settings.page->panels = static_cast<int>(panels.size());
    settings.page->rows = 1;
    for (const layered::CardPanel& panel : panels)
        settings.page->rows = std::max(settings.page->rows, panel.map.row_count());
    settings.width = std::max(width, transformer_card_layout(run, settings).width);
    settings.height = transformer_card_layout(run, settings).height;
    return settings;
}

std::optional<float> transformer_card_page_width(const Trace& run, TransformerCardSettings settings,
                                                 float widest) {
    for (; settings.width <= widest; settings.width += 1) {
        const TransformerCardLayout page = transformer_card_layout(run, settings);
        if (page.width <= settings.width && page.height <= settings.page->most) return settings.width;
    }
    return std::nullopt;
}

} // namespace heed
