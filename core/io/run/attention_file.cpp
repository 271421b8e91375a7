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
void turn_where_needed(AttentionMap& map) {
    const MatrixXf& m = map.weights;
    const bool straight = fits(m.rows(), map.target) && fits(m.cols(), map.source);
    const bool turned = map.may_be_turned && fits(m.rows(), map.source) && fits(m.cols(), map.target);
    if (turned && (!straight || off_one(m.transpose()) < off_one(m))) {
        map.weights = MatrixXf(m.transpose());
        return;
    }
    if (straight) return;
    throw Error(map.what, "weights",
                std::to_string(map.target.size()) + " rows of " + std::to_string(map.source.size()) +
                    ", or one more of either for the end",
                std::to_string(m.rows()) + " rows of " + std::to_string(m.cols()));
}

void check_weights(const AttentionMap& map) {
    for (Eigen::Index row = 0; row < map.weights.rows(); ++row) {
        for (Eigen::Index col = 0; col < map.weights.cols(); ++col) {
            const float weight = map.weights(row, col);
            if (weight >= 0 && std::isfinite(weight)) continue;
            throw Error(map.what, "weight " + std::to_string(col + 1) + " of row " + std::to_string(row + 1),
                        "a number of 0 or more", std::isnan(weight) ? "NaN" : std::to_string(weight));
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

bool is_array(ContentKind kind) { return kind == ContentKind::Numpy; }

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

/// FILE.json or FILE.txt beside FILE.npy.
std::pair<Words, Words> words_beside(const fs::path& file) {
    fs::path beside = file;
    std::error_code ignored;
    if (beside.replace_extension(".json"); fs::is_regular_file(beside, ignored))
        return words_in_json(read_regular_file(beside, largest_file), shown(beside));
    const fs::path json = beside;
    if (beside.replace_extension(".txt"); !fs::is_regular_file(beside, ignored))
        throw Error(shown(file), "weights without words",
                    "arrays named source and target, or " + shown(json.filename()) + " beside it", "neither");
    const std::string text = read_regular_file(beside, largest_file);
    const std::size_t end = std::min(text.find('\n'), text.size());
    return {words_of(text.substr(0, end)), words_of(text.substr(std::min(end + 1, text.size())))};
}

/// One map a head and layer: the leading dimensions of the array are taken one at a time.
void add_heads(const Checkpoint& checkpoint, StoredTensor tensor, const AttentionMap& words,
               const std::string& name, std::vector<AttentionMap>& maps) {
    const std::size_t rank = tensor.shape.size();
    if (rank == 2) {
        maps.push_back(words);
        maps.back().name = name;
        maps.back().weights = checkpoint.matrix(tensor);
        return;
    }
    const std::int64_t count = tensor.shape[0];
    const auto step = static_cast<std::uint64_t>(tensor.strides[0]) * byte_count(tensor.type);
    tensor.shape.erase(tensor.shape.begin());
    tensor.strides.erase(tensor.strides.begin());
    for (std::int64_t n = 0; n < count; ++n, tensor.begin += step) {
        const std::string part = (rank == 4 ? "layer " : "head ") + std::to_string(n + 1);
        add_heads(checkpoint, tensor, words, name.empty() ? part : name + ", " + part, maps);
    }
}

std::vector<AttentionMap> attention_in_array(const fs::path& file) {
    const Checkpoint checkpoint(file);
    const StoredTensor* weights = weights_of(checkpoint);
    if (weights == nullptr) throw Error(checkpoint.name(), "attention", "an array named attention", "none");
    AttentionMap words;
    words.what = checkpoint.name();
    words.source = words_in(checkpoint, AttentionKey::Source);
    words.target = words_in(checkpoint, AttentionKey::Target);
    if (words.source.empty() || words.target.empty())
        std::tie(words.source, words.target) = words_beside(file);
    const std::size_t rank = weights->shape.size();
    if (rank < 2 || rank > 4 || weights->numbers() == 0)
        throw Error(checkpoint.name(), "attention", "rows of weights, or heads of rows",
                    shape_text(weights->shape));
    std::vector<AttentionMap> maps;
    add_heads(checkpoint, *weights, words, "", maps);
    return maps;
}

/// A log may begin with a bracket, too.
std::vector<AttentionMap> attention_in_words(const std::string& text, const std::string& file,
                                             ContentKind kind) {
    const bool json =
        kind == ContentKind::Json && !is_attention_text(std::string_view(text).substr(0, looked_at));
    return json ? attention_in_json(text, file) : attention_in_text(text, file);
}

/// An array is one where it is named so, or where words stand beside it.
bool is_attention_array(const fs::path& file) {
    const Checkpoint checkpoint(file);
    const StoredTensor* weights = weights_of(checkpoint);
    if (weights == nullptr || weights->shape.size() < 2 || weights->shape.size() > 4) return false;
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

Trace trace_of(AttentionMap map, const std::string& file_name) {
    if (map.source.empty() || map.target.empty()) throw Error(map.what, "words", "source and target", "none");
    if (std::max(map.source.size(), map.target.size()) > most_tokens)
        throw Error(map.what, "words", "at most " + std::to_string(most_tokens),
                    std::to_string(std::max(map.source.size(), map.target.size())));
    turn_where_needed(map);
    check_weights(map);
    Trace trace;
    trace.model.name = map.name.empty() ? file_name : file_name + ", " + map.name;
    trace.model.title = file_name;
    trace.model.architecture = "weights";
    trace.model.alignment = "global";
    trace.model.character_level = false;
    trace.source = tokens_of(std::move(map.source), map.weights.cols(), trace.source_text);
    for (TraceToken& token : tokens_of(std::move(map.target), map.weights.rows(), trace.target_text)) {
        trace.steps.emplace_back();
        trace.steps.back().token = std::move(token);
        trace.steps.back().weights_given = true;
    }
    trace.finished = trace.steps.back().token.is_end;
    trace.request.model = trace.model.name;
    trace.request.text = trace.source_text;
    trace.set(Quantity::Weights, 0, map.weights.transpose());
    return trace;
}

std::vector<Trace> read_attention(const fs::path& file) {
    const ContentKind kind = content_kind(file);
    std::vector<AttentionMap> maps;
    if (is_array(kind))
        maps = attention_in_array(file);
    else if (kind == ContentKind::Json || kind == ContentKind::Text)
        maps = attention_in_words(read_regular_file(file, largest_file), shown(file), kind);
    if (maps.empty())
        throw Error(shown(file), "no attention", "weights with their words", std::string(describe(kind)));
    std::vector<Trace> traces;
    for (AttentionMap& map : maps) traces.push_back(trace_of(std::move(map), file.stem().string()));
    return traces;
}

bool is_attention_file(const fs::path& file) {
    try {
        const ContentKind kind = content_kind(file);
        if (is_array(kind)) return is_attention_array(file);
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
