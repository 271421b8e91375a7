// The one exception bad input may raise. A programmer's mistake asserts instead.
#pragma once

#include <stdexcept>
#include <string>
#include <utility>

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

/// One that names places: files and the command line count them from 0, the screen from 1.
class PlaceError : public Error {
public:
    PlaceError(const std::string& sentence, std::string on_screen)
        : Error(sentence), on_screen_(std::move(on_screen)) {}
    const std::string& on_screen() const { return on_screen_; }

private:
    std::string on_screen_;
};

/// Does what takes the number of the first place and may throw an Error that names one: a PlaceError then.
template <class Check>
void counting_places(const Check& check) {
    std::string sentence;
    try {
        return check(0);
    } catch (const Error& error) {
        sentence = error.what();
    }
    try {
        check(1);
    } catch (const Error& error) {
        throw PlaceError(sentence, error.what());
    }
}

} // namespace heed
