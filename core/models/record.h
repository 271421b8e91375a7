// What a pass notes column by column, gathered whole.
#pragma once

#include "core/nn/graph.h"

#include <algorithm>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <utility>

namespace heed {

/// Values by their keys.
template <class T>
class Record {
public:
    /// To be heard while the record lives. Columns come in order.
    std::function<void(std::string_view key, int index, const Matrix<T>& column)> listener() {
        return [this](std::string_view key, int index, const Matrix<T>& column) {
            Matrix<T>& value = values_[std::string(key)];
            if (index >= value.cols()) // room for twice as many: a long input is not copied at each step
                value.conservativeResize(column.rows(), std::max<Eigen::Index>(16, 2 * value.cols()));
            value.col(index) = column;
            filled_[std::string(key)] = index + 1;
        };
    }
    std::map<std::string, Matrix<T>> take() {
        std::map<std::string, Matrix<T>> whole;
        for (auto& [key, value] : values_) {
            value.conservativeResize(Eigen::NoChange, filled_.at(key));
            whole.emplace(key, std::move(value));
        }
        values_.clear();
        filled_.clear();
        return whole;
    }

private:
    std::map<std::string, Matrix<T>> values_;
    std::map<std::string, int> filled_; // columns so far
};

} // namespace heed
