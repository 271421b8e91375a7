#include "core/io/container/checkpoint.h"

#include "core/base/error.h"
#include "core/io/base/file_kind.h"
#include "core/io/container/archive/unpack.h"
#include "core/io/container/file_contents.h"
#include "core/io/container/numbers.h"
#include "core/io/container/safetensors.h"
#include "core/io/container/tensor_source.h"
#include "core/text/escape.h"

#include <algorithm>
#include <atomic>
#include <unordered_map>

namespace heed::io {

namespace {

FileContents read_zip(const InputFile& file) {
    constexpr std::string_view array = ".npy";
    const ZipFile zip(file);
    for (const StoredBytes& member : zip.members()) {
        const std::string_view name = member.name;
        if (name.size() > array.size() && name.substr(name.size() - array.size()) == array)
            return read_npz(file, zip);
        if (name == "model.weights.h5")
            throw Error(file.name(), "no tensors", "a PyTorch or NumPy archive",
                        "a Keras model; write its weights with numpy.savez");
    }
    return read_torch_zip(file, zip);
}

struct Reader {
    std::string_view begins;
    FileContents (*read)(const InputFile& file);
};
constexpr Reader readers[] = {
    {"PK\3\4", read_zip}, {"PK\5\6", read_zip}, {"\x80", read_pickle_stream}, {"\x93NUMPY", read_npy}};

FileContents read_contents(const InputFile& file) {
    std::string bytes(std::min<std::uint64_t>(file.size(), 6), '\0');
    file.read(0, bytes.data(), bytes.size());
    const ContentKind kind = content_kind(file, file.name());
    if (kind == ContentKind::Safetensors) return read_safetensors(file);
    for (const Reader& reader : readers) {
        if (bytes.starts_with(reader.begins)) return reader.read(file);
    }
    if (kind == ContentKind::Pickle) return read_pickle_stream(file); // of protocol 0, in lines
    throw not_a_checkpoint(file.name(), kind);
}

} // namespace

FileContents read_safetensors(const InputFile& file) {
    SafetensorsLayout layout = read_safetensors_layout(file);
    FileContents contents;
    contents.container = "safetensors";
    for (TensorEntry& entry : layout.tensors) {
        const std::uint64_t bytes = entry.end - entry.begin;
        const int storage = static_cast<int>(contents.storages.size());
        contents.storages.push_back(
            {entry.name, layout.data_begin + entry.begin, bytes, bytes, false, std::nullopt});
        contents.tensors.push_back(
            {std::move(entry.name), entry.type, entry.shape, row_major(entry.shape), storage, 0, false});
    }
    for (auto& [key, text] : layout.metadata) contents.values[key] = std::move(text);
    return contents;
}

std::uint64_t StoredTensor::numbers() const {
    std::uint64_t product = 1;
    for (const std::int64_t size : shape) product *= static_cast<std::uint64_t>(size);
    return product;
}

namespace {

/// One file, whatever it holds.
struct FileSource : TensorSource {
    explicit FileSource(InputFile opened) : file(std::move(opened)) {
        FileContents read = read_contents(file);
        name = file.name();
        container = read.container;
        size = file.size();
        tensors = std::move(read.tensors);
        values = std::move(read.values);
        notes = std::move(read.notes);
        storages = std::move(read.storages);
        checked = std::make_unique<std::atomic<bool>[]>(storages.size());
    }

    Eigen::MatrixXf matrix(const StoredTensor& tensor, const Executor& executor) const override {
        return numbers_of(tensor, false, executor);
    }

    Eigen::MatrixXf whole_numbers(const StoredTensor& tensor) const override {
        return numbers_of(tensor, true, in_turn);
    }

