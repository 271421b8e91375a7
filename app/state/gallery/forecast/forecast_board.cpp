#include "app/state/gallery/forecast/forecast_board.h"

#include "app/figures/base/format.h"
#include "app/figures/forecast/forecast.h"
#include "app/state/gallery/gallery.h"
#include "app/state/gallery/measured.h"
#include "core/base/error.h"
#include "core/models/forecast/reader.h"
#include "core/models/forecast/series.h"
#include "core/models/model.h"
#include "core/tasks/item.h"
#include "core/tasks/items/lagged.h"
#include "core/text/strings.h"

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

namespace heed {
namespace {

constexpr std::string_view lstm_label = "LSTM";
constexpr int held_out_rows = 512, rule_rows = 64;
constexpr std::uint64_t held_out_seed = 97;

const forecast::Config& forecast_config(const Model& model) { return model.config.as<forecast::Config>(); }

/// The plain LSTM of the same task, and what the task says of held-out windows.
struct ForecastFamily : Family {
    std::shared_ptr<const Model> attention, lstm;
    std::vector<double> means; // of each driver's weight
};

/// training.results of its config.json, or null.
const nlohmann::json& results_of(const Model& model) {
    static const nlohmann::json nothing;
    const auto training = model.config_json.find("training");
    if (training == model.config_json.end() || !training->is_object()) return nothing;
    const auto results = training->find("results");
    return results == training->end() ? nothing : *results;
}

std::optional<double> number_in(const nlohmann::json& json, std::initializer_list<const char*> path) {
    const nlohmann::json* at = &json;
    for (const char* key : path) {
        if (!at->is_object() || !at->contains(key)) return std::nullopt;
        at = &(*at)[key];
    }
    return at->is_number() ? std::optional(at->get<double>()) : std::nullopt;
}

/// A held-out series in which both rules hold by turns.
std::string held_out_series() {
    Random random(held_out_seed);
    return to_text(tasks::draw_lagged(random, held_out_rows, false, rule_rows), 0, held_out_rows);
}

/// The LSTM that was learnt from the same table, in the model's own folder; null where there is none.
std::shared_ptr<const Model> beside(const Engine& engine, const Model& model) {
    std::error_code ignored;
    if (model.folder.empty() || !std::filesystem::is_directory(model.folder / "lstm", ignored))
        return nullptr;
    try {
        const auto found = engine.load((model.folder / "lstm").string(), {}).model;
        return found && is_forecast(found->facts) ? found : nullptr;
    } catch (const Error&) { // it is not what it was
        return nullptr;
    }
}

std::shared_ptr<const ForecastFamily> read_forecasts(const Engine& engine, const BoardOrder& order) {
    auto family = std::make_shared<ForecastFamily>();
    family->attention = order.model ? order.model : bundled(engine, order.task + "/attention");
    if (!family->attention) throw Error(order.task, "no model", "one that is bundled", "none");
    family->lstm =
        order.task.empty() ? beside(engine, *family->attention) : bundled(engine, order.task + "/lstm");
    const Model& model = *family->attention;
    const forecast::Config& config = forecast_config(model);
    if (order.task == "lagged" && config.attends() && config.whole_history())
        family->means = forecast::mean_weights(config, model.parameters,
                                               forecast::read_series(config, held_out_series(), model.name))
                            .drivers;
    return family;
}

/// What the loaded model and every baseline make of the series.
void foretell(const ForecastFamily& family, const std::string& text, ForecastBoard& board) {
    const Model& model = *family.attention;
    const forecast::Config& config = forecast_config(model);
    const forecast::Series series = forecast::read_series(config, text, model.name);
    const forecast::Column target = config.column(config.input.drivers);
    for (int row = 0; row < series.rows(); ++row) {
        board.labels.push_back(std::to_string(row + 1));
        board.truth.push_back(target.mean + target.scale * series.target(row, 0));
    }
    if (!config.whole_history()) return; // the paper's form: the chart shows the series alone
    const nlohmann::json& results = results_of(model);
    board.methods.push_back({config.attends() ? "attention" : std::string(lstm_label),
                             forecast::foretold(config, model.parameters, series),
                             number_in(results, {"rmse", "forecast"}), true});
    if (family.lstm && family.lstm->name != model.name && forecast_config(*family.lstm).whole_history() &&
        forecast_config(*family.lstm).input.drivers == config.input.drivers) {
        const forecast::Config& plain = forecast_config(*family.lstm);
        board.methods.push_back({std::string(lstm_label),
                                 forecast::foretold(plain, family.lstm->parameters,
                                                    forecast::read_series(plain, text, model.name)),
                                 number_in(results_of(*family.lstm), {"rmse", "forecast"}), false});
    }
    if (!config.forecast.autoregression.empty())
        board.methods.push_back({"linear AR", forecast::foretold_by_line(config, series),
                                 number_in(results, {"rmse", "linear autoregression"}), false});
    board.methods.push_back({"persistence", forecast::foretold_by_persistence(config, series),
                             number_in(results, {"rmse", "persistence"}), false});
}

/// Where the rule is known: which driver, which lag, what comes next, and when the rule changed.
void tell_rule(const Model& model, const std::string& text, const std::string& whole, ForecastBoard& board) {
    const tasks::ItemTask* task = tasks::find_item_task(model.task);
    if (!task || task->name != "lagged") return;
    try {
        const tasks::Item item = task->reference(text, model.name);
        board.next = heed::number_in<double>(item.answer);
        board.gold_driver = item.gold.front().cells.front()[0];
        board.gold_moment = item.gold.front().cells.front()[1];
    } catch (const Error&) { // no rule holds throughout the window
    }
    const forecast::Series series = forecast::read_series(forecast_config(model), whole, model.name);
    for (int row = 1; row < series.rows(); ++row)
        if (series.drivers(row, tasks::lagged_series) != series.drivers(row - 1, tasks::lagged_series))
            board.changes.push_back(row);
    for (int k = 0; k < tasks::lagged_drivers; ++k)
        board.roles.emplace_back(
            k == tasks::lagged_series                                                       ? "picks the rule"
            : k == board.gold_driver                                                        ? "carries y now"
            : k == tasks::lagged_rule(false).driver || k == tasks::lagged_rule(true).driver ? "other regime"
                                                                                            : "noise");
}

/// What its training measured of driver and lag.
void tell_measures(const ForecastFamily& family, ForecastBoard& board) {
    const nlohmann::json& results = results_of(*family.attention);
    board.right_driver = number_in(results, {"gold", "input.attention", "hits"});
    board.right_lag = number_in(results, {"gold", "temporal.attention", "hits"});
    board.windows = static_cast<int>(number_in(results, {"items"}).value_or(0));
    board.means = family.means;
    for (std::size_t k = 0; k < std::min(board.means.size(), board.roles.size()); ++k)
        if (board.roles[k] == "noise")
            board.largest_noise = std::max(board.largest_noise.value_or(0), board.means[k]);
}

} // namespace

BoardMade make_forecast_board(const Engine& engine, const BoardOrder& order,
                              std::shared_ptr<const Family> known) {
    auto family = std::dynamic_pointer_cast<const ForecastFamily>(known);
    if (!family || (order.model && family->attention->name != order.model->name))
        family = read_forecasts(engine, order);
    auto board = std::make_shared<ForecastBoard>();
    board->task = order.task;
    board->text = order.text;
    const std::string& whole = order.series.empty() ? order.text : order.series;
    board->series = whole;
    foretell(*family, whole, *board);
    board->read = static_cast<int>(forecast::row_ends(order.text).size());
    tell_rule(*family->attention, order.text, whole, *board);
    tell_measures(*family, *board);
    return {order, family, board, nullptr};
}

CardPicture forecast_card(const Engine& engine) {
    const std::string text = sample_text("lagged", 0);
    const auto model = bundled(engine, "lagged/attention");
    if (!model) throw Error("lagged/attention", "no such model");
    const BoardOrder order{"", "forecast", model, model->name, "lagged", text, {}};
    const auto board =
        std::dynamic_pointer_cast<const ForecastBoard>(make_forecast_board(engine, order, nullptr).board);
    CardPicture card;
    card.measure = "error (RMSE), lower is better";
    double most = 0;
    for (const ForecastMethod& method : board->methods) most = std::max(most, method.error.value_or(0));
    const ForecastMethod* best = board->best_baseline();
    for (const ForecastMethod& method : board->methods)
        if (method.error && (method.attention || &method == best))
            card.bars.push_back({method.attention ? method.label : "best baseline, " + method.label,
                                 *method.error / most, significant(*method.error, 2), method.attention});
    const auto run = run_of(engine, *model, text);
    card.draw = [board, run](float width, float height, float loop, const FigureStyle& style) {
        return Miniature{forecast_miniature(*run, *board, width, height, loop, style)};
    };
    return card;
}

} // namespace heed
