// What becomes of a sentence with its weights: axes recognised, ranges checked, a trace made of it.
#include "core/base/error.h"
#include "core/io/run/attention_axes.h"
#include "core/io/run/attention_file.h"
#include "core/io/run/attention_parts.h"
#include "core/text/strings.h"
#include "core/trace/given_facts.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace heed::io {

namespace {

constexpr std::size_t most_tokens = 10'000;
constexpr std::string_view percentages_found =
    ", and rows that sum to 100: percentages, to be divided by 100";
constexpr std::array<std::string_view, 5> end_tokens = {"</s>", "<eos>", "<EOS>", "[SEP]", "<end>"};

bool is_end(const std::string& word) {
    return std::find(end_tokens.begin(), end_tokens.end(), word) != end_tokens.end();
}

/// Every row of every map sums to 100, as far as rounded numbers do.
bool are_percentages(const std::vector<GivenMap>& maps) {
    return std::all_of(maps.begin(), maps.end(), [](const GivenMap& map) {
        const MatrixXf& m = map.weights;
        return ((m.rowwise().sum().array() - 100).abs() <= 1.5f).all() && m.minCoeff() >= 0;
    });
}

std::string place_of(Eigen::Index row, Eigen::Index column) {
    return "weight " + std::to_string(column + 1) + " of row " + std::to_string(row + 1);
}

/// Rows need not sum to 1, and are drawn as they are; a number that is no share is not.
void check_weights(const MatrixXf& m, const std::string& what, float most, bool percentages) {
    const float rounding = 0.002f * most; // half precision on its way through a softmax
    for (Eigen::Index row = 0; row < m.rows(); ++row) {
        for (Eigen::Index column = 0; column < m.cols(); ++column) {
            const float weight = m(row, column);
            if (weight >= 0 && weight <= most + rounding && !percentages) continue;
            std::string found = written(weight);
            if (percentages)
                found += percentages_found;
            else if (std::isfinite(weight))
                found += ", as scores before their softmax may be";
            throw Error(what, place_of(row, column), "a number from 0 to " + written(most), found);
        }
    }
}

/// Percentages as shares, where that was said of them; else as they are.
void scale(std::vector<GivenMap>& maps, GivenSentence& s, const GivenAs& as) {
    const std::string& what = s.what;
    const bool percent = as.percent || s.percent;
    const bool percentages = !percent && are_percentages(maps);
    float largest = 0;
    for (const GivenMap& map : maps) {
        check_weights(map.weights, place_in(what, maps, map), percent ? 100 : 1, percentages);
        largest = std::max(largest, map.weights.maxCoeff());
    }
    if (!percent) return;
    if (largest <= 1 && !s.percent)
        throw Error(what, "percentages", "a number above 1", "at most " + written(largest) + ": weights");
    for (GivenMap& map : maps) map.weights /= 100;
    s.notes.emplace_back("percentages, divided by 100");
    s.assumed.emplace_back("Percentages, divided by 100");
}

/// The row whose sum is farthest from 1, said with its sum.
void look_at_sums(const std::vector<GivenMap>& maps, std::vector<std::string>& notes) {
    constexpr float rounding = 0.005f;
    Eigen::Index odd = 0, rows = 0;
    float worst = 0, its_sum = 1;
    std::string where;
    for (const GivenMap& map : maps) {
        const Eigen::VectorXf sums = map.weights.rowwise().sum();
        rows += sums.size();
        odd += ((sums.array() - 1).abs() > rounding).count();
        Eigen::Index row = 0;
        if (const float off = (sums.array() - 1).abs().maxCoeff(&row); off > std::max(worst, rounding)) {
            worst = off;
            its_sum = sums(row);
            where = place_in("row " + std::to_string(row + 1), maps, map);
        }
    }
    if (odd == 0) return;
    const std::string farthest = where + " sums to " + written(std::round(its_sum * 1000) / 1000);
    notes.push_back((rows == 1 ? farthest
                               : std::to_string(odd) + " of " +
                                     plural(static_cast<std::size_t>(rows), "row", "rows") +
                                     (odd == 1 ? " does" : " do") + " not sum to 1, farthest: " + farthest) +
                    "; drawn as given");
}

/// Tokens with their places in the words joined by spaces, which is what is shown as the text.
std::vector<TraceToken> tokens_of(Words words, std::string& text) {
    std::vector<TraceToken> tokens(words.size());
    for (std::size_t n = 0; n < words.size(); ++n) {
        TraceToken& token = tokens[n];
        token.is_end = n + 1 == words.size() && is_end(words[n]);
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

/// As many words as there are rows or columns: numbers where there are none, an end where it lacks. Toolkits
/// leave the end out of their lists; that it is not the start that lacks is not in the file.
void fill(GivenSentence& s, Words& words, Eigen::Index count, const char* of) {
    const auto wanted = static_cast<std::size_t>(count);
    if (words.empty()) {
        for (std::size_t n = 1; n <= wanted; ++n) words.push_back(std::to_string(n));
        s.notes.push_back(std::string("the file has no ") + of + " tokens: they are numbered");
    } else if (words.size() + 1 == wanted) {
        if (is_end(words.back()))
            throw Error(s.what, std::string(of) + " tokens",
                        std::to_string(wanted) + ", as there are weights",
                        std::to_string(words.size()) + ", of which the last is an end");
        words.emplace_back("</s>");
        if (s.ends) return;
        s.assumed.push_back("One weight more than " + std::string(of) +
                            " tokens: the last is taken for an end");
        s.notes.push_back("one weight more than " + std::string(of) +
                          " tokens: the last is taken for an end (list them all where it is not)");
    }
}

/// What generate() was started with stands in front of what it wrote, and has no row.
std::string without_start(Words& target, Eigen::Index rows, std::vector<std::string>& notes) {
    if (static_cast<Eigen::Index>(target.size()) != rows + 1) return "<s>";
    const std::string start = target.front();
    target.erase(target.begin());
    notes.push_back("\"" + start + "\" is what the outputs were started with: no row is its own");
    return start;
}

AxisLengths lengths_of(const GivenSentence& s, bool one_of_batch) {
    const auto count = [](const Words& words, const std::vector<Words>& batch) {
        std::size_t most = words.size();
        for (const Words& one : batch) most = std::max(most, one.size());
        return static_cast<std::int64_t>(most);
    };
    AxisLengths lengths{count(s.target, s.targets), count(s.source, s.sources), 0, one_of_batch};
    const bool words = lengths.outputs > 0 || lengths.sources > 0;
    if (!s.sources.empty())
        lengths.sentences = std::ssize(s.sources);
    else if (words && !one_of_batch)
        lengths.sentences = 1;
    if (s.between == Between::Sources) lengths.outputs = lengths.sources;
    if (s.between == Between::Outputs) lengths.sources = s.weights.grown ? 0 : lengths.outputs;
    return lengths;
}

/// The words of its rows and columns, as many as there are.
void name_axes(GivenSentence& s, Eigen::Index rows, Eigen::Index columns) {
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
        s.notes.emplace_back("the file has no tokens: they are numbered");
        return;
    }
    const std::string start = without_start(s.target, rows, s.notes);
    fill(s, s.target, rows, "target");
    if (s.between == Between::OutputsAndSources) return fill(s, s.source, columns, "source");
    s.source = s.target;
    if (!s.weights.grown) return;
    if (rows != columns)
        throw Error(s.what, "the last axis, what the last output saw",
                    std::to_string(rows) + ", the start and the outputs before it", std::to_string(columns));
    s.source.insert(s.source.begin(), start);
    s.source.pop_back();
}

Trace trace_of(GivenSentence& s, std::vector<GivenMap> maps, const std::string& file_name,
               const GivenAs& as) {
    for (const std::size_t count : {s.source.size(), s.target.size()})
        if (count > most_tokens)
            throw Error(s.what, "words", "at most " + std::to_string(most_tokens), std::to_string(count));
    scale(maps, s, as);
    name_axes(s, maps.front().weights.rows(), maps.front().weights.cols());
    look_at_sums(maps, s.notes);
    Trace trace;
    trace.model.name = s.name.empty() ? file_name : s.whole_name ? s.name : file_name + ", " + s.name;
    trace.model.title = file_name;
    trace.model.architecture = "weights";
    trace.model.alignment = "global";
    trace.model.character_level = false;
    trace.model.edit<GivenFacts>() = {s.notes, s.assumed, s.sentence};
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

/// One of a batch: its own words, and as much of the weights as belongs to them.
Trace one_of(const GivenSentence& batch, std::size_t n, std::vector<GivenMap> maps,
             const std::string& file_name, const GivenAs& as) {
    const bool named = n < batch.sources.size();
    GivenSentence one{.what = batch.what + ": sentence " + std::to_string(n + 1),
                      .name =
                          (batch.name.empty() ? "" : batch.name + ", ") + "sentence " + std::to_string(n + 1),
                      .sentence = batch.sentence + static_cast<int>(n),
                      .source = named ? batch.sources[n] : batch.source,
                      .target = n < batch.targets.size() ? batch.targets[n] : batch.target,
                      .between = batch.between,
                      .weights = {},
                      .ends = batch.ends,
                      .percent = batch.percent,
                      .notes = batch.notes,
                      .assumed = batch.assumed,
                      .sources = {},
                      .targets = {}};
    if ((named && one.source.empty()) || (!batch.targets.empty() && one.target.empty()))
        throw Error(one.what, one.source.empty() ? "source" : "target", "tokens", "none");
    const auto words = [](const Words& w) { return static_cast<Eigen::Index>(w.size()); };
    const auto most = [&](const Words& w, Eigen::Index all) {
        return w.empty() ? all : std::min(all, words(w));
    };
    const Words& asks = one.between == Between::Sources ? one.source : one.target;
    const Words& seen = one.between == Between::Outputs ? one.target : one.source;
    for (GivenMap& map : maps)
        if (named)
            map.weights = MatrixXf(
                map.weights.topLeftCorner(most(asks, map.weights.rows()), most(seen, map.weights.cols())));
    return trace_of(one, std::move(maps), file_name, as);
}

} // namespace

bool are_percentages(std::string_view problem) { return problem.find(percentages_found) != problem.npos; }

std::string written(float number) {
    if (std::isnan(number)) return "NaN";
    std::array<char, 32> text{};
    const auto [end, error] = std::to_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc() ? std::string(text.data(), end) : std::to_string(number);
}

std::string place_in(const std::string& what, const std::vector<GivenMap>& maps, const GivenMap& map) {
    std::string place = what;
    if (maps.back().layer > 0) place += ", layer " + std::to_string(map.layer + 1);
    if (maps.back().head > 0) place += ", head " + std::to_string(map.head + 1);
    return place;
}

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

std::vector<Trace> traces_of(GivenSentence s, const std::string& file_name, const GivenAs& as) {
    if (s.weights.empty()) throw Error(s.what, "weights", "rows of numbers", "none");
    const AxesFound axes = axes_of(s.weights, lengths_of(s, as.sentence.has_value()), s.what, as.axes);
    const std::int64_t sentences = batch_length(s.weights, axes.order);
    if (as.sentence && *as.sentence >= sentences)
        throw Error(s.what, "sentence " + std::to_string(*as.sentence) + ", counted from 0",
                    "at most " + std::to_string(sentences - 1), std::to_string(*as.sentence));
    if (axes.turned) s.notes.emplace_back("read as source tokens × outputs, as the lengths or sums say");
    if (axes.ambiguous)
        s.notes.push_back("its lengths fit several orders of the axes: read as " + order_words(axes.order));
    if (!axes.assumed.empty()) {
        s.assumed.push_back(axes.assumed);
        s.notes.push_back(axes.assumed + ": no tokens tell, and it may be sentences of a batch");
    }
    std::vector<Trace> traces;
    const bool alone = s.sources.empty() && sentences == 1;
    for (std::int64_t n = 0; n < sentences; ++n) {
        if (as.sentence && *as.sentence != n) continue;
        std::vector<GivenMap> maps = maps_of(s.weights, axes.order, n);
        number_maps(maps, s);
        traces.push_back(alone ? trace_of(s, std::move(maps), file_name, as)
                               : one_of(s, static_cast<std::size_t>(n), std::move(maps), file_name, as));
    }
    return traces;
}

} // namespace heed::io
