#include "app/state/session/describe.h"

#include "app/figures/tokens.h"
#include "app/state/open/opening.h"
#include "core/text/strings.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>

namespace heed {
namespace {

std::string plain(double value) {
    char text[32];
    std::snprintf(text, sizeof text, "%.4g", value);
    return text;
}

std::string of_output(int i) { return "output " + std::to_string(i + 1); }

std::string name_of(int n, const std::vector<std::string>& names, const std::string& number) {
    return n >= 0 && n < static_cast<int>(names.size()) ? names[static_cast<std::size_t>(n)] : number;
}

/// A point or a number of several that was moved, added or taken away; empty where it was more than one.
std::string of_points(const std::string& from, const std::string& to, const std::string& place) {
    const auto before = split(from, " "), after = split(to, " ");
    const auto differ = std::mismatch(before.begin(), before.end(), after.begin(), after.end());
    const auto first = differ.first - before.begin();
    const auto rest_is_same = [&](std::ptrdiff_t of_before, std::ptrdiff_t of_after) {
        return std::equal(before.begin() + first + of_before, before.end(), after.begin() + first + of_after,
                          after.end());
    };
    const std::string which = place + " " + std::to_string(first + 1);
    if (before.empty() || after.empty()) return "";
    if (after.size() == before.size() + 1 && rest_is_same(0, 1)) return "Added " + which;
    if (after.size() + 1 == before.size() && rest_is_same(1, 0)) return "Removed " + which;
    return after.size() == before.size() && rest_is_same(1, 1) ? "Moved " + which : "";
}

std::string languages(const LanguageChoice& from, const LanguageChoice& to) {
    const auto named = [](const std::string& code) { return code.empty() ? "the model's own" : code; };
    if (from.target != to.target) return "Language to write: " + named(to.target);
    if (from.source != to.source) return "Language to read: " + named(to.source);
    return to.prefix.empty() ? "No task told" : "Told the task “" + to.prefix + "”";
}

struct Words {
    const PlaceNames& named;
    const std::string place; // what one of the input is called: "moment", "point"

    std::string source(int j) const { return name_of(j, named.source, "column " + std::to_string(j + 1)); }
    std::string output(int i) const { return name_of(i, named.outputs, of_output(i)); }

    std::string row(const RowEdit& edit) const {
        constexpr std::array whole = {"Weights",        "", "Uniform weights", "Only the strongest weight",
                                      "The row before", "", "Shuffled weights"}; // as in RowEdit::Kind
        if (edit.kind == RowEdit::Kind::Without) {
            std::vector<std::string> names;
            for (const int j : edit.without) names.push_back(source(j));
            return "Without " + listed(names);
        }
        if (edit.kind != RowEdit::Kind::Held) return whole[static_cast<std::size_t>(edit.kind)];
        if (edit.held.size() != 1) return "Held " + std::to_string(edit.held.size()) + " weights";
        return "Held " + source(edit.held.begin()->first) + " at " + cell_number(edit.held.begin()->second);
    }

    /// What became of one row.
    std::string row_change(const RowEdit* from, const RowEdit* to, const std::string& where) const {
        if (!to)
            return (from && from->kind == RowEdit::Kind::Held ? "Freed the weights for "
                                                              : "The model's own weights for ") +
                   where;
        if (from && from->kind == RowEdit::Kind::Held && to->kind == RowEdit::Kind::Held) {
            for (const auto& [j, w] : to->held)
                if (const auto old = from->held.find(j); old == from->held.end() || old->second != w)
                    return "Held " + source(j) + " at " + cell_number(w) + " for " + where;
            for (const auto& [j, w] : from->held)
                if (!to->held.count(j)) return "Freed " + source(j) + " for " + where;
        }
        return row(*to) + " for " + where;
    }

    std::string forced(const std::map<int, std::string>& from, const std::map<int, std::string>& to) const {
        int changes = 0;
        std::string words;
        for (const auto& [i, token] : to)
            if (const auto old = from.find(i); old == from.end() || old->second != token) {
                words = "Forced " + output(i) + " to " + quoted(shown(token));
                ++changes;
            }
        for (const auto& [i, token] : from)
            if (!to.count(i)) {
                if (words.empty()) words = "Freed " + output(i);
                ++changes;
            }
        return changes == 0                                                 ? ""
               : changes > 1 && to.size() > 1 && words.starts_with("Freed") ? "Freed outputs"
                                                                            : words;
    }

