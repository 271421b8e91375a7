// What goldens hold of the run itself, of gradients, of what is left out, of other weights and of agreement.
#include "tests/core/analysis/golden.h"

#include "core/analysis/meaning/agreement.h"
#include "core/analysis/meaning/gradient.h"
#include "core/analysis/meaning/leave_out.h"
#include "core/analysis/meaning/rows.h"

#include <limits>

namespace heed::test {
namespace {

using nlohmann::json;
using namespace analysis::meaning;

// ---- the run itself

/// One ordinary pass: the columns of a quantity side by side, turned as files list them.
template <class T>
class Pass final : public Recorder<T> {
public:
    void put(const Site& site, int index, const Eigen::Ref<const Matrix<T>>& column) override {
        auto& kept = values[site.quantity];
        kept.conservativeResize(index + 1, column.rows());
        kept.row(index) = column.transpose();
    }
    std::map<Quantity, Matrix<T>> values;
};

template <class T>
Matrix<T> recorded(AnalysisCase<T>& of, Quantity quantity) {
    Pass<T> pass;
    Tape<T> tape(false);
    nn::Graph<T> graph(tape, of.parameters, &pass);
    Seq2Seq<T>(of.config, graph).forced(of.run.source, nn::Sequences::single(of.run.inputs));
    return pass.values.at(quantity);
}

template <class T>
Matrix<T> initial_state(AnalysisCase<T>& of) {
    return recorded(of, Quantity::InitialState).transpose();
}
template <class T>
Matrix<T> state(AnalysisCase<T>& of) {
    return recorded(of, Quantity::State);
}
template <class T>
Matrix<T> log_probs(AnalysisCase<T>& of) {
    return recorded(of, Quantity::LogProbs);
}
template <class T>
Matrix<T> annotations(AnalysisCase<T>& of) {
    return recorded(of, Quantity::Annotation);
}
template <class T>
Matrix<T> weights(AnalysisCase<T>& of) {
    return of.once("weights", [&] { return recorded(of, Quantity::Weights); });
}
template <class T>
Matrix<T> probability(AnalysisCase<T>& of) {
    const Matrix<T> p = probabilities(of.run); // (V, N)
    Matrix<T> result(p.cols(), 1);
    for (Eigen::Index i = 0; i < p.cols(); ++i) result(i) = p(of.run.outputs[std::size_t(i)], i);
    return result;
}

// ---- measures of each word for each output

template <class T>
Matrix<T> held(AnalysisCase<T>& of) {
    return of.once("held", [&] { return gradient_times_input(of.run, Alpha::Held).transpose().eval(); });
}
template <class T>
Matrix<T> free_weights(AnalysisCase<T>& of) {
    return of.once("free", [&] { return gradient_times_input(of.run, Alpha::Free).transpose().eval(); });
}
template <class T>
Matrix<T> unknown(AnalysisCase<T>& of) {
    return of.once("unk", [&] {
        return leave_one_out(of.run, Left::Unknown, probabilities(of.run)).transpose().eval();
    });
}
template <class T>
Matrix<T> removed(AnalysisCase<T>& of) {
    return of.once("removed", [&] {
        return leave_one_out(of.run, Left::Removed, probabilities(of.run)).transpose().eval();
    });
}

/// A row for each output of the walk.
template <class T, class F>
Matrix<T> along(AnalysisCase<T>& of, F make) {
    Matrix<T> result;
    Walk<T> walk(of.run);
    do {
        const Vector<T> row = make(walk);
        result.conservativeResize(walk.output() + 1, row.size());
        result.row(walk.output()) = row.transpose();
    } while (walk.next());
    return result;
}

template <class T>
Matrix<T> row_alone(AnalysisCase<T>& of) {
    return of.once("row",
                   [&] { return along(of, [](Walk<T>& walk) { return leave_one_out_of_row(walk); }); });
}
template <class T>
Matrix<T> norms(AnalysisCase<T>& of) {
    return of.once("norms", [&] { return along(of, [](Walk<T>& walk) { return value_weighted(walk); }); });
}
template <class T>
Matrix<T> shares(AnalysisCase<T>& of) {
    return along(of, [](Walk<T>& walk) {
        const Vector<T> norms = value_weighted(walk);
        return Vector<T>(norms / norms.sum());
    });
}

// ---- other rows

template <class T>
Matrix<T> orders(AnalysisCase<T>& of) {
    return matrix<T>(of.golden.at("values").at("permutation.order"));
}
template <class T>
Matrix<T> permuted(AnalysisCase<T>& of) {
    const auto given =
        of.golden.at("values").at("permutation.order").template get<std::vector<std::vector<int>>>();
    return of.once("permuted", [&] {
        const Matrix<T> by_output = along(of, [&](Walk<T>& walk) {
            Matrix<T> rows(walk.weights().size(), static_cast<Eigen::Index>(given.size()));
            for (std::size_t k = 0; k < given.size(); ++k)
                rows.col(static_cast<Eigen::Index>(k)) = permuted_row(walk.weights(), given[k]);
            Vector<T> tvd(rows.cols());
            const std::vector<Effect> found = effects<T>(walk, rows, 0);
            for (std::size_t k = 0; k < found.size(); ++k)
                tvd(static_cast<Eigen::Index>(k)) = static_cast<T>(found[k].tvd);
            return tvd;
        });
        return by_output.transpose().eval();
    });
}
template <class T>
Matrix<T> permuted_mean(AnalysisCase<T>& of) {
    return permuted(of).colwise().mean().transpose();
}

enum class Other { Equal, Strongest, WithoutStrongest };
/// tvd and probability of an output (N, 2); NaN where there is no such row.
template <class T>
Matrix<T> under(AnalysisCase<T>& of, Other other) {
    return of.once("other " + std::to_string(static_cast<int>(other)), [&] {
        return along(of, [&](Walk<T>& walk) {
            const Vector<T>& own = walk.weights();
            std::optional<Vector<T>> row = other == Other::Equal ? equal_row(own)
                                           : other == Other::Strongest
                                               ? strongest_row(own)
                                               : row_without(own, strongest_place(own));
            if (!row) return Vector<T>::Constant(2, std::numeric_limits<T>::quiet_NaN()).eval();
            const Effect effect = effects<T>(walk, *row, of.run.outputs[std::size_t(walk.output())])[0];
            return Vector<T>{{static_cast<T>(effect.tvd), static_cast<T>(effect.probability)}};
        });
    });
}
template <class T, Other other, int column>
Matrix<T> other_row(AnalysisCase<T>& of) {
    return under(of, other).col(column);
}

// ---- agreement: tau hangs on order, so that in float it is taken of the file's own rows

template <class T>
Eigen::MatrixXd rows_of(AnalysisCase<T>& of, const std::string& name, Matrix<T> (*made)(AnalysisCase<T>&)) {
    if constexpr (std::is_same_v<T, double>) return made(of);
    json rows = of.golden.at("values").at(name);
    for (json& row : rows)
        for (json& x : row)
            if (x.is_null()) x = std::numeric_limits<double>::quiet_NaN();
    return matrix<double>(rows);
}

template <class T>
struct Measure {
    std::string_view name, value;
    Matrix<T> (*made)(AnalysisCase<T>&);
};
template <class T>
const Measure<T> measures[] = {{"gradient_held", "gradient_times_input.held", held<T>},
                               {"gradient_free", "gradient_times_input.free", free_weights<T>},
                               {"leave_one_out_row", "leave_one_out.row", row_alone<T>},
                               {"leave_one_out_unk", "leave_one_out.unk", unknown<T>},
                               {"leave_one_out_removed", "leave_one_out.removed", removed<T>},
                               {"value_weighted", "value_weighted.norms", norms<T>}};

template <class T, int n>
std::vector<std::optional<double>> taus(AnalysisCase<T>& of) {
    const Measure<T>& m = measures<T>[n];
    return kendall_columns(rows_of<T>(of, "decoder.weights", weights<T>).transpose(),
                           rows_of<T>(of, std::string(m.value), m.made).transpose());
}
template <class T, int n>
Matrix<T> agreement(AnalysisCase<T>& of) {
    const auto found = taus<T, n>(of);
    Matrix<T> result(static_cast<Eigen::Index>(found.size()), 1);
    for (std::size_t i = 0; i < found.size(); ++i)
        result(static_cast<Eigen::Index>(i)) =
            static_cast<T>(found[i].value_or(std::numeric_limits<double>::quiet_NaN()));
    return result;
}
template <class T, int n>
Matrix<T> agreement_mean(AnalysisCase<T>& of) {
    const auto mean = mean_tau(taus<T, n>(of));
    return Matrix<T>::Constant(1, 1,
                               static_cast<T>(mean ? mean->mean : std::numeric_limits<double>::quiet_NaN()));
}

} // namespace

template <class T>
std::vector<AnalysisRow<T>> meaning_rows() {
    return {
        {"decoder.initial_state", initial_state<T>},
        {"decoder.state", state<T>},
        {"decoder.log_probs", log_probs<T>},
        {"encoder.annotations", annotations<T>},
        {"decoder.weights", weights<T>},
        {"probability", probability<T>},
        {"gradient_times_input.held", held<T>},
        {"gradient_times_input.free", free_weights<T>},
        {"leave_one_out.row", row_alone<T>},
        {"leave_one_out.unk", unknown<T>},
        {"leave_one_out.removed", removed<T>},
        {"value_weighted.norms", norms<T>},
        {"value_weighted.shares", shares<T>},
        {"permutation.order", orders<T>},
        {"permutation.tvd", permuted<T>},
        {"permutation.mean", permuted_mean<T>},
        {"other_weights.equal.tvd", other_row<T, Other::Equal, 0>},
        {"other_weights.equal.probability", other_row<T, Other::Equal, 1>},
        {"other_weights.strongest.tvd", other_row<T, Other::Strongest, 0>},
        {"other_weights.strongest.probability", other_row<T, Other::Strongest, 1>},
        {"other_weights.without_strongest.tvd", other_row<T, Other::WithoutStrongest, 0>},
        {"other_weights.without_strongest.probability", other_row<T, Other::WithoutStrongest, 1>},
        {"agreement.gradient_held", agreement<T, 0>},
        {"agreement.gradient_free", agreement<T, 1>},
        {"agreement.leave_one_out_row", agreement<T, 2>},
        {"agreement.leave_one_out_unk", agreement<T, 3>},
        {"agreement.leave_one_out_removed", agreement<T, 4>},
        {"agreement.value_weighted", agreement<T, 5>},
        {"agreement_mean.gradient_held", agreement_mean<T, 0>},
        {"agreement_mean.gradient_free", agreement_mean<T, 1>},
        {"agreement_mean.leave_one_out_row", agreement_mean<T, 2>},
        {"agreement_mean.leave_one_out_unk", agreement_mean<T, 3>},
        {"agreement_mean.leave_one_out_removed", agreement_mean<T, 4>},
        {"agreement_mean.value_weighted", agreement_mean<T, 5>},
    };
}

template std::vector<AnalysisRow<float>> meaning_rows();
template std::vector<AnalysisRow<double>> meaning_rows();

} // namespace heed::test
