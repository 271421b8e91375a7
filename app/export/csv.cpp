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

std::string trace_csv(const Trace& trace) {
    if (!trace.has_weights())
        throw Error(trace.model.name, "this model has no attention weights to write; a .json file holds its run");
    std::string out = "output";
    for (const TraceToken& token : trace.source) out += ',' + field(token.text);
    out += '\n';
    for (int i = 0; i < trace.outputs(); ++i) {
        out += field(trace.steps[static_cast<std::size_t>(i)].token.text);
        for (int j = 0; j < trace.source_length(); ++j) out += ',' + nine_digits(trace.weight(i, j));
        out += '\n';
    }
    return out;
}

} // namespace heed
