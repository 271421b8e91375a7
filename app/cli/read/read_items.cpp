#include "app/cli/read/read_items.h"

#include "core/base/error.h"
#include "core/io/base/json_text.h"

namespace heed::cli {

std::optional<ItemReader::Item> ItemReader::next() {
    using Read = io::LineSource::Read;
    std::string text;
    for (Read read; (read = lines_.next(text)) != Read::End;) {
        if (read == Read::Line && text.empty()) continue;
        Item item;
        item.line = lines_.number();
        try {
            if (read == Read::TooLong)
                throw Error(name() + ": line " + std::to_string(item.line) + ": longer than a mebibyte");
            item.sample = tasks::parse_line(text, tokenizer_, name(), static_cast<int>(item.line));
        } catch (const Error& error) {
            item.error = error.what();
        }
        return item;
    }
    return std::nullopt;
}

std::optional<JsonItemReader::Item> JsonItemReader::next() {
    using Read = io::LineSource::Read;
    std::string text;
    for (Read read; (read = lines_.next(text)) != Read::End;) {
        if (read == Read::Line && text.empty()) continue;
        Item item;
        item.line = lines_.number();
        const std::string subject = name() + ": line " + std::to_string(item.line);
        try {
            if (read == Read::TooLong) throw Error(subject + ": longer than a mebibyte");
            item.item = tasks::item_from_json(io::parse_json(text, subject), subject);
        } catch (const Error& error) {
            item.error = error.what();
        }
        return item;
    }
    return std::nullopt;
}

std::size_t weights_of(const tasks::Sample& sample) {
    return (sample.source.size() + 1) * (sample.target.size() + 1);
}

} // namespace heed::cli
