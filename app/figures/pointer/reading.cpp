#include "app/figures/pointer/reading.h"

#include "app/figures/base/format.h"
#include "core/models/pointer/phases.h"
#include "core/models/pointer/values.h"
#include "core/tasks/points/plane.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace heed::points {
namespace {

namespace quantity = pointer::quantity;
namespace phases = pointer::phase;

const MatrixXf* found(const Trace& run, Quantity q, Quantity otherwise) {
    return run.has(q) ? &run.at(q) : run.has(otherwise) ? &run.at(otherwise) : nullptr;
}

tasks::Plane plane_of(const MatrixXf& points, const std::vector<int>& order) {
    tasks::Plane plane;
    for (const int k : order)
        plane.push_back({static_cast<double>(points(0, k)), static_cast<double>(points(1, k))});
    return plane;
}

std::vector<int> all_of(Eigen::Index count) {
    std::vector<int> order(static_cast<std::size_t>(count));
    std::iota(order.begin(), order.end(), 0);
    return order;
}

std::vector<int> right_answer(const pointer::Config& config, const MatrixXf& points) {
    std::vector<int> order = all_of(points.cols());
    if (config.input.size == 2 && config.attention.end) return tasks::hull_of(plane_of(points, order));
    if (config.input.size != 1) return {};
    std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return points(0, a) < points(0, b); });
    return order;
}

} // namespace

Reading::Reading(const Trace& trace)
    : run(trace), config(pointer_facts(trace).config), count(trace.source_length()),
      slots(config.slots(count)), outputs(trace.outputs()), points_(trace.at(quantity::Points)),
      energies_(found(trace, quantity::Energies, quantity::NumberEnergies)),
      weights_(found(trace, quantity::Weights, quantity::NumberShares)),
      masked_(trace.request.edits.masking.value_or(config.attention.mask == pointer::Masking::Visited)),
      right_(right_answer(config, points_)) {}

float Reading::cell(const MatrixXf* matrix, int i, int slot) const {
    return matrix && i >= 0 && i < matrix->cols() && slot >= 0 && slot < matrix->rows() ? (*matrix)(slot, i)
                                                                                        : 0;
}

bool Reading::open(int i, int slot) const {
    if (is_end(slot)) return true;
    if (muted(slot)) return false;
    for (int k = 0; masked_ && k < i; ++k)
        if (chosen(k) == slot) return false;
    return true;
}

int Reading::strongest(int i) const {
    int best = 0;
    for (int s = 1; s < slots; ++s)
        if (weight(i, s) > weight(i, best)) best = s;
    return best;
}

int Reading::closed(int i) const {
    int all = 0;
    for (int s = 0; s < slots; ++s) all += !open(i, s);
    return all;
}

double Reading::entropy(int i) const {
    double sum = 0;
    for (int s = 0; s < slots; ++s)
        if (const auto p = static_cast<double>(weight(i, s)); p > 0) sum -= p * std::log(p);
    return sum;
}

int Reading::right_so_far(int first) const {
    int same = 0;
    while (same < first && same < static_cast<int>(right_.size()) &&
           chosen(same) == right_[static_cast<std::size_t>(same)])
        ++same;
    return same;
}

bool Reading::exact() const {
    const int all = static_cast<int>(right_.size());
    return !right_.empty() && right_so_far(outputs) == all && outputs == all + (has_end() ? 1 : 0);
}

double Reading::area(int first) const {
    if (right_.size() < 3 || !plane()) return 0;
    std::vector<int> corners;
    for (int i = 0; i < std::min(first, outputs); ++i) {
        if (is_end(chosen(i))) break;
        if (std::find(corners.begin(), corners.end(), chosen(i)) != corners.end()) return 0;
        corners.push_back(chosen(i));
    }
    const tasks::Plane polygon = plane_of(points_, corners);
    const double whole = tasks::area_of(plane_of(points_, right_));
    return corners.size() < 3 || whole <= 0 || tasks::crosses_itself(polygon)
               ? 0
               : tasks::area_of(polygon) / whole;
}

std::string Reading::words(int slot) const {
    if (is_end(slot)) return "the end";
    return (line() ? "number " : "point ") + name(slot);
}

std::string Reading::numbers(int point) const {
    std::string text;
    for (Eigen::Index k = 0; k < points_.rows(); ++k) {
        std::string number = up_to(static_cast<double>(points_(k, point)), 2);
        if (number.starts_with("0.")) number.erase(0, 1);
        text += (k > 0 ? " " : "") + number;
    }
    return text;
}

bool Reading::done(int at, Doing doing, int place) const {
    const PhaseInfo* row = doing == Doing::Encode   ? &phases::Encode
                           : doing == Doing::Decode ? &phases::Decode
                           : doing == Doing::Choose ? &phases::Choose
                           : points_at()            ? &phases::Softmax
                                                    : &phases::Count;
    return revealed(run.outline, at, {*row, 0}, place);
}

int Reading::revealed_of(int at, Doing doing, int all) const {
    int places = 0;
    while (places < all && done(at, doing, places)) ++places;
    return places;
}
int Reading::read(int at) const { return revealed_of(at, Doing::Encode, count); }
int Reading::decoded(int at) const { return revealed_of(at, Doing::Decode, outputs); }
int Reading::weighed(int at) const { return revealed_of(at, Doing::Softmax, outputs); }
int Reading::taken(int at) const { return revealed_of(at, Doing::Choose, outputs); }

Doing doing_of(const Phase& phase) {
    if (phase.is(phases::Encode)) return Doing::Encode;
    if (phase.is(phases::Decode)) return Doing::Decode;
    return phase.is(phases::Choose) ? Doing::Choose : Doing::Softmax;
}

int output_shown(const Reading& r, const Playhead& playhead) {
    const int weighed = r.weighed(playhead.at);
    for (const int asked : {playhead.hover_row, playhead.row})
        if (asked >= 0 && asked < weighed) return asked;
    return weighed - 1;
}

int slot_shown(const Reading& r, const Playhead& playhead, int output) {
    for (const int asked : {playhead.hover_column, playhead.column})
        if (asked >= 0 && asked < r.slots) return asked;
    return output < 0 ? -1 : r.strongest(output);
}

} // namespace heed::points
