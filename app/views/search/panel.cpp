// The right side of Search: what else could stand at the selected output, the finished sentences, the
// settings.
#include "app/figures/base/format.h"
#include "app/figures/search/tree.h"
#include "app/state/search/search.h"
#include "app/views/base/widgets.h"
#include "app/views/views.h"
#include "core/text/strings.h"

#include <algorithm>
#include <cmath>

namespace heed {
namespace {

constexpr float inset = 19, row_height = 26;
constexpr std::size_t longest_line = 200; // bytes: what is longer is surely cut

/// Writes downwards, and knows how far it has come.
struct Down {
    Ui& ui;
    float x, y, w;
    Box room;
    bool shows(float height) const { return y >= room.y && y + height <= room.bottom(); }
};

void divider(Down& at) {
    at.ui.fill({at.x, at.y, at.w, 1}, at.ui.colors.line);
    at.y += 20;
}

void heading(Down& at, const std::string& title, const std::string& right) {
    at.ui.text({at.x, at.y + 8}, title, Face::Semibold, 13, at.ui.colors.t1);
    at.ui.text({at.x + at.w, at.y + 8}, right, Face::Regular, 11, at.ui.colors.t3, Align::Right);
    at.y += 26;
}

std::string token_name(const Candidate& c) { return c.text == "</s>" ? "end" : shown(c.text); }

std::vector<std::string> shown_tokens(const TreePlan& plan, int node) {
    std::vector<std::string> tokens;
    for (; node >= 0; node = plan.at(node).parent) tokens.insert(tokens.begin(), plan.at(node).label);
    return tokens;
}

/// The sentence as one reads it; without its end, and without so many outputs at its beginning.
std::string sentence_text(const AppState& s, int end, int from = 0) {
    std::vector<std::string> tokens = tree_tokens(*s.search.tree, end);
    if (end >= 0 && s.search.tree->at(end).is_end) tokens.pop_back();
    if (from > 0) {
        tokens.erase(tokens.begin(), tokens.begin() + std::min<std::ptrdiff_t>(from, std::ssize(tokens)));
        tokens.insert(tokens.begin(), "…");
    }
    if (!s.facts.character_level) return joined(tokens);
    std::string text;
    for (const std::string& token : tokens) text += is_mark(token) ? shown(token) : token;
    return text;
}

// ------------------------------------------------------------------------------------------------ candidates

void candidate_row(Down& at, const SearchCandidates& all, const Candidate& candidate) {
    Ui& ui = at.ui;
    const Palette& c = ui.colors;
    const bool chosen = candidate.id == all.chosen;
    const Box row{at.x - 8, at.y, at.w + 16, row_height};
    const std::string id = "candidate:" + std::to_string(candidate.id);
    const Ui::Hit hit = ui.press(id, row, 6);
    row_ground(ui, row, hit, chosen, 6, 0.6f);
    const float y = row.centre().y, p = std::exp(candidate.log_prob);
    const std::string name = token_name(candidate);
    const Face face = name == "␣" ? Face::Regular : Face::Mono;
    const float label = std::min(96.0f, at.w * 0.3f), number = 58;
    ui.text({at.x, y}, ui.cut(name, face, 13, label - 8), face, 13, c.t1);
    const Box track{at.x + label, y - 4, at.w - label - number, 8};
    ui.fill(track, c.bg2, 2);
    ui.fill({track.x, track.y, std::max(1.5f, track.w * p), track.h}, chosen ? c.t1 : c.output, 2);
    ui.text({at.x + at.w, y}, probability(static_cast<double>(p)), Face::Mono, 11, chosen ? c.t1 : c.t2,
            Align::Right);
    const auto forced = ui.state.edits.forced.find(all.output);
    const bool is_forced =
        chosen && forced != ui.state.edits.forced.end() && forced->second == candidate.text;
    ui.tooltip(id, row,
               is_forced ? "You forced " + quoted(name) + " here"
               : chosen  ? quoted(name) + " stands here; a click forces it"
                         : "Force " + quoted(name) + " as output " + std::to_string(all.output + 1),
               chosen && !is_forced ? "F" : "");
    if (hit.clicked) ui.send({"tree-force-token", candidate.text, 0, all.output});
    at.y += row_height;
}

void candidates(Down& at) {
    Ui& ui = at.ui;
    const AppState& s = ui.state;
    const Palette& c = ui.colors;
    const SearchCandidates& all = s.search.candidates;
    const int node = selected_node(s), before = node < 0 ? -1 : s.search.tree->at(node).parent;
    const std::string title = "Output " + std::to_string(all.output + 1);
    ui.draw(CircleItem{{at.x + 5, at.y + 6}, 5, c.output});
    ui.text({at.x + 19, at.y + 6}, title, Face::Semibold, 15, c.t1);
    if (before >= 0) {
        const std::vector<std::string> tokens = shown_tokens(*s.search.tree, before);
        const std::size_t kept = s.facts.character_level ? 14 : 4;
        std::string text = tokens.size() > kept ? "…" : "";
        for (std::size_t n = tokens.size() > kept ? tokens.size() - kept : 0; n < tokens.size(); ++n)
            text += (text.empty() || s.facts.character_level ? "" : " ") + tokens[n];
        const float room = at.w - 19 - ui.text_width(title, Face::Semibold, 15) - 16;
        ui.text({at.x + at.w, at.y + 6}, ui.cut("after “" + text + "”", Face::Regular, 11, room),
                Face::Regular, 11, c.t3, Align::Right);
    }
    at.y += 22;
    at.y += ui.paragraph({at.x, at.y, at.w, 0},
                         "These are the tokens the model considered here. Click one to force it and see the "
                         "rest of the sentence rewritten.",
                         Face::Regular, 13, 20, c.t2) +
            10;
    for (const Candidate& candidate : all.list) candidate_row(at, all, candidate);
    if (all.others > 0) {
        ui.text({at.x, at.y + 12},
                thousands(all.others) + (all.others == 1 ? " other token has " : " other tokens share ") +
                    probability(all.rest),
                Face::Regular, 11, c.t3);
        at.y += 20;
    }
    at.y += 18;
}

// ------------------------------------------------------------------------------------------------ sentences

/// The first output that is not the best sentence's; its length where there is none.
int fork_of(const TreePlan& plan, int end) {
    int fork = plan.at(end).column + 1;
    for (int node = end; node >= 0 && plan.at(node).kind != TreeNode::Kind::Best; node = plan.at(node).parent)
        fork = plan.at(node).column;
    return fork;
}

void sentence_row(Down& at, int rank, bool selected) {
    Ui& ui = at.ui;
    const AppState& s = ui.state;
    const Palette& c = ui.colors;
    const TreeSentence& sentence = s.search.tree->sentences[static_cast<std::size_t>(rank)];
    std::string text = sentence_text(s, sentence.end);
    const float left = 30, number = 56, room = at.w - left - number;
    const int fork = fork_of(*s.search.tree, sentence.end), before = s.facts.character_level ? 8 : 3;
    if (fork > before && fork < sentence.length &&
        (text.size() > longest_line || ui.text_width(text, Face::Regular, 13) > 1.8f * room))
        text = sentence_text(s, sentence.end, fork - before); // what tells it from the best one is in sight
    // Two lines at most.
    std::string first, second = text;
    if (text.size() < longest_line && ui.text_width(text, Face::Regular, 13) <= room)
        std::swap(first, second);
    else {
        std::size_t fits = 0;
        for (std::size_t n = text.find(' '); n != text.npos; n = text.find(' ', n + 1)) {
            if (ui.text_width(text.substr(0, n), Face::Regular, 13) > room) break;
            fits = n;
        }
        if (fits == 0) { // no space to break at
            first = ui.cut(text.substr(0, longest_line), Face::Regular, 13, room);
            second.clear();
        } else {
            first = text.substr(0, fits);
            second = ui.cut(text.substr(fits + 1, longest_line), Face::Regular, 13, room);
        }
    }
    const float height = second.empty() ? 30.0f : 48.0f;
    const Box row{at.x - 8, at.y, at.w + 16, height};
    const std::string id = "sentence:" + std::to_string(rank);
    const Ui::Hit hit = ui.press(id, row, 6);
    row_ground(ui, row, hit, selected, 6, 0.6f);
    const Point centre{at.x + 9, row.centre().y};
    ui.draw(CircleItem{centre, 9.5f, selected ? c.bg1 : c.bg3});
    ui.text(centre, std::to_string(rank + 1), Face::Semibold, rank < 99 ? 11 : 9, c.t1, Align::Centre);
    const float y = second.empty() ? row.centre().y : row.y + 14;
    ui.text({at.x + left, y}, first.empty() ? "(nothing)" : first, Face::Regular, 13,
            first.empty() ? c.t3 : c.t1);
    if (!second.empty()) ui.text({at.x + left, y + 20}, second, Face::Regular, 13, c.t1);
    const TreeNode::Kind kind = s.search.tree->at(sentence.end).kind;
    const bool best = kind == TreeNode::Kind::Best, changed = sentence.changed && !best;
    ui.text({at.x + at.w, y}, fixed(sentence.log_prob / std::max(1, sentence.length), 2),
            changed ? Face::MonoSemibold : Face::Mono, 11,
            best      ? c.output
            : changed ? c.t1
                      : c.t3,
            Align::Right);
    std::string words = "Score " + fixed(sentence.score, 2) + ", log P " + fixed(sentence.log_prob, 2) +
                        ", " + counted(sentence.length, "token");
    if (!sentence.finished) words += ", cut off";
    if (changed) words += "; with your changes";
    ui.tooltip(id, row, words);
    if (hit.clicked) ui.send({"tree-sentence", "", 0, rank});
    at.y += height;
}

void sentences(Down& at) {
    const AppState& s = at.ui.state;
    const auto& all = s.search.tree->sentences;
    const bool ended = std::any_of(all.begin(), all.end(), [](const TreeSentence& t) { return t.finished; });
    heading(at, ended || all.empty() ? "Finished sentences" : "Sentences, none finished", "per token");
    const int selected = selected_rank(s);
    bool cut = false;
    for (int rank = 0; rank < static_cast<int>(all.size()); ++rank) {
        if (ended && !cut && !all[static_cast<std::size_t>(rank)].finished) {
            cut = true;
            at.ui.text({at.x, at.y + 14}, "Cut off", Face::Regular, 11, at.ui.colors.t3);
            at.y += 26;
        }
        sentence_row(at, rank, rank == selected);
    }
    at.y += 18;
}

// ------------------------------------------------------------------------------------------------ settings

struct Setting {
    std::string id, label, tip;
    std::string_view what;
    double value, from, to, step;
    std::string text;
    std::string_view key = {};
};

void setting(Down& at, const Setting& it) {
    Ui& ui = at.ui;
    const Palette& c = ui.colors;
    const float y = at.y + 14;
    ui.text({at.x, y}, it.label, Face::Regular, 13, c.t2);
    const float left = 130, number = 52;
    const Box track{at.x + left, y - 12, at.w - left - number - 12, 24};
    const auto share = static_cast<float>(std::clamp((it.value - it.from) / (it.to - it.from), 0.0, 1.0));
    const bool was_held = ui.memory.pressed == it.id;
    if (const auto moved = slider(ui, it.id, track, share)) {
        if (!was_held) ui.send({"drag", "", 0, 1}); // one drag, one step back
        const double value =
            it.from + std::round(static_cast<double>(*moved) * (it.to - it.from) / it.step) * it.step;
        if (value != it.value) ui.send({it.what, "", value});
    } else if (was_held) {
        ui.send({"drag", "", 0, 0});
    }
    if (ui.memory.focus == it.id && ui.memory.focus_visible) { // by keyboard
        const double by = ui.pressed("Right") ? it.step : ui.pressed("Left") ? -it.step : 0;
        if (by != 0) ui.send({it.what, "", std::clamp(it.value + by, it.from, it.to)});
    }
    ui.tooltip(it.id, {at.x, y - 14, at.w - number, 28}, it.tip, it.key);
    if (!at.shows(28)) { // a field takes clicks wherever it lies
        at.y += 32;
        return;
    }
    const FieldResult typed = text_field(ui, "field:" + it.id, {at.x + at.w - number, y - 13, number, 26},
                                         it.text, {.face = Face::Mono, .left = 8, .right = 8, .limit = 8});
    if (const auto value = number_in<double>(typed.text); typed.changed && value)
        ui.send({it.what, "", *value});
    at.y += 32;
}

void settings(Down& at) {
    const AppState& s = at.ui.state;
    const SearchSettings& set = s.search.settings;
    heading(at, "Search settings", "");
    setting(at,
            {"search:width", "Beam width", "How many sentences go on at each output. Type a number up to 100",
             "beam-width", static_cast<double>(set.width), 1, 10, 1, std::to_string(set.width), "B"});
    setting(at, {"search:length", "Length penalty",
                 "0 ranks by log P alone, which favours short sentences; more favours long ones",
                 "length-penalty", set.length_penalty, 0, 2, 0.1, up_to(set.length_penalty)});
    if (s.trace && s.trace->has_weights())
        setting(at, {"search:coverage", "Coverage penalty",
                     "More favours sentences that looked at every source token", "coverage-penalty",
                     set.coverage_penalty, 0, 1, 0.05, up_to(set.coverage_penalty)});
    const int usual = s.trace ? 2 * s.trace->source_length() + 10 : 50;
    setting(at, {"search:longest", "Longest output",
                 set.longest == 0 ? "Outputs at most; this is the model's own limit" : "Outputs at most",
                 "longest-output", static_cast<double>(set.longest == 0 ? usual : set.longest), 1,
                 static_cast<double>(usual), 1, std::to_string(set.longest == 0 ? usual : set.longest)});
    at.y += 12;
}

} // namespace

void search_panel(Ui& ui, Box room) {
    const AppState& s = ui.state;
    const Palette& c = ui.colors;
    ui.fill(room, c.bg1);
    ui.fill({room.x, room.y, 1, room.h}, c.line);
    if (!s.model) return;
    float& height = ui.memory.scroll["search:panel:height"]; // of the frame before
    float& scroll = scrolled(ui, "search:panel", room, height);
    ui.clip(room);
    Down at{ui, room.x + inset, room.y + 20 - scroll, room.w - 2 * inset, room};
    if (s.search.tree) {
        candidates(at);
        divider(at);
        sentences(at);
        divider(at);
    }
    settings(at);
    const float now = at.y + scroll - room.y;
    if (now != height) ui.memory.animating = true;
    height = now;
    scroll_bar(ui, "search:panel:scroll", {room.right() - 8, room.y, 8, room.h}, height, scroll);
    ui.end_clip();
}

} // namespace heed
