// A draft written as a family: what is saved, tried, and read by every command.
#pragma once

#include "core/io/mapping/questions.h"

#include <nlohmann/json.hpp>
#include <set>
#include <string>

namespace heed::io::mapping {

/// What the user said, so that a saved family can be taken up again: "comment": {"mapping": …}.
struct Said {
    std::map<std::string, Part> parts; // by the units' names
    Answers answers;
};

/// What trials told: the largest change of a weight that another answer made, by the question's id, and the
/// model it was measured on: a family reads others, too.
struct Changes {
    std::map<std::string, double> most{};
    std::string model{};               // "seq2seq_17.pt"
    std::set<std::string> undecided{}; // questions that its examples agree with another answer to, too
};

/// The family of a draft that is ready. `said` is kept in it; `changes` say what weighs most of what it
/// assumes, and what no example settled.
nlohmann::json family_json(const Draft& draft, const std::string& id, const std::string& title,
                           const Said& said, const Changes& changes = {});

/// What the examples of a model do not settle: "The example of seq2seq_17.pt agrees with more than one answer
/// to “…”".
std::string undecided_words(const Draft& draft, const std::string& question, const std::string& model);

/// What was said in a family that was written so; nothing where it is another.
Said said_in(const nlohmann::json& family);

/// A mark of all that a family does: of everything but its title and what is said about it. family_json
/// writes it among the answers, so a family that was changed by hand is known by another.
std::string written_mark(const nlohmann::json& family);
/// The mark that family_json wrote into it; empty: none.
std::string mark_in(const nlohmann::json& family);

/// Why that can be no family's name, in a sentence; empty: it can.
std::string wrong_name(const std::string& name);

} // namespace heed::io::mapping