    std::string muted(const std::set<int>& from, const std::set<int>& to) const {
        std::vector<int> more, fewer;
        std::set_difference(to.begin(), to.end(), from.begin(), from.end(), std::back_inserter(more));
        std::set_difference(from.begin(), from.end(), to.begin(), to.end(), std::back_inserter(fewer));
        const std::vector<int>& changed = more.empty() ? fewer : more;
        const std::string which = changed.size() == 1 ? place + " " + std::to_string(changed.front() + 1)
                                                      : plural(changed.size(), place, place + "s") +
                                                            " from " + std::to_string(changed.front() + 1) +
                                                            " to " + std::to_string(changed.back() + 1);
        return more.empty() ? "Heard " + which + " again" : "Muted " + which;
    }

    /// The first head that differs.
    std::string heads(const HeadEdits& from, const HeadEdits& to) const {
        const auto name = [](const HeadPlace& place) {
            return std::string(to_string(place.kind)) + " head " + std::to_string(place.head + 1) +
                   " of layer " + std::to_string(place.layer + 1);
        };
        for (const auto& [place, edit] : to) {
            if (const auto old = from.find(place); old != from.end() && old->second == edit) continue;
            constexpr std::array done = {"Switched off ",
                                         "Made even ",
                                         "The strongest weight alone of ",
                                         "Another head's weights for ",
                                         "Another input's weights for ", // as in HeadEdit::Kind
                                         "The mean for "};
            return done[static_cast<std::size_t>(edit.kind)] + name(place);
        }
        for (const auto& [place, edit] : from)
            if (!to.contains(place)) return "As it was: " + name(place);
        return "";
    }

    std::string edits(const Edits& from, const Edits& to) const {
        if (!to.any()) return "Took all changes back";
        if (const std::string words = forced(from.forced, to.forced); !words.empty()) return words;
        if (from.every_row != to.every_row)
            return row_change(from.every_row ? &*from.every_row : nullptr,
                              to.every_row ? &*to.every_row : nullptr, "every output");
        if (from.heads != to.heads) return heads(from.heads, to.heads);
        if (from.temperature != to.temperature) return "Temperature " + plain(to.temperature);
        if (from.muted != to.muted) return muted(from.muted, to.muted);
        for (const auto& [i, edit] : to.rows) {
            const auto old = from.rows.find(i);
            if (old == from.rows.end() || old->second != edit)
                return row_change(old == from.rows.end() ? nullptr : &old->second, &edit, output(i));
        }
        for (const auto& [i, edit] : from.rows)
            if (!to.rows.count(i)) return row_change(&edit, nullptr, output(i));
        if (from.masking != to.masking) // none said: as the model was trained
            return to.masking.value_or(true) ? "Masked what was chosen"
                                             : "Let what was chosen be chosen again";
        return "Changed the run";
    }

