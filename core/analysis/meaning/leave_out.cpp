#include "core/analysis/meaning/leave_out.h"

#include <algorithm>

namespace heed::analysis::meaning {
namespace {

constexpr int sources_at_once = 16; // sources of a pass

/// Sources first … first + items − 1 of the S there are, one for each place that is left out.
nn::Sequences without_each(const nn::Sequences& source, Left how, int unknown, int first, int items) {
    nn::Sequences all = source;
    const int length = how == Left::Removed ? source.length - 1 : source.length;
    all.items = items;
    all.length = length;
    all.lengths.assign(static_cast<std::size_t>(items), length);
    all.ids.clear();
    all.copies.ids.clear();
    for (int t = 0; t < length; ++t)
        for (int b = 0; b < items; ++b) {
            const int left = first + b;
            const auto from = static_cast<std::size_t>(how == Left::Removed && t >= left ? t + 1 : t);
            all.ids.push_back(how == Left::Unknown && t == left ? unknown : source.ids[from]);
            if (!source.copies.ids.empty()) all.copies.ids.push_back(source.copies.ids[from]);
        }
    return all;
}

} // namespace

template <class T>
Matrix<T> leave_one_out(const Forced<T>& run, Left how, const Matrix<T>& p, const Watch& watch) {
    const int S = run.places();
    if (how == Left::Unknown ? run.unknown < 0 : S < 2) return {};
    Matrix<T> changes(S, run.written());
    for (int first = 0; first < S; first += sources_at_once) {
        const int items = std::min(sources_at_once, S - first);
        run_forced<T>(
            run, without_each(run.source, how, run.unknown, first, items), {},
            [&](int i, const Matrix<T>& log_probs) {
                for (int b = 0; b < items; ++b)
                    changes(first + b, i) =
                        static_cast<T>(total_variation<T>(p.col(i), log_probs.col(b).array().exp().matrix()));
            },
            watch.part(static_cast<double>(first) / S, static_cast<double>(first + items) / S));
    }
    return changes;
}

template Matrix<float> leave_one_out(const Forced<float>&, Left, const Matrix<float>&, const Watch&);
template Matrix<double> leave_one_out(const Forced<double>&, Left, const Matrix<double>&, const Watch&);

} // namespace heed::analysis::meaning
