// Links of word alignment: "0-0 1-2" in Pharaoh's format, source-target and counted from 0, with a weight
// behind each or without ("0-0:0.87", as heed align --soft writes them), a line a sentence; "1p2" is a
// possible link (Och and Ney 2003). In front of them may stand their words: "source ||| target ||| 0-0 1-2",
// or those of the output, as marian-decoder --alignment has them.
#include "core/base/error.h"
#include "core/io/attention/forms.h"
#include "core/text/escape.h"
#include "core/text/strings.h"

#include <algorithm>

namespace heed::io {

namespace {

constexpr std::size_t most_positions = 10'000;
/// Of all maps of a file together, for each byte of it and beside link_cells: a line of one link may name any
/// two positions.
constexpr std::size_t cells_a_byte = 512;

struct Link {
    std::size_t source = 0, target = 0;
    float weight = 1;
};

std::optional<std::size_t> position(std::string_view text) {
    if (text.empty() || text.size() > 9 || text.find_first_not_of("0123456789") != text.npos)
        return std::nullopt;
    return static_cast<std::size_t>(*number_of(text));
}

std::optional<Link> link_of(std::string_view text) {
    const std::size_t dash = text.find_first_of("-p"), colon = text.find(':');
    if (dash == text.npos || (colon != text.npos && colon < dash)) return std::nullopt;
    const auto source = position(text.substr(0, dash));
    const auto target = position(text.substr(dash + 1, colon == text.npos ? colon : colon - dash - 1));
    const auto weight = colon == text.npos ? std::optional(1.0f) : number_of(text.substr(colon + 1));
    if (!source || !target || !weight) return std::nullopt;
    return Link{*source, *target, *weight};
}

/// The links of a line, and in front of them the words of both sides, where they are there.
struct LinkedLine {
    std::string_view links;
    Words source, target;
};
LinkedLine parts_of(std::string_view line) {
    const auto parts = split(line, "|||");
    if (parts.size() == 2) return {parts[1], {}, words_of(parts[0])}; // marian-decoder --alignment
    if (parts.size() > 3 && number_of(trimmed(parts[0])))
        return {parts[2], {}, words_of(parts[1])}; // --n-best
    if (parts.size() != 3) return {line, {}, {}};
    return {parts[2], words_of(parts[0]), words_of(parts[1])};
}

bool all_are_links(std::string_view text) {
    const Words links = words_of(text);
    return !links.empty() && std::all_of(links.begin(), links.end(),
                                         [](const std::string& link) { return link_of(link).has_value(); });
}

} // namespace

GivenSentence linked_sentence(std::string_view line, Words source, Words target, const std::string& what,
                              std::size_t& left) {
    std::vector<Link> links;
    std::size_t sources = 0, targets = 0;
    bool soft = false, possible = false, first = false; // a link names the first token of a side
    for (const std::string& word : words_of(line)) {
        const auto link = link_of(word);
        if (!link) throw Error(what, "a link", "source-target, as 0-0", in_quotes(word, 40));
        links.push_back(*link);
        soft = soft || word.find(':') != word.npos;
        possible = possible || word.find('p') != word.npos;
        first = first || link->source == 0 || link->target == 0;
        sources = std::max(sources, link->source + 1);
        targets = std::max(targets, link->target + 1);
    }
    sources = std::max(sources, source.size());
    targets = std::max(targets, target.size());
    if (std::max(sources, targets) > most_positions)
        throw Error(what, "a position", "at most " + std::to_string(most_positions - 1),
                    std::to_string(std::max(sources, targets) - 1));
    if (targets * sources > left)
        throw Error(what, "the map of its links",
                    "at most " + std::to_string(left) + " cells, as much as is left for a file of this size",
                    std::to_string(targets) + " × " + std::to_string(sources));
    left -= targets * sources;
    GivenSentence sentence;
    sentence.what = what;
    sentence.source = std::move(source);
    sentence.target = std::move(target);
    sentence.sparse = true;
    sentence.weights.written = true;
    sentence.weights.shape = {static_cast<std::int64_t>(targets), static_cast<std::int64_t>(sources)};
    sentence.weights.values.assign(targets * sources, 0);
    for (const Link& link : links) sentence.weights.values[link.target * sources + link.source] = link.weight;
    sentence.notes.emplace_back(soft ? "links with their weights, no rows of a softmax"
                                     : "hard links: 1 where there is one, no weights");
    if (possible) sentence.notes.emplace_back("possible links (p) are drawn as sure ones are");
    if (!first && !links.empty())
        sentence.notes.emplace_back(
            "no link names the first token of a side: Pharaoh's format counts from 0, and it is "
            "read so; was this counted from 1?");
    return sentence;
}

std::size_t cells_of_links(std::size_t bytes) { return link_cells + cells_a_byte * bytes; }

bool is_links(std::string_view text) {
    std::string_view line;
    if (!next_line(text, line)) return false;
    return all_are_links(parts_of(line).links);
}

std::vector<GivenSentence> attention_in_links(std::string_view text, const std::string& file) {
    std::vector<GivenSentence> sentences;
    int number = 0;
    std::size_t left = cells_of_links(text.size());
    for (std::string_view line; next_line(text, line);) {
        ++number;
        LinkedLine parts = parts_of(line);
        if (trimmed(parts.links).empty()) continue; // a sentence without a link
        sentences.push_back(linked_sentence(parts.links, std::move(parts.source), std::move(parts.target),
                                            file + ": line " + std::to_string(number), left));
        sentences.back().name = "sentence " + std::to_string(number);
    }
    if (sentences.size() == 1) sentences.front().name.clear();
    return sentences;
}

} // namespace heed::io
