#include "app/cli/print/terminal.h"

#include "core/text/tokenizer.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>

namespace heed::cli {
namespace {

std::string_view environment(const char* name) {
    const char* value = std::getenv(name);
    return value ? value : "";
}

int columns_of(int descriptor) {
    winsize size{};
    if (ioctl(descriptor, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) return size.ws_col;
    const int told = std::atoi(std::string(environment("COLUMNS")).c_str());
    return told > 0 ? told : 80;
}

struct Range {
    char32_t first, last;
};

// Unicode 15: general category Mn and Me of the scripts people write, and what only joins or directs.
constexpr std::array<Range, 34> no_width{{
    {0x0300, 0x036F}, {0x0483, 0x0489}, {0x0591, 0x05BD}, {0x05BF, 0x05BF},   {0x05C1, 0x05C2},
    {0x05C4, 0x05C5}, {0x0610, 0x061A}, {0x064B, 0x065F}, {0x0670, 0x0670},   {0x06D6, 0x06DC},
    {0x06DF, 0x06E4}, {0x06E7, 0x06E8}, {0x06EA, 0x06ED}, {0x0900, 0x0902},   {0x093A, 0x093A},
    {0x093C, 0x093C}, {0x0941, 0x0948}, {0x094D, 0x094D}, {0x0951, 0x0957},   {0x0E31, 0x0E31},
    {0x0E34, 0x0E3A}, {0x0E47, 0x0E4E}, {0x1AB0, 0x1AFF}, {0x1DC0, 0x1DFF},   {0x200B, 0x200F},
    {0x202A, 0x202E}, {0x2060, 0x2064}, {0x20D0, 0x20F0}, {0x302A, 0x302D},   {0x3099, 0x309A},
    {0xFE00, 0xFE0F}, {0xFE20, 0xFE2F}, {0xFEFF, 0xFEFF}, {0xE0100, 0xE01EF},
}};

// Unicode 15, East Asian Width W and F, neighbours joined.
constexpr std::array<Range, 22> two_wide{{
    {0x1100, 0x115F},   {0x231A, 0x231B},   {0x2329, 0x232A}, {0x23E9, 0x23EC}, {0x2614, 0x2615},
    {0x26A1, 0x26A1},   {0x2705, 0x2705},   {0x2728, 0x2728}, {0x2753, 0x2755}, {0x2E80, 0x303E},
    {0x3041, 0x33FF},   {0x3400, 0x4DBF},   {0x4E00, 0xA4CF}, {0xA960, 0xA97F}, {0xAC00, 0xD7A3},
    {0xF900, 0xFAFF},   {0xFE30, 0xFE6F},   {0xFF00, 0xFF60}, {0xFFE0, 0xFFE6}, {0x1F300, 0x1F64F},
    {0x1F680, 0x1F9FF}, {0x20000, 0x3FFFD},
}};

template <std::size_t N>
bool within(const std::array<Range, N>& ranges, char32_t c) {
    const auto after =
        std::upper_bound(ranges.begin(), ranges.end(), c,
                         [](char32_t value, const Range& range) { return value < range.first; });
    return after != ranges.begin() && c <= std::prev(after)->last;
}

int width_of(char32_t c) { return within(no_width, c) ? 0 : within(two_wide, c) ? 2 : 1; }

std::string escape(int kind, Color c) {
    return "\x1b[" + std::to_string(kind) + ";2;" + std::to_string(c.r) + ';' + std::to_string(c.g) + ';' +
           std::to_string(c.b) + 'm';
}

std::string spaces(int count) { return std::string(static_cast<std::size_t>(std::max(0, count)), ' '); }

} // namespace

Terminal standard_output() {
    Terminal terminal{.interactive = isatty(STDOUT_FILENO) != 0, .columns = columns_of(STDOUT_FILENO)};
    const std::string_view depth = environment("COLORTERM");
    terminal.color = terminal.interactive && environment("NO_COLOR").empty() &&
                     environment("TERM") != "dumb" && (depth == "truecolor" || depth == "24bit");
    return terminal;
}

bool standard_input_is_terminal() { return isatty(STDIN_FILENO) != 0; }

std::string foreground(Color color) { return escape(38, color); }
std::string background(Color color) { return escape(48, color); }

std::string printable(std::string_view text) {
    std::string out;
    for (std::size_t at = 0; at < text.size();) {
        const CodePoint c = decode_utf8(text, at);
        const bool control = c.value < 0x20 || (c.value >= 0x7F && c.value < 0xA0) ||
                             (c.value >= 0x202A && c.value <= 0x202E) ||
                             (c.value >= 0x2066 && c.value <= 0x2069);
        if (c.valid && !control)
            out += text.substr(at, c.length);
        else
            out += "\uFFFD";
        at += c.length;
    }
    return out;
}

int display_width(std::string_view text) {
    int width = 0;
    for (std::size_t at = 0; at < text.size();) {
        const CodePoint c = decode_utf8(text, at);
        width += width_of(c.value);
        at += c.length;
    }
    return width;
}

std::vector<std::string> characters(std::string_view text) {
    std::vector<std::string> parts;
    for (std::size_t at = 0; at < text.size();) {
        const CodePoint c = decode_utf8(text, at);
        if (parts.empty() || width_of(c.value) > 0) parts.emplace_back();
        parts.back() += text.substr(at, c.length);
        at += c.length;
    }
    return parts;
}

std::string clipped(std::string_view text, int width) {
    if (display_width(text) <= width) return std::string(text);
    std::string out;
    int used = 0;
    for (const std::string& part : characters(text)) {
        used += display_width(part);
        if (used > width - 1) break;
        out += part;
    }
    return width > 0 ? out + "…" : "";
}

std::string padded_left(std::string_view text, int width) {
    return spaces(width - display_width(text)) + std::string(text);
}

std::string padded_right(std::string_view text, int width) {
    return std::string(text) + spaces(width - display_width(text));
}

std::string shell_word(std::string_view text) {
    const bool bare =
        !text.empty() && text.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                                "0123456789._/-+:,@%") == std::string_view::npos;
    return bare ? std::string(text) : shell_quoted(text);
}

std::string shell_quoted(std::string_view text) {
    if (text.find_first_of("\"\\$`!") == std::string_view::npos) return '"' + std::string(text) + '"';
    std::string out = "'";
    for (const char c : text) {
        if (c == '\'')
            out += "'\\''";
        else
            out += c;
    }
    return out + '\'';
}

} // namespace heed::cli
