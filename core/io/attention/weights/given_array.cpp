#include "core/io/attention/weights/given_array.h"

#include "core/base/error.h"
#include "core/io/attention/parts.h"
#include "core/io/attention/weights/ranges.h"
#include "core/io/container/checkpoint.h"
#include "core/text/strings.h"

#include <algorithm>
#include <limits>

namespace heed::io {

namespace {

constexpr std::size_t deepest = 12, fewest_of_steps = 5;
constexpr std::uint64_t most_numbers = std::uint64_t{1} << 28, most_of_small = std::uint64_t{1} << 26;

/// Lists may be long and deep: how long is enough.
std::string briefly(const Json& value) {
    return value.is_array() ? "a list of " + std::to_string(value.size()) : shown(value);
}

/// Walks through a nested list, its numbers one after the other.
class Nested {
public:
    Nested(GivenArray& array, const std::string& what, const std::string& key)
        : array_(array), what_(what), key_(key) {}

    void read(const Json& list) {
        for (const Json* at = &list; at->is_array() && array_.shape.size() < deepest; at = &at->front()) {
            array_.shape.push_back(static_cast<std::int64_t>(at->size()));
            if (at->empty()) break;
        }
        if (array_.numbers() == 0) return; // whoever knows what axes there must be says so
        if (array_.shape.size() >= fewest_of_steps) find_growth(list);
        below(list, 0); // nothing is reserved: the first lists alone say how many there would be
    }

private:
    /// Of the decoder's own past a step sees one more than the step before.
    void find_growth(const Json& list) {
        const auto seen = [](const Json* at) {
            while (at->is_array() && !at->empty() && at->front().is_array()) at = &at->front();
            return static_cast<std::int64_t>(at->size());
        };
        first_ = array_.shape.back();
        array_.grown = list.size() > 1;
        for (std::size_t n = 0; n < list.size(); ++n)
            array_.grown = array_.grown && seen(&list[n]) == first_ + static_cast<std::int64_t>(n);
        if (array_.grown) array_.shape.back() = seen(&list.back());
    }

    std::string place() const {
        std::string place = key_;
        for (const std::size_t n : path_) place += "[" + std::to_string(n) + "]";
        return place;
    }

    void below(const Json& list, std::size_t axis) {
        const bool last = axis + 1 == array_.shape.size();
        const auto wanted =
            last && array_.grown ? first_ + static_cast<std::int64_t>(path_.front()) : array_.shape[axis];
        if (!list.is_array() || static_cast<std::int64_t>(list.size()) != wanted)
            throw Error(what_, place(), "a list of " + std::to_string(wanted) + ", as the first one is",
                        briefly(list));
        for (std::size_t n = 0; n < list.size(); ++n) {
            path_.push_back(n);
            if (last)
                array_.values.push_back(number(list[n]));
            else
                below(list[n], axis + 1);
            path_.pop_back();
        }
        if (last)
            array_.values.resize(array_.values.size() +
                                 static_cast<std::size_t>(array_.shape[axis] - wanted));
    }

    float number(const Json& value) {
        const std::optional<float> percentage = percentage_of(value);
        if (!value.is_number() && !percentage) refuse(value);
        const float number = percentage ? *percentage : value.get<float>();
        if (number == 0) return number; // of either kind
        if (!known_) array_.percent = percentage.has_value();
        known_ = true;
        if (array_.percent != percentage.has_value())
            throw Error(what_, place(),
                        array_.percent ? "a weight with %, as those before are"
                                       : "a weight without %, as those before are",
                        briefly(value));
        return number;
    }

    [[noreturn]] void refuse(const Json& value) const {
        std::string found = briefly(value);
        if (value == "NaN")
            found = "NaN" + std::string(of_masked_row);
        else if (value == "Infinity" || value == "-Infinity")
            found = value.get<std::string>() + std::string(of_scores);
        throw Error(what_, place(), "a number", found);
    }

