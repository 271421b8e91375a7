// The right side of Search: what else could stand at the selected output, the finished sentences, the
// settings.
#include "app/figures/base/format.h"
#include "app/figures/search/tree.h"
#include "app/figures/tokens_written.h"
#include "app/state/search/search.h"
#include "app/views/base/splitter.h"
#include "app/views/views.h"
#include "core/text/strings.h"

#include <algorithm>
#include <cmath>

namespace heed {
namespace {

constexpr float inset = 19, row_height = 26, number_column = 66;
constexpr float least_roomy = 480;        // px above the settings: a lower panel says less
constexpr std::size_t longest_line = 200; // bytes: what is longer is surely cut

/// Writes downwards, and knows how far it has come.
struct Down {
    Ui& ui;
    float x, y, w;
    Box room; // what is outside is not in sight
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

/// A letter as a command, from where the keyboard is: in the tree it would begin a token.
std::string key_here(const Ui& ui, std::string_view key) {
    return (key.empty() || ui.memory.focus != "tree" ? "" : "Esc+") + std::string(key);
}

std::string token_name(const AppState& s, const Candidate& c) {
    return c.text == "</s>" ? "end" : shown_written(*s.search.found, c.text);
}

std::vector<std::string> shown_tokens(const TreePlan& plan, int node) {
    std::vector<std::string> tokens;
    for (; node >= 0; node = plan.at(node).parent) tokens.insert(tokens.begin(), plan.at(node).label);
    return tokens;
}

/// The sentence as one reads it; without its end, and without so many outputs at its beginning.
std::string sentence_text(const AppState& s, int end, int from = 0) {
    std::vector<std::string> tokens = tree_tokens(*s.search.tree, end);
    if (end >= 0 && s.search.tree->at(end).is_end) tokens.pop_back();
    tokens.erase(tokens.begin(), tokens.begin() + std::min<std::ptrdiff_t>(from, std::ssize(tokens)));
    const std::string text = text_written(*s.search.found, tokens);
    return from == 0 ? text : (s.facts.character_level ? "…" : "… ") + text;
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
    const std::string name = token_name(ui.state, candidate);
    const Face face = token_face(name);
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
               chosen && !is_forced ? key_here(ui, "F") : "");
    if (hit.clicked) ui.send({"tree-force-token", candidate.text, 0, all.output});
    at.y += row_height;
}

/// Of a low panel fewer candidates, lest the sentences below them be out of sight; what is left out is
/// counted with the others.
SearchCandidates candidates_for(const AppState& s, float height) {
    SearchCandidates all = s.search.candidates;
    if (height >= least_roomy) return all;
    const std::size_t few = height < 300 ? 2 : 5;
    while (all.list.size() > few && all.list.back().id != all.chosen) {
        all.rest += std::exp(static_cast<double>(all.list.back().log_prob));
        ++all.others;
        all.list.pop_back();
    }
    return all;
}

void candidates(Down& at) {
    Ui& ui = at.ui;
    const AppState& s = ui.state;
    const Palette& c = ui.colors;
    const bool low = at.room.h < least_roomy;
    const SearchCandidates all = candidates_for(s, at.room.h);
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
    if (low)
        at.y += 6;
    else
        at.y += ui.paragraph({at.x, at.y, at.w, 0},
                             "These are the tokens the model considered here. Click one to force it and see "
                             "the rest of the sentence rewritten.",
                             Face::Regular, 13, 20, c.t2) +
                10;
    for (const Candidate& candidate : all.list) candidate_row(at, all, candidate);
    if (all.others > 0) {
        ui.text({at.x, at.y + 12},
                thousands(all.others) + (all.others == 1 ? " other token has " : " other tokens share ") +
                    (all.rest < 1e-6 ? "less than 1e−6"
                                     : probability(all.rest)), // what is left of 1 has so many digits
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

/// A sentence in two lines at most; the second empty where one is enough.
std::pair<std::string, std::string> in_lines(const Ui& ui, const std::string& text, float room) {
    const auto fits = [&](const std::string& part) {
        return part.size() < longest_line && ui.text_width(part, Face::Regular, 13) <= room;
    };
    if (fits(text)) return {text, ""};
    std::size_t end = 0;
    for (std::size_t n = text.find(' '); n != text.npos && fits(text.substr(0, n)); n = text.find(' ', n + 1))
        end = n;
    if (end == 0) // no space to break at
        return {ui.cut(text.substr(0, longest_line), Face::Regular, 13, room), ""};
    return {text.substr(0, end), ui.cut(text.substr(end + 1, longest_line), Face::Regular, 13, room)};
}

/// What tells it from the best one is in sight.
std::string telling_text(const Ui& ui, int rank, float room) {
    const AppState& s = ui.state;
    const TreeSentence& sentence = s.search.tree->sentences[static_cast<std::size_t>(rank)];
    std::string text = sentence_text(s, sentence.end);
    const int fork = fork_of(*s.search.tree, sentence.end), before = s.facts.character_level ? 8 : 3;
    const bool longer = text.size() > longest_line || ui.text_width(text, Face::Regular, 13) > 1.8f * room;
    return longer && fork > before && fork < sentence.length ? sentence_text(s, sentence.end, fork - before)
                                                             : text;
}

std::string words_of(const TreeSentence& sentence, bool changed) {
    std::string words = "Score " + score_number(sentence.score) + ", log P " +
                        score_number(sentence.log_prob) + ", " + counted(sentence.length, "token") + ": " +
                        score_number(per_token(sentence.log_prob, sentence.length)) + " each on average";
    if (!sentence.finished) words += ", cut off";
    if (changed) words += "; with your changes";
    return words;
}

void sentence_row(Down& at, int rank, bool selected) {
    Ui& ui = at.ui;
    const AppState& s = ui.state;
    const Palette& c = ui.colors;
    const TreeSentence& sentence = s.search.tree->sentences[static_cast<std::size_t>(rank)];
    const float left = 30, room = at.w - left - 2 * number_column;
    const auto [first, second] = in_lines(ui, telling_text(ui, rank, room), room);
    const float height = second.empty() ? 30.0f : 48.0f;
    const Box row{at.x - 8, at.y, at.w + 16, height};
    at.y += height;
    if (row.bottom() < at.room.y || row.y > at.room.bottom()) return;
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
    const bool best = s.search.tree->at(sentence.end).kind == TreeNode::Kind::Best,
               changed = sentence.changed && !best;
    const Face face = changed ? Face::MonoSemibold : Face::Mono;
    const Color ink = best ? c.output : changed ? c.t1 : c.t3;
    ui.text({at.x + at.w - number_column, y}, score_number(sentence.score), face, 11, ink, Align::Right);
    ui.text({at.x + at.w, y}, score_number(per_token(sentence.log_prob, sentence.length)), face, 11, c.t3,
            Align::Right);
    ui.tooltip(id, row, words_of(sentence, changed));
    if (hit.clicked) ui.send({"tree-sentence", "", 0, rank});
}

/// What the score of the sentences below is.
std::string score_words(const AppState& s) {
    const Beam& beam = s.search.tree->beam;
    std::string words = "What ranks: " + ranking_words(beam);
    if (length_penalty_of(beam) != 0) words += ", N the tokens with the end";
    return beam.coverage_penalty == 0 ? words : words + "; the coverage penalty is added";
}

void sentences(Down& at) {
    Ui& ui = at.ui;
    const AppState& s = ui.state;
    const auto& all = s.search.tree->sentences;
    const bool ended = std::any_of(all.begin(), all.end(), [](const TreeSentence& t) { return t.finished; });
    const float right = at.x + at.w;
    ui.text({right - number_column, at.y + 8}, "score", Face::Regular, 11, ui.colors.t3, Align::Right);
    ui.tooltip("sentences:score", {right - 2 * number_column, at.y - 4, number_column, 24}, score_words(s));
    ui.tooltip("sentences:mean", {right - number_column, at.y - 4, number_column, 24},
               "Mean log P of a token; it does not rank");
    heading(at, ended || all.empty() ? "Finished sentences" : "Sentences, none finished", "per token");
    const int selected = selected_rank(s);
    bool cut = false;
    for (int rank = 0; rank < static_cast<int>(all.size()); ++rank) {
        if (ended && !cut && !all[static_cast<std::size_t>(rank)].finished) {
            cut = true;
            ui.text({at.x, at.y + 14}, "Cut off", Face::Regular, 11, ui.colors.t3);
            at.y += 26;
        }
        sentence_row(at, rank, rank == selected);
    }
    at.y += 12;
}

// ------------------------------------------------------------------------------------------------ settings

struct Setting {
    std::string id, label, tip;
    std::string_view what;
    double value, from, to, step;
    std::string text;
    bool changed; // by hand
    std::string_view key = {};
};

/// "−0.5" as it is printed reads like "-0.5".
std::optional<double> number_typed(std::string text) {
    for (std::size_t at; (at = text.find(minus_sign)) != text.npos;) text.replace(at, minus_sign.size(), "-");
    std::replace(text.begin(), text.end(), ',', '.');
    return number_in<double>(text);
}

void setting(Down& at, const Setting& it) {
    Ui& ui = at.ui;
    const float y = at.y + 14;
    ui.text({at.x, y}, it.label, it.changed ? Face::Medium : Face::Regular, 13,
            it.changed ? ui.colors.t1 : ui.colors.t2);
    const float left = 130, number = 52;
    const Box track{at.x + left, y - 12, at.w - left - number - 12, 24};
    const auto share = static_cast<float>(std::clamp((it.value - it.from) / (it.to - it.from), 0.0, 1.0));
    if (const auto moved = slider(ui, it.id, track, share)) {
        const double value =
            it.from + std::round(static_cast<double>(*moved) * (it.to - it.from) / it.step) * it.step;
        if (value != it.value) ui.send({it.what, "", value});
    }
    if (ui.memory.focus == it.id && ui.memory.focus_visible) { // by keyboard
        const double by = ui.pressed("Right") ? it.step : ui.pressed("Left") ? -it.step : 0;
        if (by != 0) ui.send({it.what, "", std::clamp(it.value + by, it.from, it.to)});
    }
    ui.tooltip(it.id, {at.x, y - 14, at.w - number, 28}, it.tip, key_here(ui, it.key));
    const auto typed = settled_field(ui, "field:" + it.id, {at.x + at.w - number, y - 13, number, 26},
                                     it.text, {.face = Face::Mono, .left = 8, .right = 8, .limit = 8});
    if (const auto value = typed ? number_typed(*typed) : std::nullopt; value && *value != it.value)
        ui.send({it.what, "", *value});
    at.y += 32;
}

std::vector<Setting> settings_of(const AppState& s) {
    const Beam beam = search_beam(s);
    const SettingWords words = setting_words(s);
    const double penalty = length_penalty_of(beam);
    std::vector<Setting> all{{"search:width", "Beam width", words.width, "beam-width",
                              static_cast<double>(beam.width), 1, 10, 1, std::to_string(beam.width),
                              words.changed.width, "B"},
                             {"search:length", "Length penalty", words.length, "length-penalty", penalty, 0,
                              2, 0.1, up_to(penalty), words.changed.length}};
    if (!beam.exponent && s.trace && s.trace->has_weights())
        all.push_back({"search:coverage", "Coverage penalty", words.coverage, "coverage-penalty",
                       beam.coverage_penalty, 0, 1, 0.05, up_to(beam.coverage_penalty),
                       words.changed.coverage});
    const int usual = own_longest_output(s), longest = longest_output(s);
    all.push_back({"search:longest", "Longest output", words.longest, "longest-output",
                   static_cast<double>(longest), 1, static_cast<double>(usual), 1, std::to_string(longest),
                   words.changed.longest});
    return all;
}

/// Always in sight, below what scrolls.
Box settings(Ui& ui, Box room) {
    const std::vector<Setting> all = settings_of(ui.state);
    const float height = 12 + 26 + 32 * static_cast<float>(all.size()) + 8;
    const Box box{room.x, room.bottom() - height, room.w, height};
    ui.fill({box.x + 1, box.y, box.w - 1, 1}, ui.colors.line);
    Down at{ui, box.x + inset, box.y + 14, box.w - 2 * inset, box};
    heading(at, "Search settings", "ranked by " + search_rule(search_beam(ui.state)));
    for (const Setting& each : all) setting(at, each);
    return {room.x, room.y, room.w, room.h - height};
}

} // namespace

float search_side_width(const Ui& ui) {
    constexpr float usual = 360, least = 300, most_share = 0.5f;
    if (ui.state.narrow()) return usual;
    const float wide =
        ui.state.search.side > 0 ? ui.state.search.side : std::clamp(ui.width * 0.225f, usual, 1.5f * usual);
    return std::round(std::clamp(wide, least, ui.width * most_share));
}

void search_panel(Ui& ui, Box room) {
    const AppState& s = ui.state;
    const Palette& c = ui.colors;
    ui.fill(room, c.bg1);
    ui.fill({room.x, room.y, 1, room.h}, c.line);
    if (!s.model) return;
    const Box upper = settings(ui, room);
    float& height = ui.memory.scroll["search:panel:height"]; // of the frame before
    float& scroll = scrolled(ui, "search:panel", upper, height);
    ui.clip(upper);
    Down at{ui, room.x + inset, room.y + 20 - scroll, room.w - 2 * inset, upper};
    if (s.search.tree) {
        candidates(at);
        divider(at);
        sentences(at);
    }
    const float now = at.y + scroll - room.y;
    if (now != height) ui.memory.animating = true;
    height = now;
    scroll_bar(ui, "search:panel:scroll", {upper.right() - 8, upper.y, 8, upper.h}, height, scroll);
    ui.end_clip();
    if (s.narrow()) return;
    const Moved moved = splitter(ui, "search:side", {room.x, room.y, 6, room.h}, Split::Columns);
    if (moved.reset) ui.send({"search-side"});
    if (moved.to) ui.send({"search-side", "", static_cast<double>(ui.width - *moved.to)});
}

} // namespace heed
