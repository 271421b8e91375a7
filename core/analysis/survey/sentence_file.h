// A file of sentences, a line each, of which only the beginnings of lines are held: its text is read when it
// is wanted. A line is what `heed evaluate` reads, source<TAB>target[<TAB>links[<TAB>possible links]], or a
// source alone.
#pragma once

#include "core/analysis/survey/line_record.h"
#include "core/io/base/file.h"
#include "core/tasks/sample.h"

#include <string>
#include <string_view>
#include <vector>

namespace heed::survey {

/// Longer lines are bad ones, as everywhere.
inline constexpr std::size_t longest_line = std::size_t{1} << 20;

class SentenceFile {
public:
    /// Throws heed::Error where it cannot be read.
    explicit SentenceFile(const std::string& path) : file_(path) {}

    /// The text of a line, without its end; a long one is cut. Throws heed::Error where the file has shrunk.
    /// May be called from several threads.
    std::string text(const LineRecord& line) const;
    std::uint64_t size() const { return file_.size(); }
    const std::string& name() const { return file_.name(); } // for errors

private:
    friend class LineFinder;
    io::InputFile file_;
};

/// Finds the lines of a file, part by part.
class LineFinder {
public:
    explicit LineFinder(std::shared_ptr<const SentenceFile> file) : file_(std::move(file)) {}

    /// Goes on for about so many bytes, and adds the lines that end there; empty ones are passed over, though
    /// counted. Whether there is more.
    bool go_on(std::size_t bytes, std::vector<LineRecord>& found);
    std::uint64_t at() const { return at_; } // bytes read

private:
    void end_line(std::uint64_t end, bool carriage, std::vector<LineRecord>& found);

    std::shared_ptr<const SentenceFile> file_;
    std::uint64_t at_ = 0, begin_ = 0;
    std::uint32_t line_ = 0;
    bool carriage_ = false; // the byte before `at_` is a carriage return
};

/// What stands before the first tab.
std::string_view source_of(std::string_view line);

/// A line as a model's tokenizer reads it; without a tab it has a source alone. Throws heed::Error as
/// tasks::parse_line does.
struct ReadLine {
    tasks::Sample sample;
    bool answered = false;
};
ReadLine read_line(std::string_view text, const Tokenizer& tokenizer, const std::string& subject, int number);

} // namespace heed::survey
