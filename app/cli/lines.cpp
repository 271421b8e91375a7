#include "app/cli/lines.h"

#include "core/base/error.h"

#include <nlohmann/json.hpp>

#include <istream>
#include <ostream>
#include <streambuf>

namespace heed::cli {
namespace {

constexpr std::size_t longest_line = std::size_t{1} << 20;

enum class Read { Line, TooLong, End };

/// Reads up to the line feed; keeps no more than the longest line.
Read read_line(std::streambuf& in, std::string& line) {
    line.clear();
    bool any = false, long_line = false;
    for (int c = in.sbumpc(); c != std::char_traits<char>::eof(); c = in.sbumpc()) {
        any = true;
        if (c == '\n') break;
        if (line.size() < longest_line)
            line += static_cast<char>(c);
        else
            long_line = true;
    }
    if (!line.empty() && line.back() == '\r') line.pop_back();
    return !any ? Read::End : long_line ? Read::TooLong : Read::Line;
}

} // namespace

std::string failed_line(long long number, const std::string& sentence) {
    const nlohmann::ordered_json json{{"line", number}, {"error", sentence}};
    return json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

int answer_lines(std::istream& in, std::ostream& out,
                 const std::function<std::string(const std::string&)>& answer) {
    int status = 0;
    std::string line;
    for (long long number = 1;; ++number) {
        const Read read = read_line(*in.rdbuf(), line);
        if (read == Read::End) return status;
        std::string text;
        try {
            if (read == Read::TooLong) throw Error("the line is longer than a mebibyte");
            text = answer(line);
        } catch (const Error& error) {
            text = failed_line(number, error.what());
            status = 1;
        }
        out << text << '\n' << std::flush;
        if (!out) throw Error("standard output", "not written");
    }
}

} // namespace heed::cli
