#include "tests/support/rewritten.h"

#include "core/base/error.h"
#include "core/io/container/checkpoint.h"
#include "tests/support/archives.h"

#include <bit>
#include <nlohmann/json.hpp>

namespace heed::test {
namespace {

using nlohmann::json;

bool is_tensor(const json& value) {
    return value.is_object() && value.size() == 1 && value.contains("tensor") && value["tensor"].is_string();
}

/// A value without the tensors in it.
json without_tensors(const json& value) {
    if (is_tensor(value)) return nullptr;
    if (!value.is_structured()) return value;
    json kept = value.is_array() ? json::array() : json::object();
    for (const auto& [key, part] : value.items()) {
        if (value.is_array())
            kept.push_back(without_tensors(part));
        else if (!is_tensor(part))
            kept[key] = without_tensors(part);
    }
    return kept;
}

void put(Pickle& out, const json& value);

void put_entries(Pickle& out, const json& object) {
    for (const auto& [key, part] : object.items()) {
        out.text(key);
        put(out, part);
    }
}

void put(Pickle& out, const json& value) {
    if (value.is_object()) {
        out.code("}(");
        put_entries(out, value);
        out.code("u");
    } else if (value.is_array()) {
        out.code("](");
        for (const json& part : value) put(out, part);
        out.code("e");
    } else if (value.is_string()) {
        out.text(value.get<std::string>());
    } else if (value.is_boolean()) {
        out.code(value.get<bool>() ? "\x88" : "\x89");
    } else if (value.is_number_integer()) {
        out.integer(value.get<std::int64_t>());
    } else if (value.is_number()) { // big endian
        const auto bits = std::bit_cast<std::uint64_t>(value.get<double>());
        out.code("G");
        for (int shift = 56; shift >= 0; shift -= 8) out.bytes += static_cast<char>(bits >> shift & 0xFF);
    } else {
        out.code("N");
    }
}

} // namespace

Tensors tensors_of(const io::Checkpoint& file) {
    Tensors found;
    for (const io::StoredTensor& tensor : file.tensors()) {
        if (tensor.shape.size() > 2) continue;
        try {
            found[tensor.name] = {file.matrix(tensor), static_cast<int>(tensor.shape.size())};
        } catch (const Error&) { // bytes, counters
        }
    }
    return found;
}

std::string torch_file(const json& values, const Tensors& tensors) {
    Pickle pickle;
    pickle.code("}(");
    if (values.is_object()) put_entries(pickle, without_tensors(values));
    std::vector<std::string> storages;
    for (const auto& [name, tensor] : tensors) {
        const Eigen::Index rows = tensor.value.rows(), columns = tensor.value.cols();
        std::string bytes;
        for (Eigen::Index r = 0; r < rows; ++r)
            for (Eigen::Index c = 0; c < columns; ++c)
                bytes += tensor.half ? raw<Eigen::half>({Eigen::half(tensor.value(r, c))})
                                     : raw<float>({tensor.value(r, c)});
        std::vector<std::int64_t> shape, strides;
        if (tensor.rank >= 1) {
            shape.push_back(rows);
            strides.push_back(columns);
        }
        if (tensor.rank == 2) {
            shape.push_back(columns);
            strides.push_back(1);
        }
        pickle.text(name).tensor(tensor.half ? "HalfStorage" : "FloatStorage",
                                 std::to_string(storages.size()), rows * columns, 0, shape, strides);
        storages.push_back(std::move(bytes));
    }
    return torch_zip(pickle.code("u").end(), storages);
}

} // namespace heed::test
