// Rows from the top edge down: how far apart, and the heatmap's below them.
#include "app/figures/seq2seq/network/plan/plan.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numbers>

namespace heed {

float Stack::at(std::size_t k, float openness) const {
    return std::lerp(gaps[k].least, gaps[k].ideal, openness);
}

float Stack::total(float openness) const {
    float sum = 0;
    for (std::size_t k = 0; k < gaps.size(); ++k) sum += at(k, openness);
    return sum;
}

std::vector<Phase> reader_phases(const Outline& outline) {
    std::vector<Phase> readers;
    if (const Stage* encoding = outline.over(Axis::Source))
        std::copy_if(encoding->phases.begin(), encoding->phases.end(), std::back_inserter(readers),
                     seq2seq::is_reader);
    std::reverse(readers.begin(), readers.end());
    return readers;
}

float sine_of(float slant) { return std::sin(slant * std::numbers::pi_v<float> / 180); }
float cosine_of(float slant) { return std::cos(slant * std::numbers::pi_v<float> / 180); }

float slant_for(float along, float high, float pitch) {
    constexpr float usual = 60, line = 15, half_letter = 4; // px across the words
    const auto degrees = [](float sine) {
        return std::asin(std::clamp(sine, 0.0f, 1.0f)) * 180 / std::numbers::pi_v<float>;
    };
    if (along * sine_of(usual) <= high) return usual;
    const float apart = degrees(line / std::max(pitch, 1.0f));
    return std::clamp(degrees((high - half_letter) / along), std::min(apart, usual), usual);
}

namespace {

/// Where columns are too narrow for cells.
Stack stack_of_bands(const NetworkPlan& plan, int decoder_layers, int readers) {
    Stack stack;
    stack.gaps.push_back({46, 34});
    if (plan.luong) stack.gaps.push_back({14, 12});
    for (int l = 1; l < decoder_layers; ++l) stack.gaps.push_back({14, 12});
    stack.gaps.push_back({44, 30});
    stack.gaps.push_back(plan.fixed ? Gap{50, 32} : Gap{84, 50});
    stack.gaps.push_back({14, 12});
    stack.gaps.push_back({14, 12});
    for (int r = 1; r < readers; ++r) stack.gaps.push_back({14, 12});
    stack.gaps.push_back({14, 12});
    stack.gaps.push_back({20, 17});
    stack.gaps.push_back({14, 12});
    return stack;
}

} // namespace

Stack stack_of(const NetworkPlan& plan, int decoder_layers, int readers) {
    if (plan.bands) return stack_of_bands(plan, decoder_layers, readers);
    Stack stack;
    const bool full = plan.full, many = readers > 2;
    const float least_words = plan.height >= 600 ? 76.0f : 44.0f; // words are cut last
    const float above = plan.outputs_upright ? 22.0f : plan.output_room;
    if (plan.boxes()) stack.gaps.push_back({28, 18});
    if (plan.boxes())
        stack.gaps.push_back({48, 34});
    else if (full)
        stack.gaps.push_back({above + 30, std::min(above, least_words - 4) + 24});
    else
        stack.gaps.push_back({above + 24, std::min(above, least_words - 4) + 20});
    if (plan.luong) stack.gaps.push_back(full ? Gap{44, 30} : Gap{30, 24});
    const Gap between = plan.two_cells ? Gap{46, 30} : Gap{34, 22}; // arrows both ways need air
    for (int l = 1; l < decoder_layers; ++l) stack.gaps.push_back(full ? between : Gap{26, 20});
    stack.gaps.push_back(full ? Gap{60, 38} : Gap{52, 34});
    stack.gaps.push_back(plan.fixed ? (full ? Gap{54, 34} : Gap{50, 32}) : full ? Gap{122, 66} : Gap{94, 54});
    const float seen = !plan.remembers ? 0.0f : full ? 26.0f : 16.0f;
    stack.gaps.push_back(plan.fixed ? Gap{46, 30}
                         : full     ? Gap{31 + seen, 25 + seen}
                                    : Gap{13 + seen, 12 + seen});
    stack.gaps.push_back(full ? Gap{41, 24} : Gap{22, 20});
    for (int r = 1; r < readers; ++r)
        stack.gaps.push_back(full ? (many ? Gap{34, 22} : Gap{48, 25}) : (many ? Gap{24, 20} : Gap{28, 21}));
    stack.gaps.push_back(full ? Gap{38, 25} : Gap{23, 18});
    stack.gaps.push_back(!plan.upright ? (full ? Gap{21, 15} : Gap{17, 12})
                         : full        ? Gap{29, 20}
                                       : Gap{20, 17});
    const float below = plan.label_room * 0.87f + 6;
    stack.gaps.push_back(!plan.upright ? Gap{below, std::min(below, least_words)}
                         : full        ? Gap{23, 15}
                                       : Gap{18, 12});
    return stack;
}

void place_rows(NetworkPlan& plan, const Stack& stack, const std::vector<Phase>& readers, int decoder_layers,
                float top, float openness) {
    std::size_t k = 0;
    float y = top;
    const auto next = [&] { return y += stack.at(k++, openness); };
    if (plan.boxes()) plan.output_y = next();
    if (plan.luong) plan.attentional_y = next();
    for (int l = 0; l < decoder_layers; ++l) plan.decoders.push_back(next());
    if (!plan.boxes()) plan.output_y = plan.written_from() - (plan.full ? 26.0f : 20.0f);
    const float below_decoder = stack.at(k, openness);
    plan.context_y = next();
    const float bars = stack.at(k, openness);
    plan.baseline = next();
    plan.annotation_y = next();
    float closest = 1000;
    for (const Phase& phase : readers) {
        const float gap = stack.at(k, openness);
        if (&phase != &readers.front()) closest = std::min(closest, gap);
        plan.readers.push_back({phase, next()});
    }
    closest = std::min(closest, stack.at(k, openness) + 6);
    plan.embedding_y = next();
    plan.source_y = next();
    plan.heat_top = next();
    plan.cell_height =
        plan.full ? std::clamp(closest - 14, 14.0f, 28.0f) : std::clamp(closest - 8, 12.0f, 16.0f);
    plan.circle = std::clamp(below_decoder - plan.cell_height / 2 - 10, 9.0f, 16.5f);
    plan.bar_height = std::min(plan.full ? 60.0f : 33.0f, (bars - plan.circle) * 0.57f);
    plan.state_labels = below_decoder >= 52;
    plan.numbers_below = plan.full && !plan.fixed;
    const float above = plan.output_y - 4, below = plan.heat_top - plan.source_y - 6;
    plan.output_slant = slant_for(plan.output_room, above, plan.states.pitch);
    plan.label_slant = slant_for(plan.label_room, below, plan.source.pitch);
    plan.output_room = std::max(12.0f, above / sine_of(plan.output_slant));
    plan.label_room = std::max(12.0f, below / sine_of(plan.label_slant));
    if (plan.remembers && !plan.bands) {
        plan.seen_y = plan.annotation_y - plan.cell_height / 2 - 4;
        plan.seen_height =
            std::clamp(plan.seen_y - plan.baseline - (plan.numbers_below ? 20.0f : 3.0f), 6.0f, 24.0f);
    }
    if (!plan.bands) return;
    plan.cell_height = plan.source.pitch < zoom_stops[1].from ? 6.0f : 10.0f;
    plan.state_labels = false;
}

/// Rows that do not fit at 3 px each are scrolled, so that the newest is in view.
void place_heatmap(NetworkPlan& plan, const Reveal& reveal, int chosen, int outputs, float bottom,
                   float tallest) {
    const float room = std::max(0.0f, bottom - plan.heat_top);
    plan.heatmap = plan.heatmap && room >= 9 && outputs > 0;
    if (!plan.heatmap) return;
    plan.row_height = std::min(tallest, room / static_cast<float>(outputs));
    int visible = outputs;
    if (plan.row_height < 3) {
        plan.row_height = 3;
        visible = std::max(1, static_cast<int>(room / 3));
    }
    const int current = std::max(0, reveal.output);
    plan.first_row = std::clamp(current - visible * 2 / 3, 0, outputs - visible);
    if (chosen >= 0 && chosen < outputs)
        plan.first_row = std::clamp(plan.first_row, chosen - visible + 1, chosen);
    plan.last_row = plan.first_row + visible - 1;
    plan.top_row = static_cast<float>(plan.first_row);
    plan.heat_height = static_cast<float>(visible) * plan.row_height;
}

} // namespace heed
