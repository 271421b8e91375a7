#include "core/text/shortened.h"

#include "core/text/tokenizer.h"

#include <algorithm>
#include <vector>

namespace heed {
namespace {

std::vector<std::string> parts_of(const std::string& text) {
    std::vector<std::string> parts;
    std::size_t from = 0;
    for (std::size_t to; (to = text.find(", ", from)) != std::string::npos; from = to + 2)
        parts.push_back(text.substr(from, to - from));
    parts.push_back(text.substr(from));
    return parts;
}

/// Bytes at which a letter begins, and the end.
std::vector<std::size_t> starts_of_letters(const std::string& text) {
    std::vector<std::size_t> letters;
    for (std::size_t at = 0; at < text.size(); at += decode_utf8(text, at).length) letters.push_back(at);
    letters.push_back(text.size());
    return letters;
}

/// So many letters of it, of which the first `kept` go last, but never all of the end.
std::string with_letters(const std::string& text, const std::vector<std::size_t>& letters, std::size_t count,
                         std::size_t kept) {
    const std::size_t all = letters.size() - 1;
    const std::size_t head = std::max(count - count / 2, std::min(kept, count - count / 4));
    std::string start = text.substr(0, letters[head]), end = text.substr(letters[all - (count - head)]);
    while (!start.empty() && start.back() == ' ') start.pop_back();
    end.erase(0, std::min(end.find_first_not_of(' '), end.size()));
    return start + "…" + end;
}

} // namespace

std::string without_middle(const std::string& text, const std::function<bool(const std::string&)>& fits) {
    if (text.empty() || fits(text)) return text;
    const std::vector<std::string> parts = parts_of(text);
    for (std::size_t kept = parts.size() - 1; kept-- > 1;) {
        std::string shorter;
        for (std::size_t n = 0; n < kept; ++n) shorter += parts[n] + ", ";
        shorter += "… " + parts.back();
        if (fits(shorter)) return shorter;
    }
    const std::vector<std::size_t> letters = starts_of_letters(text);
    const auto first = parts.size() > 1
                           ? std::lower_bound(letters.begin(), letters.end(), parts.front().size())
                           : letters.begin();
    std::size_t least = 0, most = letters.size() - 1; // so many letters fit; so many do not
    while (most - least > 1) {
        const std::size_t middle = least + (most - least) / 2;
        const std::string shorter =
            with_letters(text, letters, middle, static_cast<std::size_t>(first - letters.begin()));
        (fits(shorter) ? least : most) = middle;
    }
    return with_letters(text, letters, least, static_cast<std::size_t>(first - letters.begin()));
}

} // namespace heed
