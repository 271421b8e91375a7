// What becomes of a sentence with its weights: axes recognised, ranges checked, a trace made of it.
#include "core/base/error.h"
#include "core/io/attention/file.h"
#include "core/io/attention/parts.h"
#include "core/io/attention/weights/axes.h"
#include "core/io/attention/weights/padding.h"
#include "core/io/attention/weights/ranges.h"
#include "core/io/attention/weights/special_words.h"
#include "core/text/escape.h"
#include "core/text/strings.h"
#include "core/trace/given_facts.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace heed::io {

namespace {

constexpr std::size_t most_tokens = 10'000;
constexpr std::string_view start_lacks = ": of the start, <s>, in front of them, or of a token that lacks";

/// What stands in front of a sentence. `written`: a decoder may be started with the end, or with padding.
bool is_start(const Words& words, bool written) {
    if (words.size() < 2) return false;
    const std::string& first = words.front();
    return is_start_word(first) || (written && (is_end_word(first) || is_padding(first)));
}

/// Tokens with their places in the words joined by spaces, which is what is shown as the text.
std::vector<TraceToken> tokens_of(Words words, std::string& text) {
    std::vector<TraceToken> tokens(words.size());
    for (std::size_t n = 0; n < words.size(); ++n) {
        TraceToken& token = tokens[n];
        token.is_end = n + 1 == words.size() && is_end_word(words[n]);
        token.id = static_cast<int>(n);
        if (!token.is_end) {
            if (n > 0) text += ' ';
            token.begin = text.size();
            text += words[n];
        } else {
            token.begin = text.size();
        }
        token.end = text.size();
        token.text = token.is_end ? "</s>" : std::move(words[n]);
    }
    return tokens;
}

/// "<s>" in front of words of which the file leaves it out, where that was said.
void put_start(GivenSentence& s, Words& words, std::size_t wanted, const char* of) {
    if (!s.starts || words.empty() || words.size() >= wanted) return;
    words.insert(words.begin(), "<s>");
    s.started = true;
    s.notes.push_back("a start, <s>, is put in front of the " + std::string(of) + " tokens");
}

/// As many words as there are rows or columns: numbers where there are none, an end where it lacks. Toolkits
/// leave the end out of their lists; that it is not the start that lacks is not in the file.
void fill(GivenSentence& s, Words& words, Eigen::Index count, const char* of) {
    const auto wanted = static_cast<std::size_t>(count);
    put_start(s, words, wanted, of);
    if (words.empty()) {
        for (std::size_t n = 1; n <= wanted; ++n) words.push_back(std::to_string(n));
        s.notes.push_back(std::string("the file has no ") + of + " tokens: they are numbered");
    } else if (words.size() + 1 == wanted) {
        if (is_end_word(words.back()))
            throw Error(s.what, std::string(of) + " tokens",
                        std::to_string(wanted) + ", as there are weights",
                        std::to_string(words.size()) + ", of which the last is an end" +
                            std::string(s.starts ? "" : start_lacks));
        words.emplace_back("</s>");
        if (s.ends) return;
        s.may_start = !s.starts;
        s.assumed.push_back("One weight more than " + std::string(of) +
                            " tokens: the last is taken for an end");
        s.notes.push_back("one weight more than " + std::string(of) +
                          " tokens: the last is taken for an end (list them all where it is not)");
    }
}

/// A word in front of the others that has no column.
void drop_source_start(GivenSentence& s, Eigen::Index columns) {
    if (std::ssize(s.source) != columns + 1 || !is_start(s.source, false)) return;
    s.notes.push_back(in_quotes(s.source.front(), 40) +
                      " is what the source tokens begin with: no column is its own");
    s.source.erase(s.source.begin());
}

/// What generate() was started with stands in front of what it wrote, and has no row.
std::string without_start(Words& target, Eigen::Index rows, std::vector<std::string>& notes) {
    if (static_cast<Eigen::Index>(target.size()) != rows + 1) return "<s>";
    const std::string start = target.front();
    target.erase(target.begin());
    notes.push_back(in_quotes(start, 40) + " is what the outputs were started with: no row is its own");
    return start;
}

AxisLengths lengths_of(const GivenSentence& s, bool one_of_batch) {
    const auto count = [](const Words& words, const std::vector<Words>& batch) {
        std::size_t most = words.size();
        for (const Words& one : batch) most = std::max(most, one.size());
        return static_cast<std::int64_t>(most);
    };
    AxisLengths lengths{count(s.target, s.targets), count(s.source, s.sources), 0, one_of_batch};
    lengths.heads_told = s.headed || !s.heads.empty();
    lengths.layers_told = s.layered || !s.layers.empty();
    lengths.layers_first = s.layered;
    lengths.sources_first = s.sources_first;
    const bool words = lengths.outputs > 0 || lengths.sources > 0;
    if (!s.sources.empty())
        lengths.sentences = std::ssize(s.sources);
    else if (words && !one_of_batch)
        lengths.sentences = 1;
    lengths.more = s.starts ? 2 : 1;
    lengths.output_start = is_start(s.target, true);
    lengths.source_start = is_start(s.source, false);
    if (s.between == Between::Sources) lengths.outputs = lengths.sources;
    if (s.between == Between::Sources) lengths.output_start = lengths.source_start;
    if (s.between == Between::Outputs) lengths.source_start = lengths.output_start;
    if (s.between == Between::Outputs) lengths.sources = s.weights.grown ? 0 : lengths.outputs;
    return lengths;
}

/// Tokens over themselves: as many are looked at as look.
void check_square(const GivenSentence& s, const AxesFound& axes) {
    if (s.between == Between::OutputsAndSources) return;
    const std::size_t seen = axes.order.find('S');
    const std::int64_t rows = s.weights.shape[axes.order.find('T')], columns = s.weights.shape[seen];
    if (rows == columns) return;
    if (s.weights.grown)
        throw Error(s.what, "the last axis, what the last output saw",
                    std::to_string(rows) + ", the start and the outputs before it", std::to_string(columns));
    throw Error(s.what,
                "axis " + std::to_string(seen + 1) + " of " + std::to_string(axes.order.size()) +
                    ", the tokens that are looked at",
                std::to_string(rows) + ", as many as look at them", std::to_string(columns));
}

/// The words of its rows and columns, as many as there are.
void name_axes(GivenSentence& s, Eigen::Index rows, Eigen::Index columns) {
    drop_source_start(s, columns);
    if (s.ends && s.target.empty() && rows == 1) s.target = {"</s>"}; // nothing was written
    if (s.between == Between::Sources) {
        fill(s, s.source, columns, "source");
        s.target = s.source;
        return;
    }
    if (s.source.empty() && s.target.empty() && s.between == Between::OutputsAndSources) {
        const std::vector<std::string> before = s.notes; // said once of both
        fill(s, s.source, columns, "source");
        fill(s, s.target, rows, "target");
        s.notes = before;
        s.notes.emplace_back(s.unnamed
                                 ? "the file's words have no names, source and target: tokens are numbered"
                                 : "the file has no tokens: they are numbered");
        return;
    }
    const std::string start = without_start(s.target, rows, s.notes);
    fill(s, s.target, rows, "target");
    if (s.between == Between::OutputsAndSources) return fill(s, s.source, columns, "source");
    s.source = s.target;
    if (!s.weights.grown) return;
    s.source.insert(s.source.begin(), start);
    s.source.pop_back();
}

Trace trace_of(GivenSentence& s, std::vector<GivenMap> maps, const std::string& file_name,
               const GivenAs& as) {
    for (const std::size_t count : {s.source.size(), s.target.size()})
        if (count > most_tokens)
            throw Error(s.what, "words", "at most " + std::to_string(most_tokens), std::to_string(count));
    check_ranges(maps, s, as);
    const Eigen::Index rows = maps.front().weights.rows(), columns = maps.front().weights.cols();
    name_axes(s, rows, columns);
    if (s.starts && !s.started)
        throw Error(s.what, "a start in front of the tokens", "more weights than tokens", "as many");
    if (std::ssize(s.target) != rows || std::ssize(s.source) != columns)
        throw Error(s.what, "tokens",
                    std::to_string(rows) + " × " + std::to_string(columns) + ", as the weights",
                    std::to_string(s.target.size()) + " × " + std::to_string(s.source.size()));
    look_at_sums(maps, s, !as.axes.empty());
    Trace trace;
    trace.model.name = s.name.empty() ? file_name : s.whole_name ? s.name : file_name + ", " + s.name;
    trace.model.title = file_name;
    trace.model.architecture = "weights";
    trace.model.alignment = "global";
    trace.model.character_level = false;
    trace.model.edit<GivenFacts>() = {s.notes, s.assumed, s.sentence, s.order, s.others, s.may_start};
    trace.source = tokens_of(std::move(s.source), trace.source_text);
    for (TraceToken& token : tokens_of(std::move(s.target), trace.target_text)) {
        trace.steps.emplace_back();
        trace.steps.back().token = std::move(token);
        trace.steps.back().weights_given = true;
    }
    trace.finished = trace.steps.back().token.is_end;
    trace.request.model = trace.model.name;
    trace.request.text = trace.source_text;
    for (const GivenMap& map : maps)
        trace.set({Quantity::Weights, map.layer, map.head}, map.weights.transpose()); // (T, N)
    return trace;
}

/// One of a batch; its words are put in by words_of_batch().
GivenSentence one_of(const GivenSentence& batch, std::size_t n) {
    GivenSentence one{.what = batch.what + ": sentence " + std::to_string(n + 1),
                      .name =
                          (batch.name.empty() ? "" : batch.name + ", ") + "sentence " + std::to_string(n + 1),
                      .sentence = batch.sentence + static_cast<int>(n),
                      .source = batch.source,
                      .target = batch.target,
                      .between = batch.between,
                      .weights = {},
                      .ends = batch.ends,
                      .starts = batch.starts,
                      .percent = batch.percent,
                      .notes = batch.notes,
                      .assumed = batch.assumed,
                      .order = batch.order,
                      .others = batch.others,
                      .sources = {},
                      .targets = {}};
    one.weights.grown = batch.weights.grown;
    one.weights.hard = batch.weights.hard;
    return one;
}

/// As much of the weights as belongs to its own words. Throws where that is nothing.
void cut_to(WordsInBatch&& words, GivenSentence& one, std::vector<GivenMap>& maps) {
    if (words.rows.length < 1) throw Error(one.what, "outputs", "one with weights, or more", "none");
    if (words.columns.length < 1) throw Error(one.what, "source tokens", "one with weights, or more", "none");
    one.source = std::move(words.source);
    one.target = std::move(words.target);
    for (auto* list : {&words.notes, &words.assumed})
        one.notes.insert(one.notes.end(), list->begin(), list->end());
    one.assumed.insert(one.assumed.end(), words.assumed.begin(), words.assumed.end());
    for (GivenMap& map : maps)
        map.weights = MatrixXf(map.weights.block(words.rows.begin, words.columns.begin, words.rows.length,
                                                 words.columns.length));
}

/// Each of a batch has words, as many lists of outputs as of sources.
void check_batch(const GivenSentence& s) {
    if (!s.targets.empty() && s.targets.size() != s.sources.size())
        throw Error(s.what, "target",
                    plural(s.sources.size(), "sentence", "sentences") + ", as there are of the source",
                    std::to_string(s.targets.size()));
    for (std::size_t n = 0; n < s.sources.size(); ++n) {
        const bool no_source = s.sources[n].empty(), no_target = !s.targets.empty() && s.targets[n].empty();
        if (no_source || no_target)
            throw Error(s.what + ": sentence " + std::to_string(n + 1), no_source ? "source" : "target",
                        "tokens, or a list without that sentence", "none");
    }
}

} // namespace

