#include "core/decode/row_edit.h"

#include "core/base/error.h"
#include "core/base/random.h"

#include <cmath>
#include <limits>
#include <numeric>

namespace heed::decode {
namespace {

using Eigen::VectorXf;
using Kind = RowEdit::Kind;

/// The rest of the row in proportion, so that the sum stays: `fixed` positions have got their values already.
void share_rest(VectorXf& row, const Eigen::Ref<const VectorXf>& own, const std::vector<bool>& fixed) {
    double others = 0, taken = 0; // what the others had; what the fixed ones took from them
    int count = 0;
    for (Eigen::Index j = 0; j < row.size(); ++j) {
        if (fixed[static_cast<std::size_t>(j)])
            taken += static_cast<double>(row(j)) - static_cast<double>(own(j));
        else {
            others += static_cast<double>(own(j));
            ++count;
        }
    }
    if (taken == 0 || count == 0) return;
    const double left = std::max(others - taken, 0.0);
    for (Eigen::Index j = 0; j < row.size(); ++j) {
        if (fixed[static_cast<std::size_t>(j)]) continue;
        row(j) =
            static_cast<float>(others > 0 ? static_cast<double>(own(j)) * (left / others) : left / count);
    }
}

VectorXf held(const RowEdit& edit, const Eigen::Ref<const VectorXf>& own) {
    VectorXf row = own;
    std::vector<bool> fixed(static_cast<std::size_t>(own.size()), false);
    for (const auto& [j, weight] : edit.held) {
        row(j) = weight;
        fixed[static_cast<std::size_t>(j)] = true;
    }
    share_rest(row, own, fixed);
    return row;
}

VectorXf without(const RowEdit& edit, const Eigen::Ref<const VectorXf>& own) {
    RowEdit as_held{Kind::Held, {}, {}, {}, 0};
    for (const int j : edit.without) as_held.held[j] = 0;
    return held(as_held, own);
}

VectorXf strongest(const Eigen::Ref<const VectorXf>& own) {
    Eigen::Index best = 0;
    own.maxCoeff(&best);
    VectorXf row = VectorXf::Zero(own.size());
    row(best) = own.sum();
    return row;
}

VectorXf shuffled(std::uint64_t seed, const Eigen::Ref<const VectorXf>& own) {
    std::vector<Eigen::Index> order(static_cast<std::size_t>(own.size()));
    std::iota(order.begin(), order.end(), Eigen::Index{0});
    Random(seed).shuffle(order);
    return own(order);
}

} // namespace

VectorXf edited_row(const RowEdit& edit, const Eigen::Ref<const VectorXf>& own,
                    const Eigen::Ref<const VectorXf>& before) {
    switch (edit.kind) {
    case Kind::Given:
        return Eigen::Map<const VectorXf>(edit.weights.data(),
                                          static_cast<Eigen::Index>(edit.weights.size()));
    case Kind::Held:
        return held(edit, own);
    case Kind::Uniform:
        return VectorXf::Constant(own.size(), own.sum() / static_cast<float>(own.size()));
    case Kind::HardMax:
        return strongest(own);
    case Kind::Previous:
        return before.size() == own.size() ? VectorXf(before) : VectorXf(own);
    case Kind::Without:
        return without(edit, own);
    case Kind::Shuffled:
        return shuffled(edit.seed, own);
    }
    return own;
}

attention::Intervention<float> intervention(const Edits& edits, int i) {
    attention::Intervention<float> hand;
    hand.temperature = static_cast<float>(edits.temperature);
    const RowEdit* edit = edits.row(i);
    if (!edit) return hand;
    hand.source_alone = edit->kind == Kind::Given;
    hand.keeps_sum = edit->kind == Kind::Held;
    RowEdit here = *edit;
    here.seed += static_cast<std::uint64_t>(i); // each output in another order
    hand.change = [here](Var<float> own, const MatrixXf& before) {
        MatrixXf rows = own.value(); // (B, T)
        for (Eigen::Index b = 0; b < rows.rows(); ++b)
            rows.row(b) = edited_row(here, own.value().row(b).transpose(),
                                     before.size() ? VectorXf(before.row(b).transpose()) : VectorXf())
                              .transpose();
        return own.tape().constant(std::move(rows));
    };
    return hand;
}

namespace {

constexpr double coldest = 1e-3, hottest = 1e3;

/// `from`: the number of the first position.
void check_position(const std::string& item, int j, int source_length, int from) {
    if (j < 0 || j >= source_length)
        throw Error(item, "source position",
                    std::to_string(from) + " to " + std::to_string(source_length - 1 + from),
                    std::to_string(j + from));
}

void check_weight(const std::string& item, float weight, float most, const char* expected) {
    if (std::isfinite(weight) && weight >= 0 && weight <= most) return;
    throw Error(item, "not a weight", expected, std::isnan(weight) ? "nan" : std::to_string(weight));
}

void check(const std::string& item, const RowEdit& edit, int source_length, int from) {
    if (edit.kind == Kind::Given && static_cast<int>(edit.weights.size()) != source_length)
        throw Error(item, "wrong length", std::to_string(source_length) + " (the end token included)",
                    std::to_string(edit.weights.size()));
    for (const float w : edit.weights)
        check_weight(item, w, std::numeric_limits<float>::max(), "numbers of 0 or more");
    for (const auto& [j, w] : edit.held) {
        check_position(item, j, source_length, from);
        check_weight(item, w, 1, "a number from 0 to 1");
    }
    for (const int j : edit.without) check_position(item, j, source_length, from);
    double held = 0;
    for (const auto& [j, w] : edit.held) held += static_cast<double>(w);
    if (held > 1 + 1e-4)
        throw Error(item, "weights that are held", "a sum of at most 1", std::to_string(held));
}

void check(const Model& model, const Edits& edits, int source_length, int from) {
    const std::string of_output = model.name + ": weights of output ";
    if (model.facts.score == "none" && edits.rows.empty() && !edits.every_row)
        throw Error(model.name + ": temperature: this model has no weights");
    if (model.facts.score == "none")
        throw Error(of_output + std::to_string((edits.rows.empty() ? 0 : edits.rows.begin()->first) + from) +
                    ": this model has no weights");
    if (!(edits.temperature >= coldest && edits.temperature <= hottest))
        throw Error(model.name, "temperature", "a number from 0.001 to 1000",
                    std::to_string(edits.temperature));
    for (const auto& [i, edit] : edits.rows)
        check(of_output + std::to_string(i + from), edit, source_length, from);
    if (edits.every_row)
        check(model.name + ": weights of every output", *edits.every_row, source_length, from);
}

} // namespace

void check_row_edits(const Model& model, const Edits& edits, int source_length) {
    if (!edits.touches_rows()) return;
    counting_places([&](int from) { check(model, edits, source_length, from); });
}

} // namespace heed::decode
