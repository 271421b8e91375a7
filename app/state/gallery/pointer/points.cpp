#include "app/state/gallery/pointer/points.h"

#include "app/state/commands/row.h"
#include "app/state/gallery/gallery.h"
#include "core/base/random.h"
#include "core/models/model.h"
#include "core/models/number_words.h"
#include "core/models/pointer/reader.h"
#include "core/tasks/item.h"
#include "core/tasks/items/adding.h"

#include <algorithm>
#include <cmath>

namespace heed {
namespace {

constexpr int fewest_points = 2, most_points = 20;
constexpr double arrow = 0.01;

const pointer::Config& config_of(const AppState& s) { return pointer_facts(s.facts).config; }

std::vector<std::string> words_now(const AppState& s) {
    std::vector<std::string> words;
    for (const NumberWord& word : words_of(s.input)) words.emplace_back(word.text);
    return words;
}

/// `chosen` is the point that keys act on from now on; -1: none.
EffectList take_words(AppState& s, const std::vector<std::string>& words, int chosen) {
    std::string text;
    for (const std::string& word : words) text += (text.empty() ? "" : " ") + word;
    s.edits.forced.clear(); // what was asked for was asked of other points
    EffectList effects = update(s, {"type", text});
    s.selection.column = chosen;
    return effects;
}

std::string word_of(const AppState& s, double x, double y) {
    const auto number = [](double v) { return tasks::number_text(std::round(v * 100) / 100); };
    return config_of(s).input.size == 1 ? number(x) : number(x) + ',' + number(y);
}

/// The numbers of a word, which was read; zeros where it could not be.
std::pair<double, double> numbers_at(const AppState& s, int point) {
    const auto words = words_now(s);
    if (point < 0 || point >= std::ssize(words)) return {0, 0};
    const auto numbers = numbers_of(words[static_cast<std::size_t>(point)]);
    return {numbers.empty() ? 0 : numbers.front(), numbers.size() < 2 ? 0 : numbers[1]};
}

EffectList take_up(AppState& s, const Command& c) {
    s.gallery.drag = {};
    if (c.i < 0 || !shows_points(s)) return {};
    const auto [x, y] = numbers_at(s, c.i);
    s.gallery.drag = {c.i, static_cast<float>(x), static_cast<float>(y)};
    s.selection.column = c.i;
    return {};
}

EffectList move_point(AppState& s, const Command& c) {
    auto words = words_now(s);
    if (!shows_points(s) || c.i < 0 || c.i >= std::ssize(words)) return {};
    std::string& word = words[static_cast<std::size_t>(c.i)];
    const std::string moved = word_of(s, c.x, c.y);
    if (word == moved) return {};
    word = moved;
    return take_words(s, words, c.i);
}

EffectList add_point(AppState& s, const Command& c) {
    auto words = words_now(s);
    if (!shows_points(s)) return {};
    if (std::ssize(words) >= most_points) {
        refuse(s, "Twenty are enough", "More can be typed, but not told apart by the mouse.");
        return {};
    }
    words.push_back(word_of(s, c.x, c.y));
    s.edits.muted.clear();
    return take_words(s, words, static_cast<int>(words.size()) - 1);
}

int chosen_point(const AppState& s) {
    const int chosen = s.hover.column >= 0 ? s.hover.column : s.selection.column;
    return shows_points(s) && s.trace && chosen >= 0 && chosen < s.trace->source_length() ? chosen : -1;
}

EffectList remove_point(AppState& s, const Command& c) {
    auto words = words_now(s);
    const int point = c.i >= 0 ? c.i : chosen_point(s);
    if (!shows_points(s) || point < 0 || point >= std::ssize(words)) return {};
    if (std::ssize(words) <= fewest_points) {
        refuse(s, "Two are needed", "There is nothing to choose between otherwise.");
        return {};
    }
    words.erase(words.begin() + point);
    s.edits.muted.clear();
    return take_words(s, words, -1);
}

bool has_chosen_point(const AppState& s) { return chosen_point(s) >= 0; }

template <int dx, int dy>
EffectList nudge(AppState& s, const Command&) {
    const int point = chosen_point(s);
    if (point < 0) return {};
    const auto [x, y] = numbers_at(s, point);
    const double step = config_of(s).input.size == 1 ? 10 * arrow : arrow;
    Command command{"point-move"};
    command.i = point;
    command.x = x + dx * step;
    command.y = y + dy * step;
    return move_point(s, command);
}

EffectList turn_masking(AppState& s, const Command&) {
    if (!can_mask(s)) return {};
    const bool own = config_of(s).attention.mask == pointer::Masking::Visited, wanted = !is_masked(s);
    s.edits.masking = wanted == own ? std::nullopt : std::optional(wanted);
    return {};
}

/// The output that is looked at: the chosen row, else the newest; -1: none.
int output_looked_at(const AppState& s) {
    for (const int row : {s.hover.row, s.selection.row})
        if (row >= 0 && row < s.trace->outputs()) return row;
    const Moment now = moment_at(s.trace->outline, s.playback.at);
    return now.decoding() ? now.position : -1;
}

/// Why that slot cannot be asked for at that output; empty: it can.
std::string forcing_obstacle(const AppState& s, int output, int slot) {
    if (s.edits.muted.contains(slot)) return "It is muted: M lets it be chosen again.";
    for (int i = 0; i < output && is_masked(s); ++i)
        if (s.trace->steps[static_cast<std::size_t>(i)].token.id == slot)
            return "It was chosen at output " + std::to_string(i + 1) + ", and is masked since.";
    return {};
}

/// That slot is chosen at that output, whatever its weight; asked for again, the network chooses. What came
/// after an output is the network's own again.
EffectList force_point(AppState& s, const Command& c) {
    const int points = s.trace->source_length(), output = c.i >= 0 ? c.i : output_looked_at(s),
              slot = c.j >= 0 ? c.j : chosen_point(s);
    if (output < 0 || output >= s.trace->outputs() || slot < 0 || slot >= config_of(s).slots(points))
        return {};
    if (const std::string why = forcing_obstacle(s, output, slot); !why.empty()) {
        refuse(s, "It cannot be chosen there", why);
        return {};
    }
    const std::string word = slot == points ? "end" : "point " + std::to_string(slot + 1);
    auto& forced = s.edits.forced;
    forced.erase(forced.upper_bound(output), forced.end());
    if (const auto asked = forced.find(output); asked != forced.end() && asked->second == word)
        forced.erase(asked);
    else
        forced[output] = word;
    return {};
}

/// As many fresh points, or as many as there are.
EffectList draw_points(AppState& s, const Command& c) {
    const tasks::ItemTask* task = tasks::find_item_task(s.facts.task);
    if (!shows_points(s) || !task) return {};
    const int count = std::clamp(c.i > 0 ? c.i : static_cast<int>(words_now(s).size()), 3, most_points);
    std::uint64_t seed = 17;
    for (const char letter : s.input) seed = seed * 31 + static_cast<unsigned char>(letter);
    Random random(seed);
    s.selection.column = -1;
    s.edits.muted.clear();
    s.edits.forced.clear();
    return update(s, {"type", task->of_length(random, count).input});
}

} // namespace

bool shows_points(const AppState& s) { return shows_mechanism(s) && is_pointer(s.facts); }
bool can_mask(const AppState& s) { return shows_points(s); }
bool can_force_point(const AppState& s) { return shows_points(s) && s.trace && config_of(s).points(); }
bool is_masked(const AppState& s) {
    return s.edits.masking.value_or(config_of(s).attention.mask == pointer::Masking::Visited);
}

Rows point_commands() {
    constexpr std::string_view gallery = "Gallery";
    const auto place = [](std::string_view name, double Command::*slot) {
        return Argument{name, Argument::Kind::Number, slot};
    };
    return {
        {"masking", "Masking: whether a point can be chosen again", keys("K"), gallery, false, can_mask,
         turn_masking, "pointer mask repeat what-if"},
        {"force-point",
         "Point at the chosen one, or let it choose",
         keys("F"),
         gallery,
         false,
         can_force_point,
         force_point,
         "pointer force output what-if",
         false,
         {optional(whole("output", &Command::i)), optional(whole("point", &Command::j))}},
        {"new-points",
         "New points",
         keys(),
         gallery,
         false,
         shows_points,
         draw_points,
         "pointer hull sort fresh",
         false,
         {optional(whole("count", &Command::i))}},
        {"remove-point",
         "Remove the chosen point",
         keys("Delete"),
         gallery,
         false,
         has_chosen_point,
         remove_point,
         "pointer hull sort",
         false,
         {optional(whole("point", &Command::i))}},
        recorded<Records::Arrows>({"point-right", "Move the chosen point right", keys("Alt+Right"), gallery,
                                   false, has_chosen_point, nudge<+1, 0>}),
        recorded<Records::Arrows>({"point-left", "Move the chosen point left", keys("Alt+Left"), gallery,
                                   false, has_chosen_point, nudge<-1, 0>}),
        recorded<Records::Arrows>({"point-up", "Move the chosen point up", keys("Alt+Up"), gallery, false,
                                   has_chosen_point, nudge<0, +1>}),
        recorded<Records::Arrows>({"point-down", "Move the chosen point down", keys("Alt+Down"), gallery,
                                   false, has_chosen_point, nudge<0, -1>}),
        recorded<Records::Passing>(hidden("point-drag", take_up, {optional(whole("point", &Command::i))})),
        recorded<Records::Typing>(
            hidden("point-move", move_point,
                   {whole("point", &Command::i), place("x", &Command::x), place("y", &Command::y)})),
        hidden("point-add", add_point, {place("x", &Command::x), place("y", &Command::y)}),
    };
}

} // namespace heed
