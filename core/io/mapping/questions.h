// What names and shapes leave open, as questions with the answers that the shapes allow. What has one answer
// left is settled.
#pragma once

#include "core/io/mapping/parts/guess.h"

#include <map>
#include <string>
#include <vector>

namespace heed::io::mapping {

using Answers = std::map<std::string, std::string>; // question -> option, by their ids

struct Option {
    std::string id, label; // "relu", "ReLU"
};

struct Question {
    std::string id, text;        // "unit", "What is inside the score?"
    std::vector<Part> parts;     // whose rows it is about
    std::vector<Option> options; // the usual one first
    std::string answer;
    bool by_words = false; // the vocabulary's words say it; it can be changed all the same
    bool given = false;    // the user's answer
    bool rare = false;     // hardly any model has another answer: tried where all others stay as they are
    std::string family{};  // whose answer it is, "keon/seq2seq"; empty: the user's, or the usual one

    bool open() const { return options.size() > 1 && !by_words; }
    const std::string& label() const; // of the answer
};

/// The lists of words, as far as they were found.
struct Words {
    std::vector<std::string> source, target;
    std::string source_file, target_file;     // beside the model; empty: inside it, or nowhere
    std::string source_inside, target_inside; // paths in its values
    std::string around{}; // what stands around a source in the examples, "[open] … [close]"; empty: not told
};

/// A reading of the files that can be tried: parts, and an answer to each question.
struct Draft {
    Mapping mapping;
    Words words;
    std::vector<Question> questions;
    std::int64_t annotation = 0;       // d, the size of h_j
    std::vector<std::string> problems; // why it cannot be run: shapes that no answer fits

    std::string answer(const std::string& id) const; // empty: not asked
    /// No matrix of the files makes the first state, but one of zeros and ones out of the last: by half of
    /// them, or by all with a memory that does not go with them.
    bool made_start() const;
    const Question* find(const std::string& id) const;
    bool ready() const { return problems.empty(); }
    std::vector<const Question*> open() const;
};

/// Asks what is open. `answers` that do not stand to choice are passed over.
Draft draft(Mapping mapping, Words words, const Answers& answers = {});
/// The same for many sets of answers: what the words ask is made once, and mapping and lists are left out.
Draft draft_without_words(const Mapping& mapping, const std::vector<Question>& of_words,
                          const Answers& answers);

/// The question of the order in which a cell of so many gates has them: of both kinds at once each has its
/// own.
constexpr const char* gates_question(int gates) { return gates == 4 ? "lstm-gates" : "gates"; }

/// What is joined, in the file's order: "s,c,y" of a readout that reads 2 d + D … numbers.
std::vector<std::string> arrangements(std::int64_t columns, std::int64_t d, std::int64_t D, std::int64_t T);
/// The same of a gate over the context, which may read the token alone.
std::vector<std::string> gate_arrangements(std::int64_t columns, std::int64_t d, std::int64_t D,
                                           std::int64_t T);

} // namespace heed::io::mapping
