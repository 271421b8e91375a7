#include "core/io/base/yaml_text.h"

#include "core/base/error.h"
#include "core/text/strings.h"

#include <vector>

namespace heed::io {

using Json = nlohmann::json;

namespace {

constexpr int deepest_block = 64;

struct YamlLine {
    std::size_t indent;
    std::string_view text; // without indent, comment and what follows the last letter
};

/// Up to a "#" that stands outside quotes at the beginning of a word.
std::string_view without_comment(std::string_view text) {
    char quote = 0;
    for (std::size_t at = 0; at < text.size(); ++at) {
        const char c = text[at];
        if (quote != 0)
            quote = c == quote ? '\0' : quote;
        else if (c == '"' || c == '\'')
            quote = at == 0 || text[at - 1] == ' ' || text[at - 1] == '[' || text[at - 1] == ',' ? c : '\0';
        else if (c == '#' && (at == 0 || text[at - 1] == ' '))
            return text.substr(0, at);
    }
    return text;
}

std::vector<YamlLine> yaml_lines(std::string_view text) {
    std::vector<YamlLine> lines;
    for (std::string_view line; next_line(text, line);) {
        line = without_comment(line);
        const std::size_t indent = line.find_first_not_of(' ');
        const std::string_view words = trimmed(line);
        if (words.empty() || words == "---" || words.find('\0') != words.npos) continue;
        lines.push_back({indent, words});
    }
    return lines;
}

Json scalar(std::string_view text) {
    text = trimmed(text);
    if (text.empty() || text == "~" || text == "null") return nullptr;
    if (auto quoted = yaml_quoted(text)) return std::move(*quoted);
    if (text.front() == '[' && text.back() == ']') {
        Json list = Json::array();
        std::string_view items = text.substr(1, text.size() - 2);
        while (!trimmed(items).empty()) {
            const std::size_t end = std::min(items.find(','), items.size());
            const std::string_view item = trimmed(items.substr(0, end));
            list.push_back(item.empty() || item.front() == '[' ? Json(std::string(item)) : scalar(item));
            items.remove_prefix(std::min(end + 1, items.size()));
        }
        return list;
    }
    for (const std::string_view word : {"true", "True", "yes", "on"})
        if (text == word) return true;
    for (const std::string_view word : {"false", "False", "no", "off"})
        if (text == word) return false;
    if (const auto whole = number_in<long long>(text)) return *whole;
    if (const auto real = number_in<double>(text)) return *real;
    return std::string(text);
}

/// Where the colon stands that ends a key; npos for a line that has none.
std::size_t key_end(std::string_view text) {
    if (!text.empty() && (text[0] == '"' || text[0] == '\'')) {
        const std::size_t close = text.find(text[0], 1);
        return close != text.npos && close + 1 < text.size() && text[close + 1] == ':' ? close + 1
                                                                                       : text.npos;
    }
    for (std::size_t at = 0; at < text.size(); ++at)
        if (text[at] == ':' && (at + 1 == text.size() || text[at + 1] == ' ')) return at;
    return text.npos;
}

std::string key_of(std::string_view text) {
    const Json key = scalar(text);
    return key.is_string() ? key.get<std::string>() : std::string(trimmed(text));
}

class YamlReader {
public:
    YamlReader(std::vector<YamlLine> lines, const std::string& subject)
        : lines_(std::move(lines)), subject_(subject) {}

    /// The block whose lines are indented by `indent` or more.
    Json block(std::size_t indent, int depth = 0) {
        if (depth > deepest_block) throw Error(subject_, "nested too deeply", "at most 64 levels", "more");
        if (at_ >= lines_.size()) return nullptr;
        const std::size_t own = lines_[at_].indent;
        if (own < indent) return nullptr;
        if (is_item(lines_[at_].text)) return list(own);
        if (key_end(lines_[at_].text) == std::string_view::npos) return scalar(lines_[at_++].text);
        Json map = Json::object();
        while (at_ < lines_.size() && lines_[at_].indent == own && !is_item(lines_[at_].text)) {
            const std::string_view text = lines_[at_].text;
            const std::size_t colon = key_end(text);
            ++at_;
            if (colon == text.npos) continue;
            const std::string_view rest = trimmed(text.substr(colon + 1));
            // The items of a list may stand under their key without being indented.
            const bool flat = at_ < lines_.size() && lines_[at_].indent == own && is_item(lines_[at_].text);
            map[key_of(text.substr(0, colon))] = !rest.empty() ? scalar(rest)
                                                 : flat        ? list(own)
                                                               : block(own + 1, depth + 1);
            skip_deeper(own);
        }
        return map;
    }

private:
    static bool is_item(std::string_view text) { return text == "-" || text.substr(0, 2) == "- "; }

    Json list(std::size_t indent) {
        Json items = Json::array();
        while (at_ < lines_.size() && lines_[at_].indent == indent && is_item(lines_[at_].text)) {
            items.push_back(scalar(lines_[at_++].text.substr(1)));
            skip_deeper(indent);
        }
        return items;
    }
    void skip_deeper(std::size_t indent) {
        while (at_ < lines_.size() && lines_[at_].indent > indent) ++at_;
    }

    std::vector<YamlLine> lines_;
    const std::string& subject_;
    std::size_t at_ = 0;
};

} // namespace

std::optional<std::string> yaml_quoted(std::string_view text) {
    if (text.size() < 2 || text.front() != text.back()) return std::nullopt;
    const std::string_view inside = text.substr(1, text.size() - 2);
    if (text.front() == '\'') return replaced(std::string(inside), "''", "'");
    if (text.front() != '"') return std::nullopt;
    const Json json = Json::parse(text, nullptr, false); // its escapes are JSON's
    return json.is_string() ? json.get<std::string>() : std::string(inside);
}

Json parse_yaml(std::string_view text, const std::string& subject) {
    return YamlReader(yaml_lines(text), subject).block(0);
}

} // namespace heed::io
