// Every intermediate, the loss and every gradient of tests/golden (or HEED_GOLDEN), in double and in float.
#include "core/decode/run.h"
#include "core/io/run/edits_json.h"
#include "core/models/seq2seq/network.h"
#include "tests/core/models/golden_config.h"
#include "tests/support/golden.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>
#include <map>
#include <tuple>

namespace heed {
namespace {

using nlohmann::json;
namespace fs = std::filesystem;
using test::expect_close, test::golden_files_in, test::golden_folder, test::matrix;

std::vector<fs::path> golden_files() {
    std::vector<fs::path> files = golden_files_in(golden_folder());
    std::erase_if(files, test::is_mechanism); // mechanisms_test.cpp reads those
    return files;
}

template <class T>
class MapRecorder final : public Recorder<T> {
public:
    void put(const Site& site, int index, const Eigen::Ref<const Matrix<T>>& column) override {
        if (site.layer == 0 && site.head == 0)
            values[{site.quantity, index}] = column; // goldens hold the lowest layer,
        heads[{site.quantity, site.head, index}] = column;
        if (site.layer == 1 && site.quantity == Quantity::State)
            second_states[index] = column; // and Nematus' second cell
    }
    std::map<std::pair<Quantity, int>, Matrix<T>> values;
    std::map<int, Matrix<T>> second_states;
    std::map<std::tuple<Quantity, int, int>, Matrix<T>> heads; // by head and output
};

struct Named {
    const char* key;
    Quantity quantity;
};
const Named encoder_values[] = {{"embedded", Quantity::SourceEmbedding},
                                {"forward", Quantity::ForwardState},
                                {"backward", Quantity::BackwardState},
                                {"annotations", Quantity::Annotation}};
const Named step_values[] = {{"query", Quantity::Query},
                             {"cell_input", Quantity::CellInput},
                             {"energies", Quantity::Energies},
                             {"weights", Quantity::Weights},
                             {"position", Quantity::Position},
                             {"context", Quantity::Context},
                             {"context_gate", Quantity::ContextGate},
                             {"gated_context", Quantity::GatedContext},
                             {"coverage", Quantity::Coverage},
                             {"past_energies", Quantity::PastEnergies},
                             {"past_weights", Quantity::PastWeights},
                             {"state", Quantity::State},
                             {"cell_state", Quantity::DecoderMemory},
                             {"slot_energies", Quantity::SlotEnergies},
                             {"slot_weights", Quantity::SlotWeights},
                             {"projected", Quantity::Projected},
                             {"readout", Quantity::Readout},
                             {"logits", Quantity::Logits},
                             {"log_probs", Quantity::LogProbs}};

const Named head_values[] = {{"head_energies", Quantity::HeadEnergies},
                             {"head_weights", Quantity::HeadWeights},
                             {"head_context", Quantity::HeadContext}};

template <class T>
nn::ParameterSet<T> load_parameters(const json& g, const Seq2SeqConfig& config) {
    nn::ParameterSet<T> set = declare_seq2seq<T>(config);
    EXPECT_EQ(static_cast<std::size_t>(set.size()), g.at("weights").size());
    for (int k = 0; k < set.size(); ++k) {
        const Matrix<T> value = matrix<T>(g.at("weights").at(set[k].name));
        EXPECT_EQ(value.rows(), set[k].value.rows()) << set[k].name;
        EXPECT_EQ(value.cols(), set[k].value.cols()) << set[k].name;
        set[k].value = value;
    }
    return set;
}

template <class T>
void compare_values(const json& g, const MapRecorder<T>& recorder, double tolerance) {
    for (const Named& n : encoder_values) {
        if (!g.at("encoder").contains(n.key)) continue; // one direction
        const Matrix<T> all = matrix<T>(g.at("encoder").at(n.key));
        for (Eigen::Index j = 0; j < all.rows(); ++j)
            expect_close<T>(recorder.values.at({n.quantity, static_cast<int>(j)}), all.row(j).transpose(),
                            tolerance, n.key);
    }
    expect_close<T>(recorder.values.at({Quantity::InitialState, 0}),
                    matrix<T>(g.at("decoder").at("initial_state")), tolerance, "initial_state");
    const json& steps = g.at("decoder").at("steps");
    for (std::size_t i = 0; i < steps.size(); ++i)
        for (const auto& [key, value] : steps[i].items()) {
            if (key == "second_state") {
                expect_close<T>(recorder.second_states.at(static_cast<int>(i)), matrix<T>(value), tolerance,
                                key);
                continue;
            }
            const auto of_heads = std::find_if(std::begin(head_values), std::end(head_values),
                                               [&](const Named& s) { return key == s.key; });
            for (std::size_t k = 0; of_heads != std::end(head_values) && k < value.size(); ++k)
                expect_close<T>(
                    recorder.heads.at({of_heads->quantity, static_cast<int>(k), static_cast<int>(i)}),
                    matrix<T>(value[k]), tolerance,
                    key + " of step " + std::to_string(i) + ", head " + std::to_string(k));
            if (of_heads != std::end(head_values)) continue;
            const auto n = std::find_if(std::begin(step_values), std::end(step_values),
                                        [&](const Named& s) { return key == s.key; });
            ASSERT_NE(n, std::end(step_values)) << "nothing is recorded as " << key;
            expect_close<T>(recorder.values.at({n->quantity, static_cast<int>(i)}), matrix<T>(value),
                            tolerance, key + " of step " + std::to_string(i));
        }
}

/// The goldens take the fixed context from the annotations, so its gradient is part of theirs.
template <class T>
void check_annotations(const json& g, const Seq2SeqConfig& config, const attention::Memory<T>& memory,
                       double tolerance) {
    Matrix<T> d_annotations = memory.annotations.grad();
    const Eigen::Index H = config.encoder.hidden;
    if (memory.last.tape().has_grad(memory.last.id())) {
        d_annotations.col(memory.source.length - 1).head(H) += memory.last.grad().col(0).head(H);
        d_annotations.col(0).tail(H) += memory.last.grad().col(0).tail(H);
    }
    expect_close<T>(d_annotations.transpose(), matrix<T>(g.at("gradient_annotations")), tolerance,
                    "gradient of annotations");
}

template <class T>
void check_golden(const json& g, double tolerance) {
    const Seq2SeqConfig config = test::golden_config(g);
    const nn::ParameterSet<T> parameters = load_parameters<T>(g, config);
    const auto source = nn::Sequences::single(g.at("input").at("source").get<std::vector<int>>());
    const auto inputs = g.at("input").at("target_in").get<std::vector<int>>();
    const auto targets = g.at("input").at("target_out").get<std::vector<int>>();
    const std::vector<T> ones(targets.size(), T(1));

    // The pass that is traced: step by step.
    MapRecorder<T> recorder;
    Tape<T> tape(true);
    nn::Graph<T> graph(tape, parameters, &recorder);
    Seq2Seq<T> net(config, graph);
    const auto memory = net.encode(source);
    auto state = net.start(memory);
    std::vector<Var<T>> log_probs;
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        const auto step = net.advance(memory, state, {&inputs[i], 1});
        log_probs.push_back(net.distribution(step, static_cast<int>(i)));
    }
    const Var<T> loss = negative_log_likelihood<T>(concat_columns(log_probs), targets, ones);
    tape.backward(loss);
    compare_values(g, recorder, tolerance);
    EXPECT_NEAR(static_cast<double>(loss.value()(0, 0)), g.at("loss").get<double>(),
                tolerance * (1 + g.at("loss").get<double>()));
    for (int k = 0; k < parameters.size(); ++k)
        expect_close<T>(graph.parameter(k).grad(), matrix<T>(g.at("gradients").at(parameters[k].name)),
                        tolerance, "gradient of " + parameters[k].name);

