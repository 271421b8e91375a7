#include "core/analysis/heads/sentence_gold.h"

#include "core/analysis/heads/pairs/corpus.h"
#include "core/analysis/token_alignment.h"
#include "core/tasks/task.h"
#include "core/text/strings.h"

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

/// Of a run whose words after so many are the pair's source.
std::optional<Gold> gold_after(int before, const RunWords& words, const tasks::Sample& pair) {
    std::vector<int> written(pair.target.size(), -1);
    for (const analysis::AlignedRow& row : analysis::align_tokens(texts_of(words.outputs), pair.target))
        if (row.same) written[static_cast<std::size_t>(row.b)] = row.a;
    Gold gold{moved_links(pair.sure, before, written), moved_links(pair.possible, before, written)};
    if (gold.sure.empty() && gold.possible.empty()) return std::nullopt;
    return gold;
}

/// Where these words stand in a text, one after the other from there on; none: they do not.
std::optional<std::vector<Stretch>> places_of(const std::vector<std::string>& words, std::string_view text,
                                              std::size_t from) {
    std::vector<Stretch> places;
    for (const std::string& word : words) {
        const std::size_t at = text.find(word, from);
        if (at == text.npos) return std::nullopt;
        from = at + word.size();
        places.push_back({at, from});
    }
    return places;
}

bool reads_both(const Trace& run) {
    return run.outputs() == 0 && run.source_text.find('\t') != std::string::npos;
}

/// The bytes of the run's text before the pair; none: it did not read it.
std::optional<std::size_t> bytes_before(const Trace& run, const Pair& pair) {
    const std::string_view text = trimmed(run.source_text);
    if (reads_both(run)) {
        const bool same = pair.target && run.source_text == pair.source + '\t' + *pair.target;
        return same ? std::optional<std::size_t>(0) : std::nullopt;
    }
    const std::string_view source = trimmed(pair.source);
    if (source.empty() || !text.ends_with(source)) return std::nullopt;
    return static_cast<std::size_t>(text.data() - run.source_text.data()) + text.size() - source.size();
}

/// What was written cut as these words, where they are all of it.
std::vector<Word> cut_as(const std::vector<Word>& words, const std::vector<std::string>& as) {
    std::vector<Word> cut;
    std::size_t next = 0; // of `as` the word that none stands for yet
    for (const Word& word : words) {
        const bool goes_on =
            !word.framing && next > 0 && !cut.back().framing && cut.back().text != as[next - 1];
        if (goes_on) {
            cut.back().last = word.last;
            cut.back().text += word.text;
            continue;
        }
        next += !word.framing;
        if (next > as.size()) return words;
        cut.push_back(word);
    }
    return texts_of(cut) == as ? cut : words;
}

/// The run's words cut as the pair's, and how many of them stand before these.
struct CutWords {
    RunWords words;
    int before = 0;
};

/// By the text: none where the pair's words are not found in it, or a run does not say where its tokens are.
std::optional<std::vector<Word>> source_cut_as(const Trace& run, const std::vector<Word>& own,
                                               const Pair& pair, std::size_t from) {
    const bool known = std::any_of(run.source.begin(), run.source.end(),
                                   [](const TraceToken& token) { return token.begin < token.end; });
    const auto source = places_of(pair.sample.source, run.source_text, from);
    if (!known || !source) return std::nullopt;
    std::vector<Stretch> all;
    for (const Word& word : own) // what tells the task
        if (!word.framing && word.begin < word.end && word.end <= from) all.push_back({word.begin, word.end});
    all.insert(all.end(), source->begin(), source->end());
    if (reads_both(run)) {
        const auto target = places_of(pair.sample.target, run.source_text, pair.source.size() + 1);
        if (!target) return std::nullopt;
        all.insert(all.end(), target->begin(), target->end());
    }
    return words_at(run.source, run.source_text, all);
}

/// Of a run that wrote: `from` bytes of its text stand before the pair.
std::optional<CutWords> cut_to_pair(const Trace& run, const Pair& pair, std::size_t from) {
    CutWords cut{words_of(run)};
    const std::vector<std::string> read = texts_of(cut.words.source), &source = pair.sample.source;
    if (read.size() >= source.size() && std::equal(source.rbegin(), source.rend(), read.rbegin())) {
        cut.before = static_cast<int>(read.size() - source.size());
    } else {
        auto words = source_cut_as(run, cut.words.source, pair, from);
        if (!words) return std::nullopt;
        cut.before = static_cast<int>(texts_of(*words).size() - source.size());
        cut.words.source = std::move(*words);
    }
    cut.words.outputs = cut_as(cut.words.outputs, pair.sample.target);
    return cut;
}

/// Of one that read both texts: words of the second are those that look.
std::optional<CutWords> cut_to_both(const Trace& run, const Pair& pair) {
    auto words = source_cut_as(run, {}, pair, 0);
    if (!words) return std::nullopt;
    CutWords cut{{std::move(*words), {}, {}}};
    for (const Word& word : cut.words.source)
        if (!word.framing && word.begin > pair.source.size()) cut.words.outputs.push_back(word);
    return cut;
}

/// Before the pair nothing may stand but what tells the task.
std::optional<RunGold> gold_of_pair(const Trace& run, const Pair& pair, std::size_t from) {
    if (!pair.sample.has_gold) return std::nullopt;
    auto cut = reads_both(run) ? cut_to_both(run, pair) : cut_to_pair(run, pair, from);
    const bool told = trimmed(std::string_view(run.source_text).substr(0, from)).ends_with(':');
    if (!cut || (cut->before > 0 && !told)) return std::nullopt;
    auto gold = gold_after(cut->before, cut->words, pair.sample);
    if (!gold) return std::nullopt;
    return RunGold{std::move(cut->words), std::move(*gold)};
}

} // namespace

std::optional<Gold> gold_of_run(const RunWords& words, const tasks::Sample& pair) {
    if (!pair.has_gold) return std::nullopt;
    const std::vector<std::string> read = texts_of(words.source);
    const auto before = std::ssize(read) - std::ssize(pair.source);
    if (before < 0 || !std::equal(pair.source.begin(), pair.source.end(), read.begin() + before))
        return std::nullopt;
    if (before > 0 && !read[static_cast<std::size_t>(before) - 1].ends_with(':')) return std::nullopt;
    return gold_after(static_cast<int>(before), words, pair);
}

std::optional<RunGold> gold_among(const Trace& run, std::span<const Pair> pairs) {
    for (const bool whole : {true, false})
        for (const Pair& pair : pairs) {
            const auto before = bytes_before(run, pair);
            if (!before) continue;
            const bool is_whole = trimmed(std::string_view(run.source_text).substr(0, *before)).empty();
            if (is_whole != whole) continue;
            if (auto gold = gold_of_pair(run, pair, *before)) return gold;
        }
    return std::nullopt;
}

std::optional<tasks::Sample> answer_of(std::string_view name, std::string_view text) {
    const tasks::Task* task = name.empty() ? nullptr : tasks::find(name);
    return task && task->reference ? task->reference(text) : std::nullopt;
}

} // namespace heed::heads
