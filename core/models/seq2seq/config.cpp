#include "core/models/seq2seq/config.h"

#include "core/attention/scores.h"
#include "core/base/error.h"
#include "core/models/seq2seq/settings.h"

#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string_view>

namespace heed {

namespace {

using Json = nlohmann::json;
using namespace words;

/// Reads every setting that config.json has.
struct Reading {
    const Json& config;
    const std::string& subject;
    std::optional<ConfigSection> object{};

    void section(const char* name) { object.emplace(config, name, subject); }
    template <class Value>
    void word(const char* key, Value& value, ConfigSection::Words names, const char*) {
        object->word(key, value, names);
    }
    void integer(const char* key, int& value, int smallest, int largest, const char*) {
        object->integer(key, value, smallest, largest);
    }
    void boolean(const char* key, bool& value, const char*) { object->boolean(key, value); }
    void some(const char* key, Reads& value, ConfigSection::Words names, const char*) {
        bool* const parts[] = {&value.context, &value.state, &value.token};
        object->some(key, parts, names);
    }
    void positive(const char* key, double& value, double largest, const char*) {
        object->positive(key, value, largest);
    }
};

/// The keys of every part.
struct SettingNames {
    std::map<std::string, std::set<std::string>> keys{};
    std::set<std::string>* now = nullptr;

