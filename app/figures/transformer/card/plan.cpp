// Where the heads and the four maps stand.
#include "app/figures/transformer/card/parts.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace heed::layered {
namespace {

/// Sizes of a head, with the air between two and between groups; what is smaller scrolls.
constexpr std::array<HeadSize, 10> head_sizes{{{140, 20, 36, 118},
                                               {120, 18, 32, 116},
                                               {104, 16, 28, 114},
                                               {90, 14, 26, 112}, // as designed
                                               {82, 12, 24, 108},
                                               {74, 11, 22, 104},
                                               {66, 10, 20, 100},
                                               {60, 8, 18, 96},
                                               {54, 7, 16, 92},
                                               {48, 5, 12, 88}}};
constexpr float top = 44,
                least_panel = 262; // px: of the first head; a panel is not lower than this in a pair

void place_panels(CardPlan& plan, const TransformerCardSettings& settings) {
    const bool narrow = settings.width < 1100;
    const float left = plan.right + (narrow ? 20.0f : 50.0f),
                right = settings.width - (narrow ? 16.0f : 32.0f);
    plan.panels = {left, 16, std::max(120.0f, right - left),
                   settings.height - 16 - (settings.height < 600 ? 16.0f : 32.0f)};
    plan.four = (plan.panels.h - card_gap) / 2 >= least_panel;
}

} // namespace

int all_layers(const transformer::Config& config) {
    int count = 0;
    for (const HeadsOf of : all_heads_of) count += layers_of(config, of);
    return count;
}

int most_heads(const transformer::Config& config) {
    int count = 1;
    for (const HeadsOf of : all_heads_of) count = std::max(count, heads_of(config, of));
    return count;
}

float height_of(const transformer::Config& config, const HeadSize& s) {
    const auto rows = static_cast<float>(all_layers(config));
    return rows * s.size + (rows - 1) * s.gap + static_cast<float>(std::size(all_heads_of) - 1) * s.group;
}

float width_of(const transformer::Config& config, const HeadSize& s) {
    const auto count = static_cast<float>(most_heads(config));
    return count * s.size + (count - 1) * s.gap;
}

int layers_of(const transformer::Config& config, HeadsOf of) {
    return of == HeadsOf::Source ? config.encoder.layers : config.decoder.layers;
}

int heads_of(const transformer::Config& config, HeadsOf of) {
    return of == HeadsOf::Source ? config.encoder.heads : config.decoder.heads;
}

CardPlan card_plan(const transformer::Config& config, const TransformerCardSettings& settings) {
    if (settings.page) return page_plan(config, settings);
    CardPlan plan;
    plan.top = top;
    const bool low = settings.height < 560;
    const float below = settings.hall ? 40.0f : low ? 66.0f : 102.0f;
    const float high = settings.height - top - below, wide = settings.width * 0.46f;
    const HeadSize* chosen = &head_sizes.back();
    for (const HeadSize& s : head_sizes)
        if (height_of(config, s) <= high && s.names + width_of(config, s) <= wide) {
            chosen = &s;
            break;
        }
    plan.left = chosen->names;
    plan.size = chosen->size;
    plan.gap = chosen->gap;
    plan.group = chosen->group;
    const float all_high = height_of(config, *chosen), all_wide = width_of(config, *chosen);
    plan.heads = {plan.left, top, std::min(all_wide, wide - plan.left), std::min(all_high, high)};
    plan.right = plan.heads.right();
    plan.most_scroll_x = std::max(0.0f, all_wide - plan.heads.w);
    plan.most_scroll_y = std::max(0.0f, all_high - plan.heads.h);
    plan.numbers = plan.heads.bottom() + 18;
    if (!settings.hall) {
        if (!low) plan.note = plan.numbers + 26;
        plan.legend = (low ? plan.numbers : plan.note) + 24;
    }
    place_panels(plan, settings);
    return plan;
}

Box CardPlan::box(const transformer::Config& config, const CardHead& head, float scroll_x,
                  float scroll_y) const {
    float y = this->top - std::min(scroll_y, most_scroll_y);
    for (const HeadsOf of : all_heads_of) {
        if (of == head.of) break;
        y += static_cast<float>(layers_of(config, of)) * (size + gap) + group;
    }
    return {left - std::min(scroll_x, most_scroll_x) + static_cast<float>(head.head) * (size + gap),
            y + static_cast<float>(head.layer) * (size + gap), size, size};
}

} // namespace heed::layered
