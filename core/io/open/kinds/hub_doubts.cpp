#include "core/io/open/kinds/hub_doubts.h"

#include "core/text/escape.h"
#include "core/text/strings.h"

#include <algorithm>

namespace heed::io {

namespace {

constexpr const char* of_another_model = "the tokenizer may be another model's";

/// What readers put behind a file's own tokens, rows or not: no text leads to it.
bool fills_up(const std::string& token) {
    return token.starts_with("madeupword") || token.starts_with("<extra_id_");
}

/// Some rows are there to make a table a round size; most without a token, or tokens without a row, are of
/// files that were cut off or belong to another model.
void doubt_rows(const Vocabulary& known, const Vocabulary& rows, const ReportVocabulary& said,
                LoadReport& report) {
    const auto count = [](int n) { return grouped(static_cast<std::uint64_t>(n)); };
    int beyond = 0, nameless = 0;
    for (int id = rows.size(); id < known.size(); ++id)
        beyond += known.token(id) != subword::nameless(id) && !fills_up(known.token(id));
    for (int id = 0; id < rows.size(); ++id) nameless += rows.token(id) == subword::nameless(id);
    if (beyond > 0)
        report.unsettled.push_back(count(beyond) + (beyond == 1 ? " token of " : " tokens of ") + said.file +
                                   (beyond == 1 ? " has" : " have") + " no row among the " +
                                   count(rows.size()) + " of the table of tokens: " + of_another_model);
    if (10 * nameless <= rows.size()) return;
    const std::string sentence = count(nameless) + " of the " + count(rows.size()) +
                                 " rows of the table of tokens have no token in " + said.file;
    if (2 * nameless > rows.size())
        report.unsettled.push_back(sentence + ": " + of_another_model);
    else
        report.notes.push_back(sentence);
}

/// "</s>", "[PAD]"
bool is_bracketed(const std::string& token) {
    return token.size() > 2 &&
           ((token.front() == '<' && token.back() == '>') || (token.front() == '[' && token.back() == ']'));
}

/// What ends a text, or fills one up, is no piece of words: the ids of config.json tell whose tokenizer it
/// is.
void doubt_marks(const FolderTokenizer& read, bool writes, const std::vector<int>& ids,
                 const ReportVocabulary& said, LoadReport& report) {
    const subword::Side side = writes ? subword::Side::Target : subword::Side::Source;
    const subword::SubwordTokenizer& tokenizer = *read.tokenizer;
    const auto stands_apart = [&](int id) {
        const std::string token = tokenizer.token(id, side);
        return tokenizer.is_special(id, side) || is_bracketed(token) ||
               std::find(read.named.begin(), read.named.end(), token) != read.named.end();
    };
    if (ids.empty() || std::any_of(ids.begin(), ids.end(), stands_apart)) return;
    const std::string token = tokenizer.token(ids.front(), side);
    report.unsettled.push_back(
        std::string(writes ? "What ends a text (eos_token_id " : "What fills a text up (pad_token_id ") +
        std::to_string(ids.front()) + ") is " +
        (token == subword::nameless(ids.front()) ? "no token of " + said.file
                                                 : in_quotes(token, 40) + " in " + said.file) +
        ": " + of_another_model);
}

} // namespace

void doubt_words(const HubFolder& folder, const FolderTokenizer& read, const GenerationRules& rules,
                 const Model& model, LoadReport& report) {
    const subword::SubwordTokenizer& tokenizer = *read.tokenizer;
    doubt_rows(tokenizer.vocabulary(subword::Side::Source), model.source, report.source, report);
    if (model.target.size() > 0 && !folder.network.embedding.shared)
        doubt_rows(tokenizer.vocabulary(subword::Side::Target), model.target, report.target, report);
    const bool writes = folder.network.decodes();
    std::vector<int> ids = writes ? rules.ends : std::vector<int>();
    if (!writes && folder.config.says.pad) {
        const std::int64_t pad = *folder.config.says.pad;
        if (pad >= 0 && pad < model.source.size()) ids.push_back(static_cast<int>(pad));
    }
    doubt_marks(read, writes, ids, writes ? report.target : report.source, report);
}

} // namespace heed::io
