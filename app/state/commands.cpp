#include "app/state/command.h"

#include "app/figures/search/tree.h"
#include "app/state/what_if.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cctype>
#include <sstream>

namespace heed {
namespace {

bool has_run(const AppState& s) { return s.trace != nullptr; }
bool runs(const AppState& s) { return !s.weights_only(); } // what is looked at was not computed elsewhere
bool has_tree(const AppState& s) {
    return s.searching() && s.search.tree && s.search.tree->length() > 0 && !s.report.shown;
}
bool searching(const AppState& s) { return s.searching() && s.model; }
bool can_play(const AppState& s) {
    return s.searching() ? has_tree(s) : s.trace && !s.report.shown && !s.weights_only();
}
bool can_go_on(const AppState& s) {
    return can_play(s) && (s.searching() ? s.search.revealed >= 0 : s.playback.at < s.total());
}
bool can_go_back(const AppState& s) {
    return can_play(s) && (s.searching() ? s.search.revealed != 0 : s.playback.at > 0);
}
bool can_step_on(const AppState& s) {
    return can_go_on(s) && !s.searching();
} // there the arrows go through the tree
bool can_step_back(const AppState& s) { return can_go_back(s) && !s.searching(); }
bool can_select(const AppState& s) { return s.trace != nullptr && !s.searching(); }
bool comparing(const AppState& s) { return s.comparing(); }
bool comparing_models(const AppState& s) { return s.comparing() && s.model; }
bool comparing_pair(const AppState& s) { return s.comparing() && s.compare.pair(); }
bool comparing_functions(const AppState& s) { return s.comparing() && !s.compare.pair() && s.model; }
bool has_difference(const AppState& s) {
    return s.comparing() && (s.compare.pair() || s.compare.difference_a >= 0);
}
bool has_states(const AppState& s) { return s.model != nullptr && !s.weights_only(); }
bool has_model(const AppState& s) { return s.model != nullptr; }
bool has_report(const AppState& s) { return s.model != nullptr || s.report.waiting(); }
bool has_maps(const AppState& s) { return s.maps.size() > 1; }
bool has_functions(const AppState& s) {
    return (s.model || s.weights_only()) && !s.what_if.arrows;
} // after D a digit is no function
bool has_orphan(const AppState& s) { return !s.orphan.empty() && !s.orphan_taken; }
bool has_last(const AppState& s) { return !s.last_session.empty(); }
bool can_undo(const AppState& s) { return s.history.can_undo(); }
bool has_history(const AppState& s) { return !s.history.steps.empty() && !s.weights_only(); }
bool can_redo(const AppState& s) { return s.history.can_redo(); }
bool has_edits(const AppState& s) { return s.edits != s.kept.value_or(Edits{}); }
bool at_output(const AppState& s) {
    return s.view == "step" && s.model && !s.input.empty() && !s.report.shown && edited_output(s) >= 0;
}
bool can_force(const AppState& s) { return at_output(s) && s.trace->has(Quantity::LogProbs); }
bool can_edit_row(const AppState& s) { return at_output(s) && can_hold(s); }
bool by_arrows(const AppState& s) { return s.what_if.arrows && can_edit_row(s); }
bool edited_row(const AppState& s) {
    return can_edit_row(s) && (s.edits.row(edited_output(s)) || s.edits.every_row);
}
bool has_flip(const AppState& s) { return s.view == "step" && s.what_if.flip.found; }
bool compared(const AppState& s) {
    return s.view == "step" && s.baseline && has_edits(s) && s.baseline->has_weights();
}
bool has_weights(const AppState& s) { return s.trace && s.trace->has_weights(); }

constexpr std::string_view playing = "Playing", looking = "Looking", window = "Window", files = "Files",
                           changing = "What if", in_search = "Search";

template <class... Chord>
std::vector<std::string_view> keys(Chord... chords) {
    return {chords...};
}

const std::vector<CommandInfo>& table() {
    static const std::vector<CommandInfo> list = {
        {Do::PlayPause, "play", "Play or pause", keys("Space"), playing, false, can_play,
         "start stop run animation"},
        {Do::StepForward, "step", "One step forward", keys("Right"), playing, false, can_step_on,
         "next sub-step"},
        {Do::StepBack, "step-back", "One step back", keys("Left"), playing, false, can_step_back,
         "previous sub-step"},
        {Do::TokenForward, "token", "Next token", keys("Shift+Right"), playing, false, can_go_on, "forward"},
        {Do::TokenBack, "token-back", "Previous token", keys("Shift+Left"), playing, false, can_go_back,
         "backward"},
        {Do::PhaseForward, "phase", "Next phase", keys("Ctrl+Right"), playing, false, can_go_on, "forward"},
        {Do::PhaseBack, "phase-back", "Previous phase", keys("Ctrl+Left"), playing, false, can_go_back,
         "backward"},
        {Do::First, "first", "Back to the beginning", keys("Home"), playing, false, can_go_back,
         "home start rewind"},
        {Do::Last, "last", "To the end", keys("End"), playing, false, can_go_on, "end finish"},
        {Do::GranularitySubstep, "by-substep", "Step by sub-step", keys(), playing, false, runs,
         "granularity"},
        {Do::GranularityToken, "by-token", "Step by token", keys(), playing, false, runs, "granularity"},
        {Do::GranularityPhase, "by-phase", "Step by phase", keys(), playing, false, runs, "granularity"},
        {Do::Slower, "slower", "Play slower", keys(), playing, false, runs, "speed"},
        {Do::Faster, "faster", "Play faster", keys(), playing, false, runs, "speed"},
        {Do::ColumnRight, "next-column", "Next source column", keys("Down"), looking, false, can_select,
         "select input"},
        {Do::ColumnLeft, "previous-column", "Previous source column", keys("Up"), looking, false, can_select,
         "select input"},
        {Do::RowDown, "next-row", "Next output row", keys("]"), looking, false, can_select, "select"},
        {Do::RowUp, "previous-row", "Previous output row", keys("["), looking, false, can_select, "select"},
        {Do::ClearSelection, "clear", "Clear, close, cancel", keys("Esc"), looking, true, nullptr},
        {Do::ToggleHeatmap, "heatmap", "Show or hide the heatmap", keys("H"), looking, false, runs,
         "weights alignment attention matrix"},
        {Do::StatesView, "states", "Show the states' path, or the network", keys("P"), looking, false,
         has_states, "trajectory projection plane neighbours pca"},
        {Do::ToggleNumbers, "numbers", "Show or hide the numbers in cells", keys("N"), looking, false,
         nullptr, "values weights heatmap"},
        {Do::ToggleLift, "lift", "Linear scale, or lift small weights", keys("L"), looking, false, nullptr,
         "heatmap weights square root"},
        {Do::Function, "function", "Take a function, or show and hide it",
         keys("1", "2", "3", "4", "5", "6", "7", "8", "9"), looking, false, has_functions},
        {Do::CompareFunctions, "compare-functions", "Compare scoring functions", keys(), looking, false,
         comparing, "family"},
        {Do::CompareModels, "compare-models", "Compare two models", keys(), looking, false, comparing_models,
         "pair second"},
        {Do::CompareInputs, "compare-inputs", "Compare two inputs", keys(), looking, false, comparing_models,
         "pair second sentence"},
        {Do::CompareForced, "compare-forced", "Compare a free and a forced run", keys(), looking, false,
         comparing_models, "pair target teacher"},
        {Do::CompareAlone, "compare-alone", "Compare models that were each trained alone", keys(), looking,
         false, comparing_functions, "functions"},
        {Do::CompareShared, "compare-shared", "Compare functions over one shared encoder", keys(), looking,
         false, comparing_functions, "functions states"},
        {Do::CompareSwap, "compare-swap", "Swap the two sides", keys(), looking, false, comparing_pair,
         "exchange first second"},
        {Do::CompareTurn, "compare-turn", "Turn the difference round", keys(), looking, false, has_difference,
         "pivot minus sign"},
        {Do::Sharper, "sharper", "Lower temperature: sharper weights", keys(), looking, false, comparing,
         "softmax"},
        {Do::Softer, "softer", "Higher temperature: softer weights", keys(), looking, false, comparing,
         "softmax"},
        {Do::PlainTemperature, "temperature", "Temperature 1: the weights as they are", keys(), looking,
         false, comparing, "softmax reset"},
        {Do::TreeRight, "tree-right", "Along the sentence", keys("Right"), in_search, false, has_tree,
         "tree descend next"},
        {Do::TreeLeft, "tree-left", "Back along the sentence", keys("Left"), in_search, false, has_tree,
         "tree return parent"},
        {Do::TreeUp, "tree-up", "To the token above", keys("Up"), in_search, false, has_tree, "tree sibling"},
        {Do::TreeDown, "tree-down", "To the token below", keys("Down"), in_search, false, has_tree,
         "tree sibling"},
        {Do::TreeOpen, "tree-open", "Show or hide what the search did not follow", keys("Enter"), in_search,
         false, has_tree, "tree candidates unexplored"},
        {Do::TreeForce, "tree-force", "Force the selected token", keys("F"), in_search, false, has_tree,
         "tree what-if"},
        {Do::BeamWider, "beam-wider", "Beam width: one more, after ten again one", keys("B"), in_search,
         false, searching, "search"},
        {Do::BeamNarrower, "beam-narrower", "Beam width: one less", keys(), in_search, false, searching,
         "search"},
        {Do::MapEmber, "map-ember", "Heatmap colours: ember", keys(), looking, false, nullptr,
         "colors palette map"},
        {Do::MapViridis, "map-viridis", "Heatmap colours: viridis", keys(), looking, false, nullptr,
         "colors palette map"},
        {Do::MapCividis, "map-cividis", "Heatmap colours: cividis", keys(), looking, false, nullptr,
         "colors palette map"},
        {Do::MapGrey, "map-grey", "Heatmap colours: grey", keys(), looking, false, nullptr,
         "colors palette map gray"},
        {Do::FocusInput, "focus-input", "Type an input", keys("/"), files, false, nullptr,
         "text edit sentence date"},
        {Do::RunInput, "run", "Run the input again", keys("Enter"), files, true, nullptr, "compute"},
        {Do::Open, "open", "Open a model or weights", keys("Ctrl+O"), files, true, nullptr,
         "load file folder checkpoint attention"},
        {Do::ReportView, "report", "Load report", keys(), files, false, has_report,
         "tensors roles check what is in the file parameters"},
        {Do::SaveModel, "save-model", "Save the model in Heed's own format", keys("Ctrl+S"), files, true,
         has_model, "convert import folder"},
        {Do::SaveSession, "save-session", "Save the session", keys("Ctrl+Shift+S"), files, true, has_model,
         "edits history what-if keep"},
        {Do::SaveSessionAs, "save-session-as", "Save the session under another name", keys(), files, true,
         has_model, "edits history copy"},
        {Do::RestoreSession, "restore-session", "Go on", keys(), files, true, has_orphan,
         "session restore crash lost last time"},
        {Do::LastSession, "last-session", "Go on with the last session", keys(), files, true, has_last,
         "restore before edits history"},
        {Do::NextMap, "next-map", "Next map of the file", keys("PageDown"), looking, false, has_maps,
         "weights layer head"},
        {Do::PreviousMap, "previous-map", "Previous map of the file", keys("PageUp"), looking, false,
         has_maps, "weights layer head"},
        {Do::Export, "export", "Export a figure", keys("Ctrl+E"), files, true, has_run,
         "save heatmap png svg pdf csv json picture image paper"},
        {Do::CopyImage, "copy-image", "Copy the heatmap as an image", keys(), files, false, has_weights,
         "clipboard png figure picture"},
        {Do::CopyCsv, "copy-csv", "Copy the weights as CSV", keys(), files, false, has_weights,
         "clipboard numbers table"},
        {Do::Palette, "palette", "Find a command", keys("Ctrl+K"), window, true, nullptr},
        {Do::Keys, "keys", "Show all keys", keys("F1", "?"), window, true, nullptr,
         "help shortcuts keyboard"},
        {Do::StepView, "view-step", "Step workspace", keys("Ctrl+1"), window, true, nullptr, "tab"},
        {Do::Undo, "undo", "Undo", keys("Ctrl+Z"), changing, false, can_undo, "back history what-if"},
        {Do::Redo, "redo", "Redo", keys("Ctrl+Shift+Z", "Ctrl+Y"), changing, false, can_redo,
         "forward history what-if"},
        {Do::ShowHistory, "history", "History: every step, to go back to", keys(), changing, false,
         has_history, "undo redo list steps what-if"},
        {Do::ForceOpen, "force", "Force a token at this output", keys("F"), changing, false, can_force,
         "choose word write candidate what-if"},
        {Do::ArrowsHold, "hold", "Change weights: then ↑ ↓, ← → the column, Esc", keys("D"), changing, false,
         can_edit_row, "drag bar attention what-if"},
        {Do::WeightUp, "weight-up", "After D: more weight", keys("Up"), changing, false, by_arrows, "hold",
         true},
        {Do::WeightDown, "weight-down", "After D: less weight", keys("Down"), changing, false, by_arrows,
         "hold", true},
        {Do::WeightUpFine, "weight-up-fine", "After D: a little more weight", keys("Shift+Up"), changing,
         false, by_arrows, "hold", true},
        {Do::WeightDownFine, "weight-down-fine", "After D: a little less weight", keys("Shift+Down"),
         changing, false, by_arrows, "hold", true},
        {Do::WeightRight, "weight-right", "After D: next source column", keys("Right"), changing, false,
         by_arrows, "hold", true},
        {Do::WeightLeft, "weight-left", "After D: previous source column", keys("Left"), changing, false,
         by_arrows, "hold", true},
        {Do::LockWeight, "lock", "Hold this weight as it is, or let it go", keys("K"), changing, false,
         can_edit_row, "lock free what-if"},
        {Do::TypeWeight, "type-weight", "Type an exact weight", keys("W"), changing, false, can_edit_row,
         "number value what-if"},
        {Do::EditUniform, "uniform", "Weights: the same everywhere", keys(), changing, false, can_edit_row,
         "uniform equal ablation what-if"},
        {Do::EditHardMax, "strongest", "Weights: only the strongest", keys(), changing, false, can_edit_row,
         "hard maximum argmax ablation what-if"},
        {Do::EditPrevious, "row-before", "Weights: those of the output before", keys(), changing, false,
         can_edit_row, "previous row ablation what-if"},
        {Do::EditWithout, "without", "Weights: without the chosen source token", keys(), changing, false,
         can_edit_row, "zero remove ablation what-if"},
        {Do::EditShuffled, "shuffle", "Weights: shuffled", keys(), changing, false, can_edit_row,
         "random permute ablation what-if"},
        {Do::EditOwn, "own-weights", "Weights: the model's own again", keys(), changing, false, edited_row,
         "free undo ablation what-if"},
        {Do::FindFlip, "flip", "Find the least change of weights that flips this output", keys(), changing,
         false, can_edit_row, "smallest what-if counterfactual"},
        {Do::ApplyFlip, "apply-flip", "Apply the least change that was found", keys(), changing, false,
         has_flip, "what-if counterfactual"},
        {Do::MapChanged, "show-changed", "Heatmap: the changed run", keys(), looking, false, compared,
         "what-if"},
        {Do::MapModel, "show-model", "Heatmap: the model's own run", keys(), looking, false, compared,
         "what-if baseline"},
        {Do::MapDifference, "show-difference", "Heatmap: the difference", keys(), looking, false, compared,
         "what-if changed minus model"},
        {Do::ResetEdits, "reset", "Take all changes of the run back", keys("R"), changing, false, has_edits,
         "reset what-if model's own"},
        {Do::KeepEdits, "keep", "Keep the changed run: compare the next change with it", keys(), changing,
         false, has_edits, "what-if baseline"},
        {Do::CompareView, "view-compare", "Compare workspace", keys("Ctrl+2"), window, true, nullptr,
         "tab scoring functions models"},
        {Do::SearchView, "view-search", "Search workspace", keys("Ctrl+3"), window, true, runs,
         "tab beam tree what-if"},
        {Do::ToggleInspector, "inspector", "Show or hide the inspector", keys("F4"), window, true, nullptr,
         "panel drawer explanation equation"},
        {Do::ToggleTheme, "theme", "Dark or light", keys("T"), window, false, nullptr,
         "theme light night colours colors"},
        {Do::ToggleMotion, "motion", "Reduce motion", keys(), window, false, nullptr,
         "animation accessibility"},
        {Do::ZoomIn, "zoom-in", "Larger", keys("Ctrl+=", "Ctrl++"), window, true, nullptr,
         "zoom bigger scale text size"},
        {Do::ZoomOut, "zoom-out", "Smaller", keys("Ctrl+-"), window, true, nullptr, "zoom scale text size"},
        {Do::ZoomReset, "zoom-reset", "Normal size", keys("Ctrl+0"), window, true, nullptr,
         "zoom scale 100% text"},
        {Do::FullScreen, "full-screen", "Full screen", keys("F11"), window, true, nullptr, "window maximize"},
        {Do::Quit, "quit", "Quit", keys("Ctrl+Q"), window, true, nullptr, "exit close leave"},
    };
    return list;
}

std::string lower(std::string_view text) {
    std::string low(text);
    std::transform(low.begin(), low.end(), low.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return low;
}

} // namespace

std::span<const CommandInfo> commands() { return table(); }

const CommandInfo& command_info(Do what) {
    const auto found =
        std::find_if(table().begin(), table().end(), [&](const CommandInfo& c) { return c.what == what; });
    assert(found != table().end());
    return *found;
}

bool is_enabled(const CommandInfo& info, const AppState& state) {
    return !info.enabled || info.enabled(state);
}

const CommandInfo* command_for(std::string_view chord, const AppState& state, bool in_field) {
    for (const bool first : {true, false})
        for (const CommandInfo& info : table())
            for (const std::string_view key : info.keys) {
                if (info.first != first || key != chord || !is_enabled(info, state)) continue;
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
        const auto named =
            std::find_if(names.begin(), names.end(), [&](const auto& n) { return n.first == part; });
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
    const auto holds = [&](const std::string& text) {
        return std::all_of(words.begin(), words.end(),
                           [&](const auto& w) { return text.find(w) != std::string::npos; });
    };
    std::vector<const CommandInfo*> found, by_other_words;
    for (const CommandInfo& info : table()) {
        if (info.what == Do::Palette || info.what == Do::ClearSelection || info.what == Do::Function ||
            !is_enabled(info, state))
            continue;
        const std::string title = lower(info.title);
        if (holds(title))
            found.push_back(&info);
        else if (holds(title + " " + std::string(info.also)))
            by_other_words.push_back(&info);
    }
    found.insert(found.end(), by_other_words.begin(), by_other_words.end());
    return found;
}

} // namespace heed
