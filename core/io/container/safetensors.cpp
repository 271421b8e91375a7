#include "core/io/container/safetensors.h"

#include "core/base/error.h"
#include "core/io/base/file_kind.h"
#include "core/io/container/numbers.h"
#include "core/io/container/safetensors_header.h"
#include "core/text/escape.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <nlohmann/json.hpp>

namespace heed::io {

static_assert(std::endian::native == std::endian::little,
              "numbers in the file are little endian, and read as they are");

namespace {

/// "version ", with which a git-lfs pointer begins, read as a number.
constexpr std::uint64_t lfs_pointer = 0x206E6F6973726576u;

template <class T>
using RowMajor = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

std::string tensor(const TensorEntry& entry) { return "tensor \"" + escaped(entry.name) + "\""; }

/// Bytes that shape and type ask for; refused where the product does not fit into 64 bits.
std::uint64_t bytes_needed(const TensorEntry& entry, const std::string& subject) {
    std::uint64_t bytes = byte_count(entry.type);
    if (std::find(entry.shape.begin(), entry.shape.end(), 0) != entry.shape.end()) return 0;
    for (const std::int64_t size : entry.shape) {
        if (__builtin_mul_overflow(bytes, static_cast<std::uint64_t>(size), &bytes)) {
            throw Error(subject, tensor(entry) + ": too large", "a size that fits the file",
                        shape_text(entry.shape));
        }
    }
    return bytes;
}

/// Sorts by place, and checks that the tensors lie one after the other from the first byte to the last.
void check_layout(std::vector<TensorEntry>& tensors, std::uint64_t data_size, const std::string& subject) {
    std::stable_sort(tensors.begin(), tensors.end(), [](const TensorEntry& a, const TensorEntry& b) {
        return a.begin != b.begin ? a.begin < b.begin : a.end < b.end;
    });
    std::uint64_t at = 0;
    for (const TensorEntry& entry : tensors) {
        const std::uint64_t needed = bytes_needed(entry, subject);
        if (entry.end < entry.begin || entry.end - entry.begin != needed) {
            throw Error(subject,
                        tensor(entry) + ": " + std::string(to_string(entry.type)) + " " +
                            shape_text(entry.shape),
                        std::to_string(needed) + " bytes",
                        entry.end < entry.begin ? "an end before the beginning"
                                                : std::to_string(entry.end - entry.begin));
        }
        if (entry.begin != at) {
            const bool hole = entry.begin > at;
            throw Error(subject,
                        tensor(entry) + (hole ? ": bytes before it that belong to no tensor"
                                              : ": overlaps the one before"),
                        "its data from byte " + std::to_string(at), std::to_string(entry.begin));
        }
        if (entry.end > data_size) {
            throw Error(subject, tensor(entry) + ": truncated", std::to_string(entry.end) + " bytes of data",
                        std::to_string(data_size));
        }
        at = entry.end;
    }
    if (at != data_size) {
        throw Error(subject, "bytes after the last tensor", std::to_string(at) + " bytes of data",
                    std::to_string(data_size));
    }
}

/// A saved web page, say: its letters would be read as an enormous length.
void check_no_text(const InputFile& file) {
    if (const std::string text = text_beginning(file); !text.empty())
        throw Error(file.name(), "not a safetensors file", "the length of a header", text);
}

std::string read_header(const InputFile& file) {
    if (file.size() < 8) {
        check_no_text(file);
        throw Error(file.name(), "not a safetensors file", "at least 8 bytes", std::to_string(file.size()));
    }
    std::uint64_t length = 0;
    file.read(0, &length, sizeof length);
    if (length == lfs_pointer) {
        throw Error(file.name(), "not the file itself", "numbers",
                    "a git-lfs pointer to them (git lfs pull fetches them)");
    }
    if (length > largest_safetensors_header) {
        check_no_text(file);
        throw Error(file.name(), "header too long",
                    "at most " + std::to_string(largest_safetensors_header) + " bytes",
                    std::to_string(length));
    }
    if (length > file.size() - 8) {
        throw Error(file.name(), "truncated", "a header of " + std::to_string(length) + " bytes",
                    std::to_string(file.size() - 8));
    }
    std::string text(length, '\0');
    file.read(8, text.data(), text.size());
    return text;
}

template <class Stored>
void append(std::string& bytes, const Eigen::MatrixXf& value) {
    const RowMajor<Stored> stored = value.template cast<Stored>();
    const std::size_t had = bytes.size(), more = static_cast<std::size_t>(stored.size()) * sizeof(Stored);
    bytes.resize(had + more);
    if (more > 0) std::memcpy(bytes.data() + had, stored.data(), more);
}

std::vector<std::int64_t> disk_shape(const nn::Parameter<float>& p) {
    if (p.rank == 0) return {};
    if (p.rank == 1) return {p.numbers()};
    if (p.stored) return {p.rows, p.cols};
    return {p.value.rows(), p.value.cols()};
}

void check_fits(const nn::Parameter<float>& p, const Eigen::MatrixXf& value, NumberType type) {
    const float largest = type == NumberType::F16 ? 65504.0f : std::numeric_limits<float>::max();
    for (Eigen::Index n = 0; n < value.size(); ++n) {
        const float x = value(n);
        if (!(std::abs(x) <= largest)) {
            throw Error("tensor \"" + escaped(p.name) + "\": number " + std::to_string(n) +
                        " cannot be stored as " + std::string(to_string(type)));
        }
    }
}

} // namespace

SafetensorsLayout read_safetensors_layout(const InputFile& file) {
    const std::string text = read_header(file);
    SafetensorsHeader header = parse_safetensors_header(text, file.name());
    SafetensorsLayout layout{8 + text.size(), std::move(header.tensors), std::move(header.metadata)};
    check_layout(layout.tensors, file.size() - layout.data_begin, file.name());
    return layout;
}

SafetensorsFile::SafetensorsFile(const std::filesystem::path& path)
    : file_(path), layout_(read_safetensors_layout(file_)) {}

const TensorEntry* SafetensorsFile::find(std::string_view name) const {
    const auto it = std::find_if(layout_.tensors.begin(), layout_.tensors.end(),
                                 [&](const TensorEntry& e) { return e.name == name; });
    return it == layout_.tensors.end() ? nullptr : &*it;
}

Eigen::MatrixXf SafetensorsFile::matrix(const TensorEntry& entry, const Executor& executor) const {
    const MatrixLayout layout =
        matrix_layout(entry.type, entry.shape, row_major(entry.shape), file_.name() + ": " + tensor(entry));
    const std::uint64_t bytes = entry.end - entry.begin;
    const StoredBytes place{entry.name, layout_.data_begin + entry.begin, bytes, bytes, false, std::nullopt};
    return read_matrix(file_, place, layout, false, executor).value;
}

std::string safetensors_bytes(const nn::ParameterSet<float>& set, NumberType type,
                              const std::map<std::string, std::string>& metadata) {
    if (type != NumberType::F32 && type != NumberType::F16) {
        throw Error("safetensors are written as F32 or F16, not as " + std::string(to_string(type)));
    }
    nlohmann::ordered_json header = nlohmann::ordered_json::object();
    if (!metadata.empty()) header["__metadata__"] = metadata;
    std::string data;
    for (const auto& p : set) {
        const Eigen::MatrixXf widened = p.stored ? p.stored.matrix() : Eigen::MatrixXf();
        const Eigen::MatrixXf& value = p.stored ? widened : p.value;
        check_fits(p, value, type);
        const std::size_t begin = data.size();
        if (type == NumberType::F16)
            append<Eigen::half>(data, value);
        else
            append<float>(data, value);
        header[p.name] = {
            {"dtype", to_string(type)}, {"shape", disk_shape(p)}, {"data_offsets", {begin, data.size()}}};
    }
    std::string text = header.dump();
    text.append((8 - text.size() % 8) % 8, ' '); // the data begin at a multiple of eight
    const std::uint64_t length = text.size();
    std::string bytes(sizeof length, '\0');
    std::memcpy(bytes.data(), &length, sizeof length);
    return bytes + text + data;
}

} // namespace heed::io
