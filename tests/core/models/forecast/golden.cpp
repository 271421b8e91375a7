// The goldens of forecasting with attention.
#include "core/models/forecast/values.h"
#include "core/trace/trace.h"
#include "tests/core/models/mechanisms.h"

namespace heed::test {
namespace {

using nlohmann::json;
namespace fc = heed::forecast;

fc::Item window_of(const json& input) {
    expect_keys(input, {"drivers", "history", "target"}, "the input");
    return {matrix<double>(input.at("drivers")), matrix<double>(input.at("history")),
            input.at("target").at(0).get<double>()};
}

/// The axes of a file's value, outermost first, are the columns and then the rows of its row in the table.
void expect_window_axes(const json& axes, const QuantityInfo& row) {
    const std::string outer(to_string(row.columns)), inner(to_string(row.rows));
    if (row.columns == Axis::Answer)
        EXPECT_EQ(axes, json({inner})) << row.key;
    else if (row.rows == Axis::One)
        EXPECT_EQ(axes, json({outer})) << row.key;
    else
        EXPECT_EQ(axes, json({outer, inner})) << row.key;
}

/// As a trace tells them.
template <class T>
void expect_maps(const json& golden, const fc::Config& config, const fc::Answer<T>& answer,
                 double tolerance) {
    const Matrix<T> input = fc::input_map(answer, 0), temporal = fc::temporal_map(answer, 0);
    Trace trace;
    trace.labels[Axis::Driver] = fc::driver_labels(config);
    trace.labels[Axis::Moment] = trace.labels[Axis::Step] = fc::moment_labels(config);
    trace.set(fc::quantity::InputAttention, 0, input.transpose().template cast<float>());
    trace.set(fc::quantity::TemporalWeights, 0, temporal.transpose().template cast<float>());
    ASSERT_EQ(golden.at("maps").size(), 2u);
    ASSERT_EQ(trace.maps().size(), 2u);
    for (const AttentionMap& map : trace.maps()) {
        const json& expected = golden.at("maps").at(map.name);
        expect_keys(expected, {"rows", "columns", "weights", "rows_sum_to_one"}, map.name);
        EXPECT_EQ(expected.at("rows"), json({{"axis", to_string(map.rows)}, {"labels", map.row_labels}}));
        EXPECT_EQ(expected.at("columns"),
                  json({{"axis", to_string(map.columns)}, {"labels", map.column_labels}}));
        EXPECT_EQ(expected.at("rows_sum_to_one"), map.rows_sum_to_one);
        expect_close<T>(map.name == "input.attention" ? input : temporal, matrix<T>(expected.at("weights")),
                        tolerance, map.name);
    }
}

} // namespace

template <class T>
void check_forecast(const json& golden, double tolerance) {
    const fc::Config config = fc::config_from_json(golden.at("config"), "config");
    json written;
    fc::to_json(written, config);
    json read = golden.at("config");
    for (const char* of_every_model : {"format", "version", "name"}) read.erase(of_every_model);
    EXPECT_EQ(written, read);

    const nn::ParameterSet<T> parameters = golden_weights(golden, fc::declare<T>(config));
    const fc::Item item = window_of(golden.at("input"));
    fc::Record<T> record(config);
    Tape<T> tape(true);
    nn::Graph<T> graph(tape, parameters);
    const auto answer = fc::forward(config, graph, fc::batch_of(config, {&item, 1}), record.listener());
    for (const auto& [key, axes] : golden.at("axes").items())
        expect_window_axes(axes, fc::quantity_of(key).info());
    expect_values<T>(golden, record.values(), tolerance);
    expect_maps(golden, config, answer, tolerance);
    expect_loss_and_gradients(golden, graph, parameters, fc::loss_of<T>(answer, {&item, 1}), tolerance);
}

template void check_forecast<double>(const json&, double);
template void check_forecast<float>(const json&, double);

} // namespace heed::test
