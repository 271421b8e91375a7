#include "app/state/commands/palette.h"

#include "app/figures/base/format.h"
#include "app/state/compare/compare.h"
#include "app/state/open/opening.h"
#include "app/state/picker/picker.h"
#include "core/decode/run.h"
#include "core/text/fold.h"
#include "core/text/strings.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <sstream>
#include <utility>

namespace heed {
namespace {

using Entries = std::vector<PaletteEntry>;

// -------------------------------------------------------------------------------------------- what there is

void add_commands(Entries& all, const AppState& s) {
    for (const CommandInfo& row : commands()) {
        // What the dialog itself is about, and what its own keys mean.
        const bool elsewhere = row.id == "palette" || row.id == "clear" || row.id == "function";
        if (row.title.empty() || elsewhere || !is_enabled(row, s)) continue;
        all.push_back({std::string(row.id), std::string(row.title),
                       std::string(row.also) + " " + std::string(row.group), "",
                       row.keys.empty() ? std::string_view() : row.keys.front(), Command{row.id}});
    }
}

/// A setting that takes a number, and the numbers that are offered by name.
struct Setting {
    std::string_view command, title, unit, also;
    double least, most; // that it takes
    std::vector<double> values;
    bool (*when)(const AppState&);
};

bool offers_temperature(const AppState& s) {
    return s.model && s.trace && s.trace->has_weights() && (s.view == "step" || s.comparing());
}
bool in_search(const AppState& s) { return s.searching() && s.model; }
bool can_play(const AppState& s) { return s.trace != nullptr; }

const std::vector<Setting>& settings() {
    static const std::vector<Setting> all = {
        {"set-temperature",
         "Temperature",
         "",
         "softmax sharpness sharper softer soft sharp what-if",
         0.01,
         100,
         {0.25, 0.5, 2, 4},
         offers_temperature},
        {"set-speed",
         "Speed",
         "×",
         "play faster slower animation",
         0.25,
         8,
         {0.25, 0.5, 1, 2, 4, 8},
         can_play},
        {"beam-width",
         "Beam width",
         "",
         "search hypotheses setting",
         1,
         decode::largest_beam,
         {1, 2, 4, 8, 16},
         in_search},
        {"length-penalty", "Length penalty", "", "search alpha setting", -10, 10, {0, 0.6, 1}, in_search},
        {"coverage-penalty", "Coverage penalty", "", "search beta setting", 0, 100, {0, 0.2, 0.5}, in_search},
    };
    return all;
}

PaletteEntry entry_of(const Setting& it, double value) {
    const std::string number = up_to(value);
    return {std::string(it.command) + " " + number,
            std::string(it.title) + " " + number + std::string(it.unit),
            std::string(it.also),
            "Setting",
            "",
            Command{it.command, "", value}};
}

void add_settings(Entries& all, const AppState& s) {
    for (const Setting& it : settings())
        if (it.when(s))
            for (const double value : it.values) all.push_back(entry_of(it, value));
}

/// The functions of the family, under the keys they have.
void add_scores(Entries& all, const AppState& s) {
    if (!s.model) return;
    const bool shows = shows_several(s);
    const std::vector<CompareMember> members = shows ? compare_members(s) : family_members(s);
    if (members.size() < 2) return;
    static constexpr std::string_view digits[] = {"1", "2", "3", "4", "5", "6", "7", "8", "9"};
    const std::vector<bool> shown = shown_members(s, members);
    for (std::size_t n = 0; n < members.size(); ++n) {
        const CompareMember& m = members[n];
        const auto place = static_cast<std::ptrdiff_t>(n) - (shows ? s.compare.first_chip : 0);
        const std::string verb = !shows ? "Score: " : shown[n] ? "Hide " : "Show ";
        all.push_back({"score " + m.key, verb + m.title, "scoring function attention compare " + m.key, "",
                       place >= 0 && place < 9 ? digits[place] : std::string_view(),
                       shows ? Command{"compare-toggle", m.key} : Command{"load", m.model}});
    }
}

void add_differences(Entries& all, const AppState& s) {
    if (!shows_several(s)) return;
    const auto& panels = s.compare.panels;
    for (std::size_t a = 0; a < panels.size(); ++a)
        for (std::size_t b = a + 1; b < panels.size(); ++b)
            all.push_back({"difference " + panels[a].order.key + " " + panels[b].order.key,
                           "Difference of " + panels[a].order.title + " and " + panels[b].order.title,
                           "divergence map minus compare two panels", "", "",
                           Command{"compare-difference", "", 0, static_cast<int>(a), static_cast<int>(b)}});
}

void add_inputs(Entries& all, const AppState& s) {
    if (!s.model) return;
    for (const std::string& example : example_inputs(s))
        all.push_back({"type " + example, "Input: " + example, "example sentence text try", "Example", "",
                       Command{"type", example}});
}

void add_maps(Entries& all, const AppState& s) {
    for (int n = 0; n < static_cast<int>(s.maps.size()) && s.maps.size() > 1; ++n)
        all.push_back({"choose-map " + std::to_string(n), "Map: " + map_title(s, n), "weights layer head", "",
                       "", Command{"choose-map", "", 0, n}});
}

/// Of each family first the one that its name alone stands for, then the others as they come.
void add_models(Entries& all, const AppState& s) {
    std::vector<const ModelChoice*> models;
    for (const ModelChoice& m : s.models) {
        const auto of_family = [&](const ModelChoice* other) {
            return !other->recent && other->family == m.family;
        };
        const bool standing = !m.recent && m.name == standing_of(s, m.family);
        models.insert(standing ? std::find_if(models.begin(), models.end(), of_family) : models.end(), &m);
    }
    for (const ModelChoice* choice : models) {
        const ModelChoice& m = *choice;
        const std::string detail = m.recent ? "Recent" : m.name;
        all.push_back({"load " + m.name, "Model: " + m.title + (m.detail.empty() ? "" : ", " + m.detail),
                       "open load " + m.name + " " + m.family + " " + m.score, detail, "",
                       Command{"load", m.name}});
    }
}

void add_sessions(Entries& all, const AppState& s) {
    for (const std::string& file : s.settings.sessions)
        all.push_back({"load " + file, "Session: " + last_part(file), "open saved " + file, "Saved", "",
                       Command{"load", file}});
    for (const SessionChoice& it : s.sessions)
        all.push_back({"load " + it.file, "Session: " + it.title, "open bundled example " + it.detail,
                       it.detail, "", Command{"load", it.file}});
}

// ---------------------------------------------------------------------------------------------- the search

/// Small letters without accents; what joins words parts them: "what-if" is found by "what if".
std::string searchable(std::string_view text) {
    std::string words = folded(text);
    for (char& c : words)
        if (c == '-' || c == ':' || c == ',' || c == '/') c = ' ';
    return words;
}

std::vector<std::string> words_of(const std::string& text) {
    std::vector<std::string> words;
    std::istringstream parts(text);
    for (std::string word; parts >> word;) words.push_back(word);
    return words;
}

/// Whether each of the wanted words begins one of these.
bool begin_so(const std::vector<std::string>& wanted, const std::vector<std::string>& words) {
    return std::all_of(wanted.begin(), wanted.end(), [&](const std::string& w) {
        return std::any_of(words.begin(), words.end(),
                           [&](const std::string& word) { return word.starts_with(w); });
    });
}

bool hold(const std::vector<std::string>& wanted, const std::string& text) {
    return std::all_of(wanted.begin(), wanted.end(),
                       [&](const std::string& w) { return text.find(w) != std::string::npos; });
}

std::string one_phrase(const std::vector<std::string>& words) {
    std::string text;
    for (const std::string& word : words) text += (text.empty() ? "" : " ") + word;
    return text;
}

constexpr int not_at_all = 6;

/// How well an entry answers: 0 is its title, 1 words of its title begin so, …
int answer(const PaletteEntry& entry, const std::string& query, const std::vector<std::string>& wanted) {
    const std::string title = searchable(entry.title), also = searchable(entry.also + " " + entry.detail);
    if (title == query) return 0;
    if (begin_so(wanted, words_of(title))) return 1;
    if (hold(wanted, title)) return 2;
    if (also.find(query) != std::string::npos) return 3; // as a phrase
    if (begin_so(wanted, words_of(title + " " + also))) return 4;
    if (hold(wanted, title + " " + also)) return 5;
    return not_at_all;
}

/// "temperature 3": the settings that are called so, at the number that was typed, if they take it.
void add_typed_numbers(Entries& all, const std::string& text, const AppState& s) {
    const std::vector<std::string> words = words_of(text);
    if (words.size() < 2) return;
    const std::string& typed = words.back();
    double value = 0;
    const auto [end, error] = std::from_chars(typed.data(), typed.data() + typed.size(), value);
    if (error != std::errc() || end != typed.data() + typed.size()) return;
    std::vector<std::string> name;
    for (std::size_t n = 0; n + 1 < words.size(); ++n)
        for (const std::string& word : words_of(searchable(words[n]))) name.push_back(word);
    for (const Setting& it : settings()) {
        const double rounded = std::round(value * 100) / 100; // as it is printed
        const bool whole = it.command != "beam-width" || value == std::floor(value);
        if (!it.when(s) || !whole || !(rounded >= it.least && rounded <= it.most)) continue;
        if (!begin_so(name, words_of(searchable(it.title)))) continue;
        PaletteEntry entry = entry_of(it, rounded);
        const auto same = [&](const PaletteEntry& other) { return other.id == entry.id; };
        if (std::none_of(all.begin(), all.end(), same)) all.insert(all.begin(), std::move(entry));
    }
}

} // namespace

std::vector<PaletteEntry> palette_entries(const AppState& s) {
    Entries all;
    for (const auto add : {add_commands, add_scores, add_settings, add_differences, add_inputs, add_maps,
                           add_models, add_sessions})
        add(all, s);
    return all;
}

std::vector<PaletteEntry> find_entries(std::string_view text, const AppState& s) {
    Entries all = palette_entries(s);
    const std::vector<std::string> wanted = words_of(searchable(text));
    const std::string query = one_phrase(wanted);
    if (query.empty()) return all;
    std::vector<std::pair<int, std::size_t>> ranked;
    for (std::size_t n = 0; n < all.size(); ++n)
        if (const int how = answer(all[n], query, wanted); how < not_at_all) ranked.emplace_back(how, n);
    std::sort(ranked.begin(), ranked.end());
    Entries found;
    for (const auto& [how, n] : ranked) found.push_back(std::move(all[n]));
    add_typed_numbers(found, std::string(text), s);
    return found;
}

std::string find_elsewhere(std::string_view text, const AppState& s) {
    const std::vector<std::string> wanted = words_of(searchable(text));
    const std::string query = one_phrase(wanted);
    if (query.empty()) return {};
    std::string found;
    int best = not_at_all;
    for (const CommandInfo& row : commands()) {
        if (row.title.empty() || is_enabled(row, s)) continue;
        const PaletteEntry entry{
            "", std::string(row.title), std::string(row.also) + " " + std::string(row.group), "", {}, {}};
        if (const int how = answer(entry, query, wanted); how < best) {
            best = how;
            found = row.title;
        }
    }
    return found;
}

} // namespace heed
