#include "app/state/session/history.h"

#include "app/figures/tokens.h"
#include "app/state/open/opening.h"
#include "app/state/update.h"
#include "core/text/strings.h"

#include <algorithm>
#include <array>
#include <cstdio>

namespace heed {
namespace {

constexpr double pause = 1.5; // seconds after which typing goes on as another step

std::string plain(double value) {
    char text[32];
    std::snprintf(text, sizeof text, "%.4g", value);
    return text;
}

std::string of_output(int i) { return "output " + std::to_string(i + 1); }

std::string name_of(int j, const std::vector<std::string>& tokens) {
    return j >= 0 && j < static_cast<int>(tokens.size()) ? quoted(tokens[static_cast<std::size_t>(j)])
                                                         : "column " + std::to_string(j + 1);
}

struct Words {
    const std::vector<std::string>& tokens;

    std::string row(const RowEdit& edit) const {
        constexpr std::array whole = {"Weights",        "", "Uniform weights", "Only the strongest weight",
                                      "The row before", "", "Shuffled weights"}; // as in RowEdit::Kind
        if (edit.kind == RowEdit::Kind::Without) {
            std::vector<std::string> names;
            for (const int j : edit.without) names.push_back(name_of(j, tokens));
            return "Without " + listed(names);
        }
        if (edit.kind != RowEdit::Kind::Held) return whole[static_cast<std::size_t>(edit.kind)];
        if (edit.held.size() != 1) return "Held " + std::to_string(edit.held.size()) + " weights";
        return "Held " + name_of(edit.held.begin()->first, tokens) + " at " +
               cell_number(edit.held.begin()->second);
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
                    return "Held " + name_of(j, tokens) + " at " + cell_number(w) + " for " + where;
            for (const auto& [j, w] : from->held)
                if (!to->held.count(j)) return "Freed " + name_of(j, tokens) + " for " + where;
        }
        return row(*to) + " for " + where;
    }

    std::string forced(const std::map<int, std::string>& from, const std::map<int, std::string>& to) const {
        int changes = 0;
        std::string words;
        for (const auto& [i, token] : to)
            if (const auto old = from.find(i); old == from.end() || old->second != token) {
                words = "Forced " + of_output(i) + " to " + quoted(shown(token));
                ++changes;
            }
        for (const auto& [i, token] : from)
            if (!to.count(i)) {
                if (words.empty()) words = "Freed " + of_output(i);
                ++changes;
            }
        return changes == 0                                                 ? ""
               : changes > 1 && to.size() > 1 && words.starts_with("Freed") ? "Freed outputs"
                                                                            : words;
    }

    static std::string muted(const std::set<int>& from, const std::set<int>& to) {
        std::vector<int> more, fewer;
        std::set_difference(to.begin(), to.end(), from.begin(), from.end(), std::back_inserter(more));
        std::set_difference(from.begin(), from.end(), to.begin(), to.end(), std::back_inserter(fewer));
        const std::vector<int>& changed = more.empty() ? fewer : more;
        const std::string which = changed.size() == 1 ? "moment " + std::to_string(changed.front() + 1)
                                                      : plural(changed.size(), "moment", "moments") +
                                                            " from " + std::to_string(changed.front() + 1) +
                                                            " to " + std::to_string(changed.back() + 1);
        return more.empty() ? "Heard " + which + " again" : "Muted " + which;
    }

    std::string edits(const Edits& from, const Edits& to) const {
        if (!to.any()) return "Took all changes back";
        if (const std::string words = forced(from.forced, to.forced); !words.empty()) return words;
        if (from.every_row != to.every_row)
            return row_change(from.every_row ? &*from.every_row : nullptr,
                              to.every_row ? &*to.every_row : nullptr, "every output");
        if (from.temperature != to.temperature) return "Temperature " + plain(to.temperature);
        if (from.muted != to.muted) return muted(from.muted, to.muted);
        for (const auto& [i, edit] : to.rows) {
            const auto old = from.rows.find(i);
            if (old == from.rows.end() || old->second != edit)
                return row_change(old == from.rows.end() ? nullptr : &old->second, &edit, of_output(i));
        }
        for (const auto& [i, edit] : from.rows)
            if (!to.rows.count(i)) return row_change(&edit, nullptr, of_output(i));
        return "Changed the run";
    }

