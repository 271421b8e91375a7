#include "tests/support/archives.h"

#include <libdeflate.h>

#include <memory>

namespace heed::test {

namespace {

std::string deflated(const std::string& bytes) {
    const std::unique_ptr<libdeflate_compressor, decltype(&libdeflate_free_compressor)> compressor(
        libdeflate_alloc_compressor(6), &libdeflate_free_compressor);
    std::string packed(libdeflate_deflate_compress_bound(compressor.get(), bytes.size()), '\0');
    packed.resize(libdeflate_deflate_compress(compressor.get(), bytes.data(), bytes.size(), packed.data(),
                                              packed.size()));
    return packed;
}

using U16 = std::uint16_t;
using U32 = std::uint32_t;

U32 u32(std::size_t value) { return static_cast<U32>(value); }

} // namespace

std::string gzip_of(const std::string& bytes) {
    const std::unique_ptr<libdeflate_compressor, decltype(&libdeflate_free_compressor)> compressor(
        libdeflate_alloc_compressor(9), &libdeflate_free_compressor);
    std::string packed(libdeflate_gzip_compress_bound(compressor.get(), bytes.size()), '\0');
    packed.resize(
        libdeflate_gzip_compress(compressor.get(), bytes.data(), bytes.size(), packed.data(), packed.size()));
    return packed;
}

std::string zip_of(const std::vector<ZipMember>& members, bool described_later) {
    std::string file, directory;
    for (const ZipMember& member : members) {
        const std::string packed = member.deflated ? deflated(member.bytes) : member.bytes;
        const U32 crc = libdeflate_crc32(0, member.bytes.data(), member.bytes.size());
        const U16 method = member.deflated ? 8 : 0, flags = described_later ? 0x0808 : 0;
        const std::string sizes = raw<U32>({crc, u32(packed.size()), u32(member.bytes.size())});
        const std::string names = raw<U16>({static_cast<U16>(member.name.size()), 0});
        const auto offset = u32(file.size());
        file += "PK\3\4" + raw<U16>({20, flags, method, 0, 0}) +
                (described_later ? std::string(12, '\0') : sizes) + names + member.name + packed;
        if (described_later) file += "PK\7\10" + sizes;
        directory += "PK\1\2" + raw<U16>({20, 20, flags, method, 0, 0}) + sizes + names +
                     raw<U16>({0, 0, 0}) + raw<U32>({0, offset}) + member.name;
    }
    const auto count = static_cast<U16>(members.size());
    return file + directory + "PK\5\6" + raw<U16>({0, 0, count, count}) +
           raw<U32>({u32(directory.size()), u32(file.size())}) + raw<U16>({0});
}

std::string npy_of(std::string_view type, std::string_view shape, std::string_view numbers, bool fortran) {
    std::string header = "{'descr': '" + std::string(type) +
                         "', 'fortran_order': " + (fortran ? "True" : "False") +
                         ", 'shape': " + std::string(shape) + ", }";
    header.append(63 - (header.size() + 10) % 64, ' ');
    header += '\n';
    return std::string("\x93NUMPY\1\0", 8) + raw<U16>({static_cast<U16>(header.size())}) + header +
           std::string(numbers);
}

std::string floats(int count, float first) {
    std::string bytes;
    for (int n = 0; n < count; ++n) bytes += raw<float>({first + static_cast<float>(n)});
    return bytes;
}

Pickle& Pickle::text(std::string_view text) { return code("X" + raw<U32>({u32(text.size())})).code(text); }

Pickle& Pickle::integer(std::int64_t value) { return code("\x8A\x08").code(raw<std::int64_t>({value})); }

Pickle& Pickle::global(std::string_view module, std::string_view name) {
    return code("c").code(module).code("\n").code(name).code("\n");
}

Pickle& Pickle::tuple(const std::vector<std::int64_t>& values) {
    code("(");
    for (const std::int64_t value : values) integer(value);
    return code("t");
}

Pickle& Pickle::tensor(std::string_view storage_type, std::string_view key, std::int64_t numbers,
                       std::int64_t offset, const std::vector<std::int64_t>& shape,
                       const std::vector<std::int64_t>& strides) {
    global("torch._utils", "_rebuild_tensor_v2").code("((").text("storage").global("torch", storage_type);
    text(key).text("cpu").integer(numbers).code("tQ").integer(offset).tuple(shape).tuple(strides);
    return code("\x89").global("collections", "OrderedDict").code(")RtR");
}

std::string torch_zip(const std::string& pickle, const std::vector<std::string>& storages,
                      const std::string& byteorder) {
    std::vector<ZipMember> members = {{"archive/data.pkl", pickle}};
    if (!byteorder.empty()) members.push_back({"archive/byteorder", byteorder});
    for (const std::string& storage : storages)
        members.push_back(
            {"archive/data/" + std::to_string(members.size() - (byteorder.empty() ? 1 : 2)), storage});
    members.push_back({"archive/version", "3\n"});
    return zip_of(members, true);
}

std::string torch_stream(const std::string& pickle, const std::vector<LegacyStorage>& storages) {
    std::string file = std::string("\x80\2\x8A\x0A\x6C\xFC\x9C\x46\xF9\x20\x6A\xA8\x50\x19.", 15) +
                       std::string("\x80\2M\xE9\3.", 6) +
                       Pickle().code("}(").text("little_endian").code("\x88u").end() + pickle;
    Pickle keys;
    keys.code("](");
    for (const LegacyStorage& storage : storages) keys.text(storage.key);
    file += keys.code("e").end();
    for (const LegacyStorage& storage : storages)
        file += raw<std::int64_t>({storage.numbers}) + storage.bytes;
    return file;
}

} // namespace heed::test
