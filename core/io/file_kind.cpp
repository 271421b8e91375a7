#include "core/io/file_kind.h"

#include "core/io/file.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <string>

namespace heed::io {

namespace {

constexpr std::array<std::string_view, 9> descriptions = {"an empty file",
                                                          "a safetensors file",
                                                          "a PyTorch checkpoint",
                                                          "a NumPy file",
                                                          "a zip archive",
                                                          "a git-lfs pointer",
                                                          "JSON",
                                                          "text",
                                                          "something else"}; // in the order of ContentKind

bool begins(std::string_view text, std::string_view with) { return text.substr(0, with.size()) == with; }

/// A length of eight bytes, then the brace that opens the header.
bool looks_like_safetensors(std::string_view bytes) {
    return bytes.size() > 8 && bytes[8] == '{' && bytes[7] == '\0';
}

bool is_text(std::string_view bytes) {
    return std::none_of(bytes.begin(), bytes.end(), [](char c) {
        const auto byte = static_cast<unsigned char>(c);
        return byte < 0x20 && byte != '\t' && byte != '\n' && byte != '\r' && byte != '\f';
    });
}

/// torch.save and numpy.savez both make zip archives; the first member tells them apart.
ContentKind zip_kind(std::string_view bytes) {
    if (bytes.size() < 30) return ContentKind::Zip;
    std::uint16_t length = 0;
    std::memcpy(&length, bytes.data() + 26, sizeof length);
    const std::string_view member = bytes.substr(30, length);
    if (member.size() > 4 && member.substr(member.size() - 4) == ".npy") return ContentKind::Numpy;
    const bool torch = member.find("data.pkl") != member.npos || member.find("/data/") != member.npos ||
                       member.find("/version") != member.npos;
    return torch ? ContentKind::PyTorch : ContentKind::Zip;
}

ContentKind kind_of(std::string_view bytes, std::string_view ending) {
    if (bytes.empty()) return ContentKind::Empty;
    if (begins(bytes, "version https://git-lfs")) return ContentKind::LfsPointer;
    if (begins(bytes, std::string_view("PK\3\4", 4))) return zip_kind(bytes);
    if (begins(bytes, "\x93NUMPY")) return ContentKind::Numpy;
    // A bare pickle, as torch.save once wrote: protocol 2 or later.
    if (bytes.size() > 2 && bytes[0] == '\x80' && bytes[1] >= 2 && bytes[1] <= 5) return ContentKind::PyTorch;
    if (looks_like_safetensors(bytes) || ending == ".safetensors") return ContentKind::Safetensors;
    if (!is_text(bytes)) return ContentKind::Other;
    const std::size_t first = bytes.find_first_not_of(" \t\r\n\xEF\xBB\xBF");
    const bool json = first != bytes.npos && (bytes[first] == '{' || bytes[first] == '[');
    return json ? ContentKind::Json : ContentKind::Text;
}

} // namespace

ContentKind content_kind(const std::filesystem::path& file) {
    const InputFile in(file);
    std::string bytes(static_cast<std::size_t>(std::min<std::uint64_t>(in.size(), 512)), '\0');
    in.read(0, bytes.data(), bytes.size());
    return kind_of(bytes, file.extension().native());
}

std::string_view describe(ContentKind kind) { return descriptions[static_cast<std::size_t>(kind)]; }

Error not_a_model(const std::filesystem::path& file) {
    const ContentKind kind = content_kind(file);
    if (kind == ContentKind::LfsPointer) {
        return {shown(file), "not the file itself", "a model",
                "a git-lfs pointer to it (git lfs pull fetches it)"};
    }
    if (kind == ContentKind::PyTorch || kind == ContentKind::Numpy) {
        return {shown(file),
                std::string(kind == ContentKind::PyTorch ? "PyTorch checkpoints" : "NumPy archives") +
                    " are not read yet",
                "a folder in Heed's own format", std::string(describe(kind))};
    }
    return {shown(file), "not a model", "a folder in Heed's own format", std::string(describe(kind))};
}

} // namespace heed::io
