#include "core/io/run/attention_file.h"

#include "core/base/error.h"
#include "core/io/base/file.h"
#include "core/io/base/file_kind.h"
#include "core/io/container/checkpoint.h"
#include "core/io/run/attention_parts.h"
#include "core/text/escape.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace heed::io {

namespace fs = std::filesystem;

namespace {

constexpr std::uint64_t largest_file = 256u << 20, looked_at = 1u << 16;
constexpr std::size_t most_tokens = 10'000;
constexpr std::array<std::string_view, 5> end_tokens = {"</s>", "<eos>", "<EOS>", "[SEP]", "<end>"};

Eigen::Index size(const Words& words) { return static_cast<Eigen::Index>(words.size()); }

/// As many rows or columns as words, or one more for the end.
bool fits(Eigen::Index count, const Words& words) { return count == size(words) || count == size(words) + 1; }

/// How far the sums of rows are from 1, at most.
float off_one(const MatrixXf& m) { return (m.rowwise().sum().array() - 1).abs().maxCoeff(); }

/// Weights with target tokens down and source tokens across.
void turn_where_needed(const GivenSentence& sentence, MatrixXf& m, const std::string& what) {
    const bool straight = fits(m.rows(), sentence.target) && fits(m.cols(), sentence.source);
    const bool turned =
        sentence.may_be_turned && fits(m.rows(), sentence.source) && fits(m.cols(), sentence.target);
    if (turned && (!straight || off_one(m.transpose()) < off_one(m))) {
        m = MatrixXf(m.transpose());
        return;
    }
    if (straight) return;
    throw Error(what, "weights",
                std::to_string(sentence.target.size()) + " rows of " +
                    std::to_string(sentence.source.size()) + ", or one more of either for the end",
                std::to_string(m.rows()) + " rows of " + std::to_string(m.cols()));
}

/// All maps are over the same words, the end token included or not.
void check_size(const MatrixXf& m, const MatrixXf& first, const std::string& what) {
    if (m.rows() == first.rows() && m.cols() == first.cols()) return;
    throw Error(what, "weights",
                std::to_string(first.rows()) + " rows of " + std::to_string(first.cols()) +
                    ", as the first map has",
                std::to_string(m.rows()) + " rows of " + std::to_string(m.cols()));
}

/// Every row sums to 100, as far as rounded numbers do.
bool are_percentages(const MatrixXf& m) {
    return ((m.rowwise().sum().array() - 100).abs() <= 1.5f).all() && m.minCoeff() >= 0;
}

std::string written(float number) {
    if (std::isnan(number)) return "NaN";
    std::array<char, 32> text{};
    const auto [end, error] = std::to_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc() ? std::string(text.data(), end) : std::to_string(number);
}

/// Rows need not sum to 1, and are drawn as they are; a number that is no share is not.
void check_weights(const MatrixXf& m, const std::string& what) {
    constexpr float rounding = 0.002f; // half precision on its way through a softmax
    const bool percentages = are_percentages(m);
    for (Eigen::Index row = 0; row < m.rows(); ++row) {
        for (Eigen::Index col = 0; col < m.cols(); ++col) {
            const float weight = m(row, col);
            if (weight >= 0 && weight <= 1 + rounding && !percentages) continue;
            std::string found = written(weight);
            if (percentages)
                found += ", and rows that sum to 100: percentages, to be divided by 100";
            else if (std::isfinite(weight))
                found += ", as scores before their softmax may be";
            throw Error(what, "weight " + std::to_string(col + 1) + " of row " + std::to_string(row + 1),
                        "a number from 0 to 1", found);
        }
    }
}

bool is_end(const std::string& word) {
    return std::find(end_tokens.begin(), end_tokens.end(), word) != end_tokens.end();
}

/// Tokens with their places in the words joined by spaces, which is what is shown as the text.
std::vector<TraceToken> tokens_of(Words words, Eigen::Index count, std::string& text) {
    if (count > size(words)) words.emplace_back("</s>");
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

bool is_array(ContentKind kind) { return kind == ContentKind::Numpy || kind == ContentKind::PyTorch; }

const StoredTensor* weights_of(const Checkpoint& checkpoint) {
    if (checkpoint.tensors().size() == 1) return &checkpoint.tensors()[0];
    for (const StoredTensor& tensor : checkpoint.tensors()) {
        if (is_key(AttentionKey::Weights, tensor.name)) return &tensor;
    }
    return nullptr;
}

Words words_in(const Checkpoint& checkpoint, AttentionKey key) {
    for (const auto& [name, value] : checkpoint.values().items()) {
        if (!is_key(key, name)) continue;
        if (value.is_string()) return words_of(value.get<std::string>());
        if (value.is_array()) return value.get<Words>();
    }
    return {};
}

/// "map.json ({"source": […], "target": […]}) or map.txt (a line of source, a line of target)".
std::string words_wanted(const fs::path& file) {
    const std::string stem = shown(file.stem());
    return "its source and target tokens beside it, in " + stem +
           ".json ({\"source\": […], \"target\": […]}) or " + stem +
           ".txt (a line of source, a line of target)";
}

/// FILE.json or FILE.txt beside FILE.npy.
std::pair<Words, Words> words_beside(const Checkpoint& checkpoint, const fs::path& file) {
    fs::path beside = file;
    std::error_code ignored;
    if (beside.replace_extension(".json"); fs::is_regular_file(beside, ignored))
        return words_in_json(read_regular_file(beside, largest_file), shown(beside));
    if (beside.replace_extension(".txt"); !fs::is_regular_file(beside, ignored)) {
        if (const auto problem = lone_array(checkpoint, file)) throw *problem;
        throw Error(checkpoint.name(), "weights without words",
                    "arrays named source and target, or " + words_wanted(file), "neither");
    }
    const std::string text = read_regular_file(beside, largest_file);
    const std::size_t end = std::min(text.find('\n'), text.size());
    return {words_of(text.substr(0, end)), words_of(text.substr(std::min(end + 1, text.size())))};
}

/// Of an axis of the array, its leading one: that index alone.
StoredTensor part_of(StoredTensor tensor, std::int64_t index) {
    tensor.begin += static_cast<std::uint64_t>(tensor.strides[0] * index) * byte_count(tensor.type);
    tensor.shape.erase(tensor.shape.begin());
    tensor.strides.erase(tensor.strides.begin());
    return tensor;
}

/// steps × layers × batch × heads × 1 × sources, as layers × heads × steps × sources.
StoredTensor without_steps(StoredTensor tensor, const std::string& file) {
    if (tensor.shape[2] != 1) throw not_one_sentence(file, 3, 6, tensor.shape[2]);
    if (tensor.shape[4] != 1) throw not_one_output(file, tensor.shape[4]);
    const auto& shape = tensor.shape;
    const auto& strides = tensor.strides;
    tensor.strides = {strides[1], strides[3], strides[0], strides[5]};
    tensor.shape = {shape[1], shape[3], shape[0], shape[5]};
    return tensor;
}

/// Rows, heads of rows, layers of heads, layers of a batch that is one sentence's heads, or steps of those.
std::vector<GivenMap> maps_in(const Checkpoint& checkpoint, StoredTensor all) {
    if (all.shape.size() < fewest_axes || all.shape.size() > most_axes || all.numbers() == 0)
        throw Error(checkpoint.name(), "attention", std::string(expected_axes), shape_text(all.shape));
    if (all.shape.size() == 6) all = without_steps(std::move(all), checkpoint.name());
    const std::size_t rank = all.shape.size();
    if (rank == 5 && all.shape[1] != 1) throw not_one_sentence(checkpoint.name(), 2, 5, all.shape[1]);
    std::vector<GivenMap> maps;
    for (std::int64_t layer = 0; layer < (rank >= 4 ? all.shape[0] : 1); ++layer) {
        StoredTensor heads = rank >= 4 ? part_of(all, layer) : all;
        if (rank == 5) heads = part_of(std::move(heads), 0);
        for (std::int64_t head = 0; head < (rank >= 3 ? heads.shape[0] : 1); ++head)
            maps.push_back({static_cast<int>(layer), static_cast<int>(head),
                            checkpoint.matrix(rank >= 3 ? part_of(heads, head) : heads)});
    }
    return maps;
}

GivenSentence attention_in_array(const fs::path& file) {
    const Checkpoint checkpoint(file);
    const StoredTensor* weights = weights_of(checkpoint);
    if (weights == nullptr) throw Error(checkpoint.name(), "attention", "an array named attention", "none");
    GivenSentence sentence;
    sentence.what = checkpoint.name();
    sentence.source = words_in(checkpoint, AttentionKey::Source);
    sentence.target = words_in(checkpoint, AttentionKey::Target);
    if (sentence.source.empty() || sentence.target.empty())
        std::tie(sentence.source, sentence.target) = words_beside(checkpoint, file);
    sentence.maps = maps_in(checkpoint, *weights);
    return sentence;
}

/// A log may begin with a bracket, too.
std::vector<GivenSentence> attention_in_words(const std::string& text, const std::string& file,
                                              ContentKind kind) {
    const bool json =
        kind == ContentKind::Json && !is_attention_text(std::string_view(text).substr(0, looked_at));
    return json ? attention_in_json(text, file) : attention_in_text(text, file);
}

/// An array is one where it is named so, or where words stand beside it; in a PyTorch file it stands nearly
/// alone.
bool is_attention_array(const fs::path& file, ContentKind kind) {
    const Checkpoint checkpoint(file);
    const StoredTensor* weights = weights_of(checkpoint);
    if (weights == nullptr || weights->shape.size() < fewest_axes || weights->shape.size() > most_axes)
        return false;
    if (kind == ContentKind::PyTorch && checkpoint.tensors().size() > 3) return false;
    const bool inside = !words_in(checkpoint, AttentionKey::Source).empty();
    std::error_code ignored;
    return inside || is_key(AttentionKey::Weights, weights->name) ||
           fs::is_regular_file(fs::path(file).replace_extension(".json"), ignored) ||
           fs::is_regular_file(fs::path(file).replace_extension(".txt"), ignored);
}

} // namespace

Words words_of(std::string_view text) {
    constexpr std::string_view space = " \t\r\n\f\v";
    Words words;
    for (std::size_t at = text.find_first_not_of(space); at != text.npos;
         at = text.find_first_not_of(space, at)) {
        const std::size_t end = std::min(text.find_first_of(space, at), text.size());
        words.emplace_back(text.substr(at, end - at));
        at = end;
    }
    return words;
}

std::optional<float> number_of(std::string_view text) {
    double value = 0; // smaller than any float: 0
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    const bool tiny = error == std::errc::result_out_of_range && text.find("e-") != text.npos;
    if ((error != std::errc() && !tiny) || end != text.data() + text.size() || text.empty())
        return std::nullopt;
    return static_cast<float>(tiny ? 0 : value);
}

MatrixXf matrix_of(const std::vector<std::vector<float>>& rows, const std::string& what) {
    if (rows.empty() || rows.front().empty()) throw Error(what, "weights", "rows of numbers", "none");
    MatrixXf m(static_cast<Eigen::Index>(rows.size()), static_cast<Eigen::Index>(rows.front().size()));
    for (std::size_t n = 0; n < rows.size(); ++n) {
        if (rows[n].size() != rows.front().size())
            throw Error(what, "row " + std::to_string(n + 1) + " of the weights",
                        std::to_string(rows.front().size()) + " numbers", std::to_string(rows[n].size()));
        m.row(static_cast<Eigen::Index>(n)) = Eigen::Map<const Eigen::RowVectorXf>(rows[n].data(), m.cols());
    }
    return m;
}

Error not_one_sentence(const std::string& what, int axis, int axes, std::int64_t found) {
    return {what, "axis " + std::to_string(axis) + " of " + std::to_string(axes) + ", the batch",
            "1 sentence", std::to_string(found)};
}

Error not_one_output(const std::string& what, std::int64_t found) {
    return {what, "axis 5 of 6, the outputs of a step", "1", std::to_string(found)};
}

std::string place_in(const std::string& what, int rank, int layer, int head) {
    std::string place = what;
    if (rank >= 4) place += ", layer " + std::to_string(layer + 1);
    if (rank >= 3 && head >= 0) place += ", head " + std::to_string(head + 1);
    return place;
}

Trace trace_of(GivenSentence sentence, const std::string& file_name) {
    const std::string& what = sentence.what;
    if (sentence.maps.empty()) throw Error(what, "weights", "rows of numbers", "none");
    if (sentence.source.empty() || sentence.target.empty())
        throw Error(what, "words", "source and target", "none");
    if (const std::size_t most = std::max(sentence.source.size(), sentence.target.size()); most > most_tokens)
        throw Error(what, "words", "at most " + std::to_string(most_tokens), std::to_string(most));
    const GivenMap& last = sentence.maps.back();
    const int rank = last.layer > 0 ? 4 : last.head > 0 ? 3 : 2;
    for (GivenMap& map : sentence.maps) {
        const std::string place = place_in(what, rank, map.layer, map.head);
        turn_where_needed(sentence, map.weights, place);
        check_size(map.weights, sentence.maps.front().weights, place);
        check_weights(map.weights, place);
    }
    const Eigen::Index rows = last.weights.rows(), columns = last.weights.cols();
    Trace trace;
    trace.model.name = sentence.name.empty() ? file_name : file_name + ", " + sentence.name;
    trace.model.title = file_name;
    trace.model.architecture = "weights";
    trace.model.alignment = "global";
    trace.model.character_level = false;
    trace.source = tokens_of(std::move(sentence.source), columns, trace.source_text);
    for (TraceToken& token : tokens_of(std::move(sentence.target), rows, trace.target_text)) {
        trace.steps.emplace_back();
        trace.steps.back().token = std::move(token);
        trace.steps.back().weights_given = true;
    }
    trace.finished = trace.steps.back().token.is_end;
    trace.request.model = trace.model.name;
    trace.request.text = trace.source_text;
    for (const GivenMap& map : sentence.maps)
        trace.set({Quantity::Weights, map.layer, map.head}, map.weights.transpose()); // (T, N)
    return trace;
}

std::vector<Trace> read_attention(const fs::path& file) {
    const ContentKind kind = content_kind(file);
    std::vector<GivenSentence> sentences;
    if (is_array(kind))
        sentences.push_back(attention_in_array(file));
    else if (kind == ContentKind::Json || kind == ContentKind::Text)
        sentences = attention_in_words(read_regular_file(file, largest_file), shown(file), kind);
    if (sentences.empty())
        throw Error(shown(file), "no attention", "weights with their words", std::string(describe(kind)));
    std::vector<Trace> traces;
    for (GivenSentence& sentence : sentences)
        traces.push_back(trace_of(std::move(sentence), file.stem().string()));
    return traces;
}

std::optional<Error> lone_array(const Checkpoint& checkpoint, const fs::path& file) {
    if (checkpoint.tensors().size() != 1 || !is_array(content_kind(file))) return std::nullopt;
    const std::vector<std::int64_t>& shape = checkpoint.tensors().front().shape;
    if (shape.size() < fewest_axes || shape.size() > most_axes)
        return Error(checkpoint.name(), "one array and no model", "weights of " + std::string(expected_axes),
                     shape_text(shape));
    return Error(checkpoint.name(), "one array of " + shape_text(shape) + " and no words", words_wanted(file),
                 "neither");
}

bool is_attention_file(const fs::path& file) {
    try {
        const ContentKind kind = content_kind(file);
        if (is_array(kind)) return is_attention_array(file, kind);
        if (kind != ContentKind::Json && kind != ContentKind::Text) return false;
        const InputFile in(file);
        std::string beginning(static_cast<std::size_t>(std::min(in.size(), looked_at)), '\0');
        in.read(0, beginning.data(), beginning.size());
        return (kind == ContentKind::Json && is_attention_json(beginning)) || is_attention_text(beginning);
    } catch (const Error&) {
        return false;
    }
}

} // namespace heed::io