    Eigen::MatrixXf numbers_of(const StoredTensor& tensor, bool whole, const Executor& executor) const {
        const std::string what = tensor_subject(file, tensor.name);
        MatrixLayout layout = matrix_layout(tensor.type, tensor.shape, tensor.strides, what, whole);
        layout.begin = tensor.begin;
        layout.swapped = tensor.swapped;
        const auto storage = static_cast<std::size_t>(tensor.storage);
        const bool check = !checked[storage];
        MatrixRead read = read_matrix(file, storages[storage], layout, check, executor);
        checked[storage] = true;
        if (!read.finite) throw not_finite(read.value, what);
        return std::move(read.value);
    }

    std::optional<StoredMatrix> as_stored(const StoredTensor& tensor, bool turned,
                                          const Executor& executor) const override {
        if (tensor.shape.size() != 2 || tensor.swapped || tensor.strides != row_major(tensor.shape))
            return std::nullopt;
        const auto storage = static_cast<std::size_t>(tensor.storage);
        const bool check = !checked[storage];
        const StoredLayout layout{tensor.type, tensor.shape[0], tensor.shape[1], turned, tensor.begin};
        const std::optional<StoredRead> read = read_stored(file, storages[storage], layout, check, executor);
        if (!read) return std::nullopt;
        checked[storage] = true;
        if (!read->finite) throw not_finite(read->value.matrix(), tensor_subject(file, tensor.name));
        return read->value;
    }

    InputFile file;
    std::vector<StoredBytes> storages;
    std::unique_ptr<std::atomic<bool>[]> checked; // storages whose checksum was looked at
};

std::shared_ptr<const TensorSource> open_file(const std::filesystem::path& path) {
    InputFile file(path);
    const std::uint64_t bytes = file.size();
    UnpackedFile unpacked = unpack(std::move(file));
    auto source = std::make_shared<FileSource>(std::move(unpacked.file));
    source->container += unpacked.how;
    source->notes.insert(source->notes.end(), unpacked.notes.begin(), unpacked.notes.end());
    source->texts = std::move(unpacked.texts);
    source->size = bytes;
    return source;
}

} // namespace

Checkpoint::Checkpoint(const std::filesystem::path& path) : Checkpoint(open_file(path)) {}

Checkpoint::Checkpoint(std::shared_ptr<const TensorSource> source) : source_(std::move(source)) {
    auto index = std::make_shared<std::unordered_map<std::string_view, std::size_t>>();
    for (std::size_t n = 0; n < source_->tensors.size(); ++n)
        if (!index->emplace(source_->tensors[n].name, n).second)
            throw Error(source_->name + ": tensor \"" + escaped(source_->tensors[n].name) + "\"", "damaged",
                        "each name once", "it twice");
    index_ = std::move(index);
}

const std::vector<StoredTensor>& Checkpoint::tensors() const { return source_->tensors; }
const nlohmann::json& Checkpoint::values() const { return source_->values; }
const std::string& Checkpoint::name() const { return source_->name; }
std::string_view Checkpoint::container() const { return source_->container; }
std::uint64_t Checkpoint::size() const { return source_->size; }
const std::vector<std::string>& Checkpoint::notes() const { return source_->notes; }
const std::vector<std::string>& Checkpoint::doubts() const { return source_->doubts; }
const std::vector<PackedText>& Checkpoint::texts() const { return source_->texts; }

const StoredTensor* Checkpoint::find(std::string_view name) const {
    const auto it = index_->find(name);
    return it == index_->end() ? nullptr : &source_->tensors[it->second];
}

Eigen::MatrixXf Checkpoint::matrix(const StoredTensor& tensor, const Executor& executor) const {
    return source_->matrix(tensor, executor);
}

Eigen::MatrixXf Checkpoint::whole_numbers(const StoredTensor& tensor) const {
    return source_->whole_numbers(tensor);
}

StoredMatrix Checkpoint::stored(const StoredTensor& tensor, bool turned, const Executor& executor) const {
    if (std::optional<StoredMatrix> as_it_is = source_->as_stored(tensor, turned, executor))
        return *std::move(as_it_is);
    Eigen::MatrixXf widened = source_->matrix(tensor, executor);
    return StoredMatrix::turned(turned ? std::move(widened) : Eigen::MatrixXf(widened.transpose()));
}

} // namespace heed::io
