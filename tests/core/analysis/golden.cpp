// The goldens of what is measured on runs of encoder-decoders: every value and map of a file, and nothing
// that is not in a table.
#include "tests/core/analysis/golden.h"

#include <limits>

namespace heed::test {
namespace {

using nlohmann::json;

/// A file's numbers; null is NaN.
template <class T>
Matrix<T> with_nulls(json value) {
    const auto number = [](json& x) {
        if (x.is_null()) x = std::numeric_limits<double>::quiet_NaN();
    };
    number(value);
    if (value.is_array())
        for (json& row : value) {
            number(row);
            if (row.is_array())
                for (json& x : row) number(x);
        }
    return matrix<T>(value);
}

template <class T>
void expect_same(const Matrix<T>& found, const Matrix<T>& expected, double tolerance,
                 const std::string& what) {
    ASSERT_EQ(found.rows(), expected.rows()) << what;
    ASSERT_EQ(found.cols(), expected.cols()) << what;
    for (Eigen::Index k = 0; k < found.size(); ++k)
        ASSERT_EQ(std::isnan(found.data()[k]), std::isnan(expected.data()[k])) << what << " [" << k << "]";
    const auto known = [](const Matrix<T>& m) {
        return Matrix<T>(m.array().isNaN().select(T(0), m.array()).matrix());
    };
    expect_close<T>(known(found), known(expected), tolerance, what);
}

/// The map of that name shows a value, between words of one kind and the source's.
struct MapRow {
    std::string_view name, value, rows;
    bool sums_to_one;
};
constexpr MapRow maps[] = {{"decoder.attention", "decoder.weights", "output", true},
                           {"influence.decoder", "influence.decoder", "output", false},
                           {"influence.forward", "influence.forward", "moment", false},
                           {"influence.backward", "influence.backward", "moment", false},
                           {"influence.annotations", "influence.annotations", "moment", false}};

std::vector<std::string> words(const json& golden, const char* side, const char* input) {
    std::vector<std::string> result;
    for (const json& id : golden.at("input").at(input))
        result.push_back(golden.at("vocabulary").at(side).at(id.get<std::size_t>()));
    return result;
}

void expect_map(const json& golden, const std::string& name, const json& map) {
    const auto row =
        std::find_if(std::begin(maps), std::end(maps), [&](const MapRow& m) { return m.name == name; });
    ASSERT_NE(row, std::end(maps)) << "nothing is known of a map " << name;
    expect_keys(map, {"rows", "columns", "weights", "rows_sum_to_one"}, name);
    EXPECT_EQ(map.at("weights"), golden.at("values").at(std::string(row->value))) << name;
    const std::vector<std::string> source = words(golden, "source", "source");
    const bool of_outputs = row->rows == "output";
    EXPECT_EQ(
        map.at("rows"),
        json({{"axis", row->rows}, {"labels", of_outputs ? words(golden, "target", "target_out") : source}}));
    EXPECT_EQ(map.at("columns"), json({{"axis", "source"}, {"labels", source}}));
    const bool gaussian = golden.at("golden").at("score") == "local-p";
    EXPECT_EQ(map.at("rows_sum_to_one").get<bool>(), row->sums_to_one && !gaussian) << name;
}

} // namespace

template <class T>
AnalysisCase<T>::AnalysisCase(const json& g)
    : golden(g), config(golden_config(g.at("golden"))),
      parameters(golden_weights(g, declare_seq2seq<T>(config))),
      run{config,
          parameters,
          nn::Sequences::single(g.at("input").at("source").get<std::vector<int>>()),
          g.at("input").at("target_in").get<std::vector<int>>(),
          g.at("input").at("target_out").get<std::vector<int>>(),
          3} {
    json words; // the file says it twice
    to_json(words, config);
    for (const char* part : {"encoder", "decoder"}) EXPECT_EQ(words.at(part), g.at("config").at(part));
    EXPECT_EQ(words.at("attention").at("score"), g.at("config").at("attention").at("score"));
    EXPECT_EQ(words.at("attention").at("alignment"), g.at("config").at("attention").at("alignment"));
}

template <class T>
void check_analysis(const json& golden, double tolerance) {
    EXPECT_EQ(golden.at("golden").at("format"), "heed-golden-1");
    expect_keys(golden.at("input"), {"source", "target_in", "target_out", "text"}, "the input");
    AnalysisCase<T> of(golden);
    std::vector<AnalysisRow<T>> rows = meaning_rows<T>();
    for (const AnalysisRow<T>& row : influence_rows<T>()) rows.push_back(row);
    for (const auto& item : golden.at("values").items()) {
        const std::string& name = item.key();
        const auto row =
            std::find_if(rows.begin(), rows.end(), [&](const auto& r) { return r.name == name; });
        ASSERT_NE(row, rows.end()) << "nothing makes " << name;
        expect_same<T>(row->value(of), with_nulls<T>(item.value()), tolerance, name);
    }
    for (const auto& [name, map] : golden.at("maps").items()) expect_map(golden, name, map);
}

template struct AnalysisCase<float>;
template struct AnalysisCase<double>;
template void check_analysis<float>(const json&, double);
template void check_analysis<double>(const json&, double);

} // namespace heed::test
