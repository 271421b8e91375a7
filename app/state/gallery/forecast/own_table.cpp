#include "app/state/gallery/forecast/own_table.h"

#include "app/figures/forecast/forecast.h"
#include "app/state/commands/row.h"
#include "app/state/data_paths.h"
#include "app/state/gallery/gallery.h"
#include "app/state/session/history.h"
#include "core/base/error.h"
#include "core/io/attention/file.h"
#include "core/io/base/file.h"
#include "core/io/model/model_folder.h"
#include "core/train/course/series.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <utility>

namespace heed {
namespace {

namespace fs = std::filesystem;
using Doing = OwnTable::Doing;
using Kind = Effect::Kind;

constexpr std::uint64_t largest_table = std::uint64_t{256} << 20;
constexpr std::chrono::milliseconds slice{200};
constexpr std::size_t shown_rows = 120; // of the table that is opened with the finished model
constexpr int least_window = 2, most_window = 60;

/// What a worker hands back.
struct TablePart {
    int turn = 0;
    std::shared_ptr<const io::CsvTable> table; // that was read; or
    std::shared_ptr<train::SeriesLearning> learning;
    train::SeriesProgress progress{};
    std::string folder, text; // once all is learnt: where it lies, and the last rows
    bool weights = false;     // it is no table: attention that was computed elsewhere
    std::vector<io::CsvFinding> findings{};
    std::size_t first_hole = 0;
};

/// Where learnt models are kept.
fs::path own_models() {
    const fs::path own = users_own();
    return (own.empty() ? fs::temp_directory_path() / "heed" : own) / "own";
}

std::size_t first_hole_of(const io::CsvTable& table) {
    const auto columns = table.numbers();
    for (std::size_t r = 0; r < table.rows(); ++r)
        for (const io::CsvColumn* column : columns)
            if (std::isnan(column->values[r])) return r;
    return table.rows();
}

TablePart read_part(const OwnTable& own) {
    const std::string name = fs::path(own.path).filename().string();
    TablePart part{own.turn, nullptr, nullptr, {}, "", "", io::is_attention_file(own.path)};
    if (part.weights) return part;
    part.table =
        std::make_shared<const io::CsvTable>(io::read_csv(io::read_file(own.path, largest_table), name));
    part.findings = io::csv_findings(*part.table);
    part.first_hole = first_hole_of(*part.table);
    return part;
}

io::CsvSeries series_now(const OwnTable& own) {
    return io::series_of(*own.table, own.missing, train::fewest_rows(own.window));
}

std::shared_ptr<train::SeriesLearning> begin_learning(const OwnTable& own) {
    io::CsvSeries series = series_now(own);
    const auto target = static_cast<std::size_t>(own.target);
    train::SeriesTable table{own.table->name, series.names, std::move(series.values), series.names[target],
                             own.window};
    const std::string name = fs::path(own.path).stem().string() + " " + series.names[target];
    return std::make_shared<train::SeriesLearning>(std::move(table), name, train::SeriesSettings{});
}

/// Writes both models, and says what the finished one is opened with.
void finish_learning(const OwnTable& own, TablePart& part) {
    const train::SeriesModels models = part.learning->models();
    const fs::path folder = own_models() / fs::path(own.path).stem();
    io::save_model(models.attention, folder);
    io::save_model(models.lstm, folder / "lstm");
    const io::CsvSeries series = series_now(own);
    std::vector<std::string> columns = series.names;
    std::rotate(columns.begin() + own.target, columns.begin() + own.target + 1, columns.end());
    part.folder = folder.string();
    part.text = io::series_text(series, columns, shown_rows, own.table->name);
}

TablePart learn_part(OwnTable own, const std::atomic<bool>& cancelled) {
    TablePart part{own.turn, nullptr, own.learning, {}, "", "", false};
    if (!part.learning) part.learning = begin_learning(own);
    const auto end = std::chrono::steady_clock::now() + slice;
    bool more = true;
    while (more && !cancelled && std::chrono::steady_clock::now() < end) more = part.learning->advance();
    part.progress = part.learning->progress();
    if (!more) finish_learning(own, part);
    return part;
}

void stop(OwnTable& own) {
    own.doing = Doing::Nothing;
    own.asked = false;
    own.learning.reset();
    own.step = own.steps = 0;
    ++own.turn;
}

EffectList take_table(AppState& s, const Command& c) { return open_table(s, c.text); }

EffectList take_target(AppState& s, const Command& c) {
    OwnTable& own = s.gallery.own;
    const int count = static_cast<int>(table_columns(own).size());
    if (own.doing == Doing::Nothing && c.i >= 0 && c.i < count) own.target = c.i;
    s.menu = Menu::None;
    return {};
}
EffectList take_window(AppState& s, const Command& c) {
    if (s.gallery.own.doing == Doing::Nothing)
        s.gallery.own.window = std::clamp(c.i, least_window, most_window);
    return {};
}
/// A list of the panel, where there is a table to choose from and nothing is being learnt.
template <Menu menu>
void show_list(AppState& s) {
    const OwnTable& own = s.gallery.own;
    if (own.opened && own.table && own.doing == Doing::Nothing) show_menu<menu>(s);
}
EffectList take_missing(AppState& s, const Command& c) {
    s.menu = Menu::None;
    if (s.gallery.own.doing == Doing::Nothing)
        s.gallery.own.missing = static_cast<io::CsvMissing>(std::clamp(c.i, 0, 2));
    return {};
}
EffectList learn_table(AppState& s) {
    OwnTable& own = s.gallery.own;
    if (!table_obstacle(own).empty() || own.doing != Doing::Nothing) return {};
    stop(own);
    own.problem.clear();
    own.doing = Doing::Learning;
    return {};
}
EffectList cancel_table(AppState& s) {
    OwnTable& own = s.gallery.own;
    const bool was_reading = own.doing == Doing::Reading;
    stop(own);
    if (was_reading) own.opened = false;
    return {};
}
/// Nothing of it is left but its turn, by which late parts are known.
void let_go_of(OwnTable& own) {
    stop(own);
    const int turn = own.turn;
    own = {};
    own.turn = turn;
}
void close_table(AppState& s) {
    let_go_of(s.gallery.own);
    if (s.menu == Menu::Target || s.menu == Menu::Missing) s.menu = Menu::None;
}

bool has_table(const AppState& s) { return s.gallery.own.opened; }
bool shows_forecast(const AppState& s) { return shows_mechanism(s) && is_forecast(s.facts); }

} // namespace

bool takes_table(const std::string& file) { return fs::path(file).extension() == ".csv"; }

EffectList open_table(AppState& s, const std::string& file) {
    OwnTable& own = s.gallery.own;
    let_go_of(own);
    s.dialog = Dialog::None;
    own.opened = shows_forecast(s);
    own.arriving = !own.opened;
    own.path = file;
    own.doing = Doing::Reading;
    return {};
}

std::string_view missing_words(io::CsvMissing how) {
    constexpr std::string_view words[] = {"take the value before", "interpolate", "leave the rows out"};
    return words[static_cast<std::size_t>(how)];
}

std::vector<std::string> table_columns(const OwnTable& own) {
    std::vector<std::string> names;
    if (own.table)
        for (const io::CsvColumn* column : own.table->numbers()) names.push_back(column->name);
    return names;
}

std::string table_obstacle(const OwnTable& own) {
    if (!own.table) return own.doing == Doing::Reading ? "ready when all rows are read" : "no table";
    const std::size_t fewest = train::fewest_rows(own.window);
    if (own.table->rows() < fewest)
        return "Only " + std::to_string(own.table->rows()) + " rows: at least " + std::to_string(fewest) +
               " are needed.";
    return {};
}

EffectList follow_table(AppState& s) {
    OwnTable& own = s.gallery.own;
    if (!own.weights.empty()) return update(s, {"load", std::exchange(own.weights, "")});
    if (own.arriving && own.table) {
        own.arriving = false;
        own.opened = true;
        if (!shows_forecast(s)) return update(s, {"gallery-open", "forecast"});
    }
    if (!own.folder.empty()) {
        const std::string folder = std::exchange(own.folder, "");
        Version version = version_of(s); // with the rows that came with it
        version.model = folder;
        version.answers = {};
        version.edits = {};
        version.kept.reset();
        s.gallery.opened = true;
        return put_version(s, version);
    }
    if (own.doing == Doing::Nothing || own.asked) return {};
    own.asked = true;
    return {{Kind::Work, "table"}};
}

WorkspaceJob table_job(const AppState& s) {
    return [own = s.gallery.own](const Engine&, const std::atomic<bool>& cancelled) -> std::any {
        return own.doing == Doing::Reading ? read_part(own) : learn_part(own, cancelled);
    };
}

void apply_table(AppState& s, const WorkDone& e) {
    OwnTable& own = s.gallery.own;
    const TablePart* part = std::any_cast<TablePart>(&e.result);
    if (part && part->turn != own.turn) return;
    own.asked = false;
    if (!part) {
        stop(own);
        own.problem = as_sentence(e.problem);
        if (!own.opened) fail(s, fs::path(own.path).filename().string() + " cannot be opened", own.problem);
        return;
    }
    if (part->weights) {
        const std::string file = own.path;
        let_go_of(own);
        own.weights = file;
        return;
    }
    if (part->table) {
        own.table = part->table;
        own.findings = part->findings;
        own.first_hole = part->first_hole;
        own.doing = Doing::Nothing;
        return;
    }
    own.learning = part->learning;
    own.step = part->progress.step;
    own.steps = part->progress.steps;
    own.baseline = part->progress.baseline;
    own.error = part->progress.error;
    if (part->folder.empty()) return;
    s.input = part->text;
    let_go_of(own);
    own.folder = part->folder;
}

Rows table_commands() {
    return {
        recorded<Records::Nothing>(hidden("table-open", take_table, {text("file")})),
        recorded<Records::Nothing>(hidden("table-target", take_target, {whole("column", &Command::i)})),
        recorded<Records::Nothing>(hidden("table-window", take_window, {whole("rows", &Command::i)})),
        recorded<Records::Nothing>(hidden("table-missing", take_missing, {whole("how", &Command::i)})),
        recorded<Records::Nothing>(hidden("table-targets", plain<show_list<Menu::Target>>)),
        recorded<Records::Nothing>(hidden("table-holes", plain<show_list<Menu::Missing>>)),
        recorded<Records::Nothing>(hidden("table-learn", plain<learn_table>)),
        recorded<Records::Nothing>(hidden("table-cancel", plain<cancel_table>)),
        recorded<Records::Nothing>({"table-close",
                                    "Close the table",
                                    {},
                                    "Gallery",
                                    false,
                                    has_table,
                                    plain<close_table>,
                                    "csv own data"}),
    };
}

nlohmann::ordered_json table_json(const AppState& s) {
    const OwnTable& own = s.gallery.own;
    nlohmann::ordered_json json = {{"opened", own.opened},
                                   {"file", own.path},
                                   {"rows", own.table ? own.table->rows() : 0},
                                   {"target", own.target},
                                   {"window", own.window},
                                   {"missing", io::to_string(own.missing)},
                                   {"learning", own.doing == Doing::Learning},
                                   {"step", own.step},
                                   {"steps", own.steps},
                                   {"problem", own.problem}};
    if (!own.table) return json;
    json["columns"] = table_columns(own);
    for (const io::CsvFinding& finding : own.findings)
        json["findings"].push_back({finding.words, finding.beside});
    return json;
}

} // namespace heed
