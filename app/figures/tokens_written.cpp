#include "app/figures/tokens_written.h"

#include "app/figures/base/format.h"
#include "core/models/transformer/facts.h"
#include "core/text/tokenizer.h"
#include "core/trace/words/words.h"

#include <algorithm>
#include <span>
#include <string_view>

namespace heed {

namespace {

constexpr std::string_view byte_space = "Ġ";

bool is_ascii(std::string_view text) {
    return std::all_of(text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < 128; });
}

/// Whether a piece of a run has one of those marks; -1: none has.
int first_mark(const Trace& trace, std::span<const std::string_view> marks) {
    const auto mark_of = [&](std::string_view text) {
        const auto found =
            std::find_if(marks.begin(), marks.end(), [&](std::string_view m) { return text.starts_with(m); });
        return found == marks.end() ? -1 : static_cast<int>(found - marks.begin());
    };
    for (const TraceStep& step : trace.steps)
        if (const int mark = mark_of(step.token.text); mark >= 0) return mark;
    for (const TraceToken& token : trace.source)
        if (const int mark = mark_of(token.text); mark >= 0) return mark;
    for (const TraceStep& step : trace.steps) // a run of one word may have it in what it could have said
        for (const Candidate& candidate : step.top)
            if (const int mark = mark_of(candidate.text); mark >= 0) return mark;
    return -1;
}

} // namespace

bool writes_bytes(const Trace& trace) {
    constexpr std::string_view marks[] = {byte_space, "\u2581"};
    return !trace.model.character_level && first_mark(trace, marks) == 0;
}

namespace {

bool is_control(char32_t c) { return (c < 32 && (c < '\t' || c > '\r')) || c == 127; }

/// Bytes that are a part of a letter, or no letter, by their numbers, as tokenizers that fall back to bytes
/// write them: of several such pieces each is another.
std::string with_numbers(const std::string& bytes) {
    constexpr std::string_view digits = "0123456789ABCDEF";
    std::string text;
    for (std::size_t at = 0; at < bytes.size();) {
        const CodePoint point = decode_utf8(bytes, at);
        const auto byte = static_cast<unsigned char>(bytes[at]);
        if (point.valid && !is_control(point.value))
            text += bytes.substr(at, point.length);
        else
            text += std::string("‹0x") + digits[byte >> 4] + digits[byte & 15] + "›";
        at += point.length;
    }
    return text;
}

/// Of pieces of bytes.
std::string shown_bytes(const std::string& text) {
    if (is_ascii(text)) return shown(text); // each letter is its byte
    if (text.starts_with(byte_space) && text.size() > byte_space.size())
        if (const std::string rest = text.substr(byte_space.size()); is_ascii(rest)) return "␣" + shown(rest);
    TraceToken token;
    token.text = text;
    const std::vector<Word> words = words_of(std::span(&token, 1), PieceMark::Byte);
    const std::string read = words.front().text.empty() ? "" : shown(with_numbers(words.front().text));
    return read.empty() || text.starts_with(byte_space) ? "␣" + read : read; // of blanks nothing is left
}

/// Whatever the vocabulary calls it.
bool is_end_of(const Trace& trace, const std::string& text) {
    return !trace.steps.empty() && trace.steps.back().token.is_end && trace.steps.back().token.text == text;
}

} // namespace

std::string shown_written(const Trace& trace, const std::string& text) {
    if (is_end_of(trace, text)) return "end";
    return is_ascii(text) || !writes_bytes(trace) ? shown(text) : shown_bytes(text);
}

std::function<std::string(const std::string&)> reader_of_written(const Trace& trace) {
    return [&trace, bytes = writes_bytes(trace)](const std::string& text) {
        return is_end_of(trace, text) ? "end" : bytes ? shown_bytes(text) : shown(text);
    };
}

std::string text_written(const Trace& trace, std::span<const std::string> all) {
    std::vector<std::string> texts;
    for (const std::string& text : all)
        if (!transformer_facts(trace).is_control(text)) texts.push_back(text);
    if (trace.model.character_level) {
        std::string text;
        for (const std::string& token : texts) text += is_mark(token) ? shown(token) : token;
        return text;
    }
    if (!writes_bytes(trace)) return joined(texts);
    std::vector<TraceToken> tokens(texts.size());
    for (std::size_t n = 0; n < texts.size(); ++n) tokens[n].text = texts[n];
    std::vector<std::string> words;
    for (const Word& word : words_of(tokens, PieceMark::Byte)) words.push_back(word.text);
    return joined(words);
}

} // namespace heed
