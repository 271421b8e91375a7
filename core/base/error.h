// The one exception bad input may raise. A programmer's mistake asserts instead.
#pragma once

#include <stdexcept>
#include <string>

namespace heed {

/// What a person is told when a file or an input cannot be used: one plain sentence, without a full stop,
/// that names what was read, what is wrong, what was expected and what was found. It is printed as
/// "heed: FILE: WHAT: expected X, found Y" on a terminal, and shown in place in the window.
class Error : public std::runtime_error {
public:
    explicit Error(const std::string& sentence) : std::runtime_error(sentence) {}

    /// "subject: problem: expected E, found F".
    Error(const std::string& subject, const std::string& problem, const std::string& expected,
          const std::string& found)
        : std::runtime_error(subject + ": " + problem + ": expected " + expected + ", found " + found) {}

    /// "subject: problem".
    Error(const std::string& subject, const std::string& problem)
        : std::runtime_error(subject + ": " + problem) {}
};

} // namespace heed