    std::string search(const SearchSettings& from, const SearchSettings& to) const {
        if (from.width != to.width) return "Beam width " + std::to_string(to.width);
        if (from.length_penalty != to.length_penalty) return "Length penalty " + plain(to.length_penalty);
        if (from.coverage_penalty != to.coverage_penalty)
            return "Coverage penalty " + plain(to.coverage_penalty);
        return to.longest > 0 ? "Longest output " + std::to_string(to.longest)
                              : "Outputs as long as the model writes them";
    }
};

/// What a change is a change of, so that those of one drag are one step: the same place, moved on.
bool goes_on(const HistoryStep& last, const Version& now, const AppState& s) {
    if (s.gesture != 0) return last.gesture == s.gesture;
    const bool typed =
        last.version.input != now.input && last.version.model == now.model && last.name.starts_with("Typed");
    return typed && s.clock - last.at < pause;
}

std::vector<std::string> source_tokens(const AppState& s) {
    std::vector<std::string> tokens;
    for (int j = 0; s.trace && j < s.trace->source_length(); ++j) tokens.push_back(shown_source(*s.trace, j));
    return tokens;
}

void push(AppState& s, HistoryStep step) {
    History& h = s.history;
    h.steps.erase(h.steps.begin() + (h.now + 1), h.steps.end()); // now is -1 where there are none
    h.steps.push_back(std::move(step));
    h.now = static_cast<int>(h.steps.size()) - 1;
}

} // namespace

std::string describe_change(const Version& from, const Version& to, const std::vector<std::string>& tokens) {
    const Words words{tokens};
    if (from.model != to.model || from.answers != to.answers) return "Opened " + last_part(to.model);
    if (from.input != to.input) return to.input.empty() ? "Cleared the input" : "Typed “" + to.input + "”";
    if (from.edits != to.edits) return words.edits(from.edits, to.edits);
    if (from.kept != to.kept) return to.kept ? "Kept the change" : "Compared with the model's own run again";
    if (from.search != to.search) return words.search(from.search, to.search);
    return "";
}

Version version_of(const AppState& s) {
    return {model_reference(s), s.input, remembered_answers(s, model_reference(s)), s.edits, s.kept,
            s.search.settings};
}

void follow_history(AppState& s) {
    if (!s.model || !s.opening.empty() || s.restoring) return;
    Version now = version_of(s);
    if (s.history.now < 0) {
        push(s, {"Opened " + (s.facts.title.empty() ? last_part(now.model) : s.facts.title), std::move(now),
                 0, s.clock});
        return;
    }
    HistoryStep& last = s.history.steps[static_cast<std::size_t>(s.history.now)];
    if (last.version == now) return;
    const bool first = s.history.now == 0;
    if (!first && goes_on(last, now, s)) {
        const Version& before = s.history.steps[static_cast<std::size_t>(s.history.now) - 1].version;
        std::string name = describe_change(before, now, source_tokens(s));
        if (!name.empty()) last.name = std::move(name);
        last.version = std::move(now);
        last.at = s.clock;
        return;
    }
    std::string name = describe_change(last.version, now, source_tokens(s));
    push(s, {std::move(name), std::move(now), s.gesture, s.clock});
}

EffectList stop_opening(AppState& s) {
    const bool on_the_way = !s.opening.empty();
    if (on_the_way || s.restoring) s.orphan_taken = false; // the kept session does not come, then
    s.opening.clear();
    s.restoring.reset();
    s.restoring_session = nullptr;
    s.history.wanted = -1;
    return on_the_way ? EffectList{{Effect::Kind::CancelLoad}} : EffectList{};
}

EffectList put_version(AppState& s, const Version& v) {
    const Version now = version_of(s);
    if (v.model != now.model || v.answers != now.answers) {
        EffectList effects = open_named(s, v.model, v.answers);
        s.restoring = v;
        return effects;
    }
    if (v.input != s.input) {
        s.completion = {};
        s.unknown.clear();
        s.selection = {};
        s.hover = {};
    }
    EffectList effects = stop_opening(s); // of another version
    s.input = s.settings.input = v.input;
    s.edits = v.edits;
    s.kept = v.kept;
    s.search.settings = v.search;
    s.gesture = 0;
    s.what_if.flip = {};
    return effects;
}

EffectList go_to_step(AppState& s, int n) {
    if (n < 0 || n >= static_cast<int>(s.history.steps.size())) return {};
    EffectList effects = put_version(s, s.history.steps[static_cast<std::size_t>(n)].version);
    (s.restoring ? s.history.wanted : s.history.now) = n; // the other once its model is there
    return effects;
}

} // namespace heed
