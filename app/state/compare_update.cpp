// The commands of the Compare workspace.
#include "app/state/compare.h"

#include <algorithm>
#include <cmath>

namespace heed {
namespace {

void say(AppState& s, std::string words) {
    s.toasts.push_back({s.next_toast++, false, std::move(words), "", s.clock + 4});
}

void toggle(AppState& s, const std::string& key) {
    const std::vector<CompareMember> members = compare_members(s);
    std::vector<bool> shown = shown_members(s, members);
    const auto found =
        std::find_if(members.begin(), members.end(), [&](const CompareMember& m) { return m.key == key; });
    if (found == members.end()) return;
    const auto index = static_cast<std::size_t>(found - members.begin());
    const auto count = std::count(shown.begin(), shown.end(), true);
    if (shown[index] && count <= fewest_shown) return say(s, "At least one function is shown");
    if (!shown[index] && count >= most_compare_panels)
        return say(s, "Nine functions are shown at most. Hide one first.");
    shown[index] = !shown[index];
    auto& kept = s.settings.compared; // those of other families stay
    for (const CompareMember& m : members) std::erase(kept, m.key);
    for (std::size_t n = 0; n < members.size(); ++n)
        if (shown[n]) kept.push_back(members[n].key);
}

/// A number key: shows or hides the function in Compare, takes it in Step.
EffectList nth_function(AppState& s, int n) {
    if (s.comparing()) {
        const std::vector<CompareMember> members = compare_members(s);
        const int index = s.compare.first_chip + n;
        if (!s.compare.pair() && index < static_cast<int>(members.size()))
            toggle(s, members[static_cast<std::size_t>(index)].key);
        return {};
    }
    if (s.weights_only()) return update(s, {Do::ChooseMap, "", 0, n});
    const std::vector<CompareMember> members = family_members(s);
    if (n >= static_cast<int>(members.size())) return {};
    const CompareMember& member = members[static_cast<std::size_t>(n)];
    return &member == current_member(s, members) ? EffectList{} : update(s, {Do::LoadModel, member.model});
}

void compare_what(AppState& s, CompareWhat what) {
    CompareState& c = s.compare;
    c.what = what;
    c.difference_a = c.difference_b = -1;
    c.pinned = c.hover = {};
    if (what == CompareWhat::Forced && c.target.empty() && s.trace) c.target = s.trace->target_text;
    if (what != CompareWhat::Inputs || !c.other_input.empty()) return;
    for (const std::string_view example : task_words(s.facts.task, s.facts.character_level).examples)
        if (example != s.input && c.other_input.empty()) c.other_input = example;
}

EffectList swap_sides(AppState& s) {
    CompareState& c = s.compare;
    switch (c.what) {
    case CompareWhat::Models: {
        const std::string other = second_model(s);
        if (other.empty()) return {};
        c.other_model = s.facts.name.empty() ? s.model_name : s.facts.name;
        return update(s, {Do::LoadModel, other});
    }
    case CompareWhat::Inputs: {
        const std::string other = std::exchange(c.other_input, s.input);
        return update(s, {Do::SetInput, other});
    }
    case CompareWhat::Forced: // back to what the model itself says
        if (s.trace) c.target = s.trace->target_text;
        return {};
    case CompareWhat::Functions:
        c.turned = !c.turned;
        return {};
    }
    return {};
}

void pin(CompareState& c, CompareCell cell) {
    const bool same = c.pinned.row == cell.row && c.pinned.column == cell.column;
    c.pinned = same ? CompareCell{} : cell;
}

void difference(CompareState& c, int i, int j) {
    const int a = std::min(i, j), b = std::max(i, j), count = static_cast<int>(c.panels.size());
    const bool same = a == c.difference_a && b == c.difference_b;
    if (a < 0 || a == b || b >= count || same)
        c.difference_a = c.difference_b = -1;
    else {
        c.difference_a = a;
        c.difference_b = b;
    }
    c.hover = {};
}

/// In steps of a quarter of an octave, so that 1 is one of them.
void set_temperature(CompareState& c, double value) {
    const double step = std::round(std::log2(std::clamp(value, coldest, hottest)) * 4) / 4;
    c.temperature = std::exp2(step);
}

EffectList open_panel(AppState& s, int index) {
    if (index < 0 || index >= static_cast<int>(s.compare.panels.size())) return {};
    const PanelOrder order =
        s.compare.panels[static_cast<std::size_t>(index)].order; // a copy: panels go with the view
    EffectList effects = update(s, {Do::StepView});
    if (order.given) {
        const auto map = std::find(s.maps.begin(), s.maps.end(), order.given);
        return update(s, {Do::ChooseMap, "", 0, static_cast<int>(map - s.maps.begin())});
    }
    if (order.loaded != s.model)
        for (Effect& effect : update(s, {Do::LoadModel, order.model})) effects.push_back(std::move(effect));
    return effects;
}

} // namespace

EffectList update_compare(AppState& s, const Command& c) {
    CompareState& compare = s.compare;
    switch (c.what) {
    case Do::Function:
        return c.text.size() == 1 && c.text[0] >= '1' && c.text[0] <= '9' ? nth_function(s, c.text[0] - '1')
                                                                          : EffectList{};
    case Do::CompareAlone:
    case Do::CompareShared:
        compare.shared = c.what == Do::CompareShared;
        compare.first_chip = 0;
        return {};
    case Do::CompareFunctions:
        compare_what(s, CompareWhat::Functions);
        return {};
    case Do::CompareModels:
        compare_what(s, CompareWhat::Models);
        return {};
    case Do::CompareInputs:
        compare_what(s, CompareWhat::Inputs);
        return {};
    case Do::CompareForced:
        compare_what(s, CompareWhat::Forced);
        return {};
    case Do::CompareSwap:
        return swap_sides(s);
    case Do::CompareTurn:
        compare.turned = !compare.turned;
        return {};
    case Do::Sharper:
        set_temperature(compare, compare.temperature / std::exp2(0.25));
        return {};
    case Do::Softer:
        set_temperature(compare, compare.temperature * std::exp2(0.25));
        return {};
    case Do::PlainTemperature:
        compare.temperature = 1;
        return {};
    case Do::CompareToggle:
        toggle(s, c.text);
        return {};
    case Do::ComparePin:
        pin(compare, {static_cast<int>(c.value), c.i, c.j});
        return {};
    case Do::CompareDifference:
        difference(compare, c.i, c.j);
        return {};
    case Do::CompareTemperature:
        set_temperature(compare, c.value);
        return {};
    case Do::CompareOther:
        compare.other_model = c.text;
        return {};
    case Do::CompareInput:
        compare.other_input = c.text;
        return {};
    case Do::CompareTarget:
        compare.target = c.text;
        return {};
    case Do::CompareChips:
        compare.first_chip = std::clamp(c.i, 0, std::max(0, static_cast<int>(compare_members(s).size()) - 1));
        return {};
    case Do::CompareOpen:
        return open_panel(s, c.i);
    default:
        return {};
    }
}

void move_pin(AppState& s, int rows, int columns) {
    CompareState& c = s.compare;
    const auto with_trace = [](const PanelState& p) { return p.figure.trace != nullptr; };
    if (c.pinned.panel < 0 || c.pinned.panel >= static_cast<int>(c.panels.size()) ||
        !with_trace(c.panels[static_cast<std::size_t>(c.pinned.panel)])) {
        const auto first = std::find_if(c.panels.begin(), c.panels.end(), with_trace);
        if (first == c.panels.end()) return;
        c.pinned.panel = static_cast<int>(first - c.panels.begin());
    }
    const Trace& trace = *c.panels[static_cast<std::size_t>(c.pinned.panel)].figure.trace;
    const auto moved = [](int at, int by, int count) {
        return at < 0 ? (by < 0 ? count - 1 : 0) : std::clamp(at + by, 0, count - 1);
    };
    c.pinned.row = moved(c.pinned.row, rows, trace.outputs());
    c.pinned.column = moved(c.pinned.column, columns, trace.source_length());
}

bool clear_compare(AppState& s) {
    CompareState& c = s.compare;
    if (c.difference_a >= 0) {
        c.difference_a = c.difference_b = -1;
        return true;
    }
    if (c.pinned == CompareCell{}) return false;
    c.pinned = {};
    return true;
}

} // namespace heed
