#include "app/state/command.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cctype>
#include <sstream>

namespace heed {
namespace {

bool has_run(const AppState& s) { return s.trace != nullptr; }
bool can_go_on(const AppState& s) { return s.trace && s.playback.at < s.total(); }
bool can_go_back(const AppState& s) { return s.trace && s.playback.at > 0; }
bool has_weights(const AppState& s) { return s.trace && s.trace->has_weights(); }

constexpr std::string_view playing = "Playing", looking = "Looking", window = "Window", files = "Files";

const std::vector<CommandInfo>& table() {
    static const std::vector<CommandInfo> list = {
        {Do::PlayPause, "play", "Play or pause", {"Space"}, playing, false, has_run},
        {Do::StepForward, "step", "One step forward", {"Right"}, playing, false, can_go_on},
        {Do::StepBack, "step-back", "One step back", {"Left"}, playing, false, can_go_back},
        {Do::TokenForward, "token", "Next token", {"Shift+Right"}, playing, false, can_go_on},
        {Do::TokenBack, "token-back", "Previous token", {"Shift+Left"}, playing, false, can_go_back},
        {Do::PhaseForward, "phase", "Next phase", {"Ctrl+Right"}, playing, false, can_go_on},
        {Do::PhaseBack, "phase-back", "Previous phase", {"Ctrl+Left"}, playing, false, can_go_back},
        {Do::First, "first", "Back to the beginning", {"Home"}, playing, false, can_go_back},
        {Do::Last, "last", "To the end", {"End"}, playing, false, can_go_on},
        {Do::GranularitySubstep, "by-substep", "Step by sub-step", {}, playing, false, nullptr},
        {Do::GranularityToken, "by-token", "Step by token", {}, playing, false, nullptr},
        {Do::GranularityPhase, "by-phase", "Step by phase", {}, playing, false, nullptr},
        {Do::Slower, "slower", "Play slower", {}, playing, false, nullptr},
        {Do::Faster, "faster", "Play faster", {}, playing, false, nullptr},
        {Do::ColumnRight, "next-column", "Next source column", {"Down"}, looking, false, has_run},
        {Do::ColumnLeft, "previous-column", "Previous source column", {"Up"}, looking, false, has_run},
        {Do::RowDown, "next-row", "Next output row", {"]"}, looking, false, has_run},
        {Do::RowUp, "previous-row", "Previous output row", {"["}, looking, false, has_run},
        {Do::ClearSelection, "clear", "Clear, close, cancel", {"Esc"}, looking, true, nullptr},
        {Do::ToggleHeatmap, "heatmap", "Show or hide the heatmap", {"H"}, looking, false, nullptr},
        {Do::ToggleNumbers, "numbers", "Show or hide the numbers in cells", {"N"}, looking, false, nullptr},
        {Do::ToggleLift, "lift", "Linear scale, or lift small weights", {"L"}, looking, false, nullptr},
        {Do::MapEmber, "map-ember", "Heatmap colours: ember", {}, looking, false, nullptr},
        {Do::MapViridis, "map-viridis", "Heatmap colours: viridis", {}, looking, false, nullptr},
        {Do::MapCividis, "map-cividis", "Heatmap colours: cividis", {}, looking, false, nullptr},
        {Do::MapGrey, "map-grey", "Heatmap colours: grey", {}, looking, false, nullptr},
        {Do::FocusInput, "focus-input", "Type an input", {"/"}, files, false, nullptr},
        {Do::RunInput, "run", "Run the input again", {"Enter"}, files, true, nullptr},
        {Do::Open, "open", "Open a model", {"Ctrl+O"}, files, true, nullptr},
        {Do::Export, "export", "Export a figure", {"Ctrl+E"}, files, true, has_run},
        {Do::CopyImage, "copy-image", "Copy the heatmap as an image", {}, files, false, has_weights},
        {Do::CopyCsv, "copy-csv", "Copy the weights as CSV", {}, files, false, has_weights},
        {Do::Palette, "palette", "Find a command", {"Ctrl+K"}, window, true, nullptr},
        {Do::Keys, "keys", "Show all keys", {"F1", "?"}, window, true, nullptr},
        {Do::StepView, "view-step", "Step workspace", {"Ctrl+1"}, window, true, nullptr},
        {Do::ToggleInspector, "inspector", "Show or hide the inspector", {"F4"}, window, true, nullptr},
        {Do::ToggleTheme, "theme", "Dark or light", {"T"}, window, false, nullptr},
        {Do::ToggleMotion, "motion", "Reduce motion", {}, window, false, nullptr},
        {Do::ZoomIn, "zoom-in", "Larger", {"Ctrl+=", "Ctrl++"}, window, true, nullptr},
        {Do::ZoomOut, "zoom-out", "Smaller", {"Ctrl+-"}, window, true, nullptr},
        {Do::ZoomReset, "zoom-reset", "Normal size", {"Ctrl+0"}, window, true, nullptr},
        {Do::FullScreen, "full-screen", "Full screen", {"F11"}, window, true, nullptr},
        {Do::Quit, "quit", "Quit", {"Ctrl+Q"}, window, true, nullptr},
    };
    return list;
}

std::string lower(std::string_view text) {
    std::string low(text);
    std::transform(low.begin(), low.end(), low.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return low;
}

} // namespace

std::span<const CommandInfo> commands() { return table(); }

const CommandInfo& command_info(Do what) {
    const auto found = std::find_if(table().begin(), table().end(), [&](const CommandInfo& c) { return c.what == what; });
    assert(found != table().end());
    return *found;
}

bool is_enabled(const CommandInfo& info, const AppState& state) { return !info.enabled || info.enabled(state); }

const CommandInfo* command_for(std::string_view chord, const AppState& state, bool in_field) {
    for (const CommandInfo& info : table())
        for (const std::string_view key : info.keys) {
            if (key != chord || !is_enabled(info, state)) continue;
            // A printable character belongs to the field that is being edited, whatever else it means.
            if (in_field && (!info.in_fields || key.size() == 1)) continue;
            return &info;
        }
    return nullptr;
}

std::string key_label(std::string_view chord) {
    static constexpr std::array<std::pair<std::string_view, std::string_view>, 6> names = {
        {{"Right", "→"}, {"Left", "←"}, {"Up", "↑"}, {"Down", "↓"}, {"-", "−"}, {"=", "+"}}};
    std::string label;
    while (!chord.empty()) {
        const std::size_t plus = chord.find('+', 1);
        const std::string_view part = chord.substr(0, plus);
        const auto named = std::find_if(names.begin(), names.end(), [&](const auto& n) { return n.first == part; });
        if (!label.empty()) label += ' ';
        label += named == names.end() ? part : named->second;
        chord.remove_prefix(plus == std::string_view::npos ? chord.size() : plus + 1);
    }
    return label;
}

std::vector<const CommandInfo*> find_commands(std::string_view query, const AppState& state) {
    std::vector<std::string> words;
    std::istringstream split(lower(query));
    for (std::string word; split >> word;) words.push_back(word);
    std::vector<const CommandInfo*> found;
    for (const CommandInfo& info : table()) {
        if (info.what == Do::Palette || info.what == Do::ClearSelection || !is_enabled(info, state)) continue;
        const std::string title = lower(info.title);
        if (std::all_of(words.begin(), words.end(), [&](const auto& w) { return title.find(w) != std::string::npos; }))
            found.push_back(&info);
    }
    return found;
}

} // namespace heed
