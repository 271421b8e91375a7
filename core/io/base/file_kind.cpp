#include "core/io/base/file_kind.h"

#include "core/io/base/json_text.h"
#include "core/text/escape.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <utility>

namespace heed::io {

namespace {

constexpr std::array<std::string_view, 14> descriptions = {
    "an empty file", "a safetensors file", "a PyTorch checkpoint",
    "a NumPy file",  "a zip archive",      "a pickle",
    "a tar archive", "a gzip file",        "a list of shards",
    "an HDF5 file",  "a git-lfs pointer",  "JSON",
    "text",          "something else"}; // in the order of ContentKind
static_assert(descriptions.size() == static_cast<std::size_t>(ContentKind::Other) + 1);

constexpr std::size_t looked_at = 512; // bytes

/// What torch.save wrote before 1.6 begins with this number, behind the protocol of the pickle (and its
/// frame).
constexpr std::string_view torch_magic("\x8A\x0A\x6C\xFC\x9C\x46\xF9\x20\x6A\xA8\x50\x19", 12);

/// A length of eight bytes, then the brace that opens the header.
bool looks_like_safetensors(std::string_view bytes) {
    return bytes.size() > 8 && bytes[8] == '{' && bytes[7] == '\0';
}

/// The same without a doubt: the length may begin as a pickle does (a header of 640 bytes is 80 02 00 …).
bool is_safetensors(std::string_view bytes) {
    return looks_like_safetensors(bytes) && bytes.substr(4, 4) == std::string_view("\0\0\0\0", 4) &&
           bytes.size() > 9 && std::string_view("\" }\t\r\n").find(bytes[9]) != std::string_view::npos;
}

/// "archive/data.pkl", "archive/version", "archive/data/0"; a folder that somebody packed may have a folder
/// named data as well.
bool is_torch_member(std::string_view name) {
    const std::size_t slash = name.rfind('/');
    const std::string_view file = slash == name.npos ? name : name.substr(slash + 1);
    const bool number = !file.empty() && file.find_first_not_of("0123456789") == file.npos;
    return file == "data.pkl" || (slash != name.npos && file == "version") ||
           (number && name.substr(0, slash + 1).ends_with("/data/"));
}

/// torch.save and numpy.savez both make zip archives; the first member tells them apart.
ContentKind zip_kind(std::string_view bytes) {
    if (bytes.size() < 30) return ContentKind::Zip;
    std::uint16_t length = 0;
    std::memcpy(&length, bytes.data() + 26, sizeof length);
    const std::string_view member = bytes.substr(30, length);
    if (member.ends_with(".npy")) return ContentKind::Numpy;
    return is_torch_member(member) ? ContentKind::PyTorch : ContentKind::Zip;
}

bool is_python_name(std::string_view text, bool dots) {
    return !text.empty() && std::all_of(text.begin(), text.end(), [&](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
               (dots && c == '.');
    });
}

/// "p0", "p12": where a value is kept.
bool is_kept_line(std::string_view line) {
    return line.size() > 1 && line.size() < 8 && line.front() == 'p' &&
           line.find_first_not_of("0123456789", 1) == line.npos;
}

/// A pickle of protocol 0 is lines of text: of a dictionary, a list or an object of a class.
bool begins_in_lines(std::string_view bytes) {
    const auto line = [&] {
        const std::size_t end = bytes.find('\n');
        const std::string_view one = bytes.substr(0, end);
        bytes.remove_prefix(end == bytes.npos ? bytes.size() : end + 1);
        return one;
    };
    const std::string_view first = line();
    if (first.starts_with("(d") || first.starts_with("(l"))
        return is_kept_line(first.substr(2)) && !bytes.empty();
    const bool instance = first.starts_with("(i"), global = first.starts_with('c');
    if (!instance && !global) return false;
    if (!is_python_name(first.substr(instance ? 2 : 1), true) || !is_python_name(line(), false)) return false;
    return is_kept_line(line()) && bytes.starts_with('(');
}

using BeginsAs = std::pair<std::string_view, std::string_view>; // its first bytes, and what it is

/// Pictures and documents; cut short they may have no byte that text could not have.
constexpr auto other_programs = std::to_array<BeginsAs>({{"\x89PNG", "a PNG picture"},
                                                         {"\xFF\xD8\xFF", "a JPEG picture"},
                                                         {"GIF87a", "a GIF picture"},
                                                         {"GIF89a", "a GIF picture"},
                                                         {"%PDF-", "a PDF document"}});

bool is_another_programs(std::string_view bytes) {
    return std::any_of(other_programs.begin(), other_programs.end(),
                       [&](const BeginsAs& row) { return bytes.starts_with(row.first); });
}

ContentKind kind_of(std::string_view bytes, std::string_view ending) {
    if (bytes.empty()) return ContentKind::Empty;
    if (bytes.starts_with("version https://git-lfs")) return ContentKind::LfsPointer;
    if (bytes.starts_with("PK\3\4")) return zip_kind(bytes);
    if (bytes.starts_with("PK\5\6")) return ContentKind::Zip; // with nothing in it
    if (bytes.starts_with("\x93NUMPY")) return ContentKind::Numpy;
    if (is_safetensors(bytes)) return ContentKind::Safetensors;
    if (bytes.size() > 2 && bytes[0] == '\x80' && bytes[1] >= 2 && bytes[1] <= 5)
        return bytes.substr(0, 32).find(torch_magic) != bytes.npos ? ContentKind::PyTorch
                                                                   : ContentKind::Pickle;
    if (bytes.starts_with("\x1F\x8B")) return ContentKind::Gzip;
    if (bytes.starts_with("\x89HDF\r\n")) return ContentKind::Hdf5;
    if (bytes.size() > 262 && bytes.substr(257, 5) == "ustar") return ContentKind::Tar;
    if (looks_like_safetensors(bytes) || ending == ".safetensors") return ContentKind::Safetensors;
    if (begins_in_lines(bytes)) return ContentKind::Pickle;
    if (!is_text(bytes) || is_another_programs(bytes)) return ContentKind::Other;
    const std::size_t first = bytes.find_first_not_of(" \t\r\n\xEF\xBB\xBF");
    const bool json = first != bytes.npos && (bytes[first] == '{' || bytes[first] == '[');
    if (json && bytes.find("\"weight_map\"") != bytes.npos) return ContentKind::ShardIndex;
    return json ? ContentKind::Json : ContentKind::Text;
}

std::string beginning_of(const InputFile& file) {
    std::string bytes(static_cast<std::size_t>(std::min<std::uint64_t>(file.size(), looked_at)), '\0');
    file.read(0, bytes.data(), bytes.size());
    return bytes;
}

} // namespace

bool is_text(std::string_view bytes) {
    return std::none_of(bytes.begin(), bytes.end(), [](char c) {
        const auto byte = static_cast<unsigned char>(c);
        return byte < 0x20 && byte != '\t' && byte != '\n' && byte != '\r' && byte != '\f';
    });
}

std::string text_beginning(const InputFile& file) {
    constexpr std::size_t most_shown = 40;
    const std::string bytes = beginning_of(file);
    if (!is_text(bytes)) return {};
    std::string_view text = bytes;
    if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
    const std::size_t from = text.find_first_not_of(" \t\r\n\f");
    if (from == text.npos) return {};
    text = text.substr(from);
    text = text.substr(0, text.find_first_of("\r\n")); // its first line
    return "text that begins " + in_quotes(text, most_shown);
}

ContentKind content_kind(const std::filesystem::path& file) { return content_kind(InputFile(file), file); }

ContentKind content_kind(const InputFile& file, const std::filesystem::path& named) {
    return content_kind(beginning_of(file), named);
}

ContentKind content_kind(std::string_view beginning, const std::filesystem::path& named) {
    const ContentKind kind = kind_of(beginning.substr(0, looked_at), named.extension().native());
    // In front of the map of names there may be more than what is looked at.
    const bool index = kind == ContentKind::Json && named.filename().native().ends_with(".index.json");
    return index ? ContentKind::ShardIndex : kind;
}

bool may_hold_tensors(ContentKind kind) {
    return kind == ContentKind::PyTorch || kind == ContentKind::Pickle || kind == ContentKind::Numpy ||
           kind == ContentKind::Safetensors || kind == ContentKind::ShardIndex || is_archive(kind);
}

bool is_archive(ContentKind kind) {
    return kind == ContentKind::Tar || kind == ContentKind::Gzip || kind == ContentKind::Zip;
}

std::string_view describe(ContentKind kind) { return descriptions[static_cast<std::size_t>(kind)]; }

std::string described(const std::filesystem::path& file, ContentKind kind) {
    constexpr BeginsAs packers[] = {{"BZh", "a bzip2 file"},
                                    {"\xFD"
                                     "7zXZ",
                                     "an xz file"},
                                    {"\x28\xB5\x2F\xFD", "a zstd file"},
                                    {"7z\xBC\xAF", "a 7z archive"},
                                    {"Rar!", "a rar archive"},
                                    {"\x04\x22\x4D\x18", "an lz4 file"}};
    if (kind == ContentKind::Other) {
        const std::string bytes = beginning_of(InputFile(file));
        for (const auto& [begins, what] : packers)
            if (bytes.starts_with(begins)) return std::string(what) + "; unpack it";
        for (const auto& [begins, what] : other_programs)
            if (bytes.starts_with(begins)) return std::string(what);
    }
    return std::string(describe(kind));
}

namespace {

Error lfs_pointer(const std::string& subject) {
    return {subject, "not the file itself", "a model", "a git-lfs pointer to it (git lfs pull fetches it)"};
}

/// What is JSON by its beginning and ends in the middle is half written, and not of another kind.
std::optional<Error> broken_json(const std::filesystem::path& file, ContentKind kind) {
    constexpr std::uint64_t most = 64u << 20;
    std::error_code ignored;
    if (kind != ContentKind::Json || std::filesystem::file_size(file, ignored) > most) return std::nullopt;
    try {
        read_json(file, most);
    } catch (const Error& error) {
        return error;
    }
    return std::nullopt;
}

} // namespace

Error not_a_checkpoint(const std::filesystem::path& file) {
    const ContentKind kind = content_kind(file);
    if (const std::optional<Error> broken = broken_json(file, kind)) return *broken;
    if (kind != ContentKind::Other) return not_a_checkpoint(shown(file), kind);
    return {shown(file), "no tensors", "a PyTorch, NumPy or safetensors file", described(file, kind)};
}

Error not_a_checkpoint(const std::string& subject, ContentKind kind) {
    if (kind == ContentKind::LfsPointer) return lfs_pointer(subject);
    std::string found(describe(kind));
    if (kind == ContentKind::Hdf5) found += "; write its weights with numpy.savez";
    return {subject, "no tensors", "a PyTorch, NumPy or safetensors file", found};
}

Error not_a_model(const std::filesystem::path& file) {
    const ContentKind kind = content_kind(file);
    if (kind == ContentKind::LfsPointer) return lfs_pointer(shown(file));
    if (const std::optional<Error> broken = broken_json(file, kind)) return *broken;
    return {shown(file), "not a model",
            "a folder in Heed's own format, or a PyTorch, NumPy or safetensors file", described(file, kind)};
}

} // namespace heed::io
