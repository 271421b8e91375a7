// What the bar of Compare says of changed runs.
#include "app/state/compare/compare.h"

#include "app/figures/base/format.h"
#include "app/figures/head_off/head_off.h"

#include <algorithm>

namespace heed {
namespace {

/// "output 4 forced", "3 outputs forced"; of changes at a place of the run.
std::vector<std::string> at_places(const Edits& edits, bool tokens) {
    std::vector<std::string> parts;
    if (tokens && edits.forced.size() == 1)
        parts.push_back("output " + std::to_string(edits.forced.begin()->first + 1) + " is " +
                        quoted(shown(edits.forced.begin()->second)));
    else if (tokens && edits.forced.size() > 1)
        parts.push_back(std::to_string(edits.forced.size()) + " outputs are forced");
    if (edits.rows.size() == 1)
        parts.push_back("the weights of output " + std::to_string(edits.rows.begin()->first + 1) +
                        " are changed");
    else if (edits.rows.size() > 1)
        parts.push_back("the weights of " + std::to_string(edits.rows.size()) + " outputs are changed");
    if (!edits.muted.empty())
        parts.push_back(counted(static_cast<int>(edits.muted.size()), "place") +
                        (edits.muted.size() == 1 ? " is" : " are") + " not heard");
    return parts;
}

std::string joined(const std::vector<std::string>& parts) {
    std::string text;
    for (std::size_t n = 0; n < parts.size(); ++n)
        text += (n == 0 ? "" : n + 1 == parts.size() ? " and " : ", ") + parts[n];
    return text;
}

bool any_without_weights(const AppState& s) {
    return std::any_of(s.compare.panels.begin(), s.compare.panels.end(),
                       [](const PanelState& p) { return p.figure.trace && !p.figure.trace->has_weights(); });
}

} // namespace

std::string changes_words(const AppState& s) {
    const Edits& edits = s.edits;
    if (!edits.any() || s.weights_only()) return {};
    const CompareWhat what = s.compare.what;
    const bool shared = what == CompareWhat::Functions && s.compare.shared;
    std::vector<std::string> everywhere, places = at_places(edits, !s.compare.forced_rows);
    if (edits.temperature != 1) everywhere.push_back("T = " + temperature_number(edits.temperature));
    if (edits.every_row) everywhere.push_back("the weights of every output are changed");
    if (edits.heads.size() == 1) {
        const auto& [place, edit] = *edits.heads.begin();
        everywhere.push_back("head " + head_name(place) + " is " + head_edit_brief(edit));
    } else if (!edits.heads.empty()) {
        everywhere.push_back(std::to_string(edits.heads.size()) + " heads are changed");
    }
    const bool same_places = what == CompareWhat::Functions || what == CompareWhat::Models;
    if (same_places && !shared) everywhere.insert(everywhere.end(), places.begin(), places.end());
    std::string words;
    if (!everywhere.empty()) {
        words = "In every panel" + std::string(any_without_weights(s) ? " that has weights" : "") + " " +
                joined(everywhere) + ", and everything is computed again.";
    }
    if (same_places && !shared) return words;
    const char* where = what == CompareWhat::Inputs ? "In A alone "
                        : shared                    ? "In the run whose states are shared "
                                                    : "In both, as far as the output is not given, ";
    if (!places.empty()) words += (words.empty() ? "" : " ") + (where + joined(places)) + ".";
    return words;
}

std::string temperature_number(double t) {
    if (t == 1) return "1";
    std::string text = fixed(t, t < 10 ? 2 : 1);
    return text.starts_with("0.") ? text.substr(1) : text;
}

} // namespace heed
