// The goldens of the networks that look back at their own past.
#include "core/models/one_rnn/values.h"
#include "core/trace/trace.h"
#include "tests/core/models/mechanisms.h"

#include <limits>

namespace heed::test {
namespace {

using nlohmann::json;
namespace rnn = heed::one_rnn;

rnn::Item words_item(const json& input) {
    expect_keys(input, {"tokens", "targets", "text"}, "the input");
    rnn::Item item{input.at("tokens").get<std::vector<int>>(), {}};
    for (const json& target : input.at("targets"))
        item.targets.push_back(target.is_null() ? -1 : target.get<int>());
    return item;
}

std::vector<std::string> words_of(const json& golden, const std::vector<int>& ids) {
    std::vector<std::string> words;
    for (const int id : ids)
        words.push_back(golden.at("vocabulary").at("source").at(static_cast<std::size_t>(id)));
    return words;
}

/// A file's null is a place where nothing stands: here NaN, and nowhere else.
template <class T>
Matrix<T> with_blanks(const json& rows) {
    constexpr T blank = std::numeric_limits<T>::quiet_NaN();
    const bool nested = !rows.empty() && rows[0].is_array();
    Matrix<T> m(std::ssize(rows), nested ? std::ssize(rows[0]) : 1);
    for (Eigen::Index r = 0; r < m.rows(); ++r)
        for (Eigen::Index c = 0; c < m.cols(); ++c) {
            const json& row = rows[static_cast<std::size_t>(r)];
            const json& x = nested ? row[static_cast<std::size_t>(c)] : row;
            m(r, c) = x.is_null() ? blank : static_cast<T>(x.get<double>());
        }
    return m;
}
template <class T>
void expect_close_and_blank(const Matrix<T>& found, const json& rows, double tolerance,
                            const std::string& what) {
    const Matrix<T> expected = with_blanks<T>(rows);
    ASSERT_EQ(found.rows(), expected.rows()) << what;
    ASSERT_EQ(found.cols(), expected.cols()) << what;
    EXPECT_TRUE((found.array().isNaN() == expected.array().isNaN()).all()) << what << ": blank elsewhere";
    const auto filled = [](const Matrix<T>& m) {
        return Matrix<T>(m.array().isNaN().select(T(0), m.array()));
    };
    expect_close<T>(filled(found), filled(expected), tolerance, what);
}

/// The axes of a file's value, outermost first, are the columns and then the rows of its row in the table; a
/// file tells the parts of a state apart, which here are all of its axis.
void expect_rnn_axes(const json& axes, const QuantityInfo& row) {
    ASSERT_GE(axes.size(), 1u);
    EXPECT_EQ(axes[0], to_string(row.columns)) << row.key;
    if (axes.size() == 1) {
        EXPECT_EQ(row.rows, Axis::One) << row.key;
        return;
    }
    const std::set<std::string> of_a_state{"key", "value", "prediction", "readout"};
    EXPECT_EQ(of_a_state.contains(axes[1]) ? "hidden" : axes[1].get<std::string>(), to_string(row.rows))
        << row.key;
}

template <class T>
void expect_blanked_values(const json& golden, rnn::Kind kind, const Recorded<T>& recorded,
                           double tolerance) {
    const json& values = golden.at("values");
    for (const auto& [key, value] : recorded) EXPECT_TRUE(values.contains(key)) << key << " is of no file";
    for (const auto& [key, value] : values.items()) {
        const auto found = recorded.find(key);
        ASSERT_NE(found, recorded.end()) << "nothing is recorded as " << key;
        expect_rnn_axes(golden.at("axes").at(key), rnn::quantity_of(kind, key).info());
        expect_close_and_blank<T>(found->second.transpose(), value, tolerance, key);
    }
}

/// As a trace tells it.
template <class T>
void expect_map(const json& golden, rnn::Kind kind, const Matrix<T>& weights,
                const std::vector<std::string>& words, double tolerance) {
    Trace trace;
    trace.labels = {{Axis::Step, words}, {Axis::Past, rnn::past_labels(kind, words)}};
    trace.set(rnn::quantity_of(kind, "self.weights"), 0, weights.template cast<float>());
    ASSERT_EQ(golden.at("maps").size(), 1u);
    ASSERT_EQ(trace.maps().size(), 1u);
    const AttentionMap map = trace.maps().front();
    const json& expected = golden.at("maps").at(map.name);
    expect_keys(expected, {"rows", "columns", "weights", "rows_sum_to_one"}, map.name);
    EXPECT_EQ(expected.at("rows"), json({{"axis", to_string(map.rows)}, {"labels", map.row_labels}}));
    EXPECT_EQ(expected.at("columns"),
              json({{"axis", to_string(map.columns)}, {"labels", map.column_labels}}));
    EXPECT_EQ(expected.at("rows_sum_to_one"), map.rows_sum_to_one);
    expect_close_and_blank<T>(weights.transpose(), expected.at("weights"), tolerance, map.name);
}

} // namespace

template <class T>
void check_one_rnn(const json& golden, double tolerance) {
    rnn::Config config = rnn::config_from_json(golden.at("config"), "config");
    json written;
    rnn::to_json(written, config);
    json read = golden.at("config");
    for (const char* of_every_model : {"format", "version", "name", "tokenizer"}) read.erase(of_every_model);
    EXPECT_EQ(written, read);

    config.vocabulary = golden.at("sizes").at("V");
    const nn::ParameterSet<T> parameters = golden_weights(golden, rnn::declare<T>(config));
    const rnn::Item item = words_item(golden.at("input"));
    const auto run = [&](bool gradients) {
        rnn::Record<T> record;
        const rnn::Listener<T> listener = record.listener();
        Tape<T> tape(gradients); // without gradients, values are let go of on the way
        const nn::Graph<T> graph(tape, parameters);
        const auto pass = rnn::read(config, graph, rnn::batch_of({&item, 1}), listener);
        rnn::answer_each(config, graph, pass, listener);
        const auto values = record.take();
        expect_blanked_values<T>(golden, config.kind, {values.begin(), values.end()}, tolerance);
        expect_map<T>(golden, config.kind, values.at("self.weights"), words_of(golden, item.tokens),
                      tolerance);
    };
    run(true);
    run(false);

    Tape<T> tape(true);
    const nn::Graph<T> graph(tape, parameters);
    expect_loss_and_gradients(golden, graph, parameters, rnn::batch_loss(config, graph, {&item, 1}),
                              tolerance);
}

template void check_one_rnn<double>(const json&, double);
template void check_one_rnn<float>(const json&, double);

} // namespace heed::test
