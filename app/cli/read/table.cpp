#include "app/cli/read/table.h"

#include "core/base/error.h"
#include "core/io/base/file.h"
#include "core/io/csv/csv.h"
#include "core/models/forecast/config.h"
#include "core/text/escape.h"

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
    for (const io::CsvFinding& finding : io::csv_findings(table))
        if (finding.kind != io::CsvFinding::Kind::Good)
            std::cerr << "heed: " << name << ": " << finding.words
                      << (finding.beside.empty() ? "" : ": " + finding.beside) << '\n';
    const auto window = static_cast<std::size_t>(config.input.window);
    const io::CsvSeries series = io::series_of(table, io::CsvMissing::Before, window);
    return io::series_text(series, columns_of(config, series, words.target), window, name);
}

} // namespace heed::cli
