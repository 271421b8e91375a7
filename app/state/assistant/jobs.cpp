// What the assistant asks of a worker: reading the files and trying them, trying all answers, saving.
#include "app/state/assistant/assistant.h"
#include "app/state/data_paths.h"
#include "app/state/jobs/problem.h"
#include "core/base/error.h"
#include "core/io/base/file.h"
#include "core/io/base/json_text.h"
#include "core/io/family/family.h"
#include "core/io/family/family_stock.h"
#include "core/io/mapping/nearest.h"
#include "core/io/mapping/parts/written_tensors.h"
#include "core/io/open/closest_to.h"
#include "core/io/open/model_library.h"
#include "core/text/escape.h"
#include "core/text/strings.h"

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

namespace heed {
namespace {

namespace fs = std::filesystem;
namespace mapping = io::mapping;

io::OpenOptions options_of(const AssistantOrder& order) {
    io::OpenOptions options;
    options.source_vocabulary = order.answers.source_words;
    options.target_vocabulary = order.answers.target_words;
    return options;
}

std::vector<fs::path> paths_in(const AssistantOrder& order) {
    std::vector<fs::path> paths{order.file};
    paths.insert(paths.end(), order.answers.beside.begin(), order.answers.beside.end());
    return paths;
}

std::shared_ptr<const mapping::Reading> read(const AssistantOrder& order) {
    auto reading = std::make_shared<mapping::Reading>(
        mapping::read_unknown(paths_in(order), {order.parts, order.said}, options_of(order)));
    io::OpenOptions known;
    for (const fs::path& folder : data_directories()) known.families.push_back(folder / "families");
    reading->nearest = mapping::nearest_answers(*reading, known);
    return reading;
}

std::string times(const std::vector<std::int64_t>& shape) {
    std::string text;
    for (const std::int64_t n : shape) text += (text.empty() ? "" : " × ") + std::to_string(n);
    return text.empty() ? "one number" : text;
}

std::string part_words(const mapping::Mapped& as, const mapping::Sizes& sizes) {
    std::string words(mapping::info(as.part).words);
    const bool cell = as.part == mapping::Part::Forward || as.part == mapping::Part::Backward ||
                      as.part == mapping::Part::Cell;
    const int layers = as.part == mapping::Part::Cell ? sizes.decoder_layers : sizes.encoder_layers;
    if (cell && layers > 1) words += ", layer " + std::to_string(as.layer + 1);
    return cell ? words + ": W, U, b" : words;
}

/// Of one name's beginning, those that are not needed are one row.
void add_left_out(std::vector<AssistantRow>& rows, const mapping::Unit& unit, const mapping::Mapped& as) {
    const std::string top = unit.name.substr(0, unit.name.find('.') + 1) + "*";
    for (AssistantRow& row : rows)
        if (row.part == mapping::Part::Ignored && row.unit < 0 && row.name == top) {
            row.shape = std::to_string(std::stoi(row.shape) + static_cast<int>(unit.tensors)) + " tensors";
            return;
        }
    AssistantRow row{-1, as.part, top, "not needed to run", as.ground, {}, {}, false, false};
    row.shape = std::to_string(unit.tensors) + " tensors";
    rows.push_back(std::move(row));
}

std::vector<AssistantRow> rows_of(const mapping::Draft& draft) {
    const mapping::Mapping& m = draft.mapping;
    const std::vector<const mapping::Question*> open = draft.open();
    const std::vector<std::size_t> idle = mapping::read_by_nothing(draft);
    std::vector<AssistantRow> rows;
    std::vector<std::string_view> groups{"Not understood"};
    for (const mapping::PartInfo& part : mapping::part_table())
        if (part.part != mapping::Part::Ignored &&
            std::find(groups.begin(), groups.end(), part.group) == groups.end())
            groups.push_back(part.group);
    groups.emplace_back("Left out");
    for (const std::string_view group : groups)
        for (std::size_t n = 0; n < m.units.size(); ++n) {
            const mapping::Unit& unit = m.units[n];
            const mapping::Mapped& as = m.as[n];
            if (mapping::info(as.part).group != group) continue;
            if (as.part == mapping::Part::Ignored && !as.given && unit.name.find('.') != std::string::npos) {
                add_left_out(rows, unit, as);
                continue;
            }
            AssistantRow row{static_cast<int>(n),
                             as.part,
                             unit.name,
                             part_words(as, m.sizes),
                             as.ground,
                             {},
                             {},
                             false,
                             false};
            row.shape = unit.tensors > 2 ? std::to_string(unit.tensors) + " tensors" : times(unit.shape);
            for (std::size_t q = 0; q < open.size(); ++q)
                if (std::find(open[q]->parts.begin(), open[q]->parts.end(), as.part) !=
                        open[q]->parts.end() &&
                    as.layer == 0)
                    row.questions.push_back(static_cast<int>(q));
            row.idle = std::find(idle.begin(), idle.end(), n) != idle.end();
            if (row.idle) row.ground = "nothing reads it, as it is answered";
            for (const int q : row.questions) {
                const std::string& family = open[static_cast<std::size_t>(q)]->family;
                if (family.empty()) continue;
                row.family = family;
                break;
            }
            row.sure = row.questions.empty() && as.part != mapping::Part::None && !row.idle &&
                       (as.named || as.given || unit.reversed);
            rows.push_back(std::move(row));
        }
    return rows;
}

constexpr std::uint64_t largest_family = 16u << 20;

/// Its id and its title; none where the file describes no family.
std::optional<std::pair<std::string, std::string>> family_in(const fs::path& file) {
    try {
        const auto spec = io::parse_json(io::read_file(file, largest_family), io::shown(file));
        const io::Family family = io::checked_family(spec, io::shown(file));
        return std::pair(family.id, escaped(family.title, 80));
    } catch (const std::exception&) {
        return std::nullopt;
    }
}

/// The other file of the folder that holds a family of that id; empty: none does.
fs::path file_of_family(const std::string& id, const fs::path& folder, const fs::path& but) {
    std::error_code error;
    for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
        if (it->path().extension() != ".json" || it->path() == but) continue;
        if (const auto family = family_in(it->path()); family && family->first == id) return it->path();
    }
    return {};
}

/// Why no family reads the files, as far as that may help: one of the user's own cannot be read, or one
/// comes near to them. Empty: nothing is known.
std::string why_no_family(const mapping::Reading& reading) {
    const std::vector<io::OpenFile>& files = reading.unknown.files;
    std::vector<fs::path> folders;
    for (const fs::path& folder : data_directories()) folders.push_back(folder / "families");
    std::vector<std::string> broken, why;
    const std::vector<io::Family> families = io::read_families(folders, &broken);
    for (const std::string& one : broken) { // without its folder
        const std::size_t name = one.rfind('/', one.find(": "));
        why.push_back("one is not used, " + one.substr(name == std::string::npos ? 0 : name + 1));
    }
    if (files.size() != 1 || io::best_match(families, files).whole()) return listed(why, "; ");
    if (reading.nearest)
        why.push_back("nearest is " + reading.nearest->title + ", whose answers are proposed");
    else if (const auto near = io::near_miss(files, families))
        why.push_back("nearest by names is " + near->title + ", which wants " + in_quotes(near->missing));
    return listed(why, "; ");
}

FamilyThere look_for(const std::string& id, const fs::path& own) {
    FamilyThere found{id, false, false, {}};
    for (const fs::path& folder : data_directories()) {
        std::error_code ignored;
        const fs::path named = folder / "families" / (id + ".json");
        const bool there = fs::exists(fs::symlink_status(named, ignored));
        const fs::path file = there ? named : file_of_family(id, folder / "families", named);
        if (file.empty()) continue;
        const auto family = family_in(file);
        found.there = true;
        found.title = family ? family->second : std::string();
        found.file = escaped(file.filename().string(), 80);
        if ((found.with_heed = file.parent_path() != own.parent_path())) return found;
    }
    return found;
}

/// Where nothing is known to be replaced, nothing is: then what is there is said.
std::optional<FamilyThere> write_family(const fs::path& file, const std::string& id, const std::string& text,
                                        bool replacing) {
    const FamilyThere there = look_for(id, file);
    if (there.with_heed || (there.there && !replacing)) return there;
    std::error_code error;
    fs::create_directories(file.parent_path(), error);
    if (error) throw Error(io::shown(file.parent_path()), "not made: " + error.message());
    if (replacing) {
        io::write_file_atomic(file, text);
        // Of one id there is one: what held it under another name goes, once the new one is whole.
        for (fs::path other = file_of_family(id, file.parent_path(), file); !other.empty();
             other = file_of_family(id, file.parent_path(), file))
            if (!fs::remove(other, error) || error)
                throw Error(io::shown(other), "the family \"" + escaped(id) + "\"",
                            "it in " + io::shown(file) + " alone",
                            "this file, which was not removed: " + error.message());
    } else if (!io::write_file_unless_there(file, text))
        return look_for(id, file);
    return std::nullopt;
}

} // namespace

