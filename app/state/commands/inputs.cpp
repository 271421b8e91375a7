// The list of inputs: pasted lines, walked through.
#include "app/state/commands/row.h"
#include "core/text/lines.h"
#include "core/text/strings.h"

#include <algorithm>

namespace heed {
namespace {

constexpr std::size_t most_lines = 10'000;

bool offers_lines(const AppState& s) { return !s.inputs.offered.empty() && can_run(s); }
bool has_list(const AppState& s) { return s.inputs.open() && can_run(s); }
int place(const AppState& s) { return s.inputs.place(s.input); }
bool has_next(const AppState& s) {
    return has_list(s) && place(s) + 1 < static_cast<int>(s.inputs.lines.size());
}
bool has_previous(const AppState& s) { return has_list(s) && place(s) > 0; }

EffectList go_to_input(AppState& s, int n) {
    if (!s.inputs.open()) return {};
    s.inputs.at = std::clamp(n, 0, static_cast<int>(s.inputs.lines.size()) - 1);
    return update(s, {"type", s.inputs.lines[static_cast<std::size_t>(s.inputs.at)]});
}

EffectList offer(AppState& s, const Command& c) {
    s.inputs.offered = lines_in(c.text);
    if (s.inputs.offered.size() < 2) s.inputs.offered.clear();
    if (s.inputs.offered.size() > most_lines) {
        s.inputs.offered.resize(most_lines);
        say(s, "The first 10 000 lines are kept", "A list of inputs holds no more.");
    }
    return {};
}

EffectList open_list(AppState& s) {
    s.inputs = {.offered = {}, .lines = std::move(s.inputs.offered), .at = 0};
    return go_to_input(s, 0);
}

EffectList go_to(AppState& s, const Command& c) { return go_to_input(s, c.i); }
template <int by>
EffectList walk(AppState& s) {
    return go_to_input(s, place(s) + by);
}

EffectList paste_cut_short(AppState& s, const Command& c) {
    say(s, "Not all of it was pasted",
        "A field holds " + grouped(static_cast<std::uint64_t>(std::max(0, c.i))) +
            " bytes; what did not fit was left out.",
        8);
    return {};
}

} // namespace

Rows input_list_commands() {
    constexpr std::string_view files = "Files";
    return {
        {"open-inputs", "Open the pasted lines as a list of inputs", keys(), files, true, offers_lines,
         plain<open_list>, "sentences several many"},
        {"next-input", "Next input of the list", keys("Alt+Down"), files, true, has_next, plain<walk<+1>>,
         "line sentence"},
        {"previous-input", "Previous input of the list", keys("Alt+Up"), files, true, has_previous,
         plain<walk<-1>>, "line sentence"},
        recorded<Records::Nothing>({"show-inputs", "Choose from the list of inputs", keys("Alt+I"), files,
                                    true, has_list, plain<show_menu<Menu::Inputs>>, "lines sentences all"}),
        recorded<Records::Nothing>({"close-inputs", "Close the list of inputs", keys(), files, true, has_list,
                                    [](AppState& s, const Command&) {
                                        s.inputs = {};
                                        return EffectList{};
                                    },
                                    "lines"}),
        recorded<Records::Passing>(hidden("offer-inputs", offer, {text("text")})),
        hidden("go-to-input", go_to, {whole("number", &Command::i)}),
        recorded<Records::Passing>(hidden("dismiss-inputs",
                                          [](AppState& s, const Command&) {
                                              s.inputs.offered.clear();
                                              return EffectList{};
                                          })),
        recorded<Records::Passing>(hidden("paste-cut-short", paste_cut_short, {whole("most", &Command::i)})),
    };
}

} // namespace heed
