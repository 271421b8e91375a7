// Every value, map, loss and gradient of the Transformer's goldens.
#include "core/models/transformer/derive.h"
#include "core/models/transformer/network.h"
#include "tests/core/models/mechanisms.h"

#include <regex>

namespace heed::test {
namespace {

using nlohmann::json;
using namespace transformer;

/// What a pass records, by site.
template <class T>
class Sites : public Recorder<T> {
public:
    void put(const Site& site, int index, const Eigen::Ref<const Matrix<T>>& column) override {
        auto& columns = all[site];
        columns.resize(std::max(columns.size(), static_cast<std::size_t>(index) + 1));
        columns[static_cast<std::size_t>(index)] = column;
    }
    Matrix<T> matrix(const Site& site) const {
        const auto& columns = all.at(site);
        Matrix<T> whole(columns.front().rows(), std::ssize(columns));
        for (std::size_t i = 0; i < columns.size(); ++i) whole.col(static_cast<Eigen::Index>(i)) = columns[i];
        return whole;
    }
    std::map<Site, std::vector<Matrix<T>>> all;
};

std::string with(std::string text, const char* room, int number) {
    if (const auto at = text.find(room); at != std::string::npos)
        text.replace(at, std::string_view(room).size(), std::to_string(number));
    return text;
}

/// By name; of a value that has heads, by "NAME/head".
template <class T>
std::map<std::string, Matrix<T>> by_name(const Sites<T>& sites, const json& golden) {
    std::map<std::string, Matrix<T>> found;
    for (const auto& [site, unused] : sites.all) {
        std::string name = with(std::string(site.quantity.info().key), "{layer}", site.layer);
        const json& axes = golden.at("axes");
        EXPECT_TRUE(axes.contains(name)) << name << " is of no file";
        if (axes.contains(name) && axes[name][0] == "head") name += "/" + std::to_string(site.head);
        found[name] = sites.matrix(site);
    }
    return found;
}

template <class T>
void expect_every_value(const json& golden, const std::map<std::string, Matrix<T>>& found, double tolerance) {
    const std::regex derived("(encoder|decoder|cross)\\.rollout\\.[0-9]+");
    std::size_t read = 0;
    const auto compare = [&](const std::string& name, const json& values) {
        ASSERT_TRUE(found.contains(name)) << "nothing is recorded as " << name;
        expect_close<T>(found.at(name).transpose(), matrix<T>(values), tolerance, name);
        ++read;
    };
    for (const auto& [name, values] : golden.at("values").items()) {
        if (std::regex_match(name, derived)) continue; // compared as a map
        if (golden.at("axes").at(name)[0] != "head") {
            compare(name, values);
            continue;
        }
        for (std::size_t k = 0; k < values.size(); ++k) compare(name + "/" + std::to_string(k), values[k]);
    }
    EXPECT_EQ(read, found.size());
}

/// What a run's trace says of such a pass: its maps, compared in float32.
template <class T>
void expect_maps(const json& golden, const Config& config, const Sites<T>& sites, double tolerance) {
    Trace trace;
    const auto words = [&](const char* vocabulary, const json& ids) {
        std::vector<std::string> text;
        for (const json& id : ids)
            text.push_back(golden.at("vocabulary").at(vocabulary).at(id.get<std::size_t>()));
        return text;
    };
    for (const std::string& word : words("source", golden.at("input").at("source")))
        trace.source.emplace_back().text = word;
    for (const std::string& word : words("target", golden.at("input").at("target_out")))
        trace.steps.emplace_back().token.text = word;
    for (const auto& [site, unused] : sites.all) trace.set(site, sites.matrix(site).template cast<float>());
    derive(config, words("target", golden.at("input").at("target_in")), trace);
    const json& maps = golden.at("maps");
    std::size_t compared = 0;
    for (const AttentionMap& map : trace.maps()) {
        if (map.name == info(Quantity::Weights).map) continue; // the one that stands for all
        ASSERT_TRUE(maps.contains(map.name)) << map.name << " is of no file";
        const json& expected = maps.at(map.name);
        EXPECT_EQ(expected.at("rows"), json({{"axis", to_string(map.rows)}, {"labels", map.row_labels}}))
            << map.name;
        EXPECT_EQ(expected.at("columns"),
                  json({{"axis", to_string(map.columns)}, {"labels", map.column_labels}}))
            << map.name;
        EXPECT_EQ(expected.at("rows_sum_to_one"), map.rows_sum_to_one) << map.name;
        EXPECT_EQ(expected.at("layer"), map.site.layer) << map.name;
        EXPECT_EQ(expected.value("head", 0), map.site.head) << map.name;
        expect_close<float>(map.weights->transpose(), matrix<float>(expected.at("weights")),
                            std::max(tolerance, 2e-6), map.name);
        ++compared;
    }
    EXPECT_EQ(compared, maps.size());
}

nn::Sequences one(const json& ids) { return nn::Sequences::single(ids.get<std::vector<int>>()); }

template <class T>
void expect_causal(const Sites<T>& sites) {
    for (const auto& [site, unused] : sites.all) {
        if (site.quantity != decoder_values.self.weights) continue;
        const Matrix<T> a = sites.matrix(site); // (past, output)
        for (Eigen::Index i = 0; i < a.cols(); ++i)
            for (Eigen::Index j = i + 1; j < a.rows(); ++j) EXPECT_EQ(a(j, i), T(0));
    }
}

} // namespace

template <class T>
void check_transformer(const json& golden, double tolerance) {
    expect_keys(golden.at("input"), {"source", "target_in", "target_out", "text"}, "input");
    Config config = config_from_json(golden.at("config"), golden.at("name"));
    config.source_vocabulary = golden.at("sizes").at("V");
    config.target_vocabulary = golden.at("sizes").at("W");
    const nn::ParameterSet<T> parameters = golden_weights(golden, declare<T>(config));
    Tape<T> tape(true);
    Sites<T> sites;
    nn::Graph<T> graph(tape, parameters, &sites);
    const json& input = golden.at("input");
    const Var<T> log_probs =
        Transformer<T>(config, graph).forced(one(input.at("source")), one(input.at("target_in")));
    expect_every_value(golden, by_name(sites, golden), tolerance);
    expect_maps(golden, config, sites, tolerance);
    expect_causal(sites);
    const auto targets = input.at("target_out").get<std::vector<int>>();
    const std::vector<T> weights(targets.size(), T(1));
    const Var<T> loss = negative_log_likelihood<T>(log_probs, targets, weights);
    expect_loss_and_gradients(golden, graph, parameters, loss, tolerance);
}

template void check_transformer<double>(const json&, double);
template void check_transformer<float>(const json&, double);

} // namespace heed::test