bool lacks_start(std::string_view problem) { return problem.find(start_lacks) != problem.npos; }

namespace {

/// Which layers and heads they are, where the file says so. Throws where it says another number of them.
void number_maps(std::vector<GivenMap>& maps, const GivenSentence& s) {
    const auto put = [&](int GivenMap::*part, const std::vector<int>& numbers, const char* of) {
        if (numbers.empty()) return;
        int most = 0;
        for (const GivenMap& map : maps) most = std::max(most, map.*part);
        if (std::ssize(numbers) != most + 1)
            throw Error(s.what, of,
                        std::to_string(most + 1) + " numbers, as there are of them in the weights",
                        std::to_string(numbers.size()));
        for (GivenMap& map : maps) map.*part = numbers[static_cast<std::size_t>(map.*part)];
    };
    put(&GivenMap::layer, s.layers, "layers");
    put(&GivenMap::head, s.heads, "heads");
}

} // namespace

namespace {

/// How the axes were read, where it is not as usual.
void say_axes(GivenSentence& s, const AxesFound& axes, bool said) {
    const auto is_plain = [](const std::string& order) { return order.find('T') < order.find('S'); };
    const bool may_be_plain = std::any_of(axes.others.begin(), axes.others.end(), is_plain);
    if (axes.turned && !said && !axes.by_sums && !may_be_plain)
        s.notes.emplace_back("read as source tokens × outputs, as the lengths say");
    if (s.turned) {
        s.assumed.emplace_back("Its rows are taken for source tokens: columns sum to 1, rows do not");
        s.notes.push_back(s.assumed.back());
    }
    if (axes.turned && !said && axes.by_sums) {
        s.assumed.emplace_back("Read as source tokens × outputs: only so an output's weights sum to 1");
        s.notes.push_back(s.assumed.back());
    }
    if (!axes.assumed.empty()) {
        s.assumed.push_back(axes.assumed);
        s.notes.push_back(axes.assumed);
    }
    if (!axes.noted.empty()) s.notes.push_back(axes.noted);
    s.order = axes.order;
    s.others = axes.others;
    if (axes.order == "ST" && s.others.empty() && (s.turned || axes.by_sums || s.labelled)) s.others = {"TS"};
}

/// What it would be read as, had nothing been said.
std::vector<std::string> readings_unsaid(const GivenSentence& s, const AxisLengths& lengths,
                                         const std::string& said) {
    std::vector<std::string> orders;
    try {
        const AxesFound found = axes_of(s.weights, lengths, s.what);
        orders = found.others;
        orders.insert(orders.begin(), found.order);
    } catch (const Error& error) {
        orders = axes_asked(error.what());
    }
    std::erase(orders, said);
    return orders;
}

/// Words of one sentence stand at each of a batch, where it was said that it is one.
void share_words(GivenSentence& s, std::int64_t sentences) {
    const bool of_both = s.sources.empty() && !(s.source.empty() && s.target.empty());
    const bool of_outputs =
        !s.sources.empty() && s.targets.empty() && !s.target.empty() && s.between != Between::Sources;
    if (sentences < 2 || !(of_both || of_outputs)) return;
    s.assumed.push_back((of_both ? "Tokens" : "Output tokens") +
                        std::string(" are those of one sentence, put to each of ") +
                        std::to_string(sentences));
    s.notes.push_back(s.assumed.back());
}

/// Where they fit in no way, special words may be why: then that is said as well.
AxesFound axes_or_why(const GivenSentence& s, const AxisLengths& want, const std::string& said) {
    try {
        return axes_of(s.weights, want, s.what, said);
    } catch (const Error& error) {
        const std::string sentence = error.what();
        if (!axes_asked(sentence).empty() || !batch_order(sentence).empty()) throw;
        throw Error(sentence + special_words_hint(s, want, said));
    }
}

} // namespace