    if (g.contains("gradient_annotations")) check_annotations(g, config, memory, tolerance);

    // The pass that trains: the readout of all steps at once.
    Tape<T> second(true);
    nn::Graph<T> trained(second, parameters);
    Seq2Seq<T> again(config, trained);
    const Var<T> same =
        negative_log_likelihood<T>(again.forced(source, nn::Sequences::single(inputs)), targets, ones);
    second.backward(same);
    EXPECT_NEAR(static_cast<double>(same.value()(0, 0)), g.at("loss").get<double>(),
                tolerance * (1 + g.at("loss").get<double>()));
    for (int k = 0; k < parameters.size(); ++k)
        expect_close<T>(trained.parameter(k).grad(), matrix<T>(g.at("gradients").at(parameters[k].name)),
                        tolerance, "training gradient of " + parameters[k].name);
}

class Golden : public testing::TestWithParam<fs::path> {};

TEST_P(Golden, double_agrees) {
    const json g = test::read_golden(GetParam());
    check_golden<double>(g, 1e-10);
}

TEST_P(Golden, float_agrees) {
    const json g = test::read_golden(GetParam());
    check_golden<float>(g, 2e-5);
}

INSTANTIATE_TEST_SUITE_P(golden, Golden, testing::ValuesIn(golden_files()), test::golden_name);
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(Golden);

TEST(golden, folder_is_not_empty) {
    EXPECT_FALSE(golden_files_in(golden_folder()).empty()) << golden_folder();
}

// ---- beam search: tests/golden/beam, against decode::run in float

std::vector<fs::path> beam_files() { return golden_files_in(golden_folder() / "beam"); }

Model model_of(const json& g) {
    Model model;
    model.name = "golden";
    model.config = test::golden_config(g);
    const Vocabulary words({"<pad>", "<s>", "</s>", "c", "d", "e", "f"},
                           {.pad = 0, .start = 1, .end = 2, .unknown = -1});
    model.source = model.target = words;
    model.tokenizer.level = TokenLevel::Given;
    model.parameters = load_parameters<float>(g, test::golden_config(g));
    complete(model);
    return model;
}

class GoldenBeam : public testing::TestWithParam<fs::path> {};

TEST_P(GoldenBeam, finds_the_same_sentences_with_the_same_attention) {
    const json g = test::read_golden(GetParam());
    const Model model = model_of(g);
    const json& beam = g.at("beam");
    Request request;
    for (const int id : g.at("input").at("source"))
        if (id != 2) request.text += model.source.token(id) + " ";
    request.max_steps = beam.at("limit");
    request.beam = {beam.at("width"), beam.at("length_penalty"), beam.at("coverage_penalty")};
    const Trace trace = decode::run(model, request);
    const json& expected = beam.at("hypotheses");
    ASSERT_EQ(trace.lattice->hypotheses.size(), expected.size());
    for (std::size_t n = 0; n < expected.size(); ++n) {
        const Hypothesis& found = trace.lattice->hypotheses[n];
        std::vector<int> ids;
        for (const int node : found.nodes)
            ids.push_back(trace.lattice->nodes[static_cast<std::size_t>(node)].id);
        EXPECT_EQ(ids, expected[n].at("ids").get<std::vector<int>>()) << n;
        EXPECT_NEAR(found.log_prob, expected[n].at("log_prob").get<double>(), 1e-4);
        EXPECT_NEAR(found.score, expected[n].at("score").get<double>(), 1e-4);
        EXPECT_EQ(found.finished, expected[n].at("finished").get<bool>());
        if (expected[n].at("weights").empty()) continue;
        expect_close<float>(trace.lattice->weights_of(found).transpose(),
                            matrix<float>(expected[n].at("weights")), 2e-5,
                            "weights of sentence " + std::to_string(n));
    }
}

INSTANTIATE_TEST_SUITE_P(golden, GoldenBeam, testing::ValuesIn(beam_files()), test::golden_name);
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(GoldenBeam);

// ---- edits of a run: tests/golden/edits, against decode::run in float

std::vector<fs::path> edits_files() { return golden_files_in(golden_folder() / "edits"); }

class GoldenEdits : public testing::TestWithParam<fs::path> {};

TEST_P(GoldenEdits, everything_downstream_is_recomputed) {
    const json g = test::read_golden(GetParam());
    const Model model = model_of(g);
    Request request;
    for (const int id : g.at("input").at("source"))
        if (id != 2) request.text += model.source.token(id) + " ";
    request.max_steps = g.at("sizes").at("steps");
    nlohmann::ordered_json edits = nlohmann::ordered_json::parse(g.at("edits").dump());
    for (auto& [output, token] : edits["forced"].items()) token = model.target.token(token.get<int>());
    request.edits = io::edits_from_json(edits, GetParam().filename().string());
    const json& steps = g.at("steps");
    for (auto row = request.edits.rows.begin();
         row != request.edits.rows.end();) // the sentence may have ended
        row = row->first < static_cast<int>(steps.size()) ? std::next(row) : request.edits.rows.erase(row);
    const Trace trace = decode::run(model, request);
    ASSERT_EQ(trace.outputs(), static_cast<int>(steps.size()));
    const std::pair<const char*, Quantity> named[] = {{"weights", Quantity::Weights},
                                                      {"own_weights", Quantity::OwnWeights},
                                                      {"context", Quantity::Context},
                                                      {"log_probs", Quantity::LogProbs}};
    for (int i = 0; i < trace.outputs(); ++i) {
        EXPECT_EQ(trace.steps[static_cast<std::size_t>(i)].token.id,
                  g.at("ids")[static_cast<std::size_t>(i)].get<int>());
        for (const auto& [name, quantity] : named)
            expect_close<float>(trace.at(quantity).col(i),
                                matrix<float>(steps[static_cast<std::size_t>(i)].at(name)), 2e-5,
                                std::string(name) + " of output " + std::to_string(i));
    }
}

INSTANTIATE_TEST_SUITE_P(golden, GoldenEdits, testing::ValuesIn(edits_files()), test::golden_name);
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(GoldenEdits);

} // namespace
} // namespace heed
