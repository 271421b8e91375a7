// What the list of models holds, as the search leaves it.
#include "app/figures/base/format.h"
#include "app/state/open/opening.h"
#include "app/state/picker/picker.h"
#include "app/state/picker/words.h"
#include "core/attention/scores.h"
#include "core/tasks/item.h"
#include "core/tasks/task.h"
#include "core/text/strings.h"
#include "core/text/suggest.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <map>
#include <set>
#include <sstream>
#include <tuple>

namespace heed {
namespace {

constexpr double enough = 0.9;      // exact: below it a model fails
constexpr double least_error = 0.2; // of a wrong map, however good a perfect one is
constexpr std::size_t most_recent_models = 5, most_meant = 3;

std::string task_of(const ModelChoice& m) { return m.recent ? m.about.task : m.family; }

std::string family_title(const std::string& id) {
    if (id == picker_own) return "Yours";
    const TaskWords words = task_words(id, true);
    return words.title.empty() ? capitalized(id) : std::string(words.title);
}

/// What of a model can be searched.
std::string searched(const ModelChoice& m) {
    const std::string task = task_of(m);
    std::string all = m.name + " " + m.title + " " + m.score + " " + m.alignment + " " + family_title(task) +
                      " " + m.about.function + " " + m.about.made_of + " " + m.about.card.fails_at + " " +
                      badge_of(m) + " " + m.about.about + " ";
    for (const std::string& id : {m.score, m.about.function, task, m.alignment})
        all += std::string(other_words(id)) + " ";
    if (const ScoreInfo* info = find_score(m.score)) all += info->name;
    return ascii_lower(all);
}

bool found_by(const ModelChoice& m, const std::vector<std::string>& words) {
    if (words.empty()) return true;
    const std::string all = searched(m);
    return std::all_of(words.begin(), words.end(),
                       [&](const std::string& word) { return all.find(word) != std::string::npos; });
}

std::vector<std::string> words_of(const std::string& query) {
    std::istringstream split(ascii_lower(query));
    std::vector<std::string> words;
    for (std::string word; split >> word;) words.push_back(word);
    return words;
}

bool is_here(const AppState& s, const ModelChoice& m) {
    if (!s.model && s.maps.empty()) return false;
    if (m.recent) return m.name == s.settings.model;
    return own_name(s).empty() && m.name == s.facts.name;
}

/// "additive", "scaled dot"; of what is told apart by another thing than its score, that.
std::string function_title(const ModelChoice& m) {
    if (m.about.function == m.score)
        if (const ScoreInfo* info = find_score(m.score)) return std::string(info->name);
    return m.about.function.empty() ? m.title : m.about.function;
}

PickerRow row_of(const AppState& s, const ModelChoice& m) {
    PickerRow row;
    row.model = &m;
    row.own = m.recent;
    row.here = is_here(s, m);
    row.standing = standing_of(s, m).first;
    row.badge = badge_of(m);
    row.fails = m.about.card.fails_at;
    const std::string task = task_of(m);
    row.name = m.recent ? m.title : function_title(m);
    const bool named = m.about.function == m.score || m.alignment.starts_with("local");
    // Bundled ones have their formula there; a cell or a kind of pooling is told in words.
    if (m.at_once || (!m.recent && !named) || m.about.function.empty())
        row.weak = m.about.made_of;
    else if (m.recent) // of a folder its name may be all that is known
        row.weak = m.about.function == m.title ? m.about.made_of : m.about.function;
    if (m.recent && !m.about.function.empty())
        row.of = (task.empty() ? "" : family_title(task) + ", ") + m.about.function;
    if (m.recent && m.about.card.step > 0 && m.about.card.items > 0)
        row.weak += ", step " + thousands(m.about.card.step);
    if (row.fails.empty())
        row.fails = io::weakest_lengths(m.about.card, std::string(task_words(task, true).units));
    if (row.fails.empty()) row.fails = m.recent ? "Not measured. " + m.detail : "Not measured.";
    return row;
}

/// The default of a family first, then by how well they point; what has no map last.
auto rank_of(const ModelChoice& m, const std::string& standing) {
    const io::ModelCard& card = m.about.card;
    const double misses = card.error ? *card.error : card.on_gold ? 1 - *card.on_gold : 2;
    return std::tuple(!m.recent, m.name != standing, misses);
}

std::string percent(double share) {
    // Rounded towards what is wrong: 99.9 % is not 100 %.
    return std::to_string(static_cast<int>(std::floor(100 * share + 1e-9)));
}

std::string range_of(const std::vector<const ModelChoice*>& models) {
    double least = 2, most = -1;
    for (const ModelChoice* m : models) {
        const io::ModelCard& card = m->about.card;
        if (m->recent || !card.exact) continue;
        least = std::min(least, *card.exact);
        most = std::max(most, *card.exact);
    }
    if (most < 0) return "not measured";
    const std::string low = percent(least), high = percent(most);
    const std::string right = models.front()->at_once ? " % right" : " % exact";
    return (low == high ? high : low + "–" + high) + right;
}

/// The words that a search may have meant.
std::vector<std::string> meant_by(const AppState& s, const std::string& query) {
    std::set<std::string> known;
    for (const std::string& word : all_other_words()) known.insert(word);
    for (const ModelChoice& m : s.models) {
        known.insert(m.recent ? m.title : m.name.substr(m.name.rfind('/') + 1));
        known.insert(ascii_lower(family_title(task_of(m))));
        if (const ScoreInfo* info = find_score(m.score)) known.insert(std::string(info->name));
        if (const std::string badge = badge_of(m); !badge.empty()) known.insert(badge);
    }
    std::vector<std::string> leading; // to something
    for (const std::string& word : known)
        if (std::any_of(s.models.begin(), s.models.end(),
                        [&](const ModelChoice& m) { return found_by(m, words_of(word)); }))
            leading.push_back(word);
    return nearest(leading, query.substr(0, 64), most_meant, std::string::npos);
}

/// The tasks in the order of their tables, then what is left.
std::vector<std::string> family_order(const AppState& s) {
    std::vector<std::string> order;
    const auto add = [&](std::string id) {
        if (!id.empty() && std::find(order.begin(), order.end(), id) == order.end())
            order.push_back(std::move(id));
    };
    for (const std::string_view id : {"dates", "reverse", "twoway", "translate"}) add(std::string(id));
    for (const tasks::Task& task : tasks::all()) add(std::string(task.name));
    for (const tasks::ItemTask& task : tasks::item_tasks()) add(std::string(task.name));
    for (const ModelChoice& m : s.models) add(task_of(m));
    order.emplace_back(picker_own);
    return order;
}

void add_recent(const AppState& s, PickerLists& lists) {
    const std::vector<std::string> words = words_of(s.picker.query);
    for (const std::string& line : s.settings.used) {
        const std::size_t space = line.find(' ');
        if (space == std::string::npos || lists.recent.size() >= most_recent_models) continue;
        const std::string name = line.substr(space + 1);
        const auto known = std::find_if(s.models.begin(), s.models.end(),
                                        [&](const ModelChoice& m) { return m.name == name; });
        if (known == s.models.end() || is_here(s, *known) || !found_by(*known, words)) continue;
        lists.recent.push_back({name, known->recent ? known->title : replaced(name, "/", " / "),
                                day_words(line.substr(0, space), s.picker_today)});
    }
}

} // namespace

std::pair<Standing, std::string> standing_of(const AppState& s, const ModelChoice& m) {
    if (is_here(s, m)) return {standing_of(s), standing_sentence(s)};
    return {standing_of(m.understanding), standing_sentence(m.understanding)};
}

std::string standing_of(const AppState& s, const std::string& family) {
    const tasks::ItemTask* items = tasks::find_item_task(family);
    const std::string_view usual = items                 ? items->usual
                                   : family == "reverse" ? "general"
                                   : family == "copy"    ? "coverage"
                                   : family == "names"   ? "pointer-generator"
                                                         : "additive";
    const std::string wanted = family + "/" + std::string(usual);
    std::string first;
    for (const ModelChoice& m : s.models) {
        if (m.recent || m.family != family) continue;
        if (m.name == wanted) return wanted;
        if (first.empty()) first = m.name;
    }
    return first;
}

std::string badge_of(const ModelChoice& m) {
    const io::ModelCard& card = m.about.card;
    const double exact = card.exact.value_or(0);
    if (card.fails_on_purpose && card.exact && exact < enough) return "fails on purpose";
    if (exact >= enough && card.error && card.perfect && *card.error > 2 * *card.perfect &&
        *card.error >= least_error)
        return "wrong map";
    const bool bare = m.score == "none" || m.score == "mean" || m.score == "dense";
    return bare ? "no attention" : "";
}

std::string own_name(const AppState& s) {
    const std::string& reference = model_reference(s);
    return reference.starts_with('/') ? last_part(reference) : std::string();
}

std::string picker_text(const AppState& s, const std::string& family) {
    constexpr int longest = 120; // tokens
    if (family == s.facts.task && !s.input.empty() && s.tokens <= longest && s.input_problem.empty())
        return s.input;
    const auto examples = task_words(family, true).examples;
    return examples.empty() ? std::string() : std::string(examples.front());
}

std::string day_words(const std::string& day, const std::string& today) {
    namespace chrono = std::chrono;
    const auto read = [](const std::string& text) -> std::optional<chrono::sys_days> {
        int y = 0;
        unsigned m = 0, d = 0;
        if (std::sscanf(text.c_str(), "%d-%u-%u", &y, &m, &d) != 3) return std::nullopt;
        const chrono::year_month_day date{chrono::year{y}, chrono::month{m}, chrono::day{d}};
        return date.ok() ? std::optional(chrono::sys_days{date}) : std::nullopt;
    };
    const auto then = read(day), now = read(today);
    if (!then || !now) return {};
    const auto ago = (*now - *then).count();
    if (ago <= 0) return "today";
    if (ago == 1) return "yesterday";
    if (ago < 7) return std::to_string(ago) + " days ago";
    constexpr std::array months{"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
    const chrono::year_month_day date{*then};
    return std::to_string(static_cast<unsigned>(date.day())) + " " +
           months[static_cast<unsigned>(date.month()) - 1];
}

PickerLists picker_lists(const AppState& s) {
    const std::vector<std::string> words = words_of(s.picker.query);
    std::map<std::string, std::vector<const ModelChoice*>> by_family;
    PickerLists lists;
    for (const ModelChoice& m : s.models) {
        if (!found_by(m, words)) continue;
        ++lists.models;
        const std::string task = task_of(m);
        by_family[task.empty() ? std::string(picker_own) : task].push_back(&m);
        if (m.recent) lists.yours.push_back(row_of(s, m));
    }
    for (const std::string& id : family_order(s)) {
        const auto found = by_family.find(id);
        if (found == by_family.end()) continue;
        lists.families.push_back({id, family_title(id),
                                  id == picker_own ? "opened from files" : range_of(found->second),
                                  static_cast<int>(found->second.size()), standing_of(s, id)});
    }
    add_recent(s, lists);
    if (lists.families.empty()) {
        if (!words.empty()) lists.meant = meant_by(s, s.picker.query);
        return lists;
    }
    const bool there = by_family.contains(s.picker.family);
    lists.family = there ? s.picker.family : lists.families.front().id;
    auto& models = by_family[lists.family];
    const std::string standing = standing_of(s, lists.family);
    std::stable_sort(models.begin(), models.end(), [&](const ModelChoice* a, const ModelChoice* b) {
        return rank_of(*a, standing) < rank_of(*b, standing);
    });
    for (const ModelChoice* m : models) lists.rows.push_back(row_of(s, *m));
    return lists;
}

} // namespace heed
