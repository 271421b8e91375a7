#include "core/analysis/heads/sentence_gold.h"

#include "core/analysis/token_alignment.h"
#include "core/tasks/task.h"

#include <algorithm>
#include <string>
#include <vector>

namespace heed::heads {
namespace {

std::vector<std::string> texts_of(const std::vector<Word>& words) {
    std::vector<std::string> texts;
    for (const Word& word : words)
        if (!word.framing) texts.push_back(word.text);
    return texts;
}

/// Of links to the pair's words those that the run has words for.
std::vector<Link> moved_links(const std::vector<Link>& links, int before, const std::vector<int>& written) {
    std::vector<Link> kept;
    for (const Link& link : links)
        if (const int row = written[static_cast<std::size_t>(link.target)]; row >= 0)
            kept.push_back({link.source + before, row});
    return kept;
}

} // namespace

std::optional<Gold> gold_of_run(const RunWords& words, const tasks::Sample& pair) {
    if (!pair.has_gold) return std::nullopt;
    const std::vector<std::string> read = texts_of(words.source);
    const auto before = std::ssize(read) - std::ssize(pair.source);
    if (before < 0 || !std::equal(pair.source.begin(), pair.source.end(), read.begin() + before))
        return std::nullopt;
    std::vector<int> written(pair.target.size(), -1);
    for (const analysis::AlignedRow& row : analysis::align_tokens(texts_of(words.outputs), pair.target))
        if (row.same) written[static_cast<std::size_t>(row.b)] = row.a;
    Gold gold{moved_links(pair.sure, static_cast<int>(before), written),
              moved_links(pair.possible, static_cast<int>(before), written)};
    if (gold.sure.empty() && gold.possible.empty()) return std::nullopt;
    return gold;
}

std::optional<tasks::Sample> answer_of(std::string_view name, std::string_view text) {
    const tasks::Task* task = name.empty() ? nullptr : tasks::find(name);
    return task && task->reference ? task->reference(text) : std::nullopt;
}

} // namespace heed::heads
