#include "core/models/seq2seq_config.h"

#include "core/attention/scores.h"
#include "core/base/error.h"

#include <array>
#include <nlohmann/json.hpp>
#include <span>
#include <string_view>
#include <vector>

namespace heed {

namespace {

using Json = nlohmann::json;
using Words = std::span<const std::string_view>;

constexpr std::array<std::string_view, 3> cells = {"rnn", "gru", "lstm"}; // in the order of CellKind
constexpr std::array<std::string_view, 2> orders = {"bahdanau", "luong"}; // in the order of Order
constexpr std::array<std::string_view, 1> built_orders = {"bahdanau"};
constexpr std::array<std::string_view, 1> built_alignments = {"global"};
constexpr std::array<std::string_view, 1> built_readouts = {"tanh"};
constexpr std::array<std::string_view, 1> built_starts = {"bridge"};

constexpr int largest_size = 1 << 20; // keeps products of two sizes far from overflow
constexpr int largest_depth = 64;

std::vector<std::string_view> built_scores() {
    std::vector<std::string_view> ids;
    for (const ScoreInfo& row : score_table()) ids.push_back(row.id);
    return ids;
}

std::string one_of(Words words) {
    std::string text;
    for (std::size_t n = 0; n < words.size(); ++n) {
        if (n > 0) text += n + 1 == words.size() ? " or " : ", ";
        text += words[n];
    }
    return text;
}

/// A JSON value as it is shown in an error: short, on one line, ASCII only.
std::string shown(const Json& value) {
    std::string text = value.dump(-1, ' ', true, Json::error_handler_t::replace);
    if (text.size() > 60) text = text.substr(0, 57) + "...";
    return text;
}

/// Reads one object of config.json; a key that is absent leaves the value as it is.
class Section {
public:
    Section(const Json& config, std::string name, const std::string& subject)
        : name_(std::move(name)), subject_(subject) {
        const auto it = config.find(name_);
        if (it == config.end()) return;
        if (!it->is_object()) throw Error(subject_, name_, "an object", shown(*it));
        object_ = &*it;
    }

    void word(const char* key, std::string& value, Words allowed) const {
        const Json* found = find(key);
        if (found == nullptr) return;
        if (found->is_string()) {
            for (const std::string_view word : allowed) {
                if (found->get_ref<const std::string&>() == word) {
                    value = word;
                    return;
                }
            }
        }
        fail(key, one_of(allowed), *found);
    }

    template <class Enum>
    void word(const char* key, Enum& value, Words names, Words allowed) const {
        std::string text(names[static_cast<std::size_t>(value)]);
        word(key, text, allowed);
        for (std::size_t n = 0; n < names.size(); ++n) {
            if (names[n] == text) value = static_cast<Enum>(n);
        }
    }

    void integer(const char* key, int& value, int smallest, int largest) const {
        const Json* found = find(key);
        if (found == nullptr) return;
        const bool fits = found->is_number_integer() && *found >= smallest && *found <= largest;
        if (!fits)
            fail(key, "a whole number from " + std::to_string(smallest) + " to " + std::to_string(largest),
                 *found);
        value = found->get<int>();
    }

    void boolean(const char* key, bool& value) const {
        const Json* found = find(key);
        if (found == nullptr) return;
        if (!found->is_boolean()) fail(key, "true or false", *found);
        value = found->get<bool>();
    }

private:
    const Json* find(const char* key) const {
        if (object_ == nullptr) return nullptr;
        const auto it = object_->find(key);
        return it == object_->end() ? nullptr : &*it;
    }
    [[noreturn]] void fail(const char* key, const std::string& expected, const Json& found) const {
        throw Error(subject_, name_ + "." + key, expected, shown(found));
    }

    std::string name_;
    const std::string& subject_;
    const Json* object_ = nullptr;
};

void check_combinations(const Seq2SeqConfig& value, const std::string& subject) {
    if (value.decoder.input_feeding && value.decoder.order != Order::Luong) {
        throw Error(subject, "decoder.input_feeding", "false where decoder.order is bahdanau", "true");
    }
}

} // namespace

std::string to_string(CellKind kind) { return std::string(cells[static_cast<std::size_t>(kind)]); }
std::string to_string(Order order) { return std::string(orders[static_cast<std::size_t>(order)]); }

Seq2SeqConfig seq2seq_config_from_json(const Json& config, const std::string& subject) {
    if (!config.is_object()) throw Error(subject, "the configuration", "an object", shown(config));
    Seq2SeqConfig value;

    const Section encoder(config, "encoder", subject);
    encoder.word("cell", value.encoder.cell, cells, cells);
    encoder.boolean("bidirectional", value.encoder.bidirectional);
    encoder.integer("layers", value.encoder.layers, 1, largest_depth);
    encoder.integer("embedding", value.encoder.embedding, 1, largest_size);
    encoder.integer("hidden", value.encoder.hidden, 1, largest_size);

    const Section decoder(config, "decoder", subject);
    decoder.word("cell", value.decoder.cell, cells, cells);
    decoder.integer("layers", value.decoder.layers, 1, largest_depth);
    decoder.integer("embedding", value.decoder.embedding, 1, largest_size);
    decoder.integer("hidden", value.decoder.hidden, 1, largest_size);
    decoder.word("order", value.decoder.order, orders, built_orders);
    decoder.boolean("input_feeding", value.decoder.input_feeding);
    decoder.word("readout", value.decoder.readout, built_readouts);
    decoder.word("start", value.decoder.start, built_starts);

    const Section attention(config, "attention", subject);
    attention.word("score", value.attention.score, built_scores());
    const bool sized = value.attention.score != "none";
    attention.integer("size", value.attention.size, sized ? 1 : 0, largest_size);
    attention.word("alignment", value.attention.alignment, built_alignments);
    attention.integer("window", value.attention.window, 0, largest_size);

    check_combinations(value, subject);
    return value;
}

void to_json(Json& config, const Seq2SeqConfig& value) {
    config["encoder"] = {{"cell", to_string(value.encoder.cell)},
                         {"bidirectional", value.encoder.bidirectional},
                         {"layers", value.encoder.layers},
                         {"embedding", value.encoder.embedding},
                         {"hidden", value.encoder.hidden}};
    config["decoder"] = {
        {"cell", to_string(value.decoder.cell)},   {"layers", value.decoder.layers},
        {"embedding", value.decoder.embedding},    {"hidden", value.decoder.hidden},
        {"order", to_string(value.decoder.order)}, {"input_feeding", value.decoder.input_feeding},
        {"readout", value.decoder.readout},        {"start", value.decoder.start}};
    config["attention"] = {{"score", value.attention.score},
                           {"size", value.attention.size},
                           {"alignment", value.attention.alignment},
                           {"window", value.attention.window}};
}

} // namespace heed
