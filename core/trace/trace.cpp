#include "core/trace/trace.h"

#include <algorithm>
#include <cmath>

namespace heed {

std::shared_ptr<const TensorMap> kept(std::map<std::string, MatrixXf> matrices) {
    struct Kept {
        std::map<std::string, MatrixXf> matrices;
        TensorMap views;
    };
    const auto all = std::make_shared<Kept>();
    all->matrices = std::move(matrices);
    for (const auto& [name, m] : all->matrices)
        all->views.try_emplace(name, Eigen::Map<const MatrixXf>(m.data(), m.rows(), m.cols()));
    return {all, &all->views};
}

namespace {

/// Whether each column does that anything stands in; where nothing stands (NaN), nothing is added.
bool sum_to_one(const MatrixXf& columns) {
    for (Eigen::Index i = 0; i < columns.cols(); ++i) {
        const auto blank = columns.col(i).array().isNaN();
        if (columns.rows() > 0 && blank.all()) continue;
        const float sum = blank.select(0.0f, columns.col(i).array()).sum();
        if (std::abs(sum - 1) > 1e-4f) return false;
    }
    return true;
}

/// The name of a map with the numbers of its layer and head, from 0, where it has room for them.
std::string named(std::string_view pattern, const Site& site) {
    std::string name(pattern);
    for (const auto& [room, number] : {std::pair{"{layer}", site.layer}, {"{head}", site.head}})
        if (const auto at = name.find(room); at != std::string::npos)
            name.replace(at, std::string_view(room).size(), std::to_string(number));
    return name;
}

/// The one that stands for the model, where there is one.
bool comes_first(const AttentionMap& map) { return map.site.quantity == Quantity::Weights; }

} // namespace

std::string AttentionMap::place() const {
    const std::string layer = layered ? "layer " + std::to_string(site.layer + 1) : "";
    const std::string head = headed ? "head " + std::to_string(site.head + 1) : "";
    return layer + (layered && headed ? ", " : "") + head;
}

std::vector<std::string> Trace::labels_of(Axis axis) const {
    std::vector<std::string> found;
    if (axis == Axis::Source || axis == Axis::SourceQuery)
        for (const TraceToken& token : source) found.push_back(token.text);
    if (axis == Axis::Output || axis == Axis::Past)
        for (const TraceStep& step : steps) found.push_back(step.token.text);
    if (axis == Axis::Slot && has(Quantity::SlotWeights)) // by their number, from 1
        for (Eigen::Index k = 1; k <= at(Quantity::SlotWeights).rows(); ++k)
            found.push_back(std::to_string(source_length() + k));
    const auto given = labels.find(axis);
    return given == labels.end() ? found : given->second;
}

std::vector<AttentionMap> Trace::maps() const {
    std::vector<AttentionMap> all;
    for (const auto& [site, values] : values_) {
        const QuantityInfo& what = info(site.quantity);
        if (what.map.empty()) continue;
        AttentionMap map{named(what.map, site),
                         site,
                         site.layer > 0,
                         site.head > 0,
                         what.columns,
                         what.rows,
                         {},
                         {},
                         values.get(),
                         what.shared_out && sum_to_one(*values)};
        for (const auto& [other, ignored] : values_) {
            if (other.quantity != site.quantity) continue;
            map.layered = map.layered || other.layer != site.layer;
            map.headed = map.headed || other.head != site.head;
        }
        map.row_labels = labels_of(map.rows);
        map.column_labels = labels_of(map.columns);
        all.push_back(std::move(map));
    }
    std::stable_partition(all.begin(), all.end(), comes_first);
    return all;
}

Trace Trace::narrowed(const Site& site) const {
    Trace one = *this;
    one.values_.clear();
    const bool stands_for_run = site.quantity == Quantity::Weights;
    one.values_[stands_for_run ? Site{site.quantity} : site] = values_.at(site);
    one.find_weights();
    return one;
}

void Trace::find_weights() {
    const auto found = values_.find({Quantity::Weights});
    weights_ = found == values_.end() ? nullptr : found->second.get();
}

std::size_t Trace::bytes() const {
    std::size_t total = lattice ? sizeof(float) * static_cast<std::size_t>(lattice->weights.size()) +
                                      sizeof(LatticeNode) * lattice->nodes.size()
                                : 0;
    for (const auto& [key, value] : values_) total += sizeof(float) * static_cast<std::size_t>(value->size());
    return total;
}

} // namespace heed
