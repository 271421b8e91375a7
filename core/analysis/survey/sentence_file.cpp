#include "core/analysis/survey/sentence_file.h"

#include "core/base/error.h"

#include <algorithm>

namespace heed::survey {

std::string SentenceFile::text(const LineRecord& line) const {
    std::string text(std::min<std::size_t>(line.bytes, longest_line), '\0');
    file_.read(line.begin, text.data(), text.size());
    return text;
}

void LineFinder::end_line(std::uint64_t end, bool carriage, std::vector<LineRecord>& found) {
    ++line_;
    const std::uint64_t bytes = end - begin_ - (carriage ? 1 : 0);
    if (bytes > 0) {
        LineRecord record;
        record.begin = begin_;
        record.bytes = static_cast<std::uint32_t>(std::min<std::uint64_t>(bytes, longest_line + 1));
        record.line = line_;
        found.push_back(record);
    }
    begin_ = end + 1;
}

bool LineFinder::go_on(std::size_t bytes, std::vector<LineRecord>& found) {
    constexpr std::size_t step = std::size_t{1} << 18;
    const std::uint64_t size = file_->size(), until = std::min<std::uint64_t>(size, at_ + bytes);
    std::string part;
    while (at_ < until) {
        part.resize(static_cast<std::size_t>(std::min<std::uint64_t>(step, until - at_)));
        file_->file_.read(at_, part.data(), part.size());
        for (std::size_t n = 0; (n = part.find('\n', n)) != std::string::npos; ++n)
            end_line(at_ + n, n > 0 ? part[n - 1] == '\r' : carriage_, found);
        carriage_ = part.back() == '\r';
        at_ += part.size();
    }
    if (at_ < size) return true;
    if (begin_ < size) end_line(size, carriage_, found); // the last has no line feed
    begin_ = size;
    return false;
}

std::string_view source_of(std::string_view line) { return line.substr(0, line.find('\t')); }

ReadLine read_line(std::string_view text, const Tokenizer& tokenizer, const std::string& subject,
                   int number) {
    const std::string where = subject + ": line " + std::to_string(number);
    if (text.size() > longest_line) throw Error(where + ": longer than a mebibyte");
    if (text.find('\t') != std::string_view::npos)
        return {tasks::parse_line(text, tokenizer, subject, number), true};
    ReadLine read;
    read.sample.source = tasks::read_tokens(text, tokenizer);
    if (read.sample.source.empty()) throw Error(where, "the source is empty");
    return read;
}

} // namespace heed::survey
