// Where everything of the picture stands, on the screen and folded on a page.
#include "app/figures/head_off/plan.h"

#include <algorithm>
#include <cmath>

namespace heed {
namespace headoff {
namespace {

constexpr float widest_column = 101, least_column = 60, // px
    tight_column = 52;                                  // where all have room then

/// Letters of a monospaced face; those of three bytes and more are taken for two.
float letters_in(const std::string& text) {
    float count = 0;
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte < 0x80 || byte >= 0xC0) count += byte >= 0xE0 ? 2 : 1;
    }
    return count;
}

/// Columns as wide as the longest word needs, in letters of one size; what has no room then scrolls.
void fit_words(ColumnsPlan& columns, const HeadOffWork& work) {
    constexpr float advance = 0.6f, beside = 24, least_beside = 14, longest = 132; // of a letter's size; px
    float most = 0;
    for (const HeadOffColumn& column : work.columns)
        most = std::max({most, letters_in(column.model), letters_in(column.changed)});
    columns.size = most * advance * letters + beside > columns.pitch ? small : letters;
    columns.pitch = std::max(columns.pitch, std::min(longest, most * advance * small + least_beside));
}

/// Whether some column has no room for both beside each other.
bool too_narrow(const HeadOffWork& work, float pitch) {
    constexpr float letter = 7, arrow_and_air = 35;
    return std::any_of(work.columns.begin(), work.columns.end(), [&](const HeadOffColumn& column) {
        const auto [before, now] = chances_of(column);
        return static_cast<float>(before.size() + now.size()) * letter + arrow_and_air > pitch;
    });
}

/// On paper nothing scrolls: as many words as have room stand in a card, the others in cards below it. The
/// sums stand at the end of the last one.
void fold_words(Plan& plan, float count, float high) {
    ColumnsPlan& columns = plan.columns;
    columns.room = plan.words.right() - margin_x - columns.from;
    const float fit = std::max(1.0f, std::floor(columns.room / columns.pitch)),
                taken = std::ceil((sums - margin_x) / columns.pitch); // by the sums
    plan.cards = static_cast<int>(std::ceil((count + taken) / fit));
    columns.each = static_cast<int>(std::ceil((count + taken) / static_cast<float>(plan.cards)));
    columns.most_scroll = columns.scroll = 0;
    plan.height += static_cast<float>(plan.cards) * (high + cards_gap) - (plan.words.h + cards_gap);
    plan.words.h = high;
}

} // namespace

Plan plan_of(const HeadOffWork& work, const HeadOffSettings& settings) {
    constexpr float top = 48, gap = cards_gap, folded_card = 250, least_lower = 336;
    Plan plan;
    const float wide = settings.width - 2 * margin_x;
    plan.height = std::max(settings.height, top + lowest_card + gap + least_lower + gap);
    const float rest = plan.height - top - 2 * gap;
    const float high = std::clamp(rest * 0.3764f, lowest_card, usual_card);
    plan.words = {margin_x, top, wide, high};

    ColumnsPlan& columns = plan.columns;
    const auto count = static_cast<float>(std::max<std::size_t>(1, work.columns.size()));
    columns.from = plan.words.x + names + 16;
    columns.room = std::max(80.0f, plan.words.right() - sums - columns.from);
    const float each = columns.room / count;
    columns.pitch = std::clamp(each, each < tight_column ? least_column : tight_column, widest_column);
    fit_words(columns, work);
    columns.stacked = too_narrow(work, columns.pitch);
    const float beyond = columns.pitch * count - columns.room;
    columns.most_scroll = beyond < 1 ? 0 : beyond;
    columns.scroll = std::clamp(settings.scroll, 0.0f, columns.most_scroll);
    if (settings.paper && beyond >= 1) fold_words(plan, count, folded_card);

    const float lower = plan.words.y + static_cast<float>(plan.cards) * (plan.words.h + gap),
                low = plan.height - gap - lower;
    const float left = std::clamp(std::round(wide * 0.2914f), 264.0f, 440.0f);
    plan.grids = {margin_x, lower, left, low};
    plan.maps = {margin_x + left + gap, lower, wide - left - gap, low};
    return plan;
}

} // namespace headoff

float head_off_in_sight(const HeadOffWork& work, const HeadOffSettings& settings) {
    const headoff::ColumnsPlan columns = headoff::plan_of(work, settings).columns;
    const int word = headoff::framed_word(work, settings);
    const auto column = std::find_if(work.columns.begin(), work.columns.end(),
                                     [&](const HeadOffColumn& one) { return one.word == word; });
    if (word < 0 || column == work.columns.end()) return columns.scroll;
    const float x = columns.x(static_cast<int>(column - work.columns.begin())), half = columns.pitch / 2,
                left = x - half - columns.from, right = x + half - columns.from - columns.room;
    float to = columns.scroll + std::min(0.0f, left);
    if (left >= 0 && right > 0) // as far as the first column is whole
        to = std::ceil((columns.scroll + right) / columns.pitch) * columns.pitch;
    return std::clamp(to, 0.0f, columns.most_scroll);
}

HeadOffLayout head_off_layout(const HeadOffWork& work, const HeadOffSettings& settings) {
    const headoff::Plan plan = headoff::plan_of(work, settings);
    HeadOffLayout layout;
    layout.words = plan.words;
    layout.grids = plan.grids;
    layout.maps = plan.maps;
    layout.above = headoff::above_box(plan.maps);
    layout.stop = {plan.grids.right() - 16 - 52, plan.grids.bottom() - 38, 52, 24};
    layout.most_scroll = plan.columns.most_scroll;
    layout.height = plan.height;
    return layout;
}

} // namespace heed
