#include "app/cli/read/lines.h"

#include "core/base/error.h"

#include <nlohmann/json.hpp>

#include <ostream>

namespace heed::cli {
std::string failed_line(long long number, const std::string& sentence) {
    const nlohmann::ordered_json json{{"line", number}, {"error", sentence}};
    return json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

int answer_lines(io::LineSource& in, std::ostream& out,
                 const std::function<std::string(const std::string&)>& answer) {
    int status = 0;
    std::string line;
    for (io::LineSource::Read read; (read = in.next(line)) != io::LineSource::Read::End;) {
        std::string text;
        try {
            if (read == io::LineSource::Read::TooLong) throw Error("the line is longer than a mebibyte");
            text = answer(line);
        } catch (const Error& error) {
            text = failed_line(in.number(), error.what());
            status = 1;
        }
        out << text << '\n' << std::flush;
        if (!out) throw Error("standard output", "not written");
    }
    return status;
}

} // namespace heed::cli
