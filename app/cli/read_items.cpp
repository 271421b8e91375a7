#include "app/cli/read_items.h"

#include "core/base/error.h"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <iostream>

namespace heed::cli {

ItemReader::ItemReader(const std::string& path, Tokenizer tokenizer) : name_(path), tokenizer_(tokenizer), in_(&file_) {
    if (path.empty() || path == "-") {
        name_ = "standard input";
        in_ = &std::cin;
        return;
    }
    if (std::filesystem::is_directory(path)) throw Error(path, "not read", "a file", "a folder");
    errno = 0;
    file_.open(path, std::ios::binary);
    if (!file_) throw Error(path, std::string("not read: ") + (errno ? std::strerror(errno) : "cannot be opened"));
}

std::optional<ItemReader::Item> ItemReader::next() {
    for (std::string text; std::getline(*in_, text);) {
        ++line_;
        if (text.empty() || text == "\r") continue;
        Item item;
        item.line = line_;
        try {
            item.sample = tasks::parse_line(text, tokenizer_, name_, line_);
        } catch (const Error& error) { item.error = error.what(); }
        return item;
    }
    if (in_->bad()) throw Error(name_, "not read to the end");
    return std::nullopt;
}

} // namespace heed::cli
