// Lists of words as other toolkits save them, one word for each id.
//
// Read: JSON (a list; word -> id; id -> word; an object that holds one of these, or one for each side),
// pickled vocabularies of torchtext and of people's own classes, "word count" lines of fairseq (whose four
// special tokens the file leaves out), "word<TAB>count" of OpenNMT and SentencePiece, "word: id" lines of
// Marian, and plain lists, of AllenNLP without the padding that its list leaves out.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace heed::io {

/// What a file says of the words: for both sides, or of one side without saying which.
struct WordLists {
    using Words = std::vector<std::string>; // in id order, valid UTF-8
    std::optional<Words> one, source, target;
    std::vector<std::string> notes; // unusual but harmless: "12 words stand twice; the first counts"

    explicit operator bool() const { return one || source || target; }
};

/// Which side of a model a name speaks of: the key of a dictionary, or a file's stem ("train.src",
/// "trg_vocab").
enum class Side { Neither, Source, Target };
Side side_of(std::string_view name);

/// The word for an id that has none: ‹17›.
std::string number_word(int id);

/// Throws heed::Error naming the file: not read, larger than 64 MB, or not a list of words (and what it is).
WordLists read_words(const std::filesystem::path& file);

/// The words in a text, a word a line. Throws naming the subject where it is no list of words.
WordLists read_word_lines(std::string_view text, const std::string& subject);

/// The words in a value of a checkpoint (Checkpoint::values()), or none.
WordLists words_in(const nlohmann::json& value);

/// The value at a path such as "vocab.src.fields.0.1.vocab.itos", or null. A step that an object of a class
/// does not have itself is looked for in its state.
const nlohmann::json* value_at(const nlohmann::json& root, std::string_view path);

} // namespace heed::io
