// NumPy's arrays: .npy, and .npz (a zip archive of them).
#include "core/base/error.h"
#include "core/io/container/file_contents.h"
#include "core/text/escape.h"
#include "core/text/tokenizer.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstring>
#include <limits>

namespace heed::io {

namespace {

constexpr std::string_view npy_magic = "\x93NUMPY";
constexpr std::uint64_t largest_header = 1u << 16;   // 64-bit sizes of eight dimensions need 200 bytes
constexpr std::uint64_t largest_text = 16u << 20;    // an array of words
constexpr std::string_view text_prefix = "special:"; // Marian's options

struct TypeRow {
    std::string_view code;
    NumberType type;
};
constexpr auto type_rows = std::to_array<TypeRow>({{"f4", NumberType::F32},
                                                   {"f2", NumberType::F16},
                                                   {"f8", NumberType::F64},
                                                   {"i1", NumberType::I8},
                                                   {"u1", NumberType::U8},
                                                   {"b1", NumberType::Bool},
                                                   {"i2", NumberType::I16},
                                                   {"i4", NumberType::I32},
                                                   {"i8", NumberType::I64}});

struct Header {
    std::string type; // "<f4"
    bool fortran = false;
    std::vector<std::int64_t> shape;
    std::uint64_t length = 0; // of everything before the numbers
};

/// The Python literal {'descr': '<f4', 'fortran_order': False, 'shape': (3, 4), }: those three keys, and
/// nothing that is not in such a header.
class LiteralReader {
public:
    LiteralReader(std::string_view text, const std::string& subject) : text_(text), subject_(subject) {}

    Header read() {
        Header header;
        std::array<bool, 3> seen{};
        expect('{');
        while (!take('}')) {
            const std::string key = string();
            expect(':');
            const std::array<std::string_view, 3> keys = {"descr", "fortran_order", "shape"};
            const auto n = static_cast<std::size_t>(std::find(keys.begin(), keys.end(), key) - keys.begin());
            if (n == keys.size() || seen[n]) fail("descr, fortran_order and shape, each once");
            seen[n] = true;
            if (n == 0) header.type = string();
            if (n == 1) header.fortran = boolean();
            if (n == 2) header.shape = tuple();
            if (!take(',') && !at('}')) fail("a comma");
        }
        skip_spaces();
        if (!text_.empty() || !(seen[0] && seen[1] && seen[2]))
            fail("descr, fortran_order and shape, and nothing else");
        return header;
    }

private:
    [[noreturn]] void fail(const std::string& expected) const {
        throw Error(subject_, "damaged header of an array", expected,
                    text_.empty() ? "its end" : in_quotes(text_.substr(0, 20), 40));
    }
    void skip_spaces() { text_.remove_prefix(std::min(text_.find_first_not_of(" \t\n\r"), text_.size())); }
    bool at(char c) {
        skip_spaces();
        return !text_.empty() && text_[0] == c;
    }
    bool take(char c) {
        if (!at(c)) return false;
        text_.remove_prefix(1);
        return true;
    }
    void expect(char c) {
        if (!take(c)) fail(std::string("\"") + c + "\"");
    }
    bool take_word(std::string_view word) {
        skip_spaces();
        if (text_.substr(0, word.size()) != word) return false;
        text_.remove_prefix(word.size());
        return true;
    }
    std::string string() {
        if (at('[')) fail("one type of numbers"); // a structured type
        const char quote = at('"') ? '"' : '\'';
        expect(quote);
        const std::size_t end = text_.find(quote);
        if (end == text_.npos) fail("a closing quote");
        const std::string value(text_.substr(0, end));
        text_.remove_prefix(end + 1);
        return value;
    }
    bool boolean() {
        if (take_word("True")) return true;
        if (!take_word("False")) fail("True or False");
        return false;
    }
    std::vector<std::int64_t> tuple() {
        std::vector<std::int64_t> sizes;
        expect('(');
        while (!take(')')) {
            skip_spaces();
            std::int64_t size = 0;
            const auto [end, error] = std::from_chars(text_.data(), text_.data() + text_.size(), size);
            if (error != std::errc() || size < 0) fail("sizes of at least 0");
            text_.remove_prefix(static_cast<std::size_t>(end - text_.data()));
            take_word("L"); // of Python 2
            sizes.push_back(size);
            if (sizes.size() > largest_rank) fail("at most 8 dimensions");
            if (!take(',') && !at(')')) fail("a comma");
        }
        return sizes;
    }

