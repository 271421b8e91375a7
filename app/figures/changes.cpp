#include "app/figures/changes.h"

#include "app/figures/base/format.h"
#include "app/figures/head_off/head_off.h"
#include "app/figures/what_if/row.h"

#include <string_view>
#include <vector>

namespace heed {
namespace {

/// "output 4", "outputs 1, 3 and 2 more"; of pieces "piece 2 of output 3".
template <class Map>
std::string outputs_of(const Map& edits, const RunWords* in) {
    constexpr std::size_t most = 4;
    std::string words = in ? "" : edits.size() == 1 ? "output " : "outputs ";
    std::size_t said = 0;
    for (const auto& [output, edit] : edits) {
        if (said == most) break;
        words += (said++ > 0 ? ", " : "") + (in ? output_name(output, in) : std::to_string(output + 1));
    }
    if (edits.size() > most) words += " and " + std::to_string(edits.size() - most) + " more";
    return words;
}

constexpr std::string_view by_hand = "Changed by hand: ";

/// "head 2:1 off", "encoder head 2:1 off", "heads 2:1, 2:2 off".
std::string heads_part(const HeadEdits& heads) {
    const std::string brief = head_edits_brief(heads);
    const HeadKind kind = heads.begin()->first.kind;
    if (heads.size() > 1 || kind == HeadKind::Cross) return (heads.size() == 1 ? "head " : "heads ") + brief;
    const std::string name(to_string(kind));
    return name + " head" + brief.substr(name.size());
}

} // namespace

std::string changes_of(const HeadEdits& heads) {
    return heads.empty() ? "" : std::string(by_hand) + heads_part(heads);
}

std::string changes_of(const Trace& run, const RunWords* in) { return changes_of(run, 1, in); }

std::string changes_of(const Trace& run, double temperature, const RunWords* in) {
    const Edits& edits = run.request.edits;
    std::vector<std::string> parts;
    if (!edits.heads.empty()) parts.push_back(heads_part(edits.heads));
    if (edits.every_row)
        parts.push_back("the weights of every output");
    else if (!edits.rows.empty())
        parts.push_back("the weights of " + outputs_of(edits.rows, in));
    if (!edits.forced.empty() && static_cast<int>(edits.forced.size()) < run.outputs())
        parts.push_back(outputs_of(edits.forced, in) + " forced");
    if (edits.temperature != 1 && edits.temperature != temperature)
        parts.push_back("temperature " + up_to(edits.temperature));
    if (!edits.muted.empty())
        parts.push_back(counted(static_cast<int>(edits.muted.size()), "place") + " not heard");
    if (edits.masking)
        parts.push_back(*edits.masking ? "no place chosen twice" : "places may be chosen twice");
    std::string words;
    for (const std::string& part : parts) words += (words.empty() ? std::string(by_hand) : "; ") + part;
    return words;
}

} // namespace heed
