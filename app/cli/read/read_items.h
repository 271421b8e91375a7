// Items with known answers, a line at a time, from a file or standard input.
#pragma once

#include "core/io/base/line_source.h"
#include "core/models/model.h"
#include "core/tasks/item.h"
#include "core/tasks/sample.h"

#include <optional>
#include <string>

namespace heed::cli {

class ItemReader {
public:
    /// "-" or nothing: standard input. Throws heed::Error if the file cannot be read.
    ItemReader(const std::string& path, Tokenizer tokenizer)
        : lines_(path), tokenizer_(std::move(tokenizer)) {}

    struct Item {
        long long line = 0; // from 1
        tasks::Sample sample;
        std::string error; // if not empty: what is wrong with the line, and there is no sample
    };
    /// The next line that is not empty; none at the end. Throws heed::Error where reading fails midway.
    std::optional<Item> next();

    const std::string& name() const { return lines_.name(); } // for errors

private:
    io::LineSource lines_;
    Tokenizer tokenizer_;
};

/// The same for JSON Lines: {"input", "answer", "gold": {map: [[row, column], …]}} a line.
class JsonItemReader {
public:
    explicit JsonItemReader(const std::string& path) : lines_(path) {}

    struct Item {
        long long line = 0; // from 1
        tasks::Item item;
        std::string error; // if not empty: what is wrong with the line, and there is no item
    };
    std::optional<Item> next();

    const std::string& name() const { return lines_.name(); } // for errors

private:
    io::LineSource lines_;
};

/// How many weights a forced run of the pair holds, and how many are held at once by who waits for more
/// pairs.
std::size_t weights_of(const tasks::Sample& sample);
inline constexpr std::size_t most_weights = std::size_t{1} << 24;

} // namespace heed::cli
