#include "core/models/pooling/reader.h"

#include "core/base/error.h"
#include "core/models/number_words.h"
#include "core/models/pooling/values.h"
#include "core/models/tokens.h"
#include "core/text/escape.h"
#include "core/text/strings.h"

#include <algorithm>

namespace heed::pooling {
namespace {

std::string form_of(int features) {
    if (features == 1) return "a number, such as 3.1";
    if (features == 2) return "a number, with a star where it is marked, such as .31 or -.2*";
    return std::to_string(features) + " numbers with commas between them";
}

/// The features of one word, (K); none where it is not of the form.
std::vector<double> features_of(std::string_view word, int features) {
    if (features == 2 && word.find(',') == std::string_view::npos) {
        const bool marked = word.ends_with('*');
        const auto value = finite_number(word.substr(0, word.size() - (marked ? 1 : 0)));
        if (!value) return {};
        return {*value, marked ? 1.0 : 0.0};
    }
    return numbers_of(word);
}

Reading read_numbers(const Config& config, std::string_view text, const std::string& subject) {
    Reading reading;
    const std::vector<NumberWord> words = words_of(text);
    reading.item.vectors.resize(config.input.size, std::ssize(words));
    for (std::size_t t = 0; t < words.size(); ++t) {
        const std::vector<double> values = features_of(words[t].text, config.input.size);
        if (std::ssize(values) != config.input.size)
            throw Error(subject, "word " + std::to_string(t + 1), form_of(config.input.size),
                        in_quotes(words[t].text));
        for (std::size_t k = 0; k < values.size(); ++k)
            reading.item.vectors(static_cast<Eigen::Index>(k), static_cast<Eigen::Index>(t)) = values[k];
        TraceToken token;
        token.text = std::string(words[t].text);
        token.begin = words[t].begin;
        token.end = words[t].end;
        reading.moments.push_back(std::move(token));
    }
    return reading;
}

Reading read_words(const Vocabulary& words, const Tokenizer& tokenizer, std::string_view text,
                   const std::string& subject) {
    Reading reading;
    reading.moments = read_tokens(words, tokenizer, text, subject);
    reading.item.tokens = ids_of(reading.moments);
    return reading;
}

} // namespace

Reading read_input(const Config& config, const Vocabulary& words, const Tokenizer& tokenizer,
                   std::string_view text, int longest, const std::string& subject) {
    Reading reading =
        config.tokens() ? read_words(words, tokenizer, text, subject) : read_numbers(config, text, subject);
    if (reading.moments.empty()) throw Error(subject + ": the input is empty");
    if (longest > 0 && std::ssize(reading.moments) > longest)
        throw Error(subject, "the input is too long",
                    "at most " + plural(static_cast<std::size_t>(longest),
                                        config.tokens() ? "word" : "moment",
                                        config.tokens() ? "words" : "moments"),
                    std::to_string(reading.moments.size()));
    return reading;
}

void read_answer(const Config& config, const std::vector<std::string>& classes, std::string_view text,
                 Item& item, const std::string& subject) {
    if (config.classes()) {
        const std::string word(trimmed(text));
        const auto found = std::find(classes.begin(), classes.end(), word);
        if (found == classes.end())
            throw Error(subject, "answer", "one of " + listed(classes), in_quotes(word));
        item.label = static_cast<int>(found - classes.begin());
        return;
    }
    const std::vector<NumberWord> words = words_of(text);
    const int answers = config.sequence() ? item.length() : 1;
    const Eigen::Index C = config.readout.size;
    if (std::ssize(words) != C * answers)
        throw Error(subject, "answer", plural(static_cast<std::size_t>(C * answers), "number", "numbers"),
                    in_quotes(text, 60));
    item.values.resize(C, answers);
    for (std::size_t n = 0; n < words.size(); ++n) {
        const auto value = finite_number(words[n].text);
        if (!value) throw Error(subject, "answer", "a number", in_quotes(words[n].text));
        item.values(static_cast<Eigen::Index>(n) % C, static_cast<Eigen::Index>(n) / C) = *value;
    }
}

std::vector<std::string> class_names(const Config& config, const Vocabulary& classes) {
    if (!config.classes()) return {};
    return classes.size() == config.readout.size ? *classes.tokens()
                                                 : numbered("class ", config.readout.size);
}

} // namespace heed::pooling
