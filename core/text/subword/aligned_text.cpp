#include "core/text/subword/aligned_text.h"

#include "core/base/error.h"
#include "core/text/tokenizer.h"

#include <algorithm>
#include <utility>

namespace heed::subword {

void check_growth(std::size_t before, std::size_t bytes) {
    if (bytes > before && bytes > longest_text)
        throw Error("the text", "as the tokenizer rewrites it",
                    "at most " + std::to_string(longest_text) + " bytes", "more");
}

AlignedText::AlignedText(std::string_view typed, bool keep_bytes) {
    text.reserve(typed.size());
    from.reserve(typed.size());
    for (std::size_t at = 0; at < typed.size();) {
        const CodePoint c = decode_utf8(typed, at);
        const std::size_t end = at + c.length;
        if (c.valid || keep_bytes)
            text += typed.substr(at, c.length);
        else
            text += encode_utf8(c.value);
        from.resize(text.size(), {static_cast<std::uint32_t>(at), static_cast<std::uint32_t>(end)});
        at = end;
    }
}

void AlignedText::rewrite(const std::vector<Change>& changes, std::size_t skipped) {
    std::string anew;
    std::vector<Span> spans;
    anew.reserve(text.size());
    spans.reserve(text.size());
    std::size_t at = 0; // in the old text
    const auto pass = [&] {
        if (at < text.size()) at += decode_utf8(text, at).length;
    };
    for (; skipped > 0; --skipped) pass();
    for (const Change& change : changes) {
        const std::size_t place = change.taken > 0 ? at - std::min<std::size_t>(at, 1) : at;
        Span span;
        if (change.taken <= 0 && at >= text.size()) // nothing left to stand for: as what is put in
            span = from.empty() ? Span{} : from.back();
        else if (place < from.size() && (change.taken <= 0 || at > 0))
            span = from[place];
        anew += encode_utf8(change.to);
        check_growth(text.size(), anew.size());
        spans.resize(anew.size(), span);
        for (int n = change.taken; n <= 0; ++n) pass();
    }
    text = std::move(anew);
    from = std::move(spans);
}

void AlignedText::replace(const std::vector<Stretch>& stretches, std::string_view content) {
    if (stretches.empty()) return;
    check_growth(text.size(), stretches.size() * content.size());
    AlignedText anew;
    std::size_t done = 0;
    const auto keep = [&](std::size_t until) {
        anew.text.append(text, done, until - done);
        anew.from.insert(anew.from.end(), from.begin() + static_cast<std::ptrdiff_t>(done),
                         from.begin() + static_cast<std::ptrdiff_t>(until));
    };
    for (const Stretch& stretch : stretches) {
        keep(stretch.begin);
        anew.text += content;
        anew.from.resize(anew.text.size(), stretch.end > 0 ? from[stretch.end - 1] : Span{});
        done = stretch.end;
    }
    keep(text.size());
    text = std::move(anew.text);
    from = std::move(anew.from);
}

void AlignedText::prepend(std::string_view content) {
    if (text.empty()) return;
    check_growth(text.size(), text.size() + content.size());
    text.insert(0, content);
    from.insert(from.begin(), content.size(), Span(from.front()));
}

AlignedText AlignedText::slice(std::size_t begin, std::size_t end) const {
    AlignedText part;
    part.text = text.substr(begin, end - begin);
    part.from.assign(from.begin() + static_cast<std::ptrdiff_t>(begin),
                     from.begin() + static_cast<std::ptrdiff_t>(end));
    part.start = part.from.empty() ? start : part.from.front().begin;
    return part;
}

Span AlignedText::span(std::size_t begin, std::size_t end) const {
    if (begin < end) return {from[begin].begin, std::max(from[begin].begin, from[end - 1].end)};
    const std::uint32_t place = begin < from.size() ? from[begin].begin
                                : from.empty()      ? static_cast<std::uint32_t>(start)
                                                    : from.back().end;
    return {place, place};
}

} // namespace heed::subword
