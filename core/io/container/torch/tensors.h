// What the labels of a pickle mean in PyTorch's files, and the tensors that its records stand for.
#pragma once

#include "core/io/container/file_contents.h"
#include "core/io/container/torch/pickle.h"

#include <functional>
#include <string>
#include <unordered_set>
#include <vector>

namespace heed::io {

/// A storage that a persistent id names.
struct TypedStorage {
    int storage = 0; // of FileContents
    NumberType type = NumberType::F32;
    std::uint64_t begin = 0; // in bytes: a view begins within its storage
    std::uint64_t bytes = 0; // from there on
    bool swapped = false;
};
using FindStorage = std::function<TypedStorage(const std::vector<pickle::Value>& id)>;

/// The type of "torch.FloatStorage" (and of the torch.cuda storages). Throws naming it where it is another.
NumberType storage_type(const pickle::Label& label, const std::string& subject);

/// What a record of a label stands for; any other is an object of its class.
enum class Meaning {
    Object,
    Tensor,        // (storage, offset, size, stride, …)
    Wrapped,       // (tensor, …)
    Retyped,       // (function, type, its arguments, state)
    Dictionary,    // its entries, and a dictionary or pairs that it was made of
    Attributes,    // its state
    FirstArgument, // that
    Array,         // of NumPy: (class, …), its state
    ArrayOfBuffer, // of NumPy: (bytes, type, shape, order)
};
/// The records of an arena by their meaning.
class TorchRecords {
public:
    explicit TorchRecords(const pickle::Arena& arena);

    const pickle::Arena& arena() const { return arena_; }
    Meaning meaning(const pickle::Record& record) const { return meanings_[record.label]; }
    Meaning meaning_of_label(pickle::Value label) const { return meanings_[label.index]; }
    bool is_tensor(const pickle::Record& record) const;
    bool is_array(const pickle::Record& record) const;
    /// Whether a tensor of PyTorch is among them.
    bool has_tensors() const;
    /// The n-th, or None.
    pickle::Value argument(const pickle::Record& record, std::size_t n) const;

private:
    const pickle::Arena& arena_;
    std::vector<Meaning> meanings_; // of the labels
};

/// Adds tensors to `contents`, one a record and place.
class TorchTensors {
public:
    TorchTensors(const InputFile& file, const TorchRecords& records, const FindStorage& find_storage,
                 FileContents& contents)
        : file_(file), records_(records), arena_(records.arena()), find_storage_(find_storage),
          contents_(contents), growth_(file) {}

    /// Throws naming the tensor: arguments that are none, a shape that does not fit the storage, one name
    /// twice.
    void add(const pickle::Record& record, const std::string& name);

private:
    [[noreturn]] void fail(const std::string& name, const std::string& expected,
                           const std::string& found) const;
    std::int64_t whole_number(pickle::Value value, const std::string& name) const;
    std::vector<std::int64_t> whole_numbers(pickle::Value value, const std::string& name) const;
    const std::vector<pickle::Value>* arguments_of(const pickle::Record& record, int depth = 0) const;
    const std::vector<pickle::Value>* arguments_below(pickle::Value tensor, int depth) const;

    const InputFile& file_;
    const TorchRecords& records_;
    const pickle::Arena& arena_;
    const FindStorage& find_storage_;
    FileContents& contents_;
    GrowthLimit growth_;
    std::unordered_set<std::string> names_;
};

} // namespace heed::io
