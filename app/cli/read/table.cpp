#include "app/cli/read/table.h"

#include "core/base/error.h"
#include "core/io/base/file.h"
#include "core/io/csv/csv.h"
#include "core/io/model/model_folder.h"
#include "core/models/forecast/config.h"
#include "core/text/escape.h"
#include "core/text/strings.h"

#include <filesystem>
#include <iostream>
#include <iterator>

namespace heed::cli {
namespace {

constexpr std::uint64_t largest_table = std::uint64_t{256} << 20;

/// The drivers and then the target: the model's own, or those of the file, the target last.
std::vector<std::string> columns_of(const forecast::Config& config, const io::CsvSeries& series,
                                    const std::string& target) {
    std::vector<std::string> names;
    for (const forecast::Column& column : config.input.columns) names.push_back(column.name);
    if (!names.empty()) return names;
    for (const std::string& name : series.names)
        if (name != target) names.push_back(name);
    if (!target.empty()) names.push_back(target);
    return names;
}

void check_words(const Model& model, const forecast::Config& config, const TableWords& words) {
    if (words.window != 0 && words.window != config.input.window)
        throw Error(model.name, "--window", std::to_string(config.input.window) + ", as it was trained",
                    std::to_string(words.window));
    if (!words.target.empty() && !config.input.columns.empty() && words.target != config.target_name())
        throw Error(model.name, "--target", "\"" + config.target_name() + "\", as it was trained",
                    in_quotes(words.target, 60));
}

/// What was left out or filled in, on standard error: of a file that can be used.
void say_findings(const io::CsvTable& table) {
    for (const io::CsvFinding& finding : io::csv_findings(table))
        if (finding.kind != io::CsvFinding::Kind::Good)
            std::cerr << "heed: " << table.name << ": " << finding.words
                      << (finding.beside.empty() ? "" : ": " + finding.beside) << '\n';
}

} // namespace

bool reads_tables(const Model& model) { return model.config.find<forecast::Config>() != nullptr; }

std::string table_text(const Model& model, const std::string& typed, const TableWords& words) {
    const auto& config = model.config.as<forecast::Config>();
    check_words(model, config, words);
    std::string text, name = "standard input";
    std::error_code ignored;
    if (typed == "-") {
        text.assign(std::istreambuf_iterator<char>(std::cin), {});
    } else if (std::filesystem::is_regular_file(typed, ignored)) {
        name = io::shown(std::filesystem::path(typed));
        text = io::read_file(typed, largest_table);
    } else if (typed.ends_with(".csv")) {
        throw Error(escaped(typed) + ": not read: " + io::what_is_missing(typed));
    } else {
        return typed;
    }
    const io::CsvTable table = io::read_csv(std::move(text), name);
    const auto window = static_cast<std::size_t>(config.input.window);
    const io::CsvSeries series = io::series_of(table, io::CsvMissing::Before, window);
    std::string rows = io::series_text(series, columns_of(config, series, words.target), window, name);
    say_findings(table);
    return rows;
}

std::vector<tasks::Item> table_items(const Model& model, const std::string& file) {
    const auto& config = model.config.as<forecast::Config>();
    const auto window = static_cast<std::size_t>(config.input.window);
    const std::string name = io::shown(std::filesystem::path(file));
    // The value after the window, or the last one in it, which the model then does not read.
    const std::size_t after = config.whole_history() ? window : window - 1;
    const io::CsvTable table = io::read_csv(io::read_file(file, largest_table), name);
    const io::CsvSeries series = io::series_of(table, io::CsvMissing::Before, after + 1);
    const std::vector<std::string> columns = columns_of(config, series, "");
    if (std::ssize(columns) != config.input.drivers + 1)
        throw Error(name, "columns of numbers",
                    std::to_string(config.input.drivers + 1) + ", the drivers and then the target",
                    std::to_string(columns.size()));
    const std::string text = io::series_text(series, columns, 0, name);
    const std::vector<std::string_view> rows = heed::split(text, ";"); // the header first
    say_findings(table);
    std::vector<tasks::Item> items;
    for (std::size_t r = 1; r + after < rows.size(); ++r) {
        tasks::Item item;
        for (std::size_t t = 0; t < window; ++t) {
            if (t > 0) item.input += ' ';
            item.input += rows[r + t];
        }
        item.answer = rows[r + after].substr(rows[r + after].rfind(',') + 1);
        items.push_back(std::move(item));
    }
    return items;
}

std::optional<Model> lstm_beside(const Model& model) {
    const auto* config = model.config.find<forecast::Config>();
    if (!config || !config->attends()) return std::nullopt;
    for (const auto& folder : {model.folder / "lstm", model.folder.parent_path() / "lstm"}) {
        if (model.folder.empty() || !io::is_model_folder(folder)) continue;
        Model found = io::load_model(folder, model.name + "/lstm");
        const auto* other = found.config.find<forecast::Config>();
        if (other && !other->attends() && other->input == config->input) return found;
    }
    return std::nullopt;
}

} // namespace heed::cli
