#include "core/text/lines.h"

#include <algorithm>

namespace heed {
namespace {

struct Space {
    std::size_t length = 0; // bytes; 0: none
    bool blank = false;     // a space and nothing else
    bool ends_line = false;
};

Space space_at(std::string_view text, std::size_t at) {
    const char c = text[at];
    if (c == ' ') return {1, true, false};
    if (c == '\t') return {1, false, false};
    if (c >= '\n' && c <= '\r') return {1, false, true};
    for (const std::string_view end : {"\u0085", "\u2028", "\u2029"})
        if (text.substr(at).starts_with(end)) return {end.size(), false, true};
    return {};
}

std::string joined(std::string_view text, bool exactly) {
    std::string out;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t begin = at;
        bool blank = true;
        while (at < text.size()) {
            const Space space = space_at(text, at);
            if (space.length == 0) break;
            blank = blank && space.blank;
            at += space.length;
        }
        if (at == begin) {
            out += text[at++];
            continue;
        }
        if (exactly && blank)
            out += text.substr(begin, at - begin);
        else if (blank || (begin > 0 && at < text.size()))
            out += ' ';
    }
    return out;
}

} // namespace

std::string one_line(std::string_view text) { return joined(text, false); }
std::string one_line_exactly(std::string_view text) { return joined(text, true); }

std::vector<std::string> lines_in(std::string_view text) {
    std::vector<std::string> lines;
    const auto add = [&](std::string_view line) {
        std::string words = one_line(line);
        if (words.starts_with(' ')) words.erase(0, 1);
        if (words.ends_with(' ')) words.pop_back();
        if (!words.empty()) lines.push_back(std::move(words));
    };
    std::size_t begin = 0;
    for (std::size_t at = 0; at < text.size();) {
        const Space space = space_at(text, at);
        if (space.ends_line) {
            add(text.substr(begin, at - begin));
            begin = at + space.length;
        }
        at += std::max<std::size_t>(1, space.length);
    }
    add(text.substr(begin));
    return lines;
}

} // namespace heed
