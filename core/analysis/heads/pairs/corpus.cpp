#include "core/analysis/heads/pairs/corpus.h"

#include "core/base/error.h"
#include "core/decode/run.h"
#include "core/models/pieces.h"
#include "core/text/strings.h"
#include "core/text/subword/subword_tokenizer.h"

#include <algorithm>

namespace heed::heads {
namespace {

/// Words that spaces part, of texts that are read in pieces.
Tokenizer tokenizer_of(const Model& model) {
    return model.subword ? Tokenizer{TokenLevel::Given} : model.tokenizer;
}

std::vector<Stretch> stretches_of(const Model& model, std::string_view text) {
    std::vector<Stretch> found;
    for (const auto& piece : tokenizer_of(model).split(text)) found.push_back({piece.begin, piece.end});
    return found;
}

/// What was written, each piece with the bytes of the target it stands for.
std::vector<TraceToken> written_tokens(const Model& model, const Trace& run, const std::string& target) {
    const auto pieces = target_pieces(model, rules_for(model, run.request), run.request, target);
    bool seen = false; // any of the text
    std::vector<TraceToken> tokens;
    for (std::size_t i = 0; i < run.steps.size(); ++i) {
        TraceToken token = run.steps[i].token;
        const bool around = i >= pieces.size() || (pieces[i].special && pieces[i].begin == pieces[i].end);
        seen = seen || !around;
        if (!around) {
            token.begin = pieces[i].begin;
            token.end = pieces[i].end;
        } else {
            (seen ? token.is_end : token.is_start) = true;
        }
        tokens.push_back(std::move(token));
    }
    return tokens;
}

/// The words of what was read, as the file parts them.
std::vector<Word> source_words(const Trace& run, const std::vector<Stretch>& words) {
    return words_at(run.source, run.source_text, words);
}

/// Both texts of a pair that is read at once, a tab between them, by the words of each.
std::vector<Stretch> stretches_of(const Model& model, const Pair& pair) {
    std::vector<Stretch> found = stretches_of(model, pair.source);
    const std::size_t second = pair.source.size() + 1;
    for (const Stretch& word : stretches_of(model, *pair.target))
        found.push_back({second + word.begin, second + word.end});
    return found;
}

/// Words of a run that read both texts at once.
RunWords words_of_both(const Model& model, const Trace& run, const Pair& pair) {
    RunWords words;
    words.source = source_words(run, stretches_of(model, pair));
    for (const Word& word : words.source)
        if (!word.framing && word.begin > pair.source.size()) words.outputs.push_back(word);
    return words;
}

std::vector<Word> whole_tokens(const std::vector<TraceToken>& tokens, std::string_view text) {
    return words_of(tokens, PieceMark::None, text);
}

std::vector<TraceToken> tokens_written(const Trace& run) {
    std::vector<TraceToken> tokens;
    for (const TraceStep& step : run.steps) tokens.push_back(step.token);
    return tokens;
}

int count_words(const std::vector<Word>& words) {
    return static_cast<int>(
        std::count_if(words.begin(), words.end(), [](const Word& w) { return !w.framing; }));
}

void check_words(const std::vector<Word>& words, std::size_t expected, const std::string& subject,
                 const char* side) {
    if (count_words(words) != static_cast<int>(expected))
        throw Error(subject, std::string("words of the ") + side,
                    std::to_string(expected) + ", as its links count", std::to_string(count_words(words)));
}

/// Words of the decoder's own places, one after what it was fed first.
std::vector<Word> past_words(const Trace& run, const std::vector<Word>& outputs) {
    const auto read = run.labels.find(Axis::Past);
    if (read == run.labels.end()) return outputs;
    const int places = static_cast<int>(read->second.size());
    std::vector<Word> words{{0, 1, places > 0 ? read->second.front() : std::string(), 0, 0, true}};
    for (Word word : outputs) {
        ++word.first;
        word.last = std::min(word.last + 1, places);
        if (word.first < word.last) words.push_back(std::move(word));
    }
    return words;
}

} // namespace

Pair read_pair(const Model& model, std::string_view line, const std::string& subject, long long number) {
    const Tokenizer tokenizer = tokenizer_of(model);
    const std::size_t tab = line.find('\t');
    Pair pair;
    pair.source = std::string(line.substr(0, tab));
    if (tab == line.npos) {
        pair.sample.source = tasks::read_tokens(line, tokenizer);
        if (pair.sample.source.empty())
            throw Error(subject + ": line " + std::to_string(number), "the source is empty");
        return pair;
    }
    pair.sample = tasks::parse_line(line, tokenizer, subject, static_cast<int>(number));
    pair.target = std::string(split(line, "\t")[1]);
    if (pair.target->ends_with('\r')) pair.target->pop_back();
    if (trimmed(*pair.target).empty())
        throw Error(subject + ": line " + std::to_string(number), "the target is empty");
    return pair;
}

bool reads_pairs(const Model& model) {
    const Architecture* architecture = model.config.architecture();
    return architecture && !architecture->make_stepper && architecture->run && model.subword;
}

std::string why_no_links(const Model& model) {
    const Architecture* architecture = model.config.architecture();
    if (!architecture || architecture->make_stepper || reads_pairs(model)) return {};
    return Error(model.name, "links between two texts",
                 "a model that writes the second of them, or reads both as BERT does",
                 "one that reads a single text and writes none: without links its heads are measured")
        .what();
}

PairRun run_pair(const Model& model, const Pair& pair, Request request, const std::atomic<bool>* cancelled) {
    if (pair.sample.has_gold)
        if (const std::string why = why_no_links(model); !why.empty()) throw Error(why);
    request.text = pair.source;
    const bool writes = model.config.architecture()->make_stepper != nullptr,
               both = pair.target && reads_pairs(model);
    if (writes && pair.target) request.target = pair.target;
    if (both) request.text += '\t' + *pair.target;
    PairRun made{decode::run(model, request, cancelled), {}};
    const Trace& run = made.run;
    if (both) {
        made.words = words_of_both(model, run, pair);
    } else if (!model.subword) {
        made.words.source = whole_tokens(run.source, pair.source);
        made.words.outputs = whole_tokens(tokens_written(run), {});
        made.words.past = past_words(run, made.words.outputs);
    } else {
        made.words = words_of(run);
        if (pair.target && writes && !model.one_text) {
            made.words.source = source_words(run, stretches_of(model, pair.source));
            made.words.outputs = words_at(written_tokens(model, run, *pair.target), *pair.target,
                                          stretches_of(model, *pair.target));
            made.words.past = past_words(run, made.words.outputs);
        }
    }
    if (pair.sample.has_gold) {
        check_words(made.words.source, pair.sample.source.size() + (both ? pair.sample.target.size() : 0),
                    model.name, both ? "two texts" : "source");
        check_words(made.words.outputs, pair.sample.target.size(), model.name, "target");
    }
    return made;
}

RunWords words_for(const Trace& run, const Pair& pair, const std::string& subject) {
    RunWords words = words_of(run);
    const auto agree = [&](const RunWords& w) {
        return count_words(w.source) == static_cast<int>(pair.sample.source.size()) &&
               count_words(w.outputs) == static_cast<int>(pair.sample.target.size());
    };
    if (!agree(words)) { // links between tokens as they are
        RunWords whole{whole_tokens(run.source, run.source_text), whole_tokens(tokens_written(run), {}), {}};
        whole.past = past_words(run, whole.outputs);
        if (agree(whole)) return whole;
    }
    check_words(words.source, pair.sample.source.size(), subject, "source");
    check_words(words.outputs, pair.sample.target.size(), subject, "target");
    return words;
}

void Corpus::add(MeasuredRun run) {
    ++runs_;
    for (std::size_t h = 0; h < run.heads.size(); ++h) {
        auto at = std::find(names_.begin(), names_.end(), run.heads[h]);
        if (at == names_.end()) {
            names_.push_back(run.heads[h]);
            sums_.emplace_back();
            at = std::prev(names_.end());
        }
        for (std::size_t way = 0; way < 2; ++way)
            sums_[static_cast<std::size_t>(at - names_.begin())][way] += run.sums[h][way];
    }
    diagonal_ += run.diagonal;
    diagonal_hits_ += run.diagonal_hits;
    if (!run.gold) return;
    ++judged_;
    rows_ += run.gold->rows();
    const std::size_t size = sizeof(float) * static_cast<std::size_t>(run.gold->weights[0].size()) * 2;
    if (bytes_ + size > most_bytes) {
        bytes_ = most_bytes; // nor any later one
        return;
    }
    bytes_ += size;
    gold_.push_back(std::move(*run.gold));
}

std::optional<double> Corpus::diagonal_error() const {
    return rows_ > 0 ? diagonal_.error_rate() : std::nullopt;
}

std::optional<double> Corpus::diagonal_in_gold() const {
    return rows_ > 0 ? std::optional(diagonal_hits_ / rows_) : std::nullopt;
}

std::vector<Corpus::OfHead> Corpus::heads() const {
    std::vector<OfHead> found;
    for (std::size_t h = 0; h < names_.size(); ++h) {
        OfHead head{names_[h], sums_[h], Reading::Predicts, nullptr};
        const Measure& error = measures().front();
        const auto first = error.value(sums_[h][0]), second = error.value(sums_[h][1]);
        if (first && second && *second < *first) head.better = Reading::Reads;
        head.type = type_of(head.best(), diagonal_error());
        found.push_back(std::move(head));
    }
    return found;
}

std::vector<Head> Corpus::aligning() const {
    const auto of = [&](Kind kind) {
        std::vector<Head> found;
        for (const Head& head : names_)
            if (head.kind == kind) found.push_back(head);
        return found;
    };
    std::vector<Head> cross = of(Kind::Cross);
    return cross.empty() && judged_ > 0 ? of(Kind::Encoder) : cross;
}

std::optional<Choice> Corpus::choose(const Executor& executor) const {
    std::vector<int> layers;
    for (const Head& head : aligning()) layers.push_back(head.site.layer);
    std::vector<const GoldRows*> pairs;
    for (const GoldRows& gold : gold_)
        if (gold.weights[0].cols() == static_cast<Eigen::Index>(layers.size()) * gold.rows())
            pairs.push_back(&gold);
    return heads::choose(pairs, layers, executor);
}

} // namespace heed::heads
