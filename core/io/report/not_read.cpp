#include "core/io/report/not_read.h"

#include "core/base/error.h"
#include "core/io/family/expression_pieces.h"
#include "core/io/family/optimizers.h"

#include <algorithm>
#include <set>

namespace heed::io {

using Json = nlohmann::json;
using Range = Expression::Range;

namespace {

bool remembers_moments(const FamilyReading& reading) {
    for (const OpenFile& file : reading.stock().files())
        for (const StoredTensor& tensor : file.checkpoint->tensors())
            if (is_adams(tensor.name)) return true;
    return false;
}

/// Whether a tensor that a rule reads has that shape.
bool is_read_shape(const FamilyReading& reading, const std::vector<std::int64_t>& shape) {
    bool found = false;
    for (const FamilyReading::Role& role : reading.roles())
        for_each_use(role.expression, [&](const Expression& use, const Expression*) {
            found = found || (use.item.tensor != nullptr && use.item.tensor->shape == shape);
        });
    return found;
}

/// The tensor's numbers; none where they cannot be compared.
Eigen::MatrixXf numbers_of(const FamilyReading& reading, const StoredTensor& tensor) {
    for (const OpenFile& file : reading.stock().files()) {
        if (file.checkpoint->find(tensor.name) != &tensor) continue;
        try {
            return file.checkpoint->matrix(tensor);
        } catch (const Error&) {
            return {};
        }
    }
    return {};
}

/// Whether a tensor that a rule reads has the same numbers.
bool is_read_elsewhere(const FamilyReading& reading, const StoredTensor& tensor) {
    const Eigen::MatrixXf own = numbers_of(reading, tensor);
    bool found = false;
    for (const FamilyReading::Role& role : reading.roles())
        for_each_use(role.expression, [&](const Expression& use, const Expression*) {
            const StoredTensor* read = use.item.tensor;
            if (found || read == nullptr || read->shape != tensor.shape) return;
            found = own.size() > 0 && own == numbers_of(reading, *read);
        });
    return found;
}

/// Whether a rule of "ignore" is about the tensor.
bool is_named(const Json& rule, const StoredTensor& tensor) {
    if (!rule.contains("names") || !rule.contains("as")) return false;
    const Json& names = rule["names"];
    const Json all = names.is_array() ? names : Json::array({names});
    return std::any_of(all.begin(), all.end(), [&](const Json& name) {
        return matches_pattern(tensor.name, name.get<std::string>());
    });
}

} // namespace

std::string why_ignored(const FamilyReading& reading, const StoredTensor& tensor) {
    for (const Json& rule : reading.spec().value("ignore", Json::array())) {
        if (!rule.is_object() || rule.contains("rows") || !is_named(rule, tensor)) continue;
        if (rule.value("same", Json()) != true || is_read_elsewhere(reading, tensor))
            return rule["as"].get<std::string>();
    }
    if (is_training_loops(tensor.name)) return "what the training loop remembers; not needed to run";
    const bool moment = is_in_optimizer(tensor.name) && is_read_shape(reading, tensor.shape);
    if (moment || is_optimizers(tensor.name))
        return remembers_moments(reading) ? "what Adam remembers; not needed to run"
                                          : "what the optimizer remembers; not needed to run";
    return {};
}

std::string rows_said(const IgnoredRows& ignored) {
    std::string text;
    for (const auto& [from, before] : ignored.rows) {
        text += text.empty() ? "" : ", ";
        text += std::to_string(from + 1);
        if (before > from + 1) text += "\u2013" + std::to_string(before);
    }
    const bool one = ignored.rows.size() == 1 && ignored.rows[0].second == ignored.rows[0].first + 1;
    return (one ? "row " : "rows ") + text + ": " + ignored.why;
}

std::vector<IgnoredRows> ignored_rows(const FamilyReading& reading, const StoredTensor& tensor) {
    std::vector<IgnoredRows> found;
    for (const Json& rule : reading.spec().value("ignore", Json::array())) {
        if (!rule.is_object() || !rule.contains("rows") || !is_named(rule, tensor)) continue;
        IgnoredRows one{{}, rule["as"].get<std::string>()};
        for (const Json& range : rule["rows"])
            if (range.is_array() && range.size() == 2 && range[0].is_number_integer() &&
                range[1].is_number_integer())
                one.rows.emplace_back(range[0].get<Eigen::Index>(), range[1].get<Eigen::Index>());
        found.push_back(std::move(one));
    }
    return found;
}

std::map<const StoredTensor*, std::string> rests(const FamilyReading& reading) {
    std::map<const StoredTensor*, std::vector<TensorPiece>> all;
    for (const FamilyReading::Role& role : reading.roles())
        for_each_piece(role.expression, [&](const Expression& tensor, const TensorPiece& piece) {
            if (tensor.item.tensor != nullptr) all[tensor.item.tensor].push_back(piece);
        });
    std::map<const StoredTensor*, std::string> found;
    for (auto& [tensor, pieces] : all) {
        if (std::any_of(pieces.begin(), pieces.end(), [](const TensorPiece& piece) { return piece.whole(); }))
            continue;
        const bool by_rows = std::any_of(pieces.begin(), pieces.end(),
                                         [](const TensorPiece& piece) { return piece.rows.has_value(); });
        for (const IgnoredRows& ignored : ignored_rows(reading, *tensor))
            if (by_rows) pieces.push_back({ignored.rows, std::nullopt});
        const auto size = [&, &shape = tensor->shape](std::size_t side) {
            return side < shape.size() ? static_cast<Eigen::Index>(shape[side]) : Eigen::Index{1};
        };
        if (std::string rest = left_out(pieces, size(0), size(1)); !rest.empty())
            found[tensor] = std::move(rest);
    }
    return found;
}

Understanding understanding_of(const FamilyReading& reading) {
    std::set<const StoredTensor*> used;
    for (const FamilyReading::Role& role : reading.roles())
        for_each_use(role.expression, [&](const Expression& use, const Expression*) {
            if (use.item.tensor != nullptr) used.insert(use.item.tensor);
        });
    const auto pieces = rests(reading);
    Understanding all;
    all.unsettled = reading.unsettled().size();
    for (const OpenFile& file : reading.stock().files())
        for (const StoredTensor& tensor : file.checkpoint->tensors()) {
            ++all.tensors;
            if (used.count(&tensor) ? !pieces.count(&tensor) : !why_ignored(reading, tensor).empty())
                continue;
            ++all.unread;
            all.unread_bytes += tensor.bytes();
        }
    return all;
}

} // namespace heed::io