    GivenArray& array_;
    const std::string &what_, &key_;
    std::vector<std::size_t> path_;
    std::int64_t first_ = 0; // how many the first step sees
    bool known_ = false;     // whether the numbers are percentages: one of them told
};

/// Hard attention: a 1 where an output looks.
Eigen::MatrixXf ones_and_zeros(const Checkpoint& checkpoint, const StoredTensor& tensor) {
    Eigen::MatrixXf m = checkpoint.whole_numbers(tensor);
    const auto is_link = [](float w) { return w == 0 || w == 1; };
    if (tensor.type == NumberType::Bool) m = (m.array() != 0).cast<float>();
    const auto* odd = std::find_if_not(m.data(), m.data() + m.size(), is_link);
    if (odd != m.data() + m.size())
        throw Error(checkpoint.name(), shown(Json(tensor.name)),
                    "weights as floating numbers (array.astype(\"float32\") makes them so), or 0 and 1 alone",
                    std::string(plain_name(tensor.type)) + " with a " + written(*odd));
    return m;
}

/// Row by row, whatever its rank: a tensor of one axis is a row.
void append(const Checkpoint& checkpoint, const StoredTensor& tensor, std::int64_t padded,
            std::vector<float>& values) {
    if (tensor.shape.size() > 2) {
        StoredTensor part = tensor;
        part.shape.erase(part.shape.begin());
        part.strides.erase(part.strides.begin());
        for (std::int64_t n = 0; n < tensor.shape[0]; ++n) {
            append(checkpoint, part, padded, values);
            part.begin += static_cast<std::uint64_t>(tensor.strides[0]) * byte_count(tensor.type);
        }
        return;
    }
    const Eigen::MatrixXf m =
        is_floating(tensor.type) ? checkpoint.matrix(tensor) : ones_and_zeros(checkpoint, tensor);
    if (tensor.shape.size() < 2) {
        values.insert(values.end(), m.data(), m.data() + m.size());
        return;
    }
    for (Eigen::Index row = 0; row < m.rows(); ++row) {
        for (Eigen::Index column = 0; column < m.cols(); ++column) values.push_back(m(row, column));
        values.resize(values.size() + static_cast<std::size_t>(padded - m.cols()));
    }
}

} // namespace

std::size_t GivenArray::numbers() const {
    if (shape.empty()) return 0;
    std::size_t all = 1;
    for (const std::int64_t one : shape) {
        if (one == 0) return 0;
        if (__builtin_mul_overflow(all, static_cast<std::size_t>(one), &all))
            all = std::numeric_limits<std::size_t>::max();
    }
    return all;
}

std::string axes_text(const std::vector<std::int64_t>& shape) {
    std::string text = plural(shape.size(), "axis", "axes");
    for (std::size_t n = 0; n < shape.size(); ++n) text += (n == 0 ? ", " : " × ") + std::to_string(shape[n]);
    return text;
}

std::optional<float> percentage_of(const Json& value) {
    if (!value.is_string()) return std::nullopt;
    const std::string_view text = trimmed(value.get_ref<const std::string&>());
    if (!text.ends_with('%')) return std::nullopt;
    return number_of(trimmed(text.substr(0, text.size() - 1)));
}

GivenArray array_of(const Json& list, const std::string& what, const std::string& key) {
    GivenArray array;
    Nested(array, what, key).read(list);
    return array;
}

GivenArray array_in(const Checkpoint& checkpoint, const std::vector<const StoredTensor*>& tensors,
                    const std::vector<std::int64_t>& front) {
    GivenArray array;
    const std::vector<std::int64_t>& first = tensors.front()->shape;
    array.shape = front;
    array.shape.insert(array.shape.end(), first.begin(), first.end());
    if (array.shape.size() < 2) return array; // whoever knows what axes there must be says so
    const auto step = [&](std::size_t n) {    // the place on the leading axis
        return static_cast<std::int64_t>(n) * front.front() / static_cast<std::int64_t>(tensors.size());
    };
    array.grown = front.size() == 2 && front.front() > 1;
    for (std::size_t n = 0; n < tensors.size(); ++n)
        array.grown =
            array.grown && !tensors[n]->shape.empty() && tensors[n]->shape.back() == first.back() + step(n);
    if (array.grown) array.shape.back() += front.front() - 1;
    std::uint64_t numbers = 0;
    for (std::size_t n = 0; n < tensors.size(); ++n) {
        std::vector<std::int64_t> wanted = first;
        if (array.grown) wanted.back() += step(n);
        if (tensors[n]->shape != wanted)
            throw Error(checkpoint.name(), shown(Json(tensors[n]->name)),
                        axes_text(wanted) + ", as the first one has", axes_text(tensors[n]->shape));
        numbers += tensors[n]->numbers();
    }
    // A tensor may repeat its numbers, and a packed one hold more than it takes.
    const std::uint64_t most = std::min(most_numbers, std::max(most_of_small, 16 * checkpoint.size()));
    if (numbers > most || array.numbers() > most)
        throw Error(checkpoint.name(), "weights", "at most " + std::to_string(most) + " numbers",
                    std::to_string(std::max<std::uint64_t>(numbers, array.numbers())));
    if (array.numbers() == 0) return array; // its other axes may be as long as they like
    array.values.reserve(array.numbers());
    array.hard = std::none_of(tensors.begin(), tensors.end(),
                              [](const StoredTensor* tensor) { return is_floating(tensor->type); });
    for (const StoredTensor* tensor : tensors) append(checkpoint, *tensor, array.shape.back(), array.values);
    return array;
}

} // namespace heed::io
