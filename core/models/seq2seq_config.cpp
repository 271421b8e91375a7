#include "core/models/seq2seq_config.h"

#include "core/attention/scores.h"
#include "core/base/error.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <span>
#include <string_view>
#include <vector>

namespace heed {

namespace {

using Json = nlohmann::json;
using Words = std::span<const std::string_view>;

// In the orders of their enumerations.
constexpr std::array<std::string_view, 3> cells = {"rnn", "gru", "lstm"};
constexpr std::array<std::string_view, 2> orders = {"bahdanau", "luong"};
constexpr std::array<std::string_view, 4> starts = {"bridge", "backward", "last", "zeros"};
constexpr std::array<std::string_view, 3> context_places = {"input", "state", "recurrent"};
constexpr std::array<std::string_view, 2> readouts = {"tanh", "maxout"};
constexpr std::array<std::string_view, 2> readout_states = {"current", "previous"};
constexpr std::array<std::string_view, 2> summaries = {"plain", "tanh"};
constexpr std::array<std::string_view, 2> first_inputs = {"start", "tag"};

constexpr int largest_size = 1 << 20; // keeps products of two sizes far from overflow
constexpr int largest_depth = 64;

template <class Row>
std::vector<std::string_view> ids_of(std::span<const Row> table) {
    std::vector<std::string_view> ids;
    for (const Row& row : table) ids.push_back(row.id);
    return ids;
}

template <class Enum>
std::string_view name_in(Words names, Enum value) {
    return names[static_cast<std::size_t>(value)];
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
    void word(const char* key, Enum& value, Words names) const {
        std::string text(name_in(names, value));
        word(key, text, names);
        value = static_cast<Enum>(std::find(names.begin(), names.end(), text) - names.begin());
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

/// What a configuration must not ask for, and how that is said.
struct Rule {
    bool broken;
    const char* key;
    std::string expected, found;
};

std::vector<Rule> rules(const Seq2SeqConfig& c) {
    using attention::AlignmentKind;
    const auto& [score, size, alignment, window, positions, filters, width] = c.attention;
    const bool bahdanau = c.decoder.order == Order::Bahdanau;
    const bool local = alignment != AlignmentKind::Global;
    const std::string sizes = "the size of an annotation (" + std::to_string(c.annotation()) + ")";
    const std::string D = std::to_string(c.decoder.hidden);
    const bool equal = c.decoder.hidden == c.annotation();
    const std::string start(name_in(starts, c.decoder.start)),
        place(name_in(context_places, c.decoder.context));
    const auto shown_number = [](int n) { return std::to_string(n); };
    return {
        {c.decoder.input_feeding && bahdanau, "decoder.input_feeding",
         "false where decoder.order is bahdanau", "true"},
        {c.decoder.readout_state == ReadoutState::Previous && !bahdanau, "decoder.readout_state",
         "current where decoder.order is luong", "previous"},
        {c.decoder.context != ContextPlace::Input && !bahdanau, "decoder.context",
         "input where decoder.order is luong", place},
        {c.decoder.context == ContextPlace::State && !equal, "decoder.hidden",
         sizes + " where decoder.context is state", D},
        {c.decoder.context != ContextPlace::Input && c.decoder.layers > 1, "decoder.layers",
         "1 where decoder.context is " + place, shown_number(c.decoder.layers)},
        {c.decoder.start == Start::Last && !equal, "decoder.hidden", sizes + " where decoder.start is last",
         D},
        {c.decoder.start == Start::Last && c.decoder.cell != c.encoder.cell &&
             c.decoder.cell == CellKind::Lstm,
         "decoder.start", "bridge, where only the decoder is an lstm", "last"},
        {c.decoder.start == Start::Backward && !c.encoder.bidirectional, "decoder.start",
         "another start where the encoder reads one way", start},
        {c.encoder.summary == Summary::Tanh && (score != "none" || c.decoder.start == Start::Last),
         "encoder.summary", "plain where there is attention, or decoder.start is last", "tanh"},
        {find_score(score)->equal_sizes && !equal, "decoder.hidden", sizes + " for the score " + score, D},
        {local && (score == "none" || score == "own-past" || score == "location"), "attention.alignment",
         "global for the score " + score, std::string(info(alignment).id)},
        {local && window < 1, "attention.window", "1 or more for a local alignment", shown_number(window)},
        {score == "location" && positions < 1, "attention.positions", "1 or more for the score location",
         shown_number(positions)},
        {score == "location-aware" && filters < 1, "attention.filters",
         "1 or more for the score location-aware", shown_number(filters)},
        {score == "location-aware" && width % 2 == 0, "attention.width",
         "an odd number for the score location-aware", shown_number(width)},
    };
}

void check_combinations(const Seq2SeqConfig& value, const std::string& subject) {
    for (const Rule& rule : rules(value))
        if (rule.broken) throw Error(subject, rule.key, rule.expected, rule.found);
}

} // namespace

std::string to_string(CellKind kind) { return std::string(name_in(cells, kind)); }
std::string to_string(ContextPlace place) { return std::string(name_in(context_places, place)); }
std::string to_string(Order order) { return std::string(name_in(orders, order)); }

bool set_function(Seq2SeqConfig::Attention& attention, std::string_view name) {
    const attention::AlignmentInfo* alignment = attention::find_alignment(name);
    if (!alignment && !find_score(name)) return false;
    attention.score = alignment ? "general" : std::string(name);
    attention.alignment = alignment ? alignment->kind : attention::AlignmentKind::Global;
    if (alignment && attention.window == 0) attention.window = 2;
    if (name == "location" && attention.positions == 0) attention.positions = 64;
    if (name == "location-aware" && attention.filters == 0) attention.filters = 8;
    if (name == "location-aware" && attention.width == 0) attention.width = 5;
    return true;
}

std::string function_name(const Seq2SeqConfig::Attention& attention) {
    const bool global = attention.alignment == attention::AlignmentKind::Global;
    return global ? attention.score : std::string(info(attention.alignment).id);
}

Seq2SeqConfig seq2seq_config_from_json(const Json& config, const std::string& subject) {
    if (!config.is_object()) throw Error(subject, "the configuration", "an object", shown(config));
    Seq2SeqConfig value;

    const Section encoder(config, "encoder", subject);
    encoder.word("cell", value.encoder.cell, cells);
    encoder.boolean("bidirectional", value.encoder.bidirectional);
    encoder.integer("layers", value.encoder.layers, 1, largest_depth);
    encoder.integer("embedding", value.encoder.embedding, 1, largest_size);
    encoder.integer("hidden", value.encoder.hidden, 1, largest_size);
    encoder.boolean("reversed", value.encoder.reversed);
    encoder.word("summary", value.encoder.summary, summaries);

    const Section decoder(config, "decoder", subject);
    decoder.word("cell", value.decoder.cell, cells);
    decoder.integer("layers", value.decoder.layers, 1, largest_depth);
    decoder.integer("embedding", value.decoder.embedding, 1, largest_size);
    decoder.integer("hidden", value.decoder.hidden, 1, largest_size);
    decoder.word("order", value.decoder.order, orders);
    decoder.boolean("input_feeding", value.decoder.input_feeding);
    decoder.word("readout", value.decoder.readout, readouts);
    decoder.word("readout_state", value.decoder.readout_state, readout_states);
    decoder.word("start", value.decoder.start, starts);
    decoder.word("context", value.decoder.context, context_places);
    decoder.word("first_input", value.decoder.first_input, first_inputs);

    const Section attention(config, "attention", subject);
    attention.word("score", value.attention.score, ids_of(score_table()));
    const bool sized = value.attention.score != "none";
    attention.integer("size", value.attention.size, sized ? 1 : 0, largest_size);
    attention.word("alignment", value.attention.alignment, ids_of(attention::alignment_table()));
    attention.integer("window", value.attention.window, 0, largest_size);
    attention.integer("positions", value.attention.positions, 0, largest_size);
    attention.integer("filters", value.attention.filters, 0, largest_size);
    attention.integer("width", value.attention.width, 0, largest_size);

    check_combinations(value, subject);
    return value;
}

void to_json(Json& config, const Seq2SeqConfig& value) {
    const auto& [encoder, decoder, attention, unused_source, unused_target] = value;
    config["encoder"] = {{"cell", to_string(encoder.cell)},
                         {"bidirectional", encoder.bidirectional},
                         {"layers", encoder.layers},
                         {"embedding", encoder.embedding},
                         {"hidden", encoder.hidden}};
    config["decoder"] = {{"cell", to_string(decoder.cell)},
                         {"layers", decoder.layers},
                         {"embedding", decoder.embedding},
                         {"hidden", decoder.hidden},
                         {"order", to_string(decoder.order)},
                         {"input_feeding", decoder.input_feeding},
                         {"readout", name_in(readouts, decoder.readout)},
                         {"start", name_in(starts, decoder.start)}};
    config["attention"] = {{"score", attention.score},
                           {"size", attention.size},
                           {"alignment", info(attention.alignment).id},
                           {"window", attention.window}};
    // Written only where they say something.
    const Seq2SeqConfig usual;
    const auto note = [&](const char* part, const char* key, const auto& word, bool said) {
        if (said) config[part][key] = word;
    };
    note("encoder", "reversed", true, encoder.reversed);
    note("encoder", "summary", name_in(summaries, encoder.summary), encoder.summary != usual.encoder.summary);
    note("decoder", "readout_state", name_in(readout_states, decoder.readout_state),
         decoder.readout_state != usual.decoder.readout_state);
    note("decoder", "context", name_in(context_places, decoder.context),
         decoder.context != usual.decoder.context);
    note("decoder", "first_input", name_in(first_inputs, decoder.first_input),
         decoder.first_input != usual.decoder.first_input);
    note("attention", "positions", attention.positions, attention.positions != 0);
    note("attention", "filters", attention.filters, attention.filters != 0);
    note("attention", "width", attention.width, attention.width != 0);
}

} // namespace heed
