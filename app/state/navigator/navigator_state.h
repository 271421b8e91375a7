// The navigator in values: a file of sentences, what was measured of its lines, and which of them are shown.
#pragma once

#include "app/state/languages.h"
#include "core/analysis/survey/measuring.h"
#include "core/analysis/survey/order.h"
#include "core/trace/trace.h"

#include <map>
#include <memory>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace heed {

/// What the user chose; kept in a session.
struct NavigatorChoices {
    std::string file; // absolute
    bool drawer = false;
    bool against = false; // a second model beside the first
    std::string other;    // its name
    std::string head;     // "cross:L:H" from 0, by whose map lines are measured; empty: as the model has it
    std::string sort = "logp"; // id of a measure; empty: as in the file
    int sort_model = -1;       // -1: the last of the models
    bool turned = false;
    std::string query;              // words, and conditions that are still being typed
    std::vector<std::string> chips; // conditions
    int chosen = -1;                // the line, as it is counted in the table
    bool operator==(const NavigatorChoices&) const = default;
};

/// Words that were written where models part, each once, by number. The window's thread alone adds to it.
struct PartingWords {
    std::vector<std::string> words;
    std::unordered_map<std::string, std::int32_t> numbers;
    std::int32_t number_of(const std::string& word);
};

/// The chosen line, run by the models.
struct NavigatorPreview {
    int line = -1; // place in the table; -1: none yet
    std::string text;
    std::shared_ptr<const Trace> runs[survey::most_models];
    std::string problems[survey::most_models];
};

struct NavigatorState : NavigatorChoices {
    static constexpr std::size_t most_problems = 50;

    bool paused = false;
    bool keys = false;    // arrows and Enter are its own
    bool pointed = false; // the pointer is over the rows: they stay where they are
    std::string back;     // the workspace that the full view was opened from
    double first = 0;     // row at the top, in rows
    int rows = 24;        // that are in sight

    // What follows from it.
    int file_turn = 0, turn = 0; // count files, and models too, by which late answers are known
    std::shared_ptr<const survey::SentenceFile> open;
    std::shared_ptr<survey::LineFinder> finder; // a worker's while one is at work
    bool found_all = false;
    std::uint64_t found_bytes = 0;
    survey::LineTable lines;
    survey::Models models; // that the lines are measured with
    LanguageChoice told;   // that the first of them is told
    std::string by_head;   // and by which head
    bool stale = false;    // what `lines` holds is of other models, until a worker has cleared it
    std::string other_read, other_problem; // the second model that was asked for last, and why there is none
    std::shared_ptr<const Model> other_model;
    std::size_t cursor = 0;                                      // before it no line waits
    std::size_t measured = 0, bad = 0;                           // lines, the bad ones among the measured
    std::vector<std::pair<std::uint32_t, std::string>> problems; // of the first bad lines: the line, from 1
    double measuring_since = 0;                                  // on the clock
    std::size_t measured_then = 0;                               // and so many were measured
    std::shared_ptr<PartingWords> words = std::make_shared<PartingWords>();
    std::shared_ptr<const survey::Order> order;
    survey::Wanted ordered_by;
    double ordered_at = -10;                                // on the clock
    std::size_t ordered_lines = 0;                          // measured, and found, when it was made
    std::shared_ptr<const std::vector<std::uint8_t>> found; // lines that hold the words
    std::string found_words;
    std::map<std::uint32_t, std::string> texts; // of the lines in sight
    NavigatorPreview preview;
    std::string problem;      // why the file cannot be read
    bool words_alone = false; // of a line neither characters nor pieces are counted
    bool weights = false;     // it is no file of sentences: attention that was computed elsewhere
    bool looking = false, measuring = false, agreeing = false; // a job is at work
    // How far weights and gradients agree is measured of the lines in sight; of all where it is sorted by.
    std::size_t agreed = 0, agreed_cursor = 0; // lines; before the second none waits

    bool two() const { return models[1] != nullptr; }
    std::size_t shown() const { return order ? order->lines.size() : 0; }
    bool done() const { return found_all && measured == lines.size(); }
};

} // namespace heed
