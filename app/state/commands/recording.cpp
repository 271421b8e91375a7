#include "app/state/commands/recording.h"

#include "core/base/error.h"
#include "core/io/base/file.h"
#include "core/io/base/json_text.h"

#include <cerrno>
#include <cstring>
#include <nlohmann/json.hpp>
#include <sstream>

namespace heed {
namespace {

using nlohmann::json;
using nlohmann::ordered_json;

constexpr std::uint64_t largest_recording = 1 << 28; // bytes

TimedCommand read_line(const std::string& line, double before) {
    io::check_nesting(line, "a command");
    const json j = json::parse(line, nullptr, false);
    if (j.is_discarded() || !j.is_object()) throw Error("is not a JSON object");
    const auto t = j.find("t");
    if (t == j.end() || !t->is_number() || t->get<double>() < before)
        throw Error("\"t\": expected seconds, not before those of the line above");
    return {t->get<double>(), command_from_json(j)};
}

bool only_passes_over(std::string_view what) {
    return what == "hover" || what == "tree-hover" || what == "states-hover" || what == "report-hover";
}

} // namespace

std::vector<TimedCommand> read_recording(const std::filesystem::path& file) {
    std::istringstream lines(io::read_regular_file(file, largest_recording));
    std::vector<TimedCommand> all;
    int number = 0;
    for (std::string line; std::getline(lines, line);) {
        ++number;
        if (line.find_first_not_of(" \t\r") == std::string::npos) continue;
        try {
            all.push_back(read_line(line, all.empty() ? 0 : all.back().at));
        } catch (const Error& error) {
            throw Error(file.string(), "line " + std::to_string(number) + ": " + error.what());
        }
    }
    return all;
}

CommandRecorder::CommandRecorder(const std::filesystem::path& file)
    : file_(file), out_(file, std::ios::binary) {
    if (!out_) throw Error(io::shown(file), std::string("not written: ") + std::strerror(errno));
}

void CommandRecorder::add(double at, const Command& command) {
    if (command.id == "quit") return; // a recording ends there by itself
    if (only_passes_over(command.id)) {
        hovers_.insert_or_assign(command.id, TimedCommand{at, command});
        return;
    }
    for (auto& [what, hover] : std::exchange(hovers_, {})) write({at, hover.command});
    write({at, command});
    out_.flush();
}

void CommandRecorder::finish() {
    for (const auto& [what, hover] : std::exchange(hovers_, {})) write(hover);
    out_.close();
    if (!out_) throw Error(file_.string(), "was not written whole");
}

void CommandRecorder::write(const TimedCommand& timed) {
    ordered_json line = {{"t", timed.at}};
    line.update(command_to_json(timed.command));
    out_ << line.dump(-1, ' ', false, ordered_json::error_handler_t::replace) << '\n';
}

} // namespace heed
