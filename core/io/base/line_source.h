// Lines of a file or a pipe, which says whether more are there already: so that a command can work on many at
// once and yet answer at once where somebody waits for each answer.
#pragma once

#include <string>

namespace heed::io {

class LineSource {
public:
    /// "-" or nothing: standard input. Throws heed::Error if the file cannot be read.
    explicit LineSource(const std::string& path);
    ~LineSource();
    LineSource(const LineSource&) = delete;
    LineSource& operator=(const LineSource&) = delete;

    enum class Read { Line, TooLong, End };
    /// The next line without its line feed and carriage return, the first without a byte order mark. Of a
    /// line longer than a mebibyte nothing is kept. Waits for it. Throws heed::Error where reading fails
    /// midway.
    Read next(std::string& line);
    /// Whether next() would answer without waiting.
    bool ready();

    const std::string& name() const { return name_; } // for errors
    long long number() const { return number_; }      // of the line read last, from 1

private:
    bool fill();
    bool has_line() const { return buffer_.find('\n', at_) != std::string::npos; }

    std::string name_;
    int file_ = 0;
    std::string buffer_;
    std::size_t at_ = 0;
    bool ended_ = false;
    long long number_ = 0;
};

} // namespace heed::io
