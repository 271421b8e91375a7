// The goldens of the recurrent entity networks.
#include "core/models/entity/reader.h"
#include "core/models/entity/values.h"
#include "tests/core/models/mechanisms.h"

namespace heed::test {
namespace {

using nlohmann::json;

entity::Item story_of(const json& input) {
    expect_keys(input, {"story", "question", "answer", "text"}, "the input");
    return {input.at("story").get<std::vector<std::vector<int>>>(),
            input.at("question").get<std::vector<int>>(), input.at("answer").get<int>()};
}

/// What the text says is the same story.
entity::Reading read_text(const json& golden, const entity::Config& config, const entity::Item& item) {
    const Vocabulary words(golden.at("vocabulary").at("source").get<std::vector<std::string>>());
    const auto reading = entity::read_input(config, words, {TokenLevel::Word, false},
                                            golden.at("input").at("text").get<std::string>(), 0, "text");
    EXPECT_EQ(reading.item.story, item.story);
    EXPECT_EQ(reading.item.question, item.question);
    return reading;
}

/// Axes, outermost first. What has a vector a slot is kept slot by slot.
void expect_slot_axes(const json& axes, const QuantityInfo& row, bool each_slot) {
    std::vector<std::string> own{std::string(to_string(row.columns)), std::string(to_string(row.rows))};
    if (each_slot) own.insert(own.begin() + 1, "slot");
    if (row.columns == Axis::Question || row.columns == Axis::Answer) own.erase(own.begin()); // there is one
    EXPECT_EQ(axes, json(own)) << row.key;
}

template <class T>
void expect_story_values(const json& golden, std::map<Site, Matrix<T>> recorded, double tolerance) {
    const json& values = golden.at("values");
    for (const auto& [site, value] : recorded)
        EXPECT_TRUE(values.contains(info(site.quantity).key)) << info(site.quantity).key << " is of no file";
    for (const auto& [key, value] : values.items()) {
        const Quantity q = entity::quantity_of(key);
        const bool each_slot = !value.empty() && value[0].is_array() && value[0][0].is_array();
        expect_slot_axes(golden.at("axes").at(key), q.info(), each_slot);
        const int slots = each_slot ? static_cast<int>(value[0].size()) : 1;
        EXPECT_FALSE(recorded.contains({q, 0, slots})) << key;
        for (int j = 0; j < slots; ++j) {
            ASSERT_TRUE(recorded.contains({q, 0, j})) << "nothing is recorded as " << key;
            json of_slot = json::array();
            for (const json& row : value)
                of_slot.push_back(each_slot ? row[static_cast<std::size_t>(j)] : row);
            const bool list = !of_slot[0].is_array();
            const Matrix<T>& found = recorded.at({q, 0, j});
            expect_close<T>(list ? found : Matrix<T>(found.transpose()), matrix<T>(of_slot), tolerance, key);
        }
    }
}

/// As a trace tells them.
template <class T>
void expect_maps(const json& golden, const entity::Config& config, const std::map<Site, Matrix<T>>& recorded,
                 const entity::Reading& reading, double tolerance) {
    Trace trace;
    trace.labels = {{Axis::Sentence, reading.sentences},
                    {Axis::Question, {reading.question}},
                    {Axis::Slot, entity::slot_labels(config, golden.at("vocabulary").at("source"))}};
    for (const char* key : {"memory.gates", "answer.weights"}) {
        const Site site{entity::quantity_of(key)};
        trace.set(site, recorded.at(site).template cast<float>());
    }
    const auto maps = trace.maps();
    ASSERT_EQ(maps.size(), golden.at("maps").size());
    for (const AttentionMap& map : maps) {
        const json& expected = golden.at("maps").at(map.name);
        expect_keys(expected, {"rows", "columns", "weights", "rows_sum_to_one"}, map.name);
        EXPECT_EQ(expected.at("rows"), json({{"axis", to_string(map.rows)}, {"labels", map.row_labels}}));
        EXPECT_EQ(expected.at("columns"),
                  json({{"axis", to_string(map.columns)}, {"labels", map.column_labels}}));
        EXPECT_EQ(expected.at("rows_sum_to_one"), map.rows_sum_to_one) << map.name;
        expect_close<T>(recorded.at(map.site).transpose(), matrix<T>(expected.at("weights")), tolerance,
                        map.name);
    }
}

} // namespace

template <class T>
void check_entity(const json& golden, double tolerance) {
    entity::Config config = entity::config_from_json(golden.at("config"), "config");
    json written;
    entity::to_json(written, config);
    json read = golden.at("config");
    for (const char* of_every_model : {"format", "version", "name", "tokenizer"}) read.erase(of_every_model);
    EXPECT_EQ(written, read);

    config.vocabulary = golden.at("sizes").at("V");
    const nn::ParameterSet<T> parameters = golden_weights(golden, entity::declare<T>(config));
    const entity::Item item = story_of(golden.at("input"));
    const entity::Reading reading = read_text(golden, config, item);
    const entity::Batch batch = entity::batch_of({&item, 1});
    for (const bool gradients : {true, false}) { // without gradients, values are let go of on the way
        entity::Record<T> record;
        Tape<T> tape(gradients);
        const nn::Graph<T> graph(tape, parameters);
        entity::forward<T>(config, graph, batch, record.listener());
        const auto recorded = record.take();
        expect_story_values<T>(golden, recorded, tolerance);
        expect_maps<T>(golden, config, recorded, reading, tolerance);
    }

    Tape<T> tape(true);
    const nn::Graph<T> graph(tape, parameters);
    expect_loss_and_gradients(golden, graph, parameters, entity::batch_loss(config, graph, {&item, 1}),
                              tolerance);
}

template void check_entity<double>(const json&, double);
template void check_entity<float>(const json&, double);

} // namespace heed::test
