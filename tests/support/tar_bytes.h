// Members of a tar, as bytes.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>

namespace heed::test {

inline std::string octal(std::uint64_t number, int digits) {
    std::string text(static_cast<std::size_t>(digits), '0');
    for (int n = digits - 1; n >= 0; --n, number /= 8)
        text[static_cast<std::size_t>(n)] = "01234567"[number % 8];
    return text;
}

inline std::string tar_member(const std::string& name, const std::string& bytes, char type = '0',
                              std::uint64_t size = UINT64_MAX, const std::string& link = {}) {
    std::string header(512, '\0');
    header.replace(0, std::min<std::size_t>(name.size(), 100), name.substr(0, 100));
    header.replace(100, 7, "0000644");
    header.replace(124, 11, octal(size == UINT64_MAX ? bytes.size() : size, 11));
    header[156] = type;
    header.replace(157, std::min<std::size_t>(link.size(), 100), link.substr(0, 100));
    header.replace(257, 8,
                   std::string("ustar\0"
                               "00",
                               8));
    header.replace(148, 8, "        ");
    std::uint64_t sum = 0;
    for (const char byte : header) sum += static_cast<unsigned char>(byte);
    header.replace(148, 8, octal(sum, 6) + std::string("\0 ", 2));
    return header + bytes + std::string((512 - bytes.size() % 512) % 512, '\0');
}
/// `type` '1': a hard link, from the archive's top; '2': a symbolic one, from the folder of `name`.
inline std::string tar_link(const std::string& name, const std::string& to, char type = '2') {
    return tar_member(name, "", type, 0, to);
}
inline std::string end_of_tar() { return std::string(1024, '\0'); }

} // namespace heed::test
