// The goldens of the query pad: energies, weights and contexts of every score at every temperature, the map
// at temperature 1, the loss and every gradient.
#include "core/attention/query_pad.h"

#include "tests/core/models/mechanisms.h"

namespace heed::test {
namespace {

using nlohmann::json;

/// The file's parameters of one score, under the names that the scores have: "general.W" is "attention.W".
template <class T>
nn::ParameterSet<T> parameters_of(const json& golden, const std::string& score) {
    const json& attention = golden.at("config").at("attention");
    nn::ParameterSet<T> set = attention::declare_pad<T>(score, attention.at("size").get<int>(),
                                                        attention.at("positions").get<int>());
    for (int k = 0; k < set.size(); ++k) {
        const std::string name = score + set[k].name.substr(std::string("attention").size());
        const Matrix<T> value = matrix<T>(golden.at("weights").at(name));
        EXPECT_EQ(value.rows(), set[k].rows) << name;
        EXPECT_EQ(value.cols(), set[k].cols) << name;
        set[k].value = value;
    }
    return set;
}

} // namespace

template <class T>
void check_query_pad(const json& golden, double tolerance) {
    const json &input = golden.at("input"), &values = golden.at("values"), &maps = golden.at("maps");
    expect_keys(input, {"keys", "queries", "temperatures"}, "input");
    const Matrix<T> keys = matrix<T>(input.at("keys")).transpose(),
                    queries = matrix<T>(input.at("queries")).transpose();
    std::set<std::string> read{"plain_average"};
    expect_close<T>(keys.rowwise().mean(), matrix<T>(values.at("plain_average")), tolerance, "plain_average");
    double loss = 0;
    std::size_t weights = 0;
    for (const json& name : golden.at("config").at("attention").at("scores")) {
        const auto score = name.get<std::string>();
        SCOPED_TRACE(score);
        const nn::ParameterSet<T> set = parameters_of<T>(golden, score);
        weights += static_cast<std::size_t>(set.size());
        for (std::size_t n = 0; n < input.at("temperatures").size(); ++n) {
            const T temperature = input.at("temperatures")[n].get<T>();
            Tape<T> tape(true);
            nn::Graph<T> graph(tape, set);
            const auto answer = attention::ask_pad(graph, score, keys, queries, temperature);
            if (n == 0)
                expect_close<T>(answer.energies.value(), matrix<T>(values.at(score + ".energies")), tolerance,
                                "energies");
            expect_close<T>(answer.weights.value(), matrix<T>(values.at(score + ".weights")[n]), tolerance,
                            "weights");
            expect_close<T>(Matrix<T>(answer.context.value().transpose()),
                            matrix<T>(values.at(score + ".context")[n]), tolerance, "context");
            if (n != 1) continue; // the second is 1
            EXPECT_EQ(temperature, T(1));
            expect_close<T>(answer.weights.value(), matrix<T>(maps.at(score + ".attention").at("weights")),
                            tolerance, "map");
            // All queries but the last, which stands on the origin.
            const Var<T> most = columns(answer.context, 0, queries.cols() - 1);
            const Eigen::Index numbers = 2 * (queries.cols() - 1);
            const Var<T> half = scale(matmul(reshape(most, 1, numbers), reshape(most, numbers, 1)), T(0.5));
            loss += static_cast<double>(half.value()(0, 0));
            tape.backward(half);
            for (int k = 0; k < set.size(); ++k)
                expect_close<T>(
                    graph.parameter(k).grad(),
                    matrix<T>(golden.at("gradients")
                                  .at(score + set[k].name.substr(std::string("attention").size()))),
                    tolerance, "gradient of " + set[k].name);
        }
        read.insert({score + ".energies", score + ".weights", score + ".context"});
    }
    expect_keys(values, read, "values");
    EXPECT_EQ(weights, golden.at("weights").size());
    EXPECT_NEAR(loss, golden.at("loss").get<double>(),
                tolerance * (1 + std::abs(golden.at("loss").get<double>())));
}

template void check_query_pad<double>(const json&, double);
template void check_query_pad<float>(const json&, double);

} // namespace heed::test