    std::string search(const SearchSettings& from, const SearchSettings& to) const {
        if (from.width != to.width)
            return to.width ? "Beam width " + std::to_string(*to.width) : "The model’s own beam width";
        if (from.length_penalty != to.length_penalty)
            return to.length_penalty ? "Length penalty " + plain(*to.length_penalty)
                                     : "The model’s own length penalty";
        if (from.coverage_penalty != to.coverage_penalty)
            return "Coverage penalty " + plain(to.coverage_penalty);
        return to.longest > 0 ? "Longest output " + std::to_string(to.longest)
                              : "Outputs as long as the model writes them";
    }
};

/// Another model: "dates/additive", or the name of a file.
std::string name_of_model(const std::string& reference) {
    return std::filesystem::path(reference).is_absolute() ? last_part(reference) : reference;
}

/// Of one model that is read by another family than before.
std::string by_family(const Version& from, const Version& to) {
    const std::string& family = to.answers.family;
    if (from.model != to.model || family == from.answers.family) return "";
    if (to.answers.unsaved_family()) return " as it was mapped";
    return family.empty() ? " by its tensors" : " by " + std::filesystem::path(family).filename().string();
}

std::string of_cell(const CompareCell& c) {
    if (c.row < 0) return "column " + std::to_string(c.column + 1);
    return of_output(c.row) + (c.column < 0 ? "" : ", column " + std::to_string(c.column + 1));
}

std::string compare(const CompareChoices& from, const CompareChoices& to) {
    constexpr std::array what = {"Compared scoring functions", "Compared two models", "Compared two inputs",
                                 "Compared a free and a forced run", "Compared the heads of one model"};
    static_assert(what.size() == static_cast<std::size_t>(CompareWhat::Heads) + 1); // the last there is
    if (from.what != to.what) return what[static_cast<std::size_t>(to.what)];
    if (from.other_model != to.other_model) return "Second model " + name_of_model(to.other_model);
    if (from.other_input != to.other_input) return "Second input “" + to.other_input + "”";
    if (from.target != to.target) return "Forced the output “" + to.target + "”";
    if (from.shared != to.shared)
        return to.shared ? "Compared over one shared encoder" : "Compared models each trained alone";
    if (from.by_position != to.by_position)
        return to.by_position ? "Matched the inputs by position" : "Matched the inputs by their tokens";
    if (from.forced_rows != to.forced_rows)
        return to.forced_rows ? "Made the models write the right answer" : "Compared what the models write";
    if (from.enlarged != to.enlarged)
        return to.enlarged.empty() ? "All panels again" : "Enlarged " + to.enlarged;
    if (from.difference_a != to.difference_a || from.difference_b != to.difference_b)
        return to.difference_a < 0 ? "All panels again" : "Showed the difference of two panels";
    if (from.turned != to.turned) return "Turned the difference round";
    if (from.pinned != to.pinned)
        return to.pinned == CompareCell{} ? "Let go of the pinned cell" : "Pinned " + of_cell(to.pinned);
    return "Compared in another way";
}

std::string states(const StatesOptions& from, const StatesOptions& to) {
    constexpr std::array kinds = {"the decoder's states", "annotations", "forward states", "backward states"};
    constexpr std::array sources = {"the inputs looked at", "inputs drawn from the task", "a file"};
    if (from.shown != to.shown) return to.shown ? "Showed the states" : "Showed the network";
    if (from.encoder != to.encoder)
        return std::string("Showed ") + kinds[static_cast<std::size_t>(to.encoder)];
    if (from.row != to.row) return "Showed another layer's states";
    if (from.distance != to.distance)
        return to.distance == analysis::Distance::Cosine ? "Near by cosine" : "Near by distance";
    if (from.file != to.file) return "Neighbours from " + last_part(to.file);
    if (from.source != to.source && to.source)
        return std::string("Neighbours from ") + sources[static_cast<std::size_t>(*to.source)];
    return "Marked another token of the neighbours";
}

/// `kept`: the run that others are compared with has changes of its own.
std::string looks(const Looks& from, const Looks& to, bool kept) {
    constexpr std::array maps = {"ember", "viridis", "cividis", "grey", "difference"};
    const std::array changed = {kept ? "the kept, changed run" : "the model's own run", "the changed run",
                                "the difference"};
    if (from.scale != to.scale)
        return to.scale == ValueScale::Linear ? "Weights as they are" : "Lifted small weights";
    if (from.map != to.map) return std::string("Colours ") + maps[static_cast<std::size_t>(to.map)];
    if (from.numbers != to.numbers) return to.numbers ? "Showed the numbers" : "Hid the numbers";
    if (from.heatmap != to.heatmap) return to.heatmap ? "Showed the heatmap" : "Hid the heatmap";
    if (from.changed != to.changed)
        return std::string("Heatmap of ") + changed[static_cast<std::size_t>(to.changed)];
    for (const std::string& key : to.compared)
        if (!from.compared.empty() &&
            std::find(from.compared.begin(), from.compared.end(), key) == from.compared.end())
            return "Showed " + key;
    for (const std::string& key : from.compared)
        if (std::find(to.compared.begin(), to.compared.end(), key) == to.compared.end()) return "Hid " + key;
    return "Compared " + plural(to.compared.size(), "function", "functions");
}

} // namespace

std::string describe_change(const Version& from, const Version& to, const PlaceNames& names,
                            std::string_view place) {
    const Words words{names, std::string(place)};
    if (from.model != to.model || from.answers != to.answers)
        return "Opened " + name_of_model(to.model) + by_family(from, to);
    if (from.input != to.input && (place == "point" || place == "number"))
        if (std::string moved = of_points(from.input, to.input, words.place); !moved.empty()) return moved;
    if (from.input != to.input) return to.input.empty() ? "Cleared the input" : "Typed “" + to.input + "”";
    if (from.languages != to.languages) return languages(from.languages, to.languages);
    if (from.edits != to.edits) return words.edits(from.edits, to.edits);
    if (from.kept != to.kept) return to.kept ? "Kept the change" : "Compared with the model's own run again";
    if (from.search != to.search) return words.search(from.search, to.search);
    if (from.compare != to.compare) return compare(from.compare, to.compare);
    if (from.states != to.states) return states(from.states, to.states);
    if (from.looks != to.looks) return looks(from.looks, to.looks, to.kept && to.kept->any());
    return "";
}

std::string describe_change(const Version& from, const Version& to, const PlaceNames& names) {
    return describe_change(from, to, names, "moment");
}

} // namespace heed
