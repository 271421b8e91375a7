// Files of tensors as other programs write them, made in memory.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace heed::test {

struct ZipMember {
    std::string name, bytes;
    bool deflated = false;
};
/// A zip archive: sizes in the directory alone, as PyTorch leaves them, where `described_later`.
std::string zip_of(const std::vector<ZipMember>& members, bool described_later = false);

std::string gzip_of(const std::string& bytes);

/// A .npy: `shape` as Python writes it, "(3, 4)".
std::string npy_of(std::string_view type, std::string_view shape, std::string_view numbers,
                   bool fortran = false);

/// A little-endian number, or several.
template <class T>
std::string raw(std::initializer_list<T> numbers) {
    return std::string(reinterpret_cast<const char*>(numbers.begin()), numbers.size() * sizeof(T));
}
std::string floats(int count, float first = 0); // first, first + 1, …

/// A pickle, opcode by opcode.
class Pickle {
public:
    std::string bytes = std::string("\x80\2", 2);

    Pickle& code(std::string_view opcodes) {
        bytes += opcodes;
        return *this;
    }
    Pickle& text(std::string_view text);
    Pickle& integer(std::int64_t value);
    Pickle& global(std::string_view module, std::string_view name);
    /// (1, 2, …)
    Pickle& tuple(const std::vector<std::int64_t>& values);
    /// A tensor over storage `key` of `numbers` elements.
    Pickle& tensor(std::string_view storage_type, std::string_view key, std::int64_t numbers,
                   std::int64_t offset, const std::vector<std::int64_t>& shape,
                   const std::vector<std::int64_t>& strides);
    std::string end() const { return bytes + "."; }
};

/// What torch.save writes since 1.6: `pickle`, and storages "0", "1", ….
std::string torch_zip(const std::string& pickle, const std::vector<std::string>& storages,
                      const std::string& byteorder = "");
/// What it wrote before: storages hold `numbers` elements each.
struct LegacyStorage {
    std::string key, bytes;
    std::int64_t numbers = 0;
};
std::string torch_stream(const std::string& pickle, const std::vector<LegacyStorage>& storages);

} // namespace heed::test