    std::string_view text_;
    const std::string& subject_;
};

/// The header at the front of the array's first bytes, of which `size` follow in all.
Header read_header(std::string_view bytes, std::uint64_t size, const std::string& subject) {
    if (bytes.size() < 10 || bytes.substr(0, npy_magic.size()) != npy_magic)
        throw Error(subject, "not an array", "\"\\x93NUMPY\" and a version",
                    size < 10 ? "less" : "something else");
    const auto version = static_cast<unsigned char>(bytes[6]);
    if (version < 1 || version > 3)
        throw Error(subject, "version of the format", "1, 2 or 3", std::to_string(version));
    std::uint32_t length = 0;
    const std::size_t digits = version == 1 ? 2 : 4, begin = 8 + digits;
    if (bytes.size() >= begin) std::memcpy(&length, bytes.data() + 8, digits);
    if (bytes.size() < begin || length > size - begin || length > largest_header)
        throw Error(subject, "damaged", "a header that lies inside",
                    "one of " + std::to_string(length) + " bytes");
    if (bytes.size() - begin < length) throw Error(subject, "cut off", "a header", "its end too early");
    Header header = LiteralReader(bytes.substr(begin, length), subject).read();
    header.length = begin + length;
    return header;
}

/// An array of words: "<U5" holds code points, "|S5" bytes, both padded with zeros.
nlohmann::json words(const Header& header, std::string_view bytes, const std::string& subject) {
    std::size_t width = 0;
    const std::string& type = header.type;
    const auto [end, error] = std::from_chars(type.data() + 2, type.data() + type.size(), width);
    const bool wide = type[1] == 'U', sound = error == std::errc() && end == type.data() + type.size();
    std::uint64_t count = 1;
    for (const std::int64_t size : header.shape) {
        if (__builtin_mul_overflow(count, static_cast<std::uint64_t>(size), &count)) count = largest_text + 1;
    }
    std::uint64_t needed = 0;
    if (!sound || width > largest_text || (width == 0 && count > 1) || header.shape.size() > 1 ||
        header.fortran || type[0] == '>' || count > largest_text ||
        __builtin_mul_overflow(count, width * (wide ? 4 : 1), &needed) || needed != bytes.size())
        throw Error(subject, "an array of words", "one row of them, " + std::to_string(needed) + " bytes",
                    escaped(type, 20) + " " + shape_text(header.shape) + " in " +
                        std::to_string(bytes.size()));
    nlohmann::json list = nlohmann::json::array();
    for (std::uint64_t n = 0; n < count; ++n) {
        std::string word;
        for (std::size_t k = 0; k < width; ++k) {
            char32_t c = static_cast<unsigned char>(bytes[wide ? 0 : n * width + k]);
            if (wide) std::memcpy(&c, bytes.data() + 4 * (n * width + k), 4);
            if (wide && c != 0) word += encode_utf8(c);
            if (!wide && c != 0) word += static_cast<char>(c);
        }
        list.push_back(as_utf8(word));
    }
    if (header.shape.empty()) return list.empty() ? nlohmann::json("") : list[0];
    return list;
}

class ArrayReader {
public:
    ArrayReader(const InputFile& file, FileContents& contents) : file_(file), contents_(contents) {}

