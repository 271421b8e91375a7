#include "core/models/seq2seq/rescore.h"

#include "core/base/error.h"
#include "core/models/seq2seq/facts.h"
#include "core/models/seq2seq/network.h"
#include "core/models/tokens.h"
#include "core/trace/trace_recorder.h"

#include <algorithm>

namespace heed::seq2seq {
namespace {

using attention::AlignmentKind;

const Seq2SeqConfig& own_config(const Model& model) { return model.config.as<Seq2SeqConfig>(); }

/// The model's configuration with another function in its place. A window goes around the model's own score.
Seq2SeqConfig with_function(const Seq2SeqConfig& own, const std::string& function) {
    Seq2SeqConfig config = own;
    set_function(config.attention, function);
    if (!is_local(config.attention.alignment)) return config;
    const auto [alignment, window] = std::pair(config.attention.alignment, config.attention.window);
    config.attention = own.attention;
    config.attention.alignment = alignment;
    config.attention.window = window;
    return config;
}

/// What of a run belongs to its score.
const Quantity of_the_score[] = {Quantity::Key,          Quantity::QueryProjection, Quantity::Energies,
                                 Quantity::Weights,      Quantity::Position,        Quantity::Aligned,
                                 Quantity::Coverage,     Quantity::Overlap,         Quantity::PastEnergies,
                                 Quantity::PastWeights,  Quantity::SlotEnergies,    Quantity::SlotWeights,
                                 Quantity::OwnWeights,   Quantity::ContextGate,     Quantity::GatedContext,
                                 Quantity::HeadKey,      Quantity::HeadValue,       Quantity::HeadQuery,
                                 Quantity::HeadEnergies, Quantity::HeadWeights,     Quantity::HeadOwnWeights,
                                 Quantity::HeadContext};

void check_function(const Model& model, const std::string& function) {
    const std::vector<std::string> allowed = shared_functions(model);
    if (std::find(allowed.begin(), allowed.end(), function) != allowed.end()) return;
    std::string names;
    for (const std::string& name : allowed) names += (names.empty() ? "" : ", ") + name;
    throw Error(model.name, "a score for the same states", "one of " + names, "\"" + function + "\"");
}

} // namespace

std::vector<std::string> shared_functions(const Model& model) {
    std::vector<std::string> names{model.facts.function()};
    const auto& own = own_config(model).attention;
    if (own_config(model).normalisation.on()) return names; // its score is a part of how it was trained
    const bool equal = own_config(model).query() == own_config(model).annotation();
    for (const ScoreInfo& score : score_table())
        if (!score.own_parameters && (equal || !score.equal_sizes) && score.id != names.front() &&
            (!own_config(model).headed() ||
             score.heads != ScoreHeads::None) &&                     // as many heads, the same W_v and W_o
            (score.id != "none" || !own_config(model).decoder.copy)) // without weights nothing is copied
            names.emplace_back(score.id);
    const bool windowed = !own_config(model).headed() && own.score != "none" && own.score != "own-past" &&
                          own.score != "location";
    if (windowed && own.alignment != AlignmentKind::LocalM)
        names.emplace_back(info(AlignmentKind::LocalM).id);
    return names;
}

Trace rescore(const Model& model, Trace base, const std::string& function) {
    check_function(model, function);
    const Seq2SeqConfig config = with_function(own_config(model), function);
    TraceRecorder recorder;
    Tape<float> tape(false);
    nn::Graph<float> graph(tape, model.parameters, &recorder);
    Seq2Seq<float> net(config, graph);
    const auto memory = net.encode(source_of(model, base.source));

    const bool conditional = config.decoder.order == Order::Conditional; // its second cell is layer 1
    const int top = conditional ? 1 : config.decoder.layers - 1;
    const auto column = [&](Quantity q, int i, int layer = 0) {
        return tape.constant(base.at(q, layer).col(i));
    };
    const OutputWords words = output_words(model, base.source);
    attention::History<float> history;
    attention::Intervention<float> hand;
    hand.temperature = static_cast<float>(base.request.edits.temperature); // that of the base run
    base.log_prob = 0;
    for (int i = 0; i < base.outputs(); ++i) {
        const attention::Query<float> query{column(Quantity::Query, i), column(Quantity::TargetEmbedding, i)};
        const Var<float> state = column(Quantity::State, i, top);
        auto attended =
            attention::attend(graph, memory, query, history, i, hand.temperature == 1 ? nullptr : &hand);
        const Eigen::Index D = config.decoder.hidden; // a query of token and state ends in the state
        const Var<float> asking = rows(query.state, query.state.rows() - D, D);
        attended.context = history.context = net.gated(attended.context, asking, query.token, i);
        attention::remember_state(memory, history, state);

        const bool previous = config.decoder.readout_state == ReadoutState::Previous;
        const Var<float> joined =
            net.readout().join(attended.context, previous ? query.state : state, query.token);
        const auto copied = net.copy()(memory, attended, state, query.token, i);
        const MatrixXf& log_probs = net.distribution(net.readout().combine(joined), copied, i).value();
        TraceStep& step = base.steps[static_cast<std::size_t>(i)];
        step.log_prob = log_probs(step.token.id, 0);
        step.top = best_candidates(words, log_probs);
        step.forced = true; // the token is the base run's
        step.weights_given = false;
        base.log_prob += static_cast<double>(step.log_prob);
    }
    for (const Quantity q : of_the_score)
        for (int head = 0; base.has(q, 0, head); ++head) base.erase(q, 0, head);
    for (int filter = 0; base.has(Quantity::Features, filter); ++filter)
        base.erase(Quantity::Features, filter);
    recorder.finish(base);
    base.lattice.reset(); // it was searched under the model's own score
    base.request.score = function;
    const double temperature = base.request.edits.temperature;
    base.request.edits = {}; // its tokens and weights were the base run's
    base.request.edits.temperature = temperature;
    base.model.score = config.attention.score;
    base.model.alignment = info(config.attention.alignment).id;
    base.model.edit<Seq2SeqFacts>().window = config.attention.window;
    base.outline = seq2seq_outline(config, base.source_length(), base.outputs());
    return base;
}

} // namespace heed::seq2seq
