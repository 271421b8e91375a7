// The mapping assistant: files that no family knows, what the user says of them, and what comes of it.
#pragma once

#include "app/state/open/report_state.h"
#include "core/io/mapping/tries/all_answers.h"

#include <atomic>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace heed {

/// What is tried, to know it again.
struct AssistantOrder {
    std::string file;
    OpenAnswers answers; // further files, and lists of words that were given
    std::map<std::string, io::mapping::Part> parts;
    io::mapping::Answers said;
    std::string input;
    bool operator==(const AssistantOrder&) const = default;
};

/// A row of the table: a unit, or those that are left out under one beginning.
struct AssistantRow {
    int unit = -1; // -1: several, or none
    io::mapping::Part part = io::mapping::Part::None;
    std::string name, words, ground, shape;
    std::vector<int> questions; // of the open ones, from 0
    bool sure = false;          // name and shape agree, and nothing is asked about it
    bool idle = false;          // it has a part, and nothing reads that
    std::string family{};       // that answers one of those questions as it is proposed; empty: none
};

struct AssistantKnown {
    AssistantOrder order;
    std::shared_ptr<const io::mapping::Reading> reading;
    io::mapping::Trial trial;
    std::vector<AssistantRow> rows; // in the table's order, by groups
    std::string container;
    std::uint64_t bytes = 0;
    std::string
        why_no_family; // one of the user's own cannot be read, one comes near; empty: nothing is known
};

struct AssistantProgress { // shared with the worker
    std::atomic<bool> given_up{false};
    std::atomic<int> done{0}, all{0}; // 0 of all: nobody knows yet
};

/// What the user has said of the files, to go back to.
struct AssistantSaid {
    std::map<std::string, io::mapping::Part> parts;
    io::mapping::Answers answers;
    bool operator==(const AssistantSaid&) const = default;
};

/// What stands where the family is to be saved.
struct FamilyThere {
    std::string name;       // that was looked for
    bool there = false;     // a file of that name is, or a family of that id
    bool with_heed = false; // it comes with the program, and stays
    std::string title;      // of the family; empty: the file describes none
    std::string file{};     // its name: a family's need not be its id
    bool operator==(const FamilyThere&) const = default;
};

/// What a search of all answers found, and for what.
struct AssistantSearched {
    AssistantOrder order;
    std::shared_ptr<AssistantProgress> progress;
    std::shared_ptr<const io::mapping::Search> search; // null: there was a problem
};

/// What became of saving a family of that name for that file.
struct AssistantWritten {
    std::string file, name;
    std::optional<FamilyThere> there; // it was not written, as this was found
    std::string problem;              // why it was not written
};

/// Made anew at each change, and never changed: states share it.
struct AssistantState {
    AssistantOrder order;                              // as the user has it now
    AssistantOrder asked;                              // of the newest job
    std::shared_ptr<const AssistantKnown> known;       // the newest that came; null: not yet
    std::string problem;                               // why there is none
    std::string name;                                  // of the family
    bool named = false;                                // by the user
    std::string asked_name;                            // the one that was looked for last
    FamilyThere there;                                 // what was found
    std::set<std::string> own;                         // names that were saved from here
    bool warned = false;                               // that saving would replace another's
    int row = -1;                                      // of the table, chosen
    bool choosing = false;                             // its parts are offered
    int offered = 0;                                   // the one that the keyboard points at
    int question = 0;                                  // of the open ones, that arrows answer
    bool all_questions = false;                        // those that are settled are shown, too
    std::shared_ptr<const io::mapping::Search> search; // of all answers; null: not tried
    AssistantOrder searched;                           // what it was tried for
    std::shared_ptr<AssistantProgress> progress;       // while it is; else null
    std::vector<AssistantSaid> before, after;          // what undo and redo bring back, newest last
    bool saving = false, saved = false;                // saved: the model is to be opened with it
    bool replacing = false;                            // what is being saved, another's family
    std::string not_saved;                             // why
};

} // namespace heed