WorkspaceJob assistant_job(const AppState& s) {
    if (!s.assistant) return {};
    return [order = s.assistant->asked](const Engine&, const std::atomic<bool>& cancelled) -> std::any {
        AssistantKnown known;
        known.order = order;
        known.reading = read(order);
        std::string input = order.input;
        if (input.empty()) input = mapping::suggested_input(*known.reading);
        known.order.input = input;
        known.trial = mapping::try_reading(*known.reading, options_of(order), input, &cancelled);
        known.rows = rows_of(known.trial.draft);
        known.container = known.reading->unknown.files.front().checkpoint->container();
        for (const io::OpenFile& file : known.reading->unknown.files) known.bytes += file.checkpoint->size();
        known.why_no_family = why_no_family(*known.reading);
        if (cancelled) return {};
        return std::make_shared<const AssistantKnown>(std::move(known));
    };
}

/// The chosen row is a tensor, not a place: a guess that changes may move it to another group.
int same_row(const AssistantState& a, const AssistantKnown& now) {
    const AssistantRow* row = chosen_row(a);
    if (row == nullptr) return a.row;
    const auto same = std::find_if(now.rows.begin(), now.rows.end(),
                                   [&](const AssistantRow& other) { return other.name == row->name; });
    return same == now.rows.end() ? std::min(a.row, static_cast<int>(now.rows.size()) - 1)
                                  : static_cast<int>(same - now.rows.begin());
}

