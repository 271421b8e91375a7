// Runs of pieces as runs of words.
#include "core/trace/words/words.h"

#include <algorithm>
#include <map>
#include <string_view>

namespace heed {
namespace {

/// Places whose words are those of tokens that stand `by` places earlier, after what stands before them.
std::vector<Word> moved_words(const std::vector<Word>& words, int by, int places) {
    std::vector<Word> all;
    for (int i = 0; i < by; ++i) all.push_back({i, i + 1, {}, 0, 0, true});
    for (Word word : words) {
        word.first += by;
        word.last = std::min(word.last + by, places);
        if (word.first < word.last) all.push_back(std::move(word));
    }
    return all;
}

std::vector<TraceToken> tokens_of(const std::vector<std::string>& labels) {
    std::vector<TraceToken> tokens;
    for (const std::string& label : labels) {
        tokens.emplace_back();
        tokens.back().text = label;
    }
    return tokens;
}

/// What a decoder alone reads: the source, then what it wrote. None where that is not all it read.
std::vector<Word> continued_words(const Trace& run, const RunWords& words, int places) {
    const int before = run.source_length(), after = places - before;
    if (after < 0 || after > run.outputs()) return {};
    std::vector<Word> all = words.source;
    for (Word word : words.outputs) {
        word.first += before;
        word.last = std::min(word.last + before, places);
        if (word.first < word.last) all.push_back(std::move(word));
    }
    return all;
}

std::vector<Word> words_read(const Trace& run, const RunWords& words, PieceMark mark,
                             const std::vector<std::string>& read) {
    const int places = static_cast<int>(read.size());
    if (run.labels.count(Axis::Step) == 0) {
        std::vector<Word> moved = moved_words(words.outputs, 1, places);
        if (places > 0) moved.front().text = read.front();
        return moved;
    }
    std::vector<Word> all =
        mark == PieceMark::None ? std::vector<Word>() : continued_words(run, words, places);
    return all.empty() ? words_of(tokens_of(read), mark) : all;
}

std::vector<TraceToken> tokens_written(const Trace& run) {
    std::vector<TraceToken> written;
    for (const TraceStep& step : run.steps) written.push_back(step.token);
    return written;
}

/// Whether the places of the source stand for outputs: then they are cut as the source is.
bool outputs_are_places(const Trace& run) {
    const auto same = [](const TraceToken& token, const TraceStep& step) {
        return token.begin == step.token.begin && token.end == step.token.end &&
               token.text == step.token.text;
    };
    const auto typed = [](const TraceStep& step) { return step.token.begin < step.token.end; };
    return run.labels.count(Axis::Past) == 0 && std::any_of(run.steps.begin(), run.steps.end(), typed) &&
           std::equal(run.source.begin(), run.source.end(), run.steps.begin(), run.steps.end(), same);
}

} // namespace

RunWords words_of(const Trace& run, const Folding& folding) {
    const std::vector<TraceToken> written = tokens_written(run);
    RunWords words;
    if (folding.source.empty())
        words.source =
            words_of(run.source, piece_mark(run.source_vocabulary.get(), run.source), run.source_text);
    else
        words.source = words_at(run.source, run.source_text, folding.source);
    std::erase_if(words.source, [](const Word& word) { return word.first == word.last; }); // nothing is read
    const PieceMark mark = piece_mark(run.target_vocabulary.get(), written);
    words.outputs = outputs_are_places(run) ? words.source : words_of(written, mark);
    const auto read = run.labels.find(Axis::Past);
    words.past = read == run.labels.end() ? words.outputs : words_read(run, words, mark, read->second);
    return words;
}

RunWords words_of(const Trace& run) { return words_of(run, {}); }

RunWords pieces_of(const Trace& run) {
    const auto alone = [](std::span<const TraceToken> tokens) { return words_of(tokens, PieceMark::None); };
    RunWords words{alone(run.source), alone(tokens_written(run)), {}};
    const auto read = run.labels.find(Axis::Past);
    words.past = read == run.labels.end() ? words.outputs : alone(tokens_of(read->second));
    return words;
}

bool has_pieces(const Trace& run) {
    return piece_mark(run.source_vocabulary.get(), run.source) != PieceMark::None ||
           piece_mark(run.target_vocabulary.get(), tokens_written(run)) != PieceMark::None;
}

std::vector<Stretch> common_stretches(std::span<const std::vector<Word>> ways) {
    std::vector<Stretch> all;
    for (const auto& words : ways)
        for (const Word& word : words)
            if (!word.framing && word.begin < word.end) all.push_back({word.begin, word.end});
    std::sort(all.begin(), all.end(), [](const Stretch& a, const Stretch& b) { return a.begin < b.begin; });
    std::vector<Stretch> joined;
    for (const Stretch& one : all)
        if (!joined.empty() && one.begin < joined.back().end)
            joined.back().end = std::max(joined.back().end, one.end);
        else
            joined.push_back(one);
    return joined;
}

namespace {

/// The words of each axis that has any: those that are looked at, and those that look.
struct Folds {
    RunWords looked, looking;

