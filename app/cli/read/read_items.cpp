#include "app/cli/read/read_items.h"

#include "core/base/error.h"
#include "core/io/base/json_text.h"
#include "core/text/escape.h"

#include <algorithm>
#include <tuple>

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
