// Influence against finite differences. (The goldens' values: golden.cpp.)
#include "core/analysis/influence/influence.h"

#include "core/base/random.h"
#include "core/models/seq2seq/network.h"
#include "tests/support/golden.h"

#include <map>

namespace heed {
namespace {

using influence::Norms;
using nlohmann::json;

template <class T>
class InfluenceValues final : public Recorder<T> {
public:
    void put(const Site& site, int index, const Eigen::Ref<const Matrix<T>>& column) override {
        values[{site, index}] = column;
    }
    std::map<std::pair<Site, int>, Matrix<T>> values;
};

/// A small model with drawn parameters.
struct InfluenceModel {
    Seq2SeqConfig config;
    nn::ParameterSet<double> parameters;
    std::vector<int> source{5, 3, 5, 4, 5, 2}, inputs{1, 4, 5, 3};
};

InfluenceModel influence_model(const json& object) {
    json given = {{"encoder", {{"embedding", 3}, {"hidden", 4}}},
                  {"decoder", {{"embedding", 3}, {"hidden", 8}}},
                  {"attention", {{"score", "additive"}, {"size", 3}}}};
    given.merge_patch(object);
    InfluenceModel small;
    small.config = seq2seq_config_from_json(given, "config");
    small.config.source_vocabulary = small.config.target_vocabulary = 7;
    small.parameters = declare_seq2seq<double>(small.config);
    Random random(7);
    for (int k = 0; k < small.parameters.size(); ++k)
        for (double& x : small.parameters[k].value.reshaped()) x = random.uniform(-.8, .8);
    return small;
}

/// Everything the run makes of embeddings that are given place by place: (E, T).
std::map<std::pair<Site, int>, Matrix<double>> influence_values(const InfluenceModel& small,
                                                                const Matrix<double>& x) {
    nn::ParameterSet<double> by_place = small.parameters;
    by_place[by_place.find("encoder.embedding.weight")].value = x.transpose();
    InfluenceValues<double> kept;
    Tape<double> tape(false);
    nn::Graph<double> graph(tape, by_place, &kept);
    Seq2Seq<double> net(small.config, graph);
    std::vector<int> places(static_cast<std::size_t>(x.cols()));
    for (std::size_t j = 0; j < places.size(); ++j) places[j] = static_cast<int>(j);
    nn::Sequences source = nn::Sequences::single(places);
    const auto memory = net.encode(source);
    auto state = net.start(memory);
    for (const int input : small.inputs) {
        const auto step = net.advance(memory, state, {&input, 1});
        net.distribution(step, state.step - 1);
        graph.record(Quantity::Readout, state.step - 1,
                     step.readout ? step.readout : net.readout().combine(step.joined));
        graph.record(Quantity::State, state.step - 1, step.state, 9); // s_i, whatever the order
    }
    return kept.values;
}

/// | d v / d x_j |_F by central differences.
double influence_measured(const InfluenceModel& small, Site site, int index, int j) {
    const Matrix<double>& table = small.parameters.value("encoder.embedding.weight");
    Matrix<double> x(table.cols(), static_cast<Eigen::Index>(small.source.size()));
    for (std::size_t t = 0; t < small.source.size(); ++t)
        x.col(static_cast<Eigen::Index>(t)) = table.row(small.source[t]).transpose();
    double squares = 0;
    const double step = 1e-5;
    for (Eigen::Index e = 0; e < x.rows(); ++e) {
        Matrix<double> more = x, less = x;
        more(e, j) += step;
        less(e, j) -= step;
        squares += (influence_values(small, more).at({site, index}) -
                    influence_values(small, less).at({site, index}))
                       .squaredNorm();
    }
    return std::sqrt(squares) / (2 * step);
}

struct InfluenceCase {
    const char* name;
    const char* config;
};
void PrintTo(const InfluenceCase& c, std::ostream* out) { *out << c.name; }

class Influence : public testing::TestWithParam<InfluenceCase> {};

TEST_P(Influence, agrees_with_finite_differences) {
    const InfluenceModel small = influence_model(json::parse(GetParam().config));
    const Norms<double> norms =
        influence::norms<double>(small.config, small.parameters, small.source, small.inputs, true);
    const int top = small.config.encoder.layers - 1, T = static_cast<int>(small.source.size());
    const auto expect = [&](double found, Site site, int index, int j) {
        const double expected = influence_measured(small, site, index, j);
        EXPECT_NEAR(found, expected, 1e-7 * (1 + expected))
            << info(site.quantity).key << " " << index << " by place " << j;
    };
    for (int j = 0; j < T; j += 2) {
        for (int t = 0; t < T; t += 3) {
            expect(norms.forward(t, j), {Quantity::ForwardState, top}, t, j);
            if (small.config.encoder.bidirectional)
                expect(norms.backward(t, j), {Quantity::BackwardState, top}, t, j);
            expect(norms.annotations(t, j), {Quantity::Annotation}, t, j);
        }
        expect(norms.initial(0, j), {Quantity::InitialState, small.config.decoder.layers - 1}, 0, j);
        for (int i = 0; i < static_cast<int>(small.inputs.size()); ++i) {
            expect(norms.decoder(i, j), {Quantity::State, 9}, i, j);
            expect(norms.readout(i, j), {Quantity::Readout}, i, j);
        }
    }
}

TEST_P(Influence, is_the_same_whether_readouts_are_asked_for_or_not) {
    const InfluenceModel small = influence_model(json::parse(GetParam().config));
    const auto with =
        influence::norms<double>(small.config, small.parameters, small.source, small.inputs, true);
    const auto without = influence::norms<double>(small.config, small.parameters, small.source, small.inputs);
    EXPECT_LT((with.decoder - without.decoder).cwiseAbs().maxCoeff(), 1e-12);
    EXPECT_EQ(without.readout.size(), 0);
}

constexpr InfluenceCase influence_cases[] = {
    {"additive", R"({})"},
    {"none_lstm", R"({"encoder":{"cell":"lstm"},"decoder":{"cell":"lstm"},"attention":{"score":"none"}})"},
    {"none_luong", R"({"decoder":{"cell":"rnn","order":"luong"},"attention":{"score":"none"}})"},
    {"dot_luong", R"({"decoder":{"order":"luong"},"attention":{"score":"dot"}})"},
    {"local_p_feeding",
     R"({"decoder":{"order":"luong","input_feeding":true},"attention":{"score":"general","alignment":"local-p","window":2}})"},
    {"location_aware", R"({"attention":{"score":"location-aware","filters":2,"width":3}})"},
    {"location_aware_luong",
     R"({"decoder":{"order":"luong"},"attention":{"score":"location-aware","filters":2,"width":3}})"},
    {"coverage_fertility", R"({"attention":{"score":"coverage","fertility":2}})"},
    {"coverage_luong", R"({"decoder":{"order":"luong"},"attention":{"score":"coverage"}})"},
    {"token_context", R"({"attention":{"score":"token-context"}})"},
    {"own_past", R"({"attention":{"score":"own-past"}})"},
    {"copying", R"({"decoder":{"copy":false,"readout":"maxout","readout_state":"previous"}})"},
    {"two_layers",
     R"({"encoder":{"layers":2,"cell":"lstm"},"decoder":{"layers":2,"cell":"lstm","order":"luong","input_feeding":true}})"},
    {"three_layers_summed",
     R"({"encoder":{"layers":3,"merge":"sum","cell":"gru"},"decoder":{"hidden":4,"layers":2,"order":"luong","start":"bridge"},"attention":{"score":"dot"}})"},
    {"reversed_one_way",
     R"({"encoder":{"bidirectional":false,"reversed":true,"cell":"lstm"},"decoder":{"hidden":4,"cell":"lstm","start":"last"},"attention":{"score":"none"}})"},
    {"reversed", R"({"encoder":{"reversed":true}})"},
    {"conditional_mean", R"({"decoder":{"order":"conditional","start":"mean"}})"},
    {"zeros", R"({"decoder":{"start":"zeros"}})"},
    {"backward", R"({"decoder":{"start":"backward"}})"},
    {"mean_of_two_layers", R"({"encoder":{"layers":2},"decoder":{"start":"mean"}})"},
    {"mean_reversed_sum",
     R"({"encoder":{"merge":"sum","reversed":true},"decoder":{"start":"mean","order":"luong"}})"},
    {"layer_by_layer",
     R"({"encoder":{"layers":2,"cell":"lstm"},"decoder":{"hidden":4,"layers":4,"cell":"lstm","order":"luong","start":"layers"}})"},
    {"from_the_top",
     R"({"encoder":{"layers":2},"decoder":{"layers":2,"order":"luong","start":"linear","start_from":"top"}})"},
    {"blocks",
     R"({"encoder":{"layers":2,"cell":"lstm"},"decoder":{"layers":2,"cell":"lstm","start":"blocks"}})"},
    {"memory_of_memory", R"({"encoder":{"cell":"lstm"},"decoder":{"cell":"lstm","start":"memory"}})"},
    {"mean_memory",
     R"({"encoder":{"cell":"lstm"},"decoder":{"cell":"lstm","start":"mean","start_memory":"own"}})"},
    {"linear_memory", R"({"encoder":{"cell":"lstm"},"decoder":{"cell":"lstm","start_memory":"linear"}})"},
    {"own_memory", R"({"encoder":{"cell":"lstm"},"decoder":{"cell":"lstm","start_memory":"own"}})"},
    {"summary_fixed", R"({"encoder":{"summary":"tanh"},"attention":{"score":"none"}})"},
    {"reads_the_state_before", R"({"decoder":{"readout_state":"previous"}})"},
    {"token_and_state", R"({"decoder":{"order":"luong"},"attention":{"query":"token-state"}})"},
    {"gate", R"({"decoder":{"gate":"each","gate_reads":["context","state","token"]}})"},
    {"gate_luong_fed",
     R"({"decoder":{"order":"luong","input_feeding":true,"fed":"context","gate":"one"},"attention":{"score":"general"}})"},
    {"heads", R"({"attention":{"heads":2,"size":4,"values":6,"projection":3}})"},
    {"heads_luong_fed",
     R"({"decoder":{"order":"luong","input_feeding":true,"fed":"context"},"attention":{"score":"general","heads":2}})"},
    {"heads_luong", R"({"decoder":{"order":"luong"},"attention":{"heads":2,"size":4,"projection":3}})"},
    {"gate_luong", R"({"decoder":{"order":"luong","gate":"each"},"attention":{"score":"dot"}})"},
    {"exchanged",
     R"({"encoder":{"cell":"lstm"},"decoder":{"order":"luong","cell":"lstm","input_feeding":true,"recurrent":"exchanged"}})"},
    {"exchanged_alone",
     R"({"encoder":{"cell":"lstm"},"decoder":{"order":"luong","cell":"lstm","recurrent":"exchanged"}})"},
    // more rows, and more numbers in a key, than one pass holds
    {"more_than_a_pass",
     R"({"encoder":{"hidden":5,"cell":"gru"},"decoder":{"hidden":37,"order":"luong"},"attention":{"score":"additive","size":34}})"},
};
INSTANTIATE_TEST_SUITE_P(models, Influence, testing::ValuesIn(influence_cases),
                         [](const auto& info) { return std::string(info.param.name); });

} // namespace
} // namespace heed
