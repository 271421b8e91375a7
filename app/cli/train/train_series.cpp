#include "app/cli/train/train_series.h"

#include "app/cli/commands.h"
#include "app/cli/interrupt.h"
#include "app/cli/print/table.h"
#include "app/cli/print/verdict.h"
#include "core/io/base/file.h"
#include "core/io/csv/csv.h"
#include "core/io/model/model_folder.h"
#include "core/train/course/series.h"

#include <filesystem>
#include <iostream>
#include <nlohmann/json.hpp>

namespace heed::cli {
namespace {

namespace fs = std::filesystem;
constexpr std::uint64_t largest_table = std::uint64_t{256} << 20;

io::CsvMissing missing_way(const std::string& word) {
    for (const auto way : {io::CsvMissing::Before, io::CsvMissing::Interpolate, io::CsvMissing::LeaveOut})
        if (word == io::to_string(way)) return way;
    return io::CsvMissing::Before;
}

train::SeriesTable read_table(const TrainOptions& options) {
    const std::string name = io::shown(fs::path(options.data));
    const io::CsvTable file = io::read_csv(io::read_file(options.data, largest_table), name);
    for (const io::CsvFinding& finding : io::csv_findings(file))
        std::cout << (finding.kind == io::CsvFinding::Kind::Good ? "  " : "! ") << finding.words
                  << (finding.beside.empty() ? "" : ": " + finding.beside) << '\n';
    train::SeriesTable table{name, {}, {}, options.target, options.window.value_or(12)};
    io::CsvSeries series =
        io::series_of(file, missing_way(options.missing), train::fewest_rows(table.window));
    table.columns = std::move(series.names);
    table.values = std::move(series.values);
    return table;
}

std::string model_name(const TrainOptions& options) {
    const fs::path out(options.out);
    return (out.has_filename() ? out : out.parent_path()).filename().string();
}

} // namespace

bool of_a_table(const TrainOptions& options) { return options.data.ends_with(".csv"); }

int train_on_table(const TrainOptions& options) {
    if (options.target.empty())
        throw WrongWords("--data FILE.csv goes with --target COLUMN, which it foretells");
    if (!options.recipe.empty())
        throw WrongWords("--data FILE.csv brings its own recipe: --recipe has no place");
    const train::SeriesTable table = read_table(options);
    train::SeriesSettings settings;
    settings.steps = options.steps.value_or(settings.steps);
    settings.seed = options.seed.value_or(settings.seed);
    Interrupt interrupt;
    train::SeriesLearning learning(table, model_name(options), settings);
    double said = -1;
    while (learning.advance()) {
        const train::SeriesProgress p = learning.progress();
        if (p.error != said && p.error > 0)
            std::cout << (p.baseline ? "LSTM       " : "attention  ") << "step " << p.step << " of "
                      << p.steps << "  error " << formatted("%.4g", p.error) << std::endl;
        said = p.error;
        if (!interrupt.asked()) continue;
        std::cout << "stopped; nothing was written" << std::endl;
        return 1;
    }
    const train::SeriesModels models = learning.models();
    io::save_model(models.attention, options.out);
    io::save_model(models.lstm, fs::path(options.out) / "lstm");
    std::cout << "error (root mean square) on the last fifth of the rows, lower is better:\n";
    std::vector<std::pair<std::string, double>> errors;
    for (const auto& [who, error] :
         models.attention.config_json.at("training").at("results").at("rmse").items()) {
        const bool own = who == "forecast";
        errors.insert(own ? errors.begin() : errors.end(), {own ? "attention" : who, error.get<double>()});
    }
    for (const auto& [who, error] : errors)
        std::cout << "  " << who << "  " << formatted("%.4g", error) << '\n';
    std::cout << "attention " << verdict_on(errors) << '\n';
    std::cout << "saved " << options.out << std::endl;
    return 0;
}

} // namespace heed::cli
