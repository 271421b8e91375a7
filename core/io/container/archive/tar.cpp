#include "core/base/error.h"
#include "core/io/container/archive/unpack.h"
#include "core/text/escape.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <string_view>

namespace heed::io {

namespace {

constexpr std::uint64_t tar_block = 512;
constexpr std::uint64_t longest_name = 1u << 16;
constexpr std::size_t most_members = 100'000;

using Header = std::array<char, tar_block>;

struct Field {
    std::size_t at, length;
};
// POSIX 1003.1, pax: "ustar Interchange Format"
constexpr Field name_field{0, 100}, size_field{124, 12}, sum_field{148, 8}, link_field{157, 100},
    prefix_field{345, 155};
constexpr std::size_t type_at = 156;

std::string_view text_of(const Header& header, Field field) {
    const std::string_view bytes(header.data() + field.at, field.length);
    return bytes.substr(0, bytes.find('\0'));
}

/// Octal digits; GNU writes larger numbers as bytes, the first with its highest bit set.
std::uint64_t number_of(const Header& header, Field field, const InputFile& file) {
    const std::string_view bytes(header.data() + field.at, field.length);
    const Error damaged(file.name(), "damaged", "a tar header", "a number that is none");
    std::uint64_t value = 0;
    if ((bytes[0] & '\x80') != 0) {
        if (bytes[0] != '\x80') throw damaged; // below 0, or past 64 bits
        for (const char byte : bytes.substr(1)) {
            if (value >> 55 != 0) throw damaged;
            value = value << 8 | static_cast<unsigned char>(byte);
        }
        return value;
    }
    for (const char byte : bytes) {
        if (byte == ' ' || byte == '\0') continue;
        if (byte < '0' || byte > '7' || value >> 60 != 0) throw damaged;
        value = value << 3 | static_cast<std::uint64_t>(byte - '0');
    }
    return value;
}

/// The sum of the header's bytes, its own field counted as spaces.
void check_sum(const Header& header, const InputFile& file) {
    std::uint64_t sum = 0;
    for (std::size_t n = 0; n < tar_block; ++n) {
        const bool own = n >= sum_field.at && n < sum_field.at + sum_field.length;
        sum += own ? ' ' : static_cast<unsigned char>(header[n]);
    }
    if (sum != number_of(header, sum_field, file))
        throw Error(file.name(), "damaged", "a tar header with the sum that it says", "another");
}

bool is_zero(const Header& header) {
    return std::all_of(header.begin(), header.end(), [](char byte) { return byte == '\0'; });
}

std::string read_text(const InputFile& file, std::uint64_t at, std::uint64_t size) {
    if (size > longest_name) throw Error(file.name(), "damaged", "names of a sane length", "a longer one");
    std::string text(size, '\0');
    file.read(at, text.data(), text.size());
    return text;
}

/// What pax says of the next member: records "LENGTH KEY=VALUE\n".
struct Said {
    std::string name, link;
    std::uint64_t size = 0;
    bool sized = false;
};

void read_records(std::string_view text, Said& said, const InputFile& file) {
    const auto damaged = [&] { return Error(file.name(), "damaged", "records of pax", "something else"); };
    while (!text.empty() && text.front() != '\0') {
        std::size_t length = 0;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), length);
        const auto digits = static_cast<std::size_t>(end - text.data());
        if (error != std::errc() || length > text.size() || length < digits + 2 || *end != ' ')
            throw damaged();
        const std::string_view record = text.substr(digits + 1, length - digits - 2);
        const std::size_t equals = record.find('=');
        if (equals == record.npos) throw damaged();
        const std::string_view value = record.substr(equals + 1);
        if (record.starts_with("path=")) said.name = value;
        if (record.starts_with("linkpath=")) said.link = value;
        if (record.starts_with("size=")) {
            const auto number = std::from_chars(value.data(), value.data() + value.size(), said.size);
            if (number.ec != std::errc()) throw damaged();
            said.sized = true;
        }
        text.remove_prefix(length);
    }
}

} // namespace

void check_stays_inside(const std::string& archive, const std::string& name) {
    bool out = name.starts_with('/');
    for (std::size_t at = 0; at <= name.size();) {
        const std::size_t end = std::min(name.find('/', at), name.size());
        out = out || std::string_view(name).substr(at, end - at) == "..";
        at = end + 1;
    }
    if (out)
        throw Error(archive, "member \"" + escaped(name) + "\"", "a name inside the archive", "one outside");
}

namespace {

/// The name of a member, whichever of its three places says it.
std::string name_in(const Header& header, const Said& said) {
    if (!said.name.empty()) return said.name;
    const std::string name(text_of(header, name_field));
    const std::string_view prefix = text_of(header, prefix_field);
    const bool posix = std::string_view(header.data() + 257, 6) == std::string_view("ustar", 6);
    return posix && !prefix.empty() ? std::string(prefix) + "/" + name : name;
}

void take_member(TarContents& contents, const Header& header, Said&& said, std::uint64_t at,
                 std::uint64_t size, const InputFile& file) {
    std::string name = name_in(header, said);
    check_stays_inside(file.name(), name);
    const char type = header[type_at];
    if (type == '0' || type == '\0' || type == '7') contents.files.push_back({std::move(name), at, size});
    if (type == '1' || type == '2') {
        std::string to = said.link.empty() ? std::string(text_of(header, link_field)) : std::move(said.link);
        contents.links.push_back({std::move(name), std::move(to), type == '1'});
    }
    if (contents.files.size() + contents.links.size() > most_members)
        throw Error(file.name(), "damaged", "at most 100,000 files in a tar", "more");
}

} // namespace

TarContents tar_contents(const InputFile& file) {
    TarContents contents;
    Said said;
    for (std::uint64_t at = 0; at + tar_block <= file.size();) {
        Header header;
        file.read(at, header.data(), tar_block);
        if (is_zero(header)) break;
        check_sum(header, file);
        at += tar_block;
        const char type = header[type_at];
        const bool about_next = type == 'L' || type == 'K' || type == 'x' || type == 'g';
        std::uint64_t size = said.sized && !about_next ? said.size : number_of(header, size_field, file);
        if (type == '1' || type == '2') size = 0; // a link may say its file's, and holds none of it
        if (size > file.size() - at)
            throw Error(file.name(), "cut off", "a member of " + std::to_string(size) + " bytes",
                        std::to_string(file.size() - at));
        if (type == 'L') said.name = std::string(read_text(file, at, size).c_str());
        if (type == 'K') said.link = std::string(read_text(file, at, size).c_str());
        if (type == 'x') read_records(read_text(file, at, size), said, file);
        if (!about_next) {
            take_member(contents, header, std::move(said), at, size, file);
            said = {};
        }
        at += (size + tar_block - 1) / tar_block * tar_block;
    }
    return contents;
}

std::vector<TarMember> tar_members(const InputFile& file) { return tar_contents(file).files; }

} // namespace heed::io
