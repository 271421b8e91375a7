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
        Curve    // bars: their labels are lengths
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
    int first_row = -1, last_row = -1; // framed; -1: none
    int first_column = -1;             // from there to the last column
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
    long long shown = 0, looked = 0; // sentences
    // The worst sentence, and where in it to look, from 0.
    std::string text;
    long long line = 0;
    int output = -1, column = -1;
    Drawing drawing;
};

struct Diagnosis {
    std::vector<Finding> findings; // faults first, then by sentences affected
    std::vector<std::string_view> not_found,
        not_measured; // titles of checks, which live as long as the program
    long long sentences = 0;
};

} // namespace heed::doctor