    /// `bytes`: the whole array, header and all.
    void add(const std::string& name, const StoredBytes& bytes) {
        const std::string subject = tensor_subject(file_, name);
        const std::string begin = beginning(bytes);
        const Header header = read_header(begin, bytes.size, subject);
        if (header.type.size() >= 3 && (header.type[1] == 'U' || header.type[1] == 'S')) {
            const std::string all = read_bytes(file_, bytes, largest_text);
            contents_.values[as_utf8(name)] =
                words(header, std::string_view(all).substr(header.length), subject);
            return;
        }
        StoredTensor tensor = tensor_of(name, header, bytes.size, subject);
        if (name.starts_with(text_prefix) && tensor.shape.size() == 1 && byte_count(tensor.type) == 1) {
            std::string text = read_bytes(file_, bytes, largest_text).substr(header.length);
            text.resize(std::min(text.find('\0'), text.size())); // zeros fill it up
            contents_.values[as_utf8(name)] = as_utf8(text);
        }
        tensor.storage = static_cast<int>(contents_.storages.size());
        contents_.storages.push_back(bytes);
        contents_.tensors.push_back(std::move(tensor));
    }

private:
    /// Enough of it to hold the header. What is deflated has to be unpacked for that.
    std::string beginning(const StoredBytes& bytes) const {
        const std::uint64_t most = std::min<std::uint64_t>(bytes.size, largest_header + 12);
        if (bytes.deflated)
            return read_bytes(file_, bytes, std::numeric_limits<std::uint64_t>::max()).substr(0, most);
        std::string begin(most, '\0');
        file_.read(bytes.offset, begin.data(), begin.size());
        return begin;
    }

    StoredTensor tensor_of(const std::string& name, const Header& header, std::uint64_t size,
                           const std::string& subject) {
        const char order = header.type.empty() ? '\0' : header.type[0];
        const auto type = order == '\0' ? std::nullopt : numpy_type(std::string_view(header.type).substr(1));
        const bool ordered =
            order == '<' || order == '>' || order == '=' || (order == '|' && type && byte_count(*type) == 1);
        if (!type || !ordered) {
            const bool object = header.type.size() > 1 && header.type[1] == 'O';
            throw Error(subject, "type", "floating or whole numbers or bool",
                        object ? "Python objects (" + escaped(header.type, 20) + "), which are never read"
                               : in_quotes(header.type, 40));
        }
        StoredTensor tensor{.name = name,
                            .type = *type,
                            .shape = header.shape,
                            .strides = numpy_strides(header.shape, header.fortran)};
        tensor.begin = header.length;
        tensor.swapped = order == '>' && byte_count(*type) > 1;
        const std::uint64_t extent = checked_extent(tensor, size, subject);
        if (extent != size - header.length)
            throw Error(subject, std::string(plain_name(tensor.type)) + " " + shape_text(tensor.shape),
                        std::to_string(extent) + " bytes", std::to_string(size - header.length));
        return tensor;
    }

    const InputFile& file_;
    FileContents& contents_;
};

} // namespace

std::optional<NumberType> numpy_type(std::string_view code) {
    for (const TypeRow& row : type_rows)
        if (row.code == code) return row.type;
    return std::nullopt;
}

std::vector<std::int64_t> numpy_strides(const std::vector<std::int64_t>& shape, bool fortran) {
    if (!fortran) return row_major(shape);
    const std::vector<std::int64_t> turned =
        row_major(std::vector<std::int64_t>(shape.rbegin(), shape.rend()));
    return {turned.rbegin(), turned.rend()};
}

FileContents read_npz(const InputFile& file, const ZipFile& zip) {
    constexpr std::string_view ending = ".npy";
    FileContents contents;
    contents.container = "NumPy archive";
    ArrayReader reader(file, contents);
    for (const StoredBytes& member : zip.members()) {
        const bool array =
            member.name.size() > ending.size() &&
            member.name.compare(member.name.size() - ending.size(), ending.size(), ending) == 0;
        if (array)
            reader.add(member.name.substr(0, member.name.size() - ending.size()), member);
        else
            contents.notes.push_back("member \"" + escaped(member.name) + "\" is not an array");
    }
    return contents;
}

FileContents read_npy(const InputFile& file) {
    FileContents contents;
    contents.container = "NumPy array";
    ArrayReader(file, contents).add("array", {{}, 0, file.size(), file.size(), false, std::nullopt});
    return contents;
}

} // namespace heed::io
