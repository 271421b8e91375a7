#include "app/cli/read_items.h"

#include "core/base/error.h"
#include "core/io/base/file.h"
#include "core/text/escape.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <iostream>
#include <tuple>

namespace heed::cli {
ItemReader::ItemReader(const std::string& path, Tokenizer tokenizer)
    : name_(path), tokenizer_(tokenizer), in_(&file_) {
    if (path.empty() || path == "-") {
        name_ = "standard input";
        in_ = &std::cin;
        return;
    }
    if (std::filesystem::is_directory(path)) throw Error(path, "not read", "a file", "a folder");
    errno = 0;
    file_.open(path, std::ios::binary);
    if (!file_)
        throw Error(path, std::string("not read: ") + (errno ? std::strerror(errno) : "cannot be opened"));
}

std::optional<ItemReader::Item> ItemReader::next() {
    std::string text;
    for (io::ReadLine read; (read = io::read_line(*in_, text)) != io::ReadLine::End;) {
        ++line_;
        if (text.empty()) continue;
        Item item;
        item.line = line_;
        if (read == io::ReadLine::TooLong) {
            item.error = name_ + ": line " + std::to_string(line_) + ": longer than a mebibyte";
            return item;
        }
        try {
            item.sample = tasks::parse_line(text, tokenizer_, name_, line_);
        } catch (const Error& error) {
            item.error = error.what();
        }
        return item;
    }
    if (in_->bad()) throw Error(name_, "not read to the end");
    return std::nullopt;
}

std::string problem_of(const Model& model, const tasks::Sample& sample) {
    const auto unreadable = [&](const std::vector<std::string>& tokens, const Vocabulary& words) {
        return std::find_if(tokens.begin(), tokens.end(),
                            [&](const std::string& t) { return words.id(t) < 0; });
    };
    for (const auto& [tokens, words, side] : {std::tuple(&sample.source, &model.source, "source"),
                                              std::tuple(&sample.target, &model.target, "target")})
        if (const auto word = unreadable(*tokens, *words); word != tokens->end())
            return model.name + ": \"" + escaped(*word) + "\" is not in the " + side +
                   " vocabulary, and this model has no token for unknown words";
    const auto longest = static_cast<std::size_t>(model.longest_input);
    const auto problem = [&](const char* side, std::size_t most, std::size_t found) {
        return model.name + ": the " + side + " is too long: expected at most " + std::to_string(most) +
               " tokens, the end token included, found " + std::to_string(found);
    };
    const std::size_t source = sample.source.size() + 1, target = sample.target.size() + 1;
    if (source > longest) return problem("source", longest, source);
    return target > 2 * longest ? problem("target", 2 * longest, target) : std::string();
}

std::size_t weights_of(const tasks::Sample& sample) {
    return (sample.source.size() + 1) * (sample.target.size() + 1);
}

} // namespace heed::cli
