#include "core/text/subword/normalizers.h"

#include "core/text/subword/unicode.h"
#include "core/text/tokenizer.h"

#include <algorithm>
#include <utility>

namespace heed::subword {

namespace {

using Change = AlignedText::Change;

template <class Each> // each(character, bytes)
void for_each_character(std::string_view text, const Each& each) {
    for (std::size_t at = 0; at < text.size();) {
        const CodePoint c = decode_utf8(text, at);
        each(c.value, text.substr(at, c.length));
        at += c.length;
    }
}

/// Without the characters that are not kept; the others carry what they came from.
template <class Keep>
void filter(AlignedText& text, const Keep& keep) {
    std::size_t at = 0, to = 0;
    while (at < text.text.size()) {
        const CodePoint c = decode_utf8(text.text, at);
        for (std::size_t n = 0; keep(c.value) && n < c.length; ++n, ++to) {
            text.text[to] = text.text[at + n];
            text.from[to] = text.from[at + n];
        }
        at += c.length;
    }
    text.text.resize(to);
    text.from.resize(to);
}

void lower(AlignedText& text) {
    std::vector<Change> changes;
    std::vector<char32_t> small;
    for_each_character(text.text, [&](char32_t c, std::string_view) {
        small.clear();
        append_lowercase(c, small);
        for (std::size_t n = 0; n < small.size(); ++n) changes.push_back({small[n], n > 0});
    });
    text.rewrite(changes);
}

void clean(AlignedText& text) {
    const auto kept_control = [](char32_t c) { return c == '\t' || c == '\n' || c == '\r'; };
    filter(text, [&](char32_t c) { return kept_control(c) || (c != 0 && c != 0xFFFD && !is_other(c)); });
    std::vector<Change> changes;
    for_each_character(text.text, [&](char32_t c, std::string_view) {
        changes.push_back({is_white_space(c) ? U' ' : c, 0});
    });
    text.rewrite(changes);
}

bool is_ideograph(char32_t c) {
    return (c >= 0x4E00 && c <= 0x9FFF) || (c >= 0x3400 && c <= 0x4DBF) || (c >= 0x20000 && c <= 0x2A6DF) ||
           (c >= 0x2A700 && c <= 0x2B73F) || (c >= 0x2B740 && c <= 0x2B81F) ||
           (c >= 0x2B920 && c <= 0x2CEAF) || (c >= 0xF900 && c <= 0xFAFF) || (c >= 0x2F800 && c <= 0x2FA1F);
}

void space_ideographs(AlignedText& text) {
    std::vector<Change> changes;
    for_each_character(text.text, [&](char32_t c, std::string_view) {
        if (is_ideograph(c))
            changes.insert(changes.end(), {{U' ', 0}, {c, 1}, {U' ', 1}});
        else
            changes.push_back({c, 0});
    });
    text.rewrite(changes);
}

/// A character on its way to a normal form, with its combining class.
struct Marked {
    Change change;
    int order;
};

std::vector<Marked> decomposed(std::string_view text, bool compatibility) {
    std::vector<Marked> all;
    std::vector<char32_t> parts;
    std::size_t run = 0; // where marks began that are still to be put in order
    const auto settle = [&] {
        std::stable_sort(all.begin() + static_cast<std::ptrdiff_t>(run), all.end(),
                         [](const Marked& a, const Marked& b) { return a.order < b.order; });
    };
    for_each_character(text, [&](char32_t c, std::string_view) {
        parts.clear();
        append_decomposed(c, compatibility, parts);
        for (std::size_t n = 0; n < parts.size(); ++n) {
            const int order = combining_class(parts[n]);
            if (order == 0) {
                settle();
                run = all.size() + 1;
            }
            all.push_back({{parts[n], n > 0}, order});
            run = std::min(run, all.size());
        }
    });
    settle();
    return all;
}

/// Each mark is joined to the last starter where the two have a character together and nothing between them
/// has the mark's class or a higher one.
void compose(std::vector<Marked>& all) {
    constexpr std::size_t none = std::string_view::npos;
    std::size_t starter = none, to = 0;
    int last_order = 0; // of what stands behind the starter
    for (const Marked& next : all) {
        const bool adjacent = starter != none && to == starter + 1;
        if (starter != none && (adjacent || last_order < next.order))
            if (const auto both = composed(all[starter].change.to, next.change.to)) {
                all[starter].change.to = *both;
                all[starter].change.taken -= next.change.taken > 0 ? 0 : 1 - next.change.taken;
                continue;
            }
        if (next.order == 0) starter = to;
        last_order = next.order;
        all[to++] = next;
    }
    all.resize(to);
}

void to_form(AlignedText& text, NormalForm form) {
    std::vector<Marked> all = decomposed(text.text, form == NormalForm::Nfkc || form == NormalForm::Nfkd);
    if (form == NormalForm::Nfc || form == NormalForm::Nfkc) compose(all);
    std::vector<Change> changes;
    changes.reserve(all.size());
    for (const Marked& marked : all) changes.push_back(marked.change);
    text.rewrite(changes);
}

/// Stands before a character and belongs to it: Arabic number signs and their like.
bool begins_grapheme(char32_t c) {
    return (c >= 0x600 && c <= 0x605) || c == 0x6DD || c == 0x70F || c == 0x890 || c == 0x891 || c == 0x8E2;
}

/// A grapheme of its own, whatever stands beside it.
bool stands_alone(char32_t c) {
    const bool joins = extends_grapheme(c) || begins_grapheme(c);
    return c == 0x2028 || c == 0x2029 || (is_control_or_format(c) && !joins);
}

/// Where a character that a reader takes for one ends (UAX 29, as far as stretches of fewer than six bytes
/// go).
std::size_t grapheme_end(std::string_view text, std::size_t at) {
    CodePoint c = decode_utf8(text, at);
    std::size_t end = at + c.length;
    if (c.value == '\r' && end < text.size() && text[end] == '\n') return end + 1;
    for (; end < text.size() && !stands_alone(c.value); end += c.length) {
        const CodePoint next = decode_utf8(text, end);
        if (!extends_grapheme(next.value) && !(begins_grapheme(c.value) && !stands_alone(next.value))) break;
        c = next;
    }
    return end;
}

/// What stands for `old`: as many characters as it had carry its spans, one by one.
void append_replaced(std::string_view old, std::string_view by, std::vector<Change>& changes) {
    std::ptrdiff_t left = 0; // characters of the old text that have none in the new one
    for_each_character(old, [&](char32_t, std::string_view) { ++left; });
    for_each_character(by, [&](char32_t c, std::string_view) { changes.push_back({c, left-- > 0 ? 0 : 1}); });
    if (left > 0 && !changes.empty()) changes.back().taken -= static_cast<int>(left);
}

void apply(const Charsmap& map, AlignedText& text) {
    const std::string_view all = text.text;
    std::vector<Change> changes;
    changes.reserve(all.size());
    bool changed = false;
    const auto replaced = [&](std::string_view part) {
        const Charsmap::Match match = map.shortest(part, 0);
        if (match.length == 0) return false;
        append_replaced(part, match.by, changes);
        check_growth(all.size(), changes.size());
        return changed = true;
    };
    for (std::size_t at = 0; at < all.size();) {
        const std::size_t end = grapheme_end(all, at);
        const std::string_view grapheme = all.substr(at, end - at);
        at = end;
        if (grapheme.size() < 6 && replaced(grapheme)) continue;
        for_each_character(grapheme, [&](char32_t c, std::string_view part) {
            if (!replaced(part)) changes.push_back({c, 0});
        });
    }
    if (changed) text.rewrite(changes);
}

} // namespace

Normalizer bert_normalizer(const BertNormalizing& config) {
    return [config](AlignedText& text) {
        if (config.clean_text) clean(text);
        if (config.handle_chinese_chars) space_ideographs(text);
        if (config.strip_accents) {
            to_form(text, NormalForm::Nfd);
            filter(text, [](char32_t c) { return !is_nonspacing_mark(c); });
        }
        if (config.lowercase) lower(text);
    };
}

Normalizer normal_form(NormalForm form) {
    return [form](AlignedText& text) { to_form(text, form); };
}

Normalizer lowercase_normalizer() { return lower; }

Normalizer strip_accents_normalizer() {
    return [](AlignedText& text) { filter(text, [](char32_t c) { return !is_mark(c); }); };
}

Normalizer strip_normalizer(bool left, bool right) {
    return [left, right](AlignedText& text) {
        std::size_t begin = text.text.size(), end = 0; // of what is no white space
        for (std::size_t at = 0; at < text.text.size();) {
            const CodePoint c = decode_utf8(text.text, at);
            if (!is_white_space(c.value)) {
                begin = std::min(begin, at);
                end = at + c.length;
            }
            at += c.length;
        }
        if (!left) begin = 0;
        if (!right) end = text.text.size();
        text = text.slice(std::min(begin, end), end);
    };
}

Normalizer prepend_normalizer(std::string content) {
    return [content = std::move(content)](AlignedText& text) { text.prepend(content); };
}

Normalizer replace_normalizer(Pattern pattern, std::string content) {
    return [pattern = std::move(pattern), content = std::move(content)](AlignedText& text) {
        std::vector<AlignedText::Stretch> stretches;
        for (const Found& found : pattern(text.text))
            if (found.match) stretches.push_back({found.begin, found.end});
        text.replace(stretches, content);
    };
}

Normalizer charsmap_normalizer(std::shared_ptr<const Charsmap> map) {
    return [map = std::move(map)](AlignedText& text) { apply(*map, text); };
}

} // namespace heed::subword
