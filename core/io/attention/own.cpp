// Attention in the tables that Heed itself writes: one map, a row a line; or the maps of several models, a
// weight a line. Lines of remarks begin with "#".
#include "core/io/attention/forms.h"
#include "core/text/escape.h"
#include "core/text/strings.h"
#include "core/trace/axis.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <unordered_map>

namespace heed::io {

namespace {

/// What asks in the maps there are: the corner of a table has its name.
constexpr std::array map_rows = {Axis::Output,   Axis::SourceQuery, Axis::Step,   Axis::Source, Axis::Answer,
                                 Axis::Question, Axis::Sentence,    Axis::Driver, Axis::Moment, Axis::Past};
constexpr std::array<std::string_view, 6> long_header = {"model", "i", "output", "j", "source", "weight"};

/// Records of RFC 4180: between quotes a line may end.
class OwnRecords {
public:
    explicit OwnRecords(std::string_view text) : text_(text) {}
    int line() const { return line_; } // where the last one began, from 1

    bool next(Words& fields) {
        if (at_ >= text_.size()) return false;
        fields.assign(1, {});
        line_ = next_line_;
        bool quoted = false;
        for (; at_ < text_.size(); ++at_) {
            const char c = text_[at_];
            next_line_ += c == '\n';
            if (c == '"' && quoted && at_ + 1 < text_.size() && text_[at_ + 1] == '"')
                fields.back() += text_[at_++];
            else if (c == '"')
                quoted = !quoted;
            else if (c == ',' && !quoted)
                fields.emplace_back();
            else if (c == '\n' && !quoted)
                break;
            else if (c != '\r' || quoted)
                fields.back() += c;
        }
        ++at_; // the line's end
        return true;
    }

private:
    std::string_view text_;
    std::size_t at_ = 0;
    int line_ = 0, next_line_ = 1;
};

/// Takes the remarks off the beginning.
std::vector<std::string> take_remarks(std::string_view& text) {
    if (text.substr(0, 3) == "\xEF\xBB\xBF") text.remove_prefix(3);
    std::vector<std::string> remarks;
    while (text.starts_with("# ")) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        remarks.emplace_back(trimmed(text.substr(2, end - 2)));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return remarks;
}

std::optional<Axis> axis_of_rows(const Words& header) {
    const auto found = std::find_if(map_rows.begin(), map_rows.end(),
                                    [&](Axis axis) { return header.front() == to_string(axis); });
    return header.size() < 2 || found == map_rows.end() ? std::nullopt : std::optional(*found);
}

bool is_long(const Words& header) {
    return std::equal(header.begin(), header.end(), long_header.begin(), long_header.end());
}

/// What the pictures of it must go on saying. Of rows that do not sum to 1 they speak anyway.
std::string still_said(std::string remark) {
    const std::size_t odd = remark.starts_with("Row ") ? 0 : remark.find(". Row ");
    return remark.substr(0, odd);
}

/// A share; NaN where nothing stands.
std::optional<float> share_of(const std::string& field) {
    const auto value = number_of(field);
    return value && !(*value < 0 || *value > 1) ? value : std::nullopt;
}

float weight_in(const Words& fields, std::size_t n, const std::string& what) {
    const auto value = number_of(fields[n]);
    if (!value)
        throw Error(what, "field " + std::to_string(n + 1), "a weight",
                    fields[n].empty() ? "nothing" : in_quotes(fields[n], 40));
    return *value;
}

std::string own_line(const std::string& file, int line, int remarks) {
    return file + ": line " + std::to_string(line + remarks);
}

void check_fields(const Words& fields, std::size_t expected, const std::string& what) {
    if (fields.size() != expected)
        throw Error(what, "fields", std::to_string(expected) + ", as in the header",
                    std::to_string(fields.size()));
}

GivenSentence one_map(std::string_view text, const std::vector<std::string>& remarks,
                      const std::string& file) {
    constexpr std::string_view which = "Weights of ";
    GivenSentence sentence;
    sentence.what = file;
    for (const std::string& remark : remarks)
        if (remark.starts_with(which))
            sentence.name = remark.substr(which.size());
        else if (std::string words = still_said(remark); !words.empty())
            sentence.assumed.push_back(std::move(words));
    OwnRecords records(text);
    Words fields;
    records.next(fields);
    const Axis asks = *axis_of_rows(fields);
    sentence.source.assign(fields.begin() + 1, fields.end());
    std::vector<std::vector<float>> rows;
    while (records.next(fields)) {
        if (fields.size() == 1 && fields[0].empty()) continue;
        const std::string what = own_line(file, records.line(), static_cast<int>(remarks.size()));
        check_fields(fields, sentence.source.size() + 1, what);
        rows.emplace_back();
        for (std::size_t n = 1; n < fields.size(); ++n) rows.back().push_back(weight_in(fields, n, what));
        sentence.target.push_back(std::move(fields[0]));
    }
    sentence.weights = matrix_of(rows, file);
    if (sentence.target == sentence.source) // of a whole map of places that look at one another
        sentence.between = asks == Axis::SourceQuery ? Between::Sources
                           : asks == Axis::Step      ? Between::Outputs
                                                     : Between::OutputsAndSources;
    return sentence;
}

int index_in(const std::string& field, const std::string& what, const char* name) {
    int value = -1;
    const auto [end, error] = std::from_chars(field.data(), field.data() + field.size(), value);
    if (error != std::errc() || end != field.data() + field.size() || value < 0)
        throw Error(what, name, "a position from 0", in_quotes(field, 40));
    return value;
}

constexpr std::size_t most_remark_bytes = 16u << 20; // copied, in all maps together

/// What the remarks say of each model, "NAME: words", and must go on being said; a name may have colons of
/// its own. Each is copied to all maps of that name.
using WordsOfModels = std::unordered_map<std::string, std::vector<std::string>>;
WordsOfModels words_of_models(const std::vector<std::string>& remarks) {
    constexpr int most_colons = 16;
    constexpr std::size_t most_remarks = 16, longest = 1000; // of one model, bytes
    WordsOfModels words;
    for (const std::string& remark : remarks) {
        std::size_t at = remark.find(": ");
        for (int n = 0; n < most_colons && at != remark.npos; ++n, at = remark.find(": ", at + 1)) {
            std::string said = still_said(remark.substr(at + 2));
            std::vector<std::string>& of_one = words[remark.substr(0, at)];
            if (!said.empty() && said.size() <= longest && of_one.size() < most_remarks)
                of_one.push_back(std::move(said));
        }
    }
    return words;
}

/// Takes the words of a model for one more map of it. Throws where many maps would fill the memory with them.
void put_remarks(const std::vector<std::string>& words, std::size_t& left, GivenSentence& sentence) {
    for (const std::string& one : words) {
        if (one.size() > left)
            throw Error(sentence.what, "remarks on " + in_quotes(sentence.name, 40),
                        "at most " + std::to_string(most_remark_bytes) + " bytes in all maps together",
                        "more");
        left -= one.size();
    }
    sentence.assumed = words;
}

/// Of several models: a weight a line, in the order of rows and columns.
std::vector<GivenSentence> many_maps(std::string_view text, const std::vector<std::string>& remarks,
                                     const std::string& file) {
    std::vector<GivenSentence> sentences;
    const WordsOfModels said = words_of_models(remarks);
    std::size_t left = most_remark_bytes;
    std::vector<std::vector<float>> rows;
    const auto close = [&] {
        if (!rows.empty()) sentences.back().weights = matrix_of(rows, sentences.back().what);
        rows.clear();
    };
    OwnRecords records(text);
    Words fields;
    records.next(fields);
    while (records.next(fields)) {
        if (fields.size() == 1 && fields[0].empty()) continue;
        const std::string what = own_line(file, records.line(), static_cast<int>(remarks.size()));
        check_fields(fields, long_header.size(), what);
        const int i = index_in(fields[1], what, "i"), j = index_in(fields[3], what, "j");
        if (sentences.empty() || (i == 0 && j == 0)) {
            close();
            sentences.emplace_back();
            sentences.back().what = what;
            sentences.back().name = fields[0];
            sentences.back().whole_name = true;
            if (const auto found = said.find(fields[0]); found != said.end())
                put_remarks(found->second, left, sentences.back());
        }
        GivenSentence& sentence = sentences.back();
        if (j == 0) rows.emplace_back(), sentence.target.push_back(fields[2]);
        if (i == 0) sentence.source.push_back(fields[4]);
        if (rows.empty() || i != static_cast<int>(rows.size()) - 1 ||
            j != static_cast<int>(rows.back().size()))
            throw Error(what, "a weight", "the next of its row, or the first of the next row",
                        "output " + fields[1] + ", source token " + fields[3]);
        rows.back().push_back(weight_in(fields, 5, what));
    }
    close();
    return sentences;
}

} // namespace

bool is_own_table(std::string_view beginning) {
    take_remarks(beginning);
    OwnRecords records(beginning);
    Words header, row;
    if (!records.next(header) || !records.next(row) || row.size() != header.size()) return false;
    if (is_long(header)) return true;
    return axis_of_rows(header) &&
           std::all_of(row.begin() + 1, row.end(), [](const std::string& field) { return share_of(field); });
}

std::vector<GivenSentence> attention_in_own_table(std::string_view text, const std::string& file) {
    const std::vector<std::string> remarks = take_remarks(text);
    OwnRecords records(text);
    Words header;
    records.next(header);
    if (is_long(header)) return many_maps(text, remarks, file);
    return {one_map(text, remarks, file)};
}

} // namespace heed::io