void apply_assistant(AppState& s, const WorkDone& done) {
    if (!s.assistant) return;
    auto next = std::make_shared<AssistantState>(*s.assistant);
    if (!done.problem.empty()) {
        next->problem = as_sentence(done.problem);
    } else if (const auto* made = std::any_cast<std::shared_ptr<const AssistantKnown>>(&done.result)) {
        if ((*made)->order.file != next->order.file) return;
        next->problem.clear();
        next->row = same_row(*next, **made);
        next->known = *made;
        if (next->order.input.empty()) next->order.input = next->asked.input = (*made)->order.input;
        const int open = static_cast<int>((*made)->trial.draft.open().size());
        next->question = std::clamp(next->question, 0, std::max(0, open - 1));
    } else {
        return;
    }
    s.assistant = std::move(next);
}

WorkspaceJob assistant_search_job(const AppState& s) {
    if (!s.assistant || !s.assistant->progress) return {};
    return [order = s.assistant->searched,
            progress = s.assistant->progress](const Engine&, const std::atomic<bool>& cancelled) -> std::any {
        AssistantSearched found{order, progress, nullptr};
        problem_of([&] {
            found.search = std::make_shared<const mapping::Search>(mapping::try_all(
                *read(order), options_of(order), &progress->given_up, [&](std::size_t done, std::size_t all) {
                    if (cancelled) progress->given_up = true; // the program is left
                    progress->done = static_cast<int>(done);
                    progress->all = static_cast<int>(all);
                }));
        });
        return found;
    };
}

/// Of another search than the one that is waited for, another file's for one, nothing is kept.
void apply_assistant_search(AppState& s, const WorkDone& done) {
    const auto* found = std::any_cast<AssistantSearched>(&done.result);
    if (!s.assistant || found == nullptr || found->progress != s.assistant->progress ||
        found->order != s.assistant->searched)
        return;
    change_assistant(s, [&](AssistantState& a) {
        a.progress = nullptr;
        if (found->search && !found->progress->given_up) a.search = found->search;
    });
}

WorkspaceJob assistant_save_job(const AppState& s) {
    if (!s.assistant || !s.assistant->known) return {};
    return [known = s.assistant->known, id = s.assistant->name, path = family_path(*s.assistant),
            told = told_by_trials(*s.assistant), file = s.assistant->order.file,
            replacing = s.assistant->replacing](const Engine&, const std::atomic<bool>&) -> std::any {
        AssistantWritten written{file, id, {}, {}};
        written.problem = problem_of([&] {
            const mapping::Reading& reading = *known->reading;
            const nlohmann::json family =
                mapping::family_json(known->trial.draft, id, id, reading.said, told);
            written.there = write_family(path, id, family.dump(2) + "\n", replacing);
        });
        return written;
    };
}

WorkspaceJob assistant_name_job(const AppState& s) {
    if (!s.assistant) return {};
    return [id = s.assistant->asked_name, path = family_path(*s.assistant)](
               const Engine&, const std::atomic<bool>&) -> std::any { return look_for(id, path); };
}

void apply_assistant_name(AppState& s, const WorkDone& done) {
    const auto* found = std::any_cast<FamilyThere>(&done.result);
    if (s.assistant && found != nullptr && found->name == s.assistant->name)
        change_assistant(s, [&](AssistantState& a) { a.there = *found; });
}

/// The model is opened by the family only where it is still the one that is being saved.
void apply_assistant_save(AppState& s, const WorkDone& done) {
    const auto* written = std::any_cast<AssistantWritten>(&done.result);
    if (!s.assistant || written == nullptr || written->file != s.assistant->order.file) return;
    change_assistant(s, [&](AssistantState& a) {
        const bool awaited = std::exchange(a.saving, false) && written->name == a.name;
        const bool saved = written->problem.empty() && !written->there;
        if (saved) a.own.insert(written->name);
        if (!awaited) return;
        a.saved = saved;
        a.not_saved = written->problem.empty() ? "" : as_sentence(written->problem);
        if (written->there) a.there = *written->there;
    });
}

} // namespace heed
