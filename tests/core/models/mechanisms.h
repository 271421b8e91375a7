// What the goldens of all mechanisms have in common; each mechanism's check stands in its own folder.
#pragma once

#include "core/nn/graph.h"
#include "tests/support/golden.h"

#include <map>
#include <set>
#include <string_view>

namespace heed::test {

template <class T>
using MechanismCheck = void (*)(const nlohmann::json& golden, double tolerance);

/// The values that a pass recorded, by name; rows are components, columns what they run over.
template <class T>
using Recorded = std::map<std::string, Matrix<T>>;

/// Fails for a key of the object that is not among `known`.
inline void expect_keys(const nlohmann::json& object, const std::set<std::string>& known,
                        const std::string& what) {
    for (const auto& [key, unused] : object.items())
        EXPECT_TRUE(known.contains(key)) << what << " holds " << key << ", which nothing reads";
}

/// The weights of the file in a declared set; fails for one that is declared and not there, and the other way
/// round.
template <class T>
nn::ParameterSet<T> golden_weights(const nlohmann::json& golden, nn::ParameterSet<T> declared) {
    const nlohmann::json& weights = golden.at("weights");
    EXPECT_EQ(static_cast<std::size_t>(declared.size()), weights.size());
    for (int k = 0; k < declared.size(); ++k) {
        const Matrix<T> value = matrix<T>(weights.at(declared[k].name));
        EXPECT_EQ(value.rows(), declared[k].rows) << declared[k].name;
        EXPECT_EQ(value.cols(), declared[k].cols) << declared[k].name;
        EXPECT_EQ(declared[k].rank, golden.at("shapes").at(declared[k].name).size()) << declared[k].name;
        declared[k].value = value;
    }
    return declared;
}

/// Every value of the file and nothing else was recorded. Files list a value's outermost axis first, which is
/// the columns of what was recorded; a single list is one column or one row.
template <class T>
void expect_values(const nlohmann::json& golden, const Recorded<T>& recorded, double tolerance) {
    const nlohmann::json& values = golden.at("values");
    for (const auto& [key, value] : recorded) EXPECT_TRUE(values.contains(key)) << key << " is of no file";
    for (const auto& [key, value] : values.items()) {
        const auto found = recorded.find(key);
        ASSERT_NE(found, recorded.end()) << "nothing is recorded as " << key;
        const bool list = golden.at("axes").at(key).size() == 1;
        const Matrix<T> turned =
            list ? Matrix<T>(found->second.reshaped()) : Matrix<T>(found->second.transpose());
        expect_close<T>(turned, matrix<T>(value), tolerance, key);
    }
}

/// The loss, and after the sweep back from it every gradient.
template <class T>
void expect_loss_and_gradients(const nlohmann::json& golden, const nn::Graph<T>& graph,
                               const nn::ParameterSet<T>& parameters, Var<T> loss, double tolerance) {
    const double expected = golden.at("loss").get<double>();
    EXPECT_NEAR(static_cast<double>(loss.value()(0, 0)), expected, tolerance * (1 + std::abs(expected)));
    loss.tape().backward(loss);
    for (int k = 0; k < parameters.size(); ++k)
        expect_close<T>(graph.parameter(k).grad(), matrix<T>(golden.at("gradients").at(parameters[k].name)),
                        tolerance, "gradient of " + parameters[k].name);
}

template <class T>
void check_pooling(const nlohmann::json& golden, double tolerance); // pooling/golden.cpp
template <class T>
void check_query_pad(const nlohmann::json& golden, double tolerance); // core/attention/query_pad/golden.cpp
template <class T>
void check_one_rnn(const nlohmann::json& golden, double tolerance); // one_rnn/golden.cpp
template <class T>
void check_entity(const nlohmann::json& golden, double tolerance); // entity/golden.cpp
template <class T>
void check_forecast(const nlohmann::json& golden, double tolerance); // forecast/golden.cpp
template <class T>
void check_pointer(const nlohmann::json& golden, double tolerance); // pointer/golden.cpp
template <class T>
void check_transformer(const nlohmann::json& golden, double tolerance); // transformer/golden.cpp
template <class T>
void check_seq2seq(const nlohmann::json& golden, double tolerance); // seq2seq/golden.cpp
template <class T>
void check_analysis(const nlohmann::json& golden, double tolerance); // core/analysis/golden.cpp

} // namespace heed::test
