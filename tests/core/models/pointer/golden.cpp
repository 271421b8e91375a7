// The goldens of pointer networks.
#include "core/models/pointer/values.h"
#include "core/trace/trace.h"
#include "tests/core/models/mechanisms.h"

namespace heed::test {
namespace {

using nlohmann::json;

pointer::Item points_of(const json& input) {
    expect_keys(input, {"points", "target", "text"}, "the input");
    pointer::Item item;
    item.points = matrix<double>(input.at("points")).transpose();
    item.target = input.at("target").get<std::vector<int>>();
    return item;
}

/// A file's null is a place that cannot be chosen: here NaN, and nowhere else. Both become 0 to be compared.
template <class T>
void blank_both(json& rows, Matrix<T>& found, const std::string& what) {
    for (std::size_t r = 0; r < rows.size(); ++r)
        for (std::size_t c = 0; rows[r].is_array() && c < rows[r].size(); ++c) {
            T& number = found(static_cast<Eigen::Index>(c), static_cast<Eigen::Index>(r));
            EXPECT_EQ(rows[r][c].is_null(), std::isnan(number)) << what << ' ' << r << ' ' << c;
            if (!rows[r][c].is_null()) continue;
            rows[r][c] = 0;
            number = 0;
        }
}

void expect_pointer_axes(const json& axes, const QuantityInfo& row) {
    ASSERT_EQ(axes.size(), 2u) << row.key;
    EXPECT_EQ(axes[0], to_string(row.columns)) << row.key;
    EXPECT_EQ(axes[1] == "coordinate" ? "feature" : axes[1].get<std::string>(), to_string(row.rows))
        << row.key;
}

/// As a trace tells it.
template <class T>
void expect_map(const json& golden, const pointer::Config& config, const pointer::Item& item,
                const Matrix<T>& weights, double tolerance) {
    Trace trace;
    for (const int slot : item.target)
        trace.labels[Axis::Output].push_back(pointer::slot_label(slot, item.length()));
    trace.labels[Axis::Slot] = pointer::slot_labels(config, item.length());
    trace.set(pointer::quantity::Weights, 0, weights.template cast<float>());
    ASSERT_EQ(golden.at("maps").size(), 1u);
    ASSERT_EQ(trace.maps().size(), 1u);
    const AttentionMap map = trace.maps().front();
    const json& expected = golden.at("maps").at(map.name);
    expect_keys(expected, {"rows", "columns", "weights", "rows_sum_to_one"}, map.name);
    EXPECT_EQ(expected.at("rows"), json({{"axis", to_string(map.rows)}, {"labels", map.row_labels}}));
    EXPECT_EQ(expected.at("columns"),
              json({{"axis", to_string(map.columns)}, {"labels", map.column_labels}}));
    EXPECT_EQ(expected.at("rows_sum_to_one"), map.rows_sum_to_one);
    expect_close<T>(weights.transpose(), matrix<T>(expected.at("weights")), tolerance, map.name);
    for (std::size_t r = 0; r < expected.at("weights").size(); ++r)
        for (std::size_t c = 0; c < expected.at("weights")[r].size(); ++c)
            EXPECT_EQ(expected.at("weights")[r][c] == 0.0,
                      weights(static_cast<Eigen::Index>(c), static_cast<Eigen::Index>(r)) == 0)
                << r << ' ' << c;
}

/// What the model chooses by itself.
template <class T>
void expect_written(const json& values, const pointer::Config& config, const nn::ParameterSet<T>& parameters,
                    const pointer::Item& item, double tolerance) {
    Tape<T> tape(false);
    const nn::Graph<T> graph(tape, parameters);
    const auto written = pointer::write(config, graph, pointer::batch_of({&item, 1})).front();
    EXPECT_EQ(written.slots, values.at("greedy.slots").get<std::vector<int>>());
    const double log_prob = values.at("greedy.log_prob").get<double>();
    EXPECT_NEAR(written.log_prob, log_prob, tolerance * (1 + std::abs(log_prob)));
}

} // namespace

template <class T>
void check_pointer(const json& golden, double tolerance) {
    const pointer::Config config = pointer::config_from_json(golden.at("config"), "config");
    json written;
    pointer::to_json(written, config);
    json read = golden.at("config");
    for (const char* of_every_model : {"format", "version", "name", "task"}) read.erase(of_every_model);
    EXPECT_EQ(written, read);

    const nn::ParameterSet<T> parameters = golden_weights(golden, pointer::declare<T>(config));
    const pointer::Item item = points_of(golden.at("input"));
    pointer::Record<T> record;
    Tape<T> tape(true);
    const nn::Graph<T> graph(tape, parameters);
    const Var<T> loss = pointer::batch_loss<T>(config, graph, {&item, 1}, record.listener());
    expect_loss_and_gradients(golden, graph, parameters, loss, tolerance);

    auto values = record.take();
    expect_map<T>(golden, config, item, values.at("pointer.weights"), tolerance);
    expect_written<T>(golden.at("values"), config, parameters, item, tolerance);
    json forced = golden;
    for (const char* of_writing : {"greedy.slots", "greedy.log_prob"}) forced["values"].erase(of_writing);
    blank_both(forced["values"]["pointer.log_probs"], values.at("pointer.log_probs"), "pointer.log_probs");
    for (const auto& [key, axes] : forced["axes"].items())
        if (forced["values"].contains(key)) expect_pointer_axes(axes, pointer::quantity_of(key).info());
    expect_values<T>(forced, {values.begin(), values.end()}, tolerance);
}

template void check_pointer<double>(const json&, double);
template void check_pointer<float>(const json&, double);

} // namespace heed::test
