#include "core/analysis/doctor/head_measures.h"

#include "core/analysis/moves/value_weighted.h"
#include "core/analysis/value_lengths.h"
#include "core/models/transformer/facts.h"
#include "core/models/transformer/values.h"

#include <algorithm>

namespace heed::doctor {
namespace {

using heads::Head;
using heads::Kind;

const transformer::AttentionValues& values_of(const transformer::Config& config, Kind kind) {
    if (kind == Kind::Encoder) return transformer::encoder_values.self;
    return kind == Kind::Cross ? transformer::decoder_values.cross : transformer::last_side(config).self;
}

/// W_O of all heads of a layer (d, h d_h), one layer's after the other's: a file's matrix is widened whole.
class OutputMatrices {
public:
    OutputMatrices(const Trace& run, const Model* model) : run_(run), model_(model) {}

    /// The head's columns (d, d_h); empty where they are not there.
    MatrixXf columns(const Head& head) {
        const transformer::Config& config = transformer_facts(run_).config;
        const int each = (head.kind == Kind::Encoder ? config.encoder : config.decoder).each(),
                  first = head.site.head * each;
        const std::string name = moves::output_matrix_of(head.site);
        if (run_.parameters)
            if (const auto found = run_.parameters->find(name); found != run_.parameters->end())
                return found->second.cols() < first + each ? MatrixXf()
                                                           : MatrixXf(found->second.middleCols(first, each));
        const int index = model_ ? model_->parameters.find(name) : -1;
        if (index < 0) return {};
        if (name != name_) {
            name_ = name;
            widened_ = model_->parameters[index].matrix();
        }
        return widened_.cols() < first + each ? MatrixXf() : MatrixXf(widened_.middleCols(first, each));
    }

private:
    const Trace& run_;
    const Model* model_;
    std::string name_;
    MatrixXf widened_;
};

} // namespace

std::vector<Head> several_heads(const Trace& run) {
    std::vector<Head> all = heads::heads_of(run);
    std::erase_if(all, [](const Head& head) { return head.site.quantity == Quantity::Weights; });
    return all;
}

std::optional<std::vector<double>> added_by(const Trace& run, const Model* model,
                                            const std::vector<Head>& heads) {
    if (!is_transformer(run.model)) return std::nullopt;
    OutputMatrices matrices(run, model);
    std::vector<double> added;
    for (const Head& head : heads) {
        const MatrixXf output = matrices.columns(head);
        const Quantity q = values_of(transformer_facts(run).config, head.kind).contexts;
        if (output.size() == 0 || !run.has(q, head.site.layer, head.site.head)) return std::nullopt;
        const MatrixXf& contexts = run.at(q, head.site.layer, head.site.head); // (d_h, Q)
        if (contexts.rows() != output.cols() || contexts.cols() == 0) return std::nullopt;
        added.push_back(static_cast<double>((output * contexts).colwise().norm().mean()));
    }
    return added;
}

MatrixXf value_weighted_heads(const Trace& run, const Model* model, const std::vector<Head>& heads) {
    if (!is_transformer(run.model)) return {};
    OutputMatrices matrices(run, model);
    Eigen::MatrixXd sum;
    for (const Head& head : heads) {
        const Eigen::MatrixXd output = matrices.columns(head).cast<double>(); // (d, d_h)
        const Quantity q = values_of(transformer_facts(run).config, head.kind).values;
        if (output.size() == 0 || !run.has(q, head.site.layer)) return {};
        const MatrixXf& values = run.at(q, head.site.layer); // (h d_h, K)
        const Eigen::Index first = head.site.head * output.cols();
        const MatrixXf& weights = run.at(head.site); // (K, Q)
        if (values.rows() < first + output.cols() || values.cols() < weights.rows()) return {};
        const Eigen::VectorXd lengths =
            analysis::value_lengths((output * values.middleRows(first, output.cols()).cast<double>()).eval());
        const Eigen::MatrixXd valued = lengths.head(weights.rows()).asDiagonal() * weights.cast<double>();
        sum = sum.size() == 0 ? valued : Eigen::MatrixXd(sum + valued);
    }
    return moves::to_shares(std::move(sum)).cast<float>();
}

std::vector<Head> standing_heads(const Trace& run) {
    std::vector<Head> found;
    if (!is_transformer(run.model)) return found;
    const transformer::Config& config = transformer_facts(run).config;
    const Kind kind = config.crosses() ? Kind::Cross : config.decodes() ? Kind::Decoder : Kind::Encoder;
    const int last = (config.decodes() ? config.decoder : config.encoder).layers - 1;
    const int layer = config.attention.layer > 0 ? config.attention.layer - 1 : last;
    for (const Head& head : several_heads(run))
        if (head.kind == kind && head.site.layer == layer &&
            (config.attention.head == 0 || head.site.head == config.attention.head - 1))
            found.push_back(head);
    return found;
}

double rows_apart(const MatrixXf& a, const MatrixXf& b) {
    if (a.cols() == 0 || a.rows() != b.rows() || a.cols() != b.cols()) return 1;
    return static_cast<double>((a - b).cwiseAbs().sum()) / 2 / static_cast<double>(a.cols());
}

} // namespace heed::doctor
