#include "core/io/report/not_read.h"

#include "core/base/error.h"

#include <algorithm>
#include <set>

namespace heed::io {

using Json = nlohmann::json;
using Range = Expression::Range;

namespace {

/// Adam and its kin keep two moments of each parameter.
bool remembers_moments(const FamilyReading& reading) {
    for (const OpenFile& file : reading.stock().files())
        for (const StoredTensor& tensor : file.checkpoint->tensors())
            if (tensor.name.find("exp_avg") != tensor.name.npos ||
                tensor.name.find("adam") != tensor.name.npos)
                return true;
    return false;
}

/// Whether it is what an optimizer keeps: a part of the checkpoint of its own, or moments by their names.
bool is_optimizers(const std::string& name) {
    const std::string top = name.substr(0, name.find('.'));
    const std::string last = name.substr(name.rfind('.') + 1);
    for (const char* mark : {"exp_avg", "exp_avg_sq", "max_exp_avg_sq", "momentum_buffer", "square_avg"})
        if (last == mark) return true;
    return top.find("optim") != top.npos || top.ends_with("_opt") || top.starts_with("adam_") ||
           top == "adam";
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

/// The numbers of 0 … size - 1 that no range has, as "97–128".
std::string left_out(std::vector<Range> ranges, Eigen::Index size) {
    std::sort(ranges.begin(), ranges.end());
    std::string text;
    Eigen::Index at = 0;
    const auto gap = [&](Eigen::Index before) {
        if (before <= at) return;
        text += text.empty() ? "" : ", ";
        text += std::to_string(at + 1);
        if (before > at + 1) text += "\u2013" + std::to_string(before);
    };
    for (const auto& [from, before] : ranges) {
        gap(from);
        at = std::max(at, before);
    }
    gap(size);
    return text;
}

} // namespace

std::string why_ignored(const FamilyReading& reading, const StoredTensor& tensor) {
    for (const Json& rule : reading.spec().value("ignore", Json::array())) {
        if (!rule.is_object() || rule.contains("rows") || !is_named(rule, tensor)) continue;
        if (rule.value("same", Json()) != true || is_read_elsewhere(reading, tensor))
            return rule["as"].get<std::string>();
    }
    if (is_optimizers(tensor.name))
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
    struct Pieces {
        bool whole = false;
        std::vector<Range> rows, columns;
    };
    std::map<const StoredTensor*, Pieces> all;
    for (const FamilyReading::Role& role : reading.roles())
        for_each_use(role.expression, [&](const Expression& tensor, const Expression* cut) {
            if (tensor.item.tensor == nullptr) return;
            Pieces& pieces = all[tensor.item.tensor];
            if (cut == nullptr) {
                pieces.whole = true;
                return;
            }
            auto& side = cut->kind == Expression::Kind::RowRanges ? pieces.rows : pieces.columns;
            side.insert(side.end(), cut->ranges.begin(), cut->ranges.end());
        });
    std::map<const StoredTensor*, std::string> found;
    for (auto& [tensor, pieces] : all) {
        if (pieces.whole) continue;
        for (const IgnoredRows& ignored : ignored_rows(reading, *tensor)) {
            if (pieces.rows.empty()) break; // it is read by columns
            pieces.rows.insert(pieces.rows.end(), ignored.rows.begin(), ignored.rows.end());
        }
        const auto size = [&, &shape = tensor->shape](std::size_t side) {
            return side < shape.size() ? static_cast<Eigen::Index>(shape[side]) : Eigen::Index{1};
        };
        const std::string rows = left_out(pieces.rows, size(0)), columns = left_out(pieces.columns, size(1));
        if (rows.empty() || columns.empty()) continue;
        found[tensor] = pieces.rows.empty() ? "columns " + columns : "rows " + rows;
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
