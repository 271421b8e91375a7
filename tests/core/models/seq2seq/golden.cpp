// The goldens of coverage, location-aware attention, copying, the token scores and the own past: of a forced
// pass every value, map, loss and gradient.
#include "core/models/seq2seq/network.h"
#include "core/trace/trace.h"
#include "tests/core/models/mechanisms.h"

#include <limits>

namespace heed::test {
namespace {

using nlohmann::json;

Seq2SeqConfig config_of(const json& golden) {
    Seq2SeqConfig config = seq2seq_config_from_json(golden.at("config"), "config");
    json written;
    to_json(written, config);
    for (const auto& [part, object] : written.items()) // what is read is written
        for (const auto& [key, value] : object.items())
            EXPECT_EQ(value, golden.at("config").at(part).at(key)) << part << "." << key;
    for (const char* part : {"encoder", "decoder", "attention"})
        EXPECT_EQ(written.at(part).size(), golden.at("config").at(part).size()) << part;
    config.source_vocabulary = golden.at("sizes").at("V");
    config.target_vocabulary = golden.at("sizes").at("W");
    return config;
}

nn::Sequences source_of(const json& input) {
    nn::Sequences source = nn::Sequences::single(input.at("source").get<std::vector<int>>());
    if (input.contains("copy"))
        source.copies = {input.at("copy").get<std::vector<int>>(), input.at("extended").get<int>(), 3};
    return source;
}

/// A column for each place or output, as a trace keeps it; NaN where nothing was recorded.
template <class T>
class Columns final : public Recorder<T> {
public:
    void put(const Site& site, int index, const Eigen::Ref<const Matrix<T>>& column) override {
        Matrix<T>& kept = values[site];
        const Eigen::Index rows = std::max(kept.rows(), column.rows());
        const Eigen::Index cols = std::max<Eigen::Index>(kept.cols(), index + 1);
        Matrix<T> larger = Matrix<T>::Constant(rows, cols, std::numeric_limits<T>::quiet_NaN());
        larger.topLeftCorner(kept.rows(), kept.cols()) = kept;
        larger.col(index).head(column.rows()) = column;
        kept = std::move(larger);
    }
    std::map<Site, Matrix<T>> values;
};

/// What only some of these models have: recorded where the file has it, and nowhere else.
bool of_a_mechanism(Quantity q) {
    const Quantity some[] = {Quantity::Coverage,  Quantity::Overlap,      Quantity::Features,
                             Quantity::Fertility, Quantity::Generate,     Quantity::VocabularyLogProbs,
                             Quantity::CopyProbs, Quantity::PastEnergies, Quantity::PastWeights};
    return std::find(std::begin(some), std::end(some), q) != std::end(some);
}

void expect_axes(const json& axes, Quantity q, bool copying) {
    std::vector<std::string> ours{std::string(to_string(q.info().columns)),
                                  std::string(to_string(q.info().rows))};
    if (q.info().columns == Axis::One) ours.erase(ours.begin());
    if (q.info().rows == Axis::One) ours.pop_back();
    if (q == Quantity::Features) ours.push_back("filter");
    if (q == Quantity::LogProbs && copying) ours.back() = "word";
    EXPECT_EQ(axes, json(ours)) << q.info().key;
}

/// A file's null is a place where nothing stands.
template <class T>
void expect_past(const Matrix<T>& columns, const json& rows, double tolerance, const std::string& what) {
    for (std::size_t i = 0; i < rows.size(); ++i)
        for (std::size_t k = 0; k < rows[i].size(); ++k) {
            const auto [row, column] = std::pair(static_cast<Eigen::Index>(k), static_cast<Eigen::Index>(i));
            const bool there =
                row < columns.rows() && column < columns.cols() && !std::isnan(columns(row, column));
            ASSERT_EQ(there, k < i) << what << " of output " << i << ", state " << k;
            ASSERT_EQ(rows[i][k].is_null(), !there) << what;
            if (!there) continue;
            const double expected = rows[i][k].get<double>();
            EXPECT_NEAR(static_cast<double>(columns(row, column)), expected,
                        tolerance * (1 + std::abs(expected)))
                << what;
        }
}

template <class T>
void expect_values_of(const json& golden, const std::map<Site, Matrix<T>>& recorded, double tolerance) {
    const bool copying = golden.at("input").contains("copy");
    json rest = golden;
    Recorded<T> plain;
    for (const Quantity q : encoder_decoder_quantities()) {
        const std::string key(q.info().key);
        const auto found = recorded.find({q});
        const bool known = golden.at("values").contains(key);
        EXPECT_TRUE(known || found == recorded.end() || !of_a_mechanism(q)) << key << " is of no file";
        if (!known) continue;
        ASSERT_NE(found, recorded.end()) << key;
        expect_axes(golden.at("axes").at(key), q, copying);
        if (q != Quantity::Features && q.info().rows != Axis::Past) {
            plain[key] = found->second;
            continue;
        }
        const json& value = golden.at("values").at(key);
        rest["values"].erase(key);
        if (q.info().rows == Axis::Past) {
            expect_past<T>(found->second, value, tolerance, key);
            continue;
        }
        ASSERT_EQ(value[0][0].size(), golden.at("config").at("attention").at("filters").get<std::size_t>());
        for (std::size_t i = 0; i < value.size(); ++i) // output, source, filter
            for (std::size_t k = 0; k < value[i][0].size(); ++k) {
                const Matrix<T>& filter = recorded.at({q, static_cast<int>(k)});
                expect_close<T>(filter.col(static_cast<Eigen::Index>(i)),
                                matrix<T>(value[i]).col(static_cast<Eigen::Index>(k)), tolerance, key);
            }
    }
    rest["values"].erase("loss.tokens"); // compared with the loss
    expect_values<T>(rest, plain, tolerance);
}

std::string word_of(const json& golden, const std::vector<std::string>& beyond, int id) {
    const json& words = golden.at("vocabulary").at("target");
    const auto n = static_cast<std::size_t>(id);
    return n < words.size() ? words[n].get<std::string>() : beyond.at(n - words.size());
}

/// As a trace tells them.
template <class T>
void expect_maps(const json& golden, const std::map<Site, Matrix<T>>& recorded, double tolerance) {
    Trace trace;
    const json& input = golden.at("input");
    std::vector<std::string> beyond;
    for (const json& id : input.at("source")) {
        trace.source.push_back({golden.at("vocabulary").at("source").at(id.get<std::size_t>())});
        const std::string& word = trace.source.back().text;
        const json& known = golden.at("vocabulary").at("target");
        if (std::find(known.begin(), known.end(), word) == known.end() &&
            std::find(beyond.begin(), beyond.end(), word) == beyond.end())
            beyond.push_back(word);
    }
    for (const json& id : input.at("target_out")) {
        trace.steps.emplace_back();
        trace.steps.back().token.text = word_of(golden, beyond, id);
    }
    for (const auto& [site, values] : recorded)
        if (!site.quantity.info().map.empty()) trace.set(site, values.template cast<float>());
    ASSERT_EQ(trace.maps().size(), golden.at("maps").size());
    for (const AttentionMap& map : trace.maps()) {
        const json& expected = golden.at("maps").at(map.name);
        expect_keys(expected, {"rows", "columns", "weights", "rows_sum_to_one"}, map.name);
        EXPECT_EQ(expected.at("rows"), json({{"axis", to_string(map.rows)}, {"labels", map.row_labels}}));
        EXPECT_EQ(expected.at("columns"),
                  json({{"axis", to_string(map.columns)}, {"labels", map.column_labels}}));
        EXPECT_EQ(expected.at("rows_sum_to_one"), map.rows_sum_to_one) << map.name;
        const Matrix<T>& weights = recorded.at(map.site);
        if (map.columns == Axis::Past)
            expect_past<T>(weights, expected.at("weights"), tolerance, map.name);
        else
            expect_close<T>(weights.transpose(), matrix<T>(expected.at("weights")), tolerance, map.name);
    }
}

/// Minus log P of the tokens, and what the coverage loss adds.
template <class T>
Var<T> loss_of(Var<T> log_probs, Var<T> besides, const std::vector<int>& targets) {
    const std::vector<T> ones(targets.size(), T(1));
    const Var<T> tokens = negative_log_likelihood<T>(log_probs, targets, ones);
    if (!besides) return tokens;
    return add(tokens, matmul(besides, besides.tape().constant(Matrix<T>::Ones(besides.cols(), 1))));
}

} // namespace

template <class T>
void check_seq2seq(const json& golden, double tolerance) {
    const Seq2SeqConfig config = config_of(golden);
    const nn::ParameterSet<T> parameters = golden_weights(golden, declare_seq2seq<T>(config));
    expect_keys(golden.at("input"), {"source", "target_in", "target_out", "copy", "extended", "text"},
                "the input");
    const nn::Sequences source = source_of(golden.at("input"));
    const auto inputs = golden.at("input").at("target_in").get<std::vector<int>>();
    const auto targets = golden.at("input").at("target_out").get<std::vector<int>>();

    for (const bool recording : {true, false}) { // step by step, and the readout of all steps at once
        Columns<T> recorder;
        Tape<T> tape(true);
        nn::Graph<T> graph(tape, parameters, recording ? &recorder : nullptr);
        Seq2Seq<T> net(config, graph);
        Var<T> besides;
        const Var<T> log_probs = net.forced(source, nn::Sequences::single(inputs), &besides);
        expect_loss_and_gradients(golden, graph, parameters, loss_of(log_probs, besides, targets), tolerance);
        const double tokens = golden.at("values").at("loss.tokens").get<double>();
        EXPECT_NEAR(static_cast<double>(loss_of(log_probs, {}, targets).value()(0, 0)), tokens,
                    tolerance * (1 + std::abs(tokens)));
        if (!recording) continue;
        expect_values_of<T>(golden, recorder.values, tolerance);
        expect_maps<T>(golden, recorder.values, tolerance);
    }
}

template void check_seq2seq<double>(const json&, double);
template void check_seq2seq<float>(const json&, double);

} // namespace heed::test
