// What the doctor found, with the numbers behind it: all that is needed to print and to draw it.
#pragma once

#include <Eigen/Core>
#include <string>
#include <string_view>
#include <vector>

namespace heed::doctor {

struct Check;

/// Numbers to draw evidence from.
struct Drawing {
    enum class Kind {
        None,
        Shares,  // bars: each a share of 1, one below the other
        Columns, // bars side by side, a source place each; `beside` the same otherwise, if not empty
        Rows,    // a map, some of whose rows or columns are framed
        Curve    // bars: a share of 1 at each length, which are their labels
    };
    struct Bar {
        std::string label;
        double value = 0;
        bool marked = false; // the one that it is about
    };
    Kind kind = Kind::None;
    std::vector<Bar> bars, beside;
    std::string title, beside_title;
    Eigen::MatrixXf map;               // (columns, rows), as weights are stored
    Eigen::MatrixXf beside_map{};      // Shares: the same times the lengths of what it reads
    std::string quote{};               // Rows: what was written there; bars: each row from the one before it
    int first_row = -1, last_row = -1; // framed; -1: none
    int first_column = -1;             // from there to the last column
    bool of_output = false;            // the bars are about what is written
    double trained = 0;                // Curve: lengths up to here were in training
};

enum class Severity {
    Fault,   // the model, or how it is used, is broken there
    Notice,  // so it is, and it may be right
    Harmless // so it looks, and nothing comes of it
};

struct Finding {
    const Check* check = nullptr;
    std::string_view id; // the check's
    Severity severity = Severity::Fault;
    std::string title, words, likely, advice;
    std::vector<std::string_view> also{}; // checks that found the same fault, which these words say too
    long long shown = 0, looked = 0;      // sentences
    // The worst sentence, and where in it to look, from 0.
    std::string text;
    long long line = 0;
    int output = -1, column = -1;
    Drawing drawing;
};

/// A check without a finding. Its id lives as long as the program.
struct NoFinding {
    std::string_view id;
    std::string title;
    std::string needs; // of what could not be looked for
};

struct Diagnosis {
    std::vector<Finding> findings; // faults first, then by sentences affected
    std::vector<NoFinding> not_found{}, not_measured{};
    long long sentences = 0, judged = 0, wrong = 0; // judged: those whose right output is known
    long long bad = 0;                              // lines that could not be looked at
    std::string first_bad{};                        // what was the matter with the first of them
    double seconds = 0;                             // that it took; 0: nobody measured it
    bool stopped = false;                           // before the end of the sentences

    std::size_t checks() const {
        std::size_t all = findings.size() + not_found.size();
        for (const Finding& f : findings) all += f.also.size();
        return all;
    }
};

} // namespace heed::doctor
