#include "core/tasks/sample.h"

#include "core/base/error.h"
#include "core/text/strings.h"

namespace heed::tasks {
namespace {

std::string format_links(const std::vector<Link>& links) {
    std::string text;
    for (const Link& link : links) {
        if (!text.empty()) text += ' ';
        text += std::to_string(link.source) + '-' + std::to_string(link.target);
    }
    return text;
}

std::vector<Link> parse_links(std::string_view text, const Sample& sample, const std::string& where) {
    std::vector<Link> links;
    for (std::string_view word : split(text, " ")) {
        if (word.empty()) continue;
        const auto dash = word.find('-');
        if (dash == std::string_view::npos)
            throw Error(where, "bad link", "source-target, such as 3-0", "\"" + std::string(word) + "\"");
        const Link link{number_in<int>(word.substr(0, dash)).value_or(-1),
                        number_in<int>(word.substr(dash + 1)).value_or(-1)};
        if (link.source < 0 || link.target < 0)
            throw Error(where, "bad link", "source-target, such as 3-0", "\"" + std::string(word) + "\"");
        const int sources = static_cast<int>(sample.source.size());
        const int targets = static_cast<int>(sample.target.size());
        if (link.source >= sources || link.target >= targets)
            throw Error(where, "a link points past the tokens",
                        "positions below " + std::to_string(sources) + "-" + std::to_string(targets),
                        std::string(word));
        links.push_back(link);
    }
    return links;
}

} // namespace

std::vector<std::string> read_tokens(std::string_view text, const Tokenizer& tokenizer) {
    std::vector<std::string> result;
    for (auto& piece : tokenizer.split(text)) result.push_back(std::move(piece.text));
    return result;
}

std::string to_line(const Sample& sample, const Tokenizer& tokenizer) {
    return tokenizer.join(sample.source) + '\t' + tokenizer.join(sample.target) + '\t' +
           format_links(sample.sure) + '\t' + format_links(sample.possible);
}

Sample parse_line(std::string_view line, const Tokenizer& tokenizer, const std::string& subject, int number) {
    const std::string where = subject + ": line " + std::to_string(number);
    if (line.ends_with('\r')) line.remove_suffix(1);
    const auto columns = split(line, "\t");
    if (columns.size() < 2 || columns.size() > 4)
        throw Error(where, "wrong number of columns", "source, target and up to two of links",
                    std::to_string(columns.size()));
    Sample sample;
    sample.source = read_tokens(columns[0], tokenizer);
    sample.target = read_tokens(columns[1], tokenizer);
    if (sample.source.empty()) throw Error(where, "the source is empty");
    sample.has_gold = columns.size() > 2;
    if (columns.size() > 2) sample.sure = parse_links(columns[2], sample, where);
    if (columns.size() > 3) sample.possible = parse_links(columns[3], sample, where);
    return sample;
}

} // namespace heed::tasks
