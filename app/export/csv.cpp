#include "app/export/export.h"

#include "core/base/error.h"

#include <charconv>

namespace heed {
namespace {

/// Quoted where RFC 4180 asks for it, and where spaces at an end might be lost.
std::string field(const std::string& text) {
    const bool plain = text.find_first_of(",\"\r\n") == std::string::npos &&
                       (text.empty() || (text.front() != ' ' && text.back() != ' '));
    if (plain) return text;
    std::string out = "\"";
    for (const char c : text) {
        if (c == '"') out += '"';
        out += c;
    }
    return out + '"';
}

std::string nine_digits(float value) {
    char digits[32];
    const auto end = std::to_chars(digits, digits + sizeof digits, value, std::chars_format::general, 9).ptr;
    return {digits, end};
}

} // namespace

std::string trace_csv(const Trace& trace, Span outputs, Span sources) {
    if (!trace.has_weights())
        throw Error(trace.model.name,
                    "this model has no attention weights to write; a .json file holds its run");
    if (outputs.last < 0) outputs.last = trace.outputs() - 1;
    if (sources.last < 0) sources.last = trace.source_length() - 1;
    std::string out = "output";
    for (int j = sources.first; j <= sources.last; ++j)
        out += ',' + field(trace.source[static_cast<std::size_t>(j)].text);
    out += '\n';
    for (int i = outputs.first; i <= outputs.last; ++i) {
        out += field(trace.steps[static_cast<std::size_t>(i)].token.text);
        for (int j = sources.first; j <= sources.last; ++j) out += ',' + nine_digits(trace.weight(i, j));
        out += '\n';
    }
    return out;
}

} // namespace heed
