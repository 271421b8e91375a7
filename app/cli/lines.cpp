#include "app/cli/lines.h"

#include "core/base/error.h"
#include "core/io/base/file.h"

#include <nlohmann/json.hpp>

#include <istream>
#include <ostream>

namespace heed::cli {
std::string failed_line(long long number, const std::string& sentence) {
    const nlohmann::ordered_json json{{"line", number}, {"error", sentence}};
    return json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

int answer_lines(std::istream& in, std::ostream& out,
                 const std::function<std::string(const std::string&)>& answer) {
    int status = 0;
    std::string line;
    for (long long number = 1;; ++number) {
        const io::ReadLine read = io::read_line(in, line);
        if (read == io::ReadLine::End) return status;
        std::string text;
        try {
            if (read == io::ReadLine::TooLong) throw Error("the line is longer than a mebibyte");
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
