// A session as a file of its commands: JSON lines {"t": seconds, "command": id, …arguments}.
#pragma once

#include "app/state/commands/command.h"

#include <filesystem>
#include <fstream>
#include <map>
#include <vector>

namespace heed {

struct TimedCommand {
    double at = 0; // on the state's clock
    Command command;
};

/// heed::Error, in one sentence with file and line, where it cannot be read or holds anything else. Empty
/// lines are passed over; times never go back.
std::vector<TimedCommand> read_recording(const std::filesystem::path& file);

/// Writes each command as it is given, so that a session that is killed is there as far as it came. Of what
/// the pointer only passes over, the last place before another command is kept: that is what was on the
/// screen then.
class CommandRecorder {
public:
    /// heed::Error where the file cannot be written.
    explicit CommandRecorder(const std::filesystem::path& file);
    void add(double at, const Command& command);
    /// The last lines; heed::Error where anything was not written.
    void finish();

private:
    void write(const TimedCommand& timed);

    std::filesystem::path file_;
    std::ofstream out_;
    std::map<std::string_view, TimedCommand> hovers_;
};

} // namespace heed
