// The goldens of the pooling architectures.
#include "core/models/pooling/values.h"
#include "tests/core/models/mechanisms.h"

namespace heed::test {
namespace {

using nlohmann::json;
namespace pool = heed::pooling;

pool::Item pooled_item(const json& input, const pool::Config& config) {
    expect_keys(input, {"vectors", "tokens", "target", "text"}, "the input");
    pool::Item item;
    if (config.tokens())
        item.tokens = input.at("tokens").get<std::vector<int>>();
    else
        item.vectors = matrix<double>(input.at("vectors")).transpose();
    if (config.classes())
        item.label = input.at("target");
    else
        item.values = matrix<double>(input.at("target"));
    if (config.sequence()) item.values.transposeInPlace(); // a row a moment
    return item;
}

std::vector<std::string> labels_of(const json& golden, const pool::Item& item) {
    if (item.tokens.empty()) return pool::numbered("", item.length());
    std::vector<std::string> words;
    for (const int id : item.tokens)
        words.push_back(golden.at("vocabulary").at("source").at(static_cast<std::size_t>(id)));
    return words;
}

void expect_map(const json& golden, const pool::Map& map, double tolerance) {
    ASSERT_EQ(golden.at("maps").size(), 1u);
    const std::string name(map.quantity.info().map);
    const json& expected = golden.at("maps").at(name);
    expect_keys(expected, {"rows", "columns", "weights", "rows_sum_to_one"}, name);
    EXPECT_EQ(expected.at("rows"), json({{"axis", to_string(map.rows)}, {"labels", map.row_labels}}));
    EXPECT_EQ(expected.at("columns"),
              json({{"axis", to_string(map.columns)}, {"labels", map.column_labels}}));
    EXPECT_EQ(map.quantity.info().columns, map.rows); // a trace keeps a row of the map as a column
    EXPECT_EQ(map.quantity.info().rows, map.columns);
    EXPECT_EQ(expected.at("rows_sum_to_one"), map.rows_sum_to_one);
    expect_close<double>(map.weights, matrix<double>(expected.at("weights")), tolerance, name);
}

} // namespace

template <class T>
void check_pooling(const json& golden, double tolerance) {
    pool::Config config = pool::config_from_json(golden.at("config"), "config");
    json written;
    pool::to_json(written, config);
    json read = golden.at("config");
    for (const char* of_every_model : {"format", "version", "name", "tokenizer"}) read.erase(of_every_model);
    EXPECT_EQ(written, read);

    if (config.tokens()) config.input.vocabulary = golden.at("sizes").at("V");
    const nn::ParameterSet<T> parameters = golden_weights(golden, pool::declare<T>(config));
    const pool::Item item = pooled_item(golden.at("input"), config);
    Recorded<T> recorded;
    const pool::Listener<T> listener = [&](std::string_view key, const Matrix<T>& value) {
        EXPECT_TRUE(std::any_of(pool::values().begin(), pool::values().end(),
                                [&](const QuantityInfo& row) { return row.key == key; }))
            << key << " has no row";
        EXPECT_TRUE(recorded.emplace(key, value).second) << key << " twice";
    };

    Tape<T> tape(true);
    nn::Graph<T> graph(tape, parameters);
    const auto answer = pool::forward(config, graph, pool::batch_of(config, {&item, 1}), listener);
    if (config.kind != pool::Kind::Dense && !config.sequence())
        pool::record_muted(config, graph, item, listener);
    expect_values(golden, recorded, tolerance);
    expect_map(golden, pool::map_of(config, graph, answer, labels_of(golden, item)), tolerance);
    expect_loss_and_gradients(golden, graph, parameters, pool::loss_of(config, answer, {&item, 1}),
                              tolerance);
}

template void check_pooling<double>(const json&, double);
template void check_pooling<float>(const json&, double);

} // namespace heed::test