    void section(const char* name) { now = &keys[name]; }
    template <class Value>
    void word(const char* key, Value&, ConfigSection::Words, const char*) {
        now->insert(key);
    }
    void integer(const char* key, int&, int, int, const char*) { now->insert(key); }
    void boolean(const char* key, bool&, const char*) { now->insert(key); }
    void some(const char* key, Reads&, ConfigSection::Words, const char*) { now->insert(key); }
    void positive(const char* key, double&, double, const char*) { now->insert(key); }
};

} // namespace

std::string unread_setting(const Json& config) {
    SettingNames names;
    Seq2SeqConfig any;
    each_setting(any, names);
    names.keys["source"] = {"start", "end"};
    for (const auto& [part, keys] : names.keys) {
        const auto object = config.find(part);
        if (object == config.end() || !object->is_object()) continue;
        for (const auto& row : object->items())
            if (keys.count(row.key()) == 0) return part + "." + row.key();
    }
    return {};
}

std::string to_string(CellKind kind) { return std::string(name_in(cells, kind)); }
std::string to_string(ContextPlace place) { return std::string(name_in(context_places, place)); }
std::string to_string(Gate gate) { return std::string(name_in(gates, gate)); }
std::string to_string(Merge merge) { return std::string(name_in(merges, merge)); }
std::string to_string(Readout readout) { return std::string(name_in(readouts, readout)); }
std::string to_string(Start start) { return std::string(name_in(starts, start)); }
std::vector<std::string> names_of(const Reads& reads) {
    const bool read[] = {reads.context, reads.state, reads.token};
    std::vector<std::string> names;
    for (std::size_t n = 0; n < read_names.size(); ++n)
        if (read[n]) names.emplace_back(read_names[n]);
    return names;
}
std::string to_string(Order order) { return std::string(name_in(orders, order)); }

bool set_function(Seq2SeqConfig::Attention& attention, std::string_view name) {
    const attention::AlignmentInfo* alignment = attention::find_alignment(name);
    if (alignment && !attention::is_local(alignment->kind)) alignment = nullptr;
    if (!alignment && !find_score(name)) return false;
    attention.score = alignment ? "general" : std::string(name);
    attention.alignment = alignment ? alignment->kind : attention::AlignmentKind::Global;
    if (alignment && attention.window == 0) attention.window = 2;
    if (name == "location" && attention.positions == 0) attention.positions = 64;
    if (name == "location-aware" && attention.filters == 0) attention.filters = 8;
    if (name == "location-aware" && attention.width == 0) attention.width = 5;
    const Seq2SeqConfig::Attention usual;
    if (find_score(attention.score)->heads == ScoreHeads::None ||
        is_local(attention.alignment)) { // one head, over the annotations
        attention.heads = usual.heads;
        attention.values = usual.values;
        attention.projection = usual.projection;
    }
    if (name != "location-aware") {
        attention.sharpen = usual.sharpen;
        attention.smooth = usual.smooth;
    }
    if (name != "coverage") {
        attention.fertility = usual.fertility;
        attention.coverage_loss = usual.coverage_loss;
    }
    return true;
}

std::string function_name(const Seq2SeqConfig::Attention& attention) {
    return is_local(attention.alignment) ? std::string(info(attention.alignment).id) : attention.score;
}

Seq2SeqConfig seq2seq_config_from_json(const Json& config, const std::string& subject) {
    Seq2SeqConfig value;
    Reading reading{config, subject};
    each_setting(value, reading);
    check_combinations(value, subject);
    return value;
}

void to_json(Json& config, const Seq2SeqConfig& value) {
    const auto& [encoder, decoder, attention, normalisation, unused_source, unused_target] = value;
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
    note("encoder", "padded", encoder.padded, encoder.padded != 0);
    note("encoder", "padding", encoder.padding, encoder.padding != 0);
    note("encoder", "cut", true, encoder.cut);
    note("decoder", "fed", name_in(fed_back, decoder.fed), decoder.fed != usual.decoder.fed);
    note("decoder", "reads_token", false, !decoder.reads_token);
    note("decoder", "recurrent", name_in(recurrents, decoder.recurrent),
         decoder.recurrent != usual.decoder.recurrent);
    note("decoder", "readout_state", name_in(readout_states, decoder.readout_state),
         decoder.readout_state != usual.decoder.readout_state);
    note("encoder", "merge", name_in(merges, encoder.merge), encoder.merge != usual.encoder.merge);
    note("decoder", "readout_reads", names_of(decoder.reads),
         decoder.reads != usual.decoder.reads && decoder.readout != Readout::Maxout);
    note("decoder", "readout_size", decoder.readout_size, decoder.readout_size != 0);
    note("decoder", "projection", decoder.projection, decoder.projection != 0);
    note("decoder", "start_from", name_in(starts_from, decoder.start_from),
         decoder.start_from != usual.decoder.start_from);
    note("decoder", "start_shared", true, decoder.start_shared);
    note("decoder", "start_memory", name_in(start_memories, decoder.start_memory),
         decoder.start_memory != usual.decoder.start_memory);
    note("decoder", "context", name_in(context_places, decoder.context),
         decoder.context != usual.decoder.context);
    note("decoder", "gate", name_in(gates, decoder.gate), decoder.gate != usual.decoder.gate);
    note("decoder", "gate_reads", names_of(decoder.gate_reads),
         decoder.gate_reads != usual.decoder.gate_reads);
    note("decoder", "first_input", name_in(first_inputs, decoder.first_input),
         decoder.first_input != usual.decoder.first_input);
    note("attention", "positions", attention.positions, attention.positions != 0);
    note("attention", "filters", attention.filters, attention.filters != 0);
    note("attention", "width", attention.width, attention.width != 0);
    note("decoder", "copy", true, decoder.copy);
    note("attention", "sharpen", attention.sharpen, attention.sharpen != usual.attention.sharpen);
    note("attention", "smooth", true, attention.smooth);
    note("attention", "fertility", attention.fertility, attention.fertility != 0);
    note("attention", "coverage_loss", attention.coverage_loss, attention.coverage_loss != 0);
    note("attention", "query", name_in(queries, attention.query), attention.query != usual.attention.query);
    note("attention", "heads", attention.heads, attention.heads != usual.attention.heads);
    note("attention", "values", attention.values, attention.values != 0);
    note("attention", "projection", attention.projection, attention.projection != 0);
    if (normalisation.on())
        config["normalisation"] = {{"kind", name_in(normalisations, normalisation.kind)},
                                   {"epsilon", normalisation.epsilon}};
}

} // namespace heed