    const std::vector<Word>* along(Axis axis, const Trace& run, bool looks) const {
        const RunWords& words = looks ? looking : looked;
        switch (axis) {
        case Axis::Source:
        case Axis::SourceQuery:
            return &words.source;
        case Axis::Output:
            return &words.outputs;
        case Axis::Past:
        case Axis::Step:
            return run.labels.count(Axis::Past) ? &words.past : &words.outputs;
        default:
            return nullptr;
        }
    }
};

/// A word of which only some pieces are written looks by those.
void keep_written(std::vector<Word>& words, int outputs) {
    for (Word& word : words)
        if (word.first < outputs && outputs < word.last) word.last = outputs;
}

std::vector<std::string> texts_of(const std::vector<Word>& words) {
    std::vector<std::string> texts;
    for (const Word& word : words) texts.push_back(word.text);
    return texts;
}

TraceStep step_of(const Trace& run, const Word& word) {
    TraceStep step = run.steps[static_cast<std::size_t>(word.first)];
    if (word.last - word.first > 1) {
        step.top.clear(); // rivals of a piece are none of a word
        step.token.id = -1;
    }
    step.token.text = word.text;
    step.token.is_start = step.token.is_start && word.framing;
    step.log_prob = 0;
    for (int i = word.first; i < word.last; ++i) {
        const TraceStep& piece = run.steps[static_cast<std::size_t>(i)];
        step.log_prob += piece.log_prob;
        step.forced = step.forced && piece.forced;
        step.weights_given = step.weights_given || piece.weights_given;
        step.token.unknown = step.token.unknown || piece.token.unknown;
    }
    return step;
}

TraceToken token_of(const Trace& run, const Word& word) {
    TraceToken token = run.source[static_cast<std::size_t>(word.first)];
    if (word.last - word.first > 1) token.id = -1;
    token.text = word.text;
    token.is_start = token.is_start && word.framing;
    if (!word.framing) {
        token.begin = word.begin;
        token.end = word.end;
    }
    for (int j = word.first; j < word.last; ++j)
        token.unknown = token.unknown || run.source[static_cast<std::size_t>(j)].unknown;
    return token;
}

Outline counted_in(const Outline& outline, const Folds& folds, const Trace& run) {
    Outline result = outline;
    for (Stage& stage : result.stages)
        if (const auto* words = folds.along(stage.axis, run, false))
            stage.count = static_cast<int>(words->size());
    return result;
}

/// Of what each output gives those before it: there are none after a word, nor before the first.
MatrixXf folded_past(MatrixXf past, const Folds& folds) {
    past = past.array().isNaN().select(0.0f, past);
    MatrixXf words = folded(past, folds.looked.outputs, folds.looking.outputs).cast<float>();
    for (Eigen::Index i = 0; i < words.cols(); ++i)
        for (Eigen::Index k = i; k < words.rows(); ++k)
            if (k > i || words(k, i) <= 0) words(k, i) = std::numeric_limits<float>::quiet_NaN();
    return words;
}

} // namespace

Trace in_words(const Trace& run, const Folding& folding) {
    if (folding.source.empty() && !has_pieces(run)) return run;
    Folds folds{words_of(run, folding), {}};
    folds.looking = folds.looked;
    if (folding.outputs >= 0) keep_written(folds.looking.outputs, folding.outputs);
    Trace result;
    result.request = run.request;
    result.model = run.model;
    result.source_text = run.source_text;
    result.target_text = run.target_text;
    result.finished = run.finished;
    result.log_prob = run.log_prob;
    result.outline = counted_in(run.outline, folds, run);
    for (const Word& word : folds.looked.source) result.source.push_back(token_of(run, word));
    for (const Word& word : folds.looked.outputs) result.steps.push_back(step_of(run, word));
    // No piece is left: an empty vocabulary says so.
    result.source_vocabulary = result.target_vocabulary = std::make_shared<const std::vector<std::string>>();
    result.labels = run.labels;
    for (const Axis axis : {Axis::Past, Axis::Step})
        if (result.labels.count(axis)) result.labels[axis] = texts_of(folds.looked.past);
    for (const auto& [site, values] : run.values()) {
        const QuantityInfo& what = info(site.quantity);
        const auto* looked = folds.along(what.rows, run, false);
        const auto* looking = folds.along(what.columns, run, true);
        if (what.map.empty() || !looked || !looking) continue;
        if (site.quantity == Quantity::PastWeights) {
            result.set(site, folded_past(*values, folds));
            continue;
        }
        result.set(site, folded(*values, *looked, *looking).cast<float>());
    }
    return result;
}

namespace {

bool same_stretches(const std::vector<Word>& words, const std::vector<Stretch>& stretches) {
    std::vector<const Word*> placed;
    for (const Word& word : words)
        if (!word.framing && word.begin < word.end) placed.push_back(&word);
    return std::equal(placed.begin(), placed.end(), stretches.begin(), stretches.end(),
                      [](const Word* w, const Stretch& s) { return w->begin == s.begin && w->end == s.end; });
}

} // namespace

std::vector<std::shared_ptr<const Trace>>
in_words_together(const std::vector<std::shared_ptr<const Trace>>& runs) {
    std::map<std::string_view, std::vector<std::vector<Word>>> ways; // by text
    for (const auto& run : runs)
        if (run && !run->model.character_level) ways[run->source_text].push_back(words_of(*run).source);
    std::vector<std::shared_ptr<const Trace>> result;
    for (const auto& run : runs) {
        result.push_back(run);
        if (!run || run->model.character_level) continue;
        const std::vector<Stretch> common = common_stretches(ways.at(run->source_text));
        const bool own = same_stretches(words_of(*run).source, common);
        if (own && !has_pieces(*run)) continue;
        Folding folding;
        if (!own) folding.source = common;
        result.back() = std::make_shared<const Trace>(in_words(*run, folding));
    }
    return result;
}

} // namespace heed
