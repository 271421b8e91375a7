#include "core/analysis/moves/value_weighted.h"

#include "core/analysis/value_lengths.h"
#include "core/models/transformer/facts.h"
#include "core/models/transformer/values.h"

namespace heed::moves {
namespace {

using namespace transformer;

/// Whose weights those are, and where the parameters of it stand.
struct AttentionRow {
    const AttentionValues& values;
    bool decoder;
    const char* name;
};
const AttentionRow attention_rows[] = {{encoder_values.self, false, "self"},
                                       {decoder_values.self, true, "self"},
                                       {decoder_values.cross, true, "cross"},
                                       {reader_values.self, true, "self"}};

/// Null where they are no head's weights.
const AttentionRow* row_of_site(const Site& site) {
    for (const AttentionRow& row : attention_rows)
        if (row.values.weights == site.quantity) return &row;
    return nullptr;
}

std::string output_of(const AttentionRow& row, int layer) {
    return std::string(row.decoder ? "decoder" : "encoder") + ".layers." + std::to_string(layer) + "." +
           row.name + ".output.weight";
}

/// `output`: (d, h d_h) of all heads; `values`: (h d_h, K).
template <class Output, class Values>
Eigen::VectorXd lengths_of(const Output& output, const Values& values, int head, int each) {
    return analysis::value_lengths((output.middleCols(head * each, each).template cast<double>() *
                                    values.middleRows(head * each, each).template cast<double>())
                                       .eval());
}

template <class Weights>
Eigen::MatrixXd times(const Eigen::VectorXd& lengths, const Weights& weights) {
    if (lengths.size() < weights.rows()) return {};
    return lengths.head(weights.rows()).asDiagonal() * weights.template cast<double>();
}

int each_of(const Config& config, const AttentionRow& row) {
    return (row.decoder ? config.decoder : config.encoder).each();
}

} // namespace

std::string output_matrix_of(const Site& site) {
    const AttentionRow* row = row_of_site(site);
    return row ? output_of(*row, site.layer) : std::string();
}

template <class T>
Eigen::VectorXd value_lengths(const Pass<T>& pass, const Site& site) {
    const AttentionRow* row = row_of_site(site);
    const auto* values = row ? pass.recorded({row->values.values, site.layer}) : nullptr;
    if (!values || !pass.holds(output_of(*row, site.layer))) return {};
    return lengths_of(pass.matrix(output_of(*row, site.layer)), *values, site.head,
                      each_of(pass.config, *row));
}

template <class T>
Eigen::MatrixXd value_weighted(const Pass<T>& pass, const Site& site) {
    const auto* weights = pass.recorded(site);
    return weights ? times(value_lengths(pass, site), *weights) : Eigen::MatrixXd();
}

Eigen::MatrixXd value_weighted(const Trace& run, const Site& site) {
    const AttentionRow* row = row_of_site(site);
    if (!row || !run.parameters || !is_transformer(run.model) || !run.has(row->values.values, site.layer))
        return {};
    const auto output = run.parameters->find(output_of(*row, site.layer));
    if (output == run.parameters->end()) return {};
    const MatrixXf& values = run.at(row->values.values, site.layer);
    return times(lengths_of(output->second, values, site.head, each_of(transformer_facts(run).config, *row)),
                 run.at(site));
}

Eigen::MatrixXd to_shares(Eigen::MatrixXd columns) {
    for (Eigen::Index i = 0; i < columns.cols(); ++i)
        if (const double sum = columns.col(i).sum(); sum > 0) columns.col(i) /= sum;
    return columns;
}

template Eigen::VectorXd value_lengths(const Pass<float>&, const Site&);
template Eigen::VectorXd value_lengths(const Pass<double>&, const Site&);
template Eigen::MatrixXd value_weighted(const Pass<float>&, const Site&);
template Eigen::MatrixXd value_weighted(const Pass<double>&, const Site&);

} // namespace heed::moves
