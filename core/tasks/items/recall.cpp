#include "core/tasks/items/recall.h"

#include "core/base/error.h"
#include "core/tasks/sample.h"

#include <algorithm>

namespace heed::tasks {
namespace {

constexpr int fewest_pairs = 2, most_pairs = 5, key_count = 26, value_count = 10;
const Tokenizer recall_words_apart{TokenLevel::Word, true};

bool is_key(const std::string& word) { return word.size() == 1 && word[0] >= 'a' && word[0] <= 'z'; }
bool is_value(const std::string& word) { return word.size() == 1 && word[0] >= '0' && word[0] <= '9'; }

int pair_of(const Recall& text, char key) {
    const auto found =
        std::find_if(text.pairs.begin(), text.pairs.end(), [&](const auto& pair) { return pair.key == key; });
    return found == text.pairs.end() ? -1 : static_cast<int>(found - text.pairs.begin());
}

/// The words of a text, read one after the other.
class RecallWords {
public:
    RecallWords(std::string_view text, const std::string& subject)
        : words_(read_tokens(text, recall_words_apart)), subject_(subject) {}

    bool at(std::string_view word) const { return next_ < words_.size() && words_[next_] == word; }
    bool at_end() const { return next_ == words_.size(); }
    char take(bool (*fits)(const std::string&), const char* expected) {
        if (at_end() || !fits(words_[next_])) fail(expected);
        return words_[next_++][0];
    }
    void pass() { ++next_; }
    [[noreturn]] void fail(const std::string& expected) const {
        throw Error(subject_, "word " + std::to_string(next_ + 1), expected,
                    at_end() ? "nothing" : "\"" + words_[next_] + "\"");
    }
    /// The word before was wrong.
    [[noreturn]] void fail_before(const std::string& expected) {
        --next_;
        fail(expected);
    }

private:
    std::vector<std::string> words_;
    const std::string& subject_;
    std::size_t next_ = 0;
};

Item recall_item(const Recall& text) {
    const int last = 2 * static_cast<int>(text.pairs.size()) + 1;
    const Recall::Pair& asked = text.pairs[static_cast<std::size_t>(text.asked)];
    return {to_text(text), std::string(1, asked.value), {{"self.attention", {{last, 2 * text.asked + 1}}}}};
}

} // namespace

std::vector<std::string> recall_words() {
    std::vector<std::string> words;
    for (int k = 0; k < key_count; ++k) words.emplace_back(1, static_cast<char>('a' + k));
    for (int k = 0; k < value_count; ++k) words.emplace_back(1, static_cast<char>('0' + k));
    words.emplace_back("?");
    return words;
}

std::string to_text(const Recall& text) {
    std::string words;
    for (const auto& [key, value] : text.pairs) words += {key, ' ', value, ' '};
    return words + "? " + text.pairs[static_cast<std::size_t>(text.asked)].key;
}

Recall parse_recall(std::string_view text, const std::string& subject) {
    Recall result;
    RecallWords words(text, subject);
    while (!words.at("?")) {
        const char key = words.take(is_key, "a letter, or \"?\" and one of the letters before it");
        if (pair_of(result, key) >= 0) words.fail_before("another letter, for each stands once");
        result.pairs.push_back({key, words.take(is_value, "a digit, to remember with the letter before it")});
    }
    if (result.pairs.empty()) words.fail("a letter and a digit before the question");
    words.pass();
    result.asked = pair_of(result, words.take(is_key, "the letter that is asked for"));
    if (result.asked < 0) words.fail_before("a letter that stands before the question");
    if (!words.at_end()) words.fail("the end, after one question");
    return result;
}

Recall draw_recall(Random& random, int pairs) {
    std::vector<char> keys(key_count);
    for (int k = 0; k < key_count; ++k) keys[static_cast<std::size_t>(k)] = static_cast<char>('a' + k);
    random.shuffle(keys);
    Recall result;
    for (int k = 0; k < pairs; ++k)
        result.pairs.push_back(
            {keys[static_cast<std::size_t>(k)], static_cast<char>('0' + random.below(value_count))});
    result.asked = static_cast<int>(random.below(static_cast<std::size_t>(pairs)));
    return result;
}

Item recall_of_length(Random& random, int words) {
    return recall_item(draw_recall(random, std::clamp((words - 2) / 2, 1, key_count)));
}

Item sample_recall(Random& random) {
    return recall_item(
        draw_recall(random, fewest_pairs + static_cast<int>(random.below(most_pairs - fewest_pairs + 1))));
}

Item recall_reference(std::string_view text, const std::string& subject) {
    return recall_item(parse_recall(text, subject));
}

} // namespace heed::tasks
