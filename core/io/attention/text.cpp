// Attention in text: "|||" dumps and the tables of OpenNMT-py's log.
#include "core/base/error.h"
#include "core/io/attention/forms.h"
#include "core/text/escape.h"
#include "core/text/strings.h"

#include <algorithm>

namespace heed::io {

namespace {

constexpr std::string_view bar = "|||";

std::string at_line(const std::string& file, int line) { return file + ": line " + std::to_string(line); }

/// Empty where a part is no number.
std::vector<float> numbers(std::string_view line) {
    std::vector<float> row;
    for (const std::string& word : words_of(line)) {
        const auto value = number_of(word);
        if (!value) return {};
        row.push_back(*value);
    }
    return row;
}

// ---------------------------------------------------------------------- dumps

/// id, target, score, source, and the lengths: in one part (Nematus) or two (Sockeye), or not at all.
bool is_header(const std::vector<std::string_view>& parts) { return parts.size() >= 4 && parts.size() <= 6; }

/// "0.1,0.2 0.3,0.7": a row a target token.
std::vector<std::vector<float>> soft_alignment(std::string_view text) {
    std::vector<std::vector<float>> rows;
    for (const std::string& group : words_of(text)) {
        rows.emplace_back();
        for (const std::string_view part : split(group, ",")) {
            const auto value = number_of(part);
            if (!value) return {};
            rows.back().push_back(*value);
        }
    }
    return rows;
}

/// Marian's n-best lists: id, target, alignment, features, score.
bool is_n_best(const std::vector<std::string_view>& parts) {
    return parts.size() >= 3 && number_in<int>(trimmed(parts[0])) && parts[2].find(',') != parts[2].npos &&
           !soft_alignment(parts[2]).empty();
}

} // namespace

GivenSentence soft_alignment_sentence(std::string_view target, std::string_view weights,
                                      const std::string& what) {
    GivenSentence sentence;
    sentence.what = what;
    sentence.target = words_of(target);
    sentence.ends = true;
    const auto rows = soft_alignment(weights);
    if (rows.empty())
        throw Error(what, "weights",
                    "numbers between commas, a group an output, as --alignment soft writes them",
                    in_quotes(std::string(trimmed(weights)), 40));
    sentence.weights = matrix_of(rows, what); // outputs × sources, by its form
    return sentence;
}

namespace {

std::vector<GivenSentence> read_dump(std::string_view text, const std::string& file) {
    std::vector<GivenSentence> sentences;
    std::vector<std::vector<float>> rows;
    bool open = false; // the last sentence's rows are being read
    const auto close = [&] {
        if (open) {
            sentences.back().weights = matrix_of(rows, sentences.back().what);
            sentences.back().weights.written = false; // Sockeye's are rows of outputs or of sources
        }
        open = false;
        rows.clear();
    };
    std::string_view id; // of an n-best list
    int number = 0, hypothesis = 0;
    for (std::string_view line; next_line(text, line);) {
        const std::string what = at_line(file, ++number);
        if (trimmed(line).empty()) {
            if (!rows.empty()) close();
        } else if (line.find(bar) != line.npos) {
            close();
            const auto parts = split(line, bar);
            if (parts.size() == 2) {
                sentences.push_back(soft_alignment_sentence(parts[0], parts[1], what));
                continue;
            }
            if (is_n_best(parts)) {
                sentences.push_back(soft_alignment_sentence(parts[1], parts[2], what));
                hypothesis = trimmed(parts[0]) == id ? hypothesis + 1 : 1;
                id = trimmed(parts[0]);
                sentences.back().name = "sentence " + std::to_string(std::int64_t{*number_in<int>(id)} + 1) +
                                        ", hypothesis " + std::to_string(hypothesis);
                continue;
            }
            if (!is_header(parts))
                throw Error(what, "a sentence",
                            "id ||| target ||| score ||| source ||| lengths, or target ||| weights",
                            std::to_string(parts.size()) + " parts");
            sentences.emplace_back();
            sentences.back().what = what;
            sentences.back().target = words_of(parts[1]);
            sentences.back().source = words_of(parts[3]);
            open = true;
        } else {
            std::vector<float> row = numbers(line);
            if (row.empty() || !open)
                throw Error(what, "weights of a sentence", open ? "numbers" : "a line with ||| before them",
                            in_quotes(std::string(trimmed(line)), 40));
            rows.push_back(std::move(row));
        }
    }
    close();
    return sentences;
}

// ---------------------------------------------------------------------- tables

/// "[2024-01-01 00:00:00,000 INFO] " before a line of the log.
std::string_view without_stamp(std::string_view line) {
    const std::size_t end = line.find("INFO] ");
    return !line.empty() && line[0] == '[' && end != line.npos ? line.substr(end + 6) : line;
}

struct TableRow {
    std::string word;
    std::vector<float> weights;
};

/// A word and its numbers, the largest of them filled up with asterisks.
TableRow table_row(std::string_view line) {
    const Words words = words_of(line);
    TableRow row;
    for (std::size_t n = 1; n < words.size(); ++n) {
        const std::size_t begin = std::min(words[n].find_first_not_of('*'), words[n].size());
        const auto value = number_of(std::string_view(words[n]).substr(begin));
        if (!value) return {};
        row.weights.push_back(*value);
    }
    if (!row.weights.empty()) row.word = words[0];
    return row;
}

bool is_table_header(std::string_view line) {
    return line.size() > 11 && line.find_first_not_of(' ') >= 8 && !words_of(line).empty();
}

/// "SENT 1: ['a', 'b']" or "PRED 1: a b": the words after the colon.
Words spoken(std::string_view line, std::string_view begin) {
    if (line.substr(0, begin.size()) != begin) return {};
    const std::size_t colon = line.find(": ");
    if (colon == line.npos) return {};
    std::string_view rest = trimmed(line.substr(colon + 2));
    if (rest.size() < 2 || rest.front() != '[' || rest.back() != ']') return words_of(rest);
    Words words;
    for (std::string_view part : split(rest.substr(1, rest.size() - 2), ", ")) {
        part = trimmed(part);
        if (part.size() >= 2) part = part.substr(1, part.size() - 2); // the quotes
        words.emplace_back(part);
    }
    return words;
}

/// The whole words where they are as many as those of the table, which are cut at ten letters.
void put_whole(Words& cut, const Words& whole) {
    if (whole.size() == cut.size() || whole.size() + 1 == cut.size())
        std::copy(whole.begin(), whole.end(), cut.begin());
}

std::vector<GivenSentence> read_tables(std::string_view text, const std::string& file) {
    std::vector<GivenSentence> sentences;
    std::vector<std::vector<float>> rows;
    Words header, source, target;
    GivenSentence sentence;
    const auto close = [&] {
        if (!rows.empty()) {
            sentence.weights = matrix_of(rows, sentence.what);
            sentence.source = header;
            put_whole(sentence.source, source);
            put_whole(sentence.target, target);
            sentences.push_back(std::move(sentence));
            source.clear();
            target.clear();
        }
        sentence = {};
        rows.clear();
        header.clear();
    };
    int number = 0;
    for (std::string_view line; next_line(text, line);) {
        line = without_stamp(line);
        ++number;
        if (TableRow row = table_row(line); !header.empty() && row.weights.size() == header.size()) {
            if (rows.empty()) sentence.what = at_line(file, number);
            sentence.target.push_back(std::move(row.word));
            rows.push_back(std::move(row.weights));
            continue;
        }
        close();
        if (is_table_header(line)) header = words_of(line);
        if (Words words = spoken(line, "SENT "); !words.empty()) source = std::move(words);
        if (Words words = spoken(line, "PRED "); !words.empty() && line.substr(0, 10) != "PRED SCORE")
            target = std::move(words);
    }
    close();
    return sentences;
}

bool has_table(std::string_view text) {
    std::size_t columns = 0;
    for (std::string_view line; next_line(text, line);) {
        line = without_stamp(line);
        if (columns > 0 && table_row(line).weights.size() == columns) return true;
        columns = is_table_header(line) ? words_of(line).size() : 0;
    }
    return false;
}

/// A header and a row of numbers below it, or a soft alignment.
bool has_dump(std::string_view text) {
    std::string_view line;
    if (!next_line(text, line)) return false;
    const auto parts = split(line, bar);
    if (parts.size() == 2) return soft_alignment(parts[1]).size() > 0 && parts[1].find(',') != parts[1].npos;
    if (is_n_best(parts)) return true;
    return is_header(parts) && next_line(text, line) && !numbers(line).empty();
}

void number_them(std::vector<GivenSentence>& sentences) {
    for (std::size_t n = 0; sentences.size() > 1 && n < sentences.size(); ++n)
        if (sentences[n].name.empty()) sentences[n].name = "sentence " + std::to_string(n + 1);
}

} // namespace

bool is_dump(std::string_view beginning) { return has_dump(beginning); }
bool is_table(std::string_view beginning) { return has_table(beginning); }

std::vector<GivenSentence> attention_in_dump(std::string_view text, const std::string& file) {
    std::vector<GivenSentence> sentences = read_dump(text, file);
    number_them(sentences);
    return sentences;
}

std::vector<GivenSentence> attention_in_tables(std::string_view text, const std::string& file) {
    std::vector<GivenSentence> sentences = read_tables(text, file);
    number_them(sentences);
    return sentences;
}

} // namespace heed::io
