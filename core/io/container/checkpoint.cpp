#include "core/io/container/checkpoint.h"

#include "core/base/error.h"
#include "core/io/base/file_kind.h"
#include "core/io/container/file_contents.h"
#include "core/io/container/numbers.h"
#include "core/io/container/safetensors.h"

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

FileContents read_contents(const std::filesystem::path& path, const InputFile& file) {
    std::string bytes(std::min<std::uint64_t>(file.size(), 6), '\0');
    file.read(0, bytes.data(), bytes.size());
    if (content_kind(path) == ContentKind::Safetensors) return read_safetensors(file);
    for (const Reader& reader : readers) {
        if (bytes.starts_with(reader.begins)) return reader.read(file);
    }
    throw not_a_checkpoint(path);
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

struct Checkpoint::Contents {
    InputFile file;
    FileContents read;
    std::unordered_map<std::string_view, std::size_t> index; // of the tensors
    std::unique_ptr<std::atomic<bool>[]> checked;            // storages whose checksum was looked at

    explicit Contents(const std::filesystem::path& path)
        : file(path), read(read_contents(path, file)),
          checked(std::make_unique<std::atomic<bool>[]>(read.storages.size())) {
        for (std::size_t n = 0; n < read.tensors.size(); ++n) {
            if (!index.emplace(read.tensors[n].name, n).second)
                throw Error(tensor_subject(file, read.tensors[n].name), "damaged", "each name once",
                            "it twice");
        }
    }
};

Checkpoint::Checkpoint(const std::filesystem::path& path) : contents_(std::make_unique<Contents>(path)) {}
Checkpoint::~Checkpoint() = default;
Checkpoint::Checkpoint(Checkpoint&&) noexcept = default;
Checkpoint& Checkpoint::operator=(Checkpoint&&) noexcept = default;

const std::vector<StoredTensor>& Checkpoint::tensors() const { return contents_->read.tensors; }
const nlohmann::json& Checkpoint::values() const { return contents_->read.values; }
const std::string& Checkpoint::name() const { return contents_->file.name(); }
std::string_view Checkpoint::container() const { return contents_->read.container; }
std::uint64_t Checkpoint::size() const { return contents_->file.size(); }
const std::vector<std::string>& Checkpoint::notes() const { return contents_->read.notes; }

const StoredTensor* Checkpoint::find(std::string_view name) const {
    const auto it = contents_->index.find(name);
    return it == contents_->index.end() ? nullptr : &contents_->read.tensors[it->second];
}

Eigen::MatrixXf Checkpoint::matrix(const StoredTensor& tensor, const Executor& executor) const {
    const std::string what = tensor_subject(contents_->file, tensor.name);
    MatrixLayout layout = matrix_layout(tensor.type, tensor.shape, tensor.strides, what);
    layout.begin = tensor.begin;
    layout.swapped = tensor.swapped;
    const auto storage = static_cast<std::size_t>(tensor.storage);
    const bool check = !contents_->checked[storage];
    MatrixRead read =
        read_matrix(contents_->file, contents_->read.storages[storage], layout, check, executor);
    contents_->checked[storage] = true;
    if (!read.finite) throw not_finite(read.value, what);
    return std::move(read.value);
}

} // namespace heed::io
