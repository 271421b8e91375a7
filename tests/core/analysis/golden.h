// A golden file of what is measured on a run: the model, the run, and a table of who makes which value.
#pragma once

#include "core/analysis/meaning/forced.h"
#include "tests/core/models/golden_config.h"
#include "tests/core/models/mechanisms.h"

#include <memory>
#include <string>

namespace heed::test {

/// One file. What a value is made of is made when first asked for, and kept.
template <class T>
struct AnalysisCase {
    explicit AnalysisCase(const nlohmann::json& golden);
    AnalysisCase(const AnalysisCase&) = delete;

    const nlohmann::json& golden;
    Seq2SeqConfig config;
    nn::ParameterSet<T> parameters;
    analysis::meaning::Forced<T> run;
    std::map<std::string, Matrix<T>> made;

    /// A value of the file, or what `make` makes, as the file lists it: the outermost axis first; NaN: null.
    template <class F>
    const Matrix<T>& once(const std::string& what, F make) {
        const auto found = made.find(what);
        return found != made.end() ? found->second : made.emplace(what, make()).first->second;
    }
};

/// A value as the file lists it, (outer axis, inner axis); a single list is a column, a number (1, 1).
template <class T>
struct AnalysisRow {
    std::string_view name;
    Matrix<T> (*value)(AnalysisCase<T>& of);
};

/// The rows of one part of the analysis.
template <class T>
std::vector<AnalysisRow<T>> meaning_rows(); // meaning/golden.cpp
template <class T>
std::vector<AnalysisRow<T>> influence_rows(); // influence/golden.cpp

} // namespace heed::test