std::vector<Trace> traces_of(GivenSentence s, const std::string& file_name, const GivenAs& as) {
    if (s.weights.empty()) throw Error(s.what, "weights", "rows of numbers, one an output", "none");
    const std::string said = s.turned ? "ST" : as.axes;
    s.percent = s.percent || s.weights.percent;
    s.starts = as.start;
    const bool batch = as.sentence || (as.axes.find('B') != as.axes.npos && s.sources.empty());
    const AxesFound axes = axes_or_why(s, lengths_of(s, batch), said);
    check_square(s, axes);
    const std::int64_t sentences = batch_length(s.weights, axes.order);
    if (as.sentence && *as.sentence >= sentences)
        throw Error(s.what, "sentence " + std::to_string(*as.sentence) + ", counted from 0",
                    "at most " + std::to_string(sentences - 1), std::to_string(*as.sentence));
    say_axes(s, axes, !said.empty());
    if (!as.axes.empty() && s.others.empty())
        s.others = readings_unsaid(s, lengths_of(s, as.sentence.has_value()), said);
    if (!as.sentence) share_words(s, sentences);
    std::vector<std::vector<GivenMap>> maps(static_cast<std::size_t>(sentences));
    for (std::size_t n = 0; n < maps.size(); ++n) {
        maps[n] = maps_of(s.weights, axes.order, static_cast<std::int64_t>(n));
        number_maps(maps[n], s);
    }
    std::vector<WordsInBatch> words;
    if (!s.sources.empty()) {
        check_batch(s);
        words = words_in_batch(s, maps);
    }
    std::vector<Trace> traces;
    const bool alone = s.sources.empty() && sentences == 1;
    for (std::size_t n = 0; n < maps.size(); ++n) {
        if (as.sentence && *as.sentence != static_cast<int>(n)) continue;
        GivenSentence one = alone ? s : one_of(s, n);
        if (n < words.size()) cut_to(std::move(words[n]), one, maps[n]);
        traces.push_back(trace_of(one, std::move(maps[n]), file_name, as));
    }
    return traces;
}

} // namespace heed::io
