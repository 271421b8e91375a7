#include "app/views/input/difference.h"

#include <algorithm>

namespace heed {
namespace {

constexpr int tokens_before = 3;

/// Where so many tokens before that byte begin.
std::size_t before(const std::string& text, std::size_t at, int tokens, bool characters) {
    for (; tokens > 0 && at > 0; --tokens) {
        if (!characters) {
            const std::size_t space = at < 2 ? std::string::npos : text.rfind(' ', at - 2);
            at = space == std::string::npos ? 0 : space + 1;
            continue;
        }
        do --at;
        while (at > 0 && (static_cast<unsigned char>(text[at]) & 0xC0) == 0x80);
    }
    return at;
}

} // namespace

std::size_t part_around(const std::string& text, std::size_t begin, std::size_t end, bool characters,
                        const std::function<bool(const std::string&)>& fits) {
    begin = std::min(begin, text.size());
    end = std::clamp(end, begin, text.size());
    for (int tokens = tokens_before; tokens > 0; --tokens) {
        const std::size_t from = before(text, begin, tokens, characters);
        const std::string part = text.substr(from, end - from);
        if (fits((from > 0 ? "…" : "") + part + (end < text.size() ? "…" : ""))) return from;
    }
    return begin;
}

} // namespace heed
