#include "tests/core/io/mutations/code_changes.h"

#include "core/decode/run.h"
#include "core/models/seq2seq/config.h"
#include "core/models/seq2seq/network.h"

#include <array>
#include <cmath>
#include <nlohmann/json.hpp>

namespace heed::io {
namespace {

using Config = Seq2SeqConfig;

/// Rows or columns [from, from + n) and the n after them, exchanged.
void exchange_rows(Eigen::MatrixXf& m, Eigen::Index from, Eigen::Index n) {
    const Eigen::MatrixXf first = m.middleRows(from, n);
    m.middleRows(from, n) = m.middleRows(from + n, n).eval();
    m.middleRows(from + n, n) = first;
}

bool score_becomes(Model& model, std::string_view from, const char* to) {
    auto& attention = model.config.edit<Config>().attention;
    if (attention.score != from) return false;
    attention.score = to;
    return true;
}

constexpr std::array cell_parts = {"weight_ih", "weight_hh", "bias_ih", "bias_hh"};

bool exchange_gates(Model& model, const std::string& prefix, CellKind kind, int first = 0) {
    if (kind == CellKind::Rnn) return false;
    for (const char* part : cell_parts) {
        Eigen::MatrixXf& value = model.parameters[model.parameters.find(prefix + part)].value;
        const Eigen::Index rows = value.rows() / (kind == CellKind::Gru ? 3 : 4);
        exchange_rows(value, first * rows, rows);
    }
    return true;
}

bool turned_square(Model& model, const char* name) {
    const int place = model.parameters.find(name);
    if (place < 0 || model.parameters[place].value.rows() != model.parameters[place].value.cols())
        return false;
    model.parameters[place].value.transposeInPlace();
    return true;
}

/// Each row brought to mean 0 and variance 1: layer normalisation of what is looked up.
bool normalised_rows(Model& model, const char* name) {
    const int place = model.parameters.find(name);
    if (place < 0) return false;
    Eigen::MatrixXf& table = model.parameters[place].value;
    for (Eigen::Index i = 0; i < table.rows(); ++i) {
        const float mean = table.row(i).mean();
        table.row(i).array() -= mean;
        table.row(i) /= std::sqrt(table.row(i).squaredNorm() / static_cast<float>(table.cols()) + 1e-5f);
    }
    return true;
}

/// Another kind of layer normalisation, or none: what both have keeps its numbers, a new gain is 1.
bool normalised_as(Model& model, nn::NormKind kind) {
    Config& config = model.config.edit<Config>();
    if (config.normalisation.kind == kind) return false;
    config.normalisation.kind = kind;
    nn::ParameterSet<float> changed = declare_seq2seq<float>(config, nn::Fill::Zeros);
    for (int n = 0; n < changed.size(); ++n) {
        nn::Parameter<float>& to = changed[n];
        if (const int from = model.parameters.find(to.name); from >= 0)
            to.value = model.parameters[from].value;
        else if (to.name.ends_with("gain"))
            to.value.setOnes();
    }
    model.parameters = std::move(changed);
    return true;
}

/// Whether this program can normalise it, where it is not.
bool can_be_normalised(const Config& c) {
    return !c.normalisation.on() && (c.attention.score == "additive" || c.attention.score == "none") &&
           c.decoder.readout == Readout::Tanh && c.decoder.start != Start::Memory && !c.headed();
}

const CodeChange changes[] = {
    {"a norm over what the encoder looks up",
     [](Model& m) { return normalised_rows(m, "encoder.embedding.weight"); }},
    {"a norm over what the decoder looks up",
     [](Model& m) { return normalised_rows(m, "decoder.embedding.weight"); }},
    {"norms in the cells, the score and before the readout",
     [](Model& m) {
         return can_be_normalised(m.config.as<Config>()) && normalised_as(m, nn::NormKind::Cell);
     }},
    {"no norms",
     [](Model& m) {
         return m.config.as<Config>().normalisation.on() && normalised_as(m, nn::NormKind::None);
     }},
    {"norms over all gates at once",
     [](Model& m) {
         return m.config.as<Config>().normalisation.kind == nn::NormKind::Gates &&
                normalised_as(m, nn::NormKind::Cell);
     }},
    {"another number added to the variance",
     [](Model& m) {
         auto& normalisation = m.config.edit<Config>().normalisation;
         normalisation.epsilon = .1;
         return normalisation.on();
     }},
    {"the decoder's gates in another order",
     [](Model& m) { return exchange_gates(m, "decoder.cell.", m.config.as<Config>().decoder.cell); }},
    {"the encoder's gates in another order",
     [](Model& m) { return exchange_gates(m, "encoder.forward.", m.config.as<Config>().encoder.cell); }},
    {"relu in the score", [](Model& m) { return score_becomes(m, "additive", "additive-relu"); }},
    {"nothing in the score", [](Model& m) { return score_becomes(m, "additive", "additive-linear"); }},
    {"tanh in the score", [](Model& m) { return score_becomes(m, "additive-relu", "additive"); }},
    {"tanh where nothing was", [](Model& m) { return score_becomes(m, "additive-linear", "additive"); }},
    {"dot divided by its root", [](Model& m) { return score_becomes(m, "dot", "scaled"); }},
    {"the query by the turned matrix",
     [](Model& m) {
         if (m.config.as<Config>().attention.score != "general") return false;
         Eigen::MatrixXf& W = m.parameters[m.parameters.find("attention.W")].value;
         if (W.rows() != W.cols()) return false;
         W = W.transpose().eval();
         return true;
     }},
    {"the state by the turned matrix", [](Model& m) { return turned_square(m, "attention.Wq"); }},
    {"the annotation by the turned matrix", [](Model& m) { return turned_square(m, "attention.Wh"); }},
    {"the last two of the decoder's gates exchanged",
     [](Model& m) {
         return exchange_gates(m, "decoder.cell.", m.config.as<Config>().decoder.cell,
                               m.config.as<Config>().decoder.cell == CellKind::Gru ? 1 : 2);
     }},
    {"the two directions exchanged",
     [](Model& m) {
         if (!m.config.as<Config>().encoder.bidirectional) return false;
         for (const char* part : cell_parts)
             std::swap(m.parameters[m.parameters.find(std::string("encoder.forward.") + part)].value,
                       m.parameters[m.parameters.find(std::string("encoder.backward.") + part)].value);
         return true;
     }},
    {"the context fed back, and asked after the cell",
     [](Model& m) {
         auto& decoder = m.config.edit<Config>().decoder;
         if (decoder.order != Order::Bahdanau || decoder.context != ContextPlace::Input ||
             !decoder.reads_token || decoder.readout_state != ReadoutState::Current ||
             m.config.as<Config>().normalisation.on())
             return false;
         decoder.order = Order::Luong;
         decoder.input_feeding = true;
         decoder.fed = Fed::Context;
         return true;
     }},
    {"no tanh in the readout",
     [](Model& m) {
         auto& decoder = m.config.edit<Config>().decoder;
         if (decoder.readout != Readout::Tanh || m.config.as<Config>().normalisation.on()) return false;
         decoder.readout = Readout::Linear;
         return true;
     }},
    {"no tanh at the start",
     [](Model& m) {
         auto& decoder = m.config.edit<Config>().decoder;
         if (decoder.start != Start::Bridge) return false;
         decoder.start = Start::Linear;
         return true;
     }},
    {"[s; c] for [c; s]",
     [](Model& m) {
         const Config& c = m.config.as<Config>();
         if (!c.reads().context || !c.reads().state || c.annotation() != c.decoder.hidden) return false;
         const bool none = c.decoder.readout == Readout::None;
         Eigen::MatrixXf& W =
             m.parameters[m.parameters.find(none ? "readout.output.weight" : "readout.combine.weight")].value;
         Eigen::MatrixXf turned = W.transpose();
         exchange_rows(turned, 0, c.decoder.hidden);
         W = turned.transpose();
         return true;
     }},
};

} // namespace

std::span<const CodeChange> code_changes() { return changes; }

nlohmann::json made_examples(const Model& model, const nlohmann::json& like) {
    nlohmann::json examples = nlohmann::json::array();
    for (const nlohmann::json& one : like) {
        Request request;
        request.text = one.at("raw_source");
        request.max_steps = static_cast<int>(one.at("output_ids").size());
        const Trace run = decode::run(model, request);
        nlohmann::json made = one;
        made["output_ids"] = made["output_tokens"] = made["attention"] = made["top5"] =
            nlohmann::json::array();
        for (int i = 0; i < run.outputs(); ++i) {
            const TraceStep& step = run.steps[static_cast<std::size_t>(i)];
            made["output_ids"].push_back(step.token.id);
            made["output_tokens"].push_back(step.token.text);
            nlohmann::json row = nlohmann::json::array(), top = nlohmann::json::array();
            for (int j = 0; j < run.source_length(); ++j) row.push_back(run.weight(i, j));
            for (const Candidate& word : step.top) top.push_back({word.text, word.log_prob});
            made["attention"].push_back(row);
            made["top5"].push_back(top);
        }
        examples.push_back(made);
    }
    return examples;
}

} // namespace heed::io
