// What goldens hold of influence.
#include "tests/core/analysis/golden.h"

#include "core/analysis/influence/influence.h"

namespace heed::test {
namespace {

/// That norm of the file's run; measured once.
template <class T, Matrix<T> influence::Norms<T>::*which>
Matrix<T> influence_of(AnalysisCase<T>& of) {
    const auto keep = [&](const char* name, const Matrix<T>& value) { of.made.emplace(name, value); };
    if (!of.made.contains("influence.forward")) {
        const auto norms = influence::norms<T>(of.config, of.parameters, of.run.source.ids, of.run.inputs);
        keep("influence.forward", norms.forward);
        keep("influence.backward", norms.backward);
        keep("influence.annotations", norms.annotations);
        keep("influence.initial", norms.initial.transpose());
        keep("influence.decoder", norms.decoder);
    }
    using N = influence::Norms<T>;
    return of.made.at(which == &N::forward       ? "influence.forward"
                      : which == &N::backward    ? "influence.backward"
                      : which == &N::annotations ? "influence.annotations"
                      : which == &N::initial     ? "influence.initial"
                                                 : "influence.decoder");
}

} // namespace

template <class T>
std::vector<AnalysisRow<T>> influence_rows() {
    using N = influence::Norms<T>;
    return {{"influence.forward", influence_of<T, &N::forward>},
            {"influence.backward", influence_of<T, &N::backward>},
            {"influence.annotations", influence_of<T, &N::annotations>},
            {"influence.initial", influence_of<T, &N::initial>},
            {"influence.decoder", influence_of<T, &N::decoder>}};
}

template std::vector<AnalysisRow<float>> influence_rows();
template std::vector<AnalysisRow<double>> influence_rows();

} // namespace heed::test
