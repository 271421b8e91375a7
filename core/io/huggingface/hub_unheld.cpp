#include "core/io/huggingface/hub_unheld.h"

#include "core/text/escape.h"
#include "core/text/strings.h"

#include <algorithm>
#include <iterator>

namespace heed::io {
namespace {

bool is_nought(const Json& value) { return says_nothing(value) || value == Json(0); }
bool is_one(const Json& value) { return says_nothing(value) || value == Json(1); }
/// One beam is no group, nor are none.
bool is_at_most_one(const Json& value) { return is_one(value) || value == Json(0); }
/// Of the kinds of memory for keys and values one alone keeps other numbers than were computed.
bool is_exact(const Json& value) { return value != Json("quantized"); }

/// A rule that Heed does not have. With a `neutral` value it does nothing.
struct Unheld {
    std::string_view key;
    bool (*neutral)(const Json& value);
    std::string_view what;
    bool alone = false; // of a model without an encoder; with one it is obeyed
};

constexpr Unheld unheld[] = {
    {"num_beam_groups", is_at_most_one, "beams in groups"},
    {"diversity_penalty", is_nought, "beams in groups"},
    {"penalty_alpha", is_nought, "contrastive search"},
    {"dola_layers", says_nothing, "layers that are contrasted"},
    {"custom_generate", says_nothing, "code of its own that writes"},
    {"generation_kwargs", says_nothing, "settings of its own"},
    {"encoder_repetition_penalty", is_one, "a penalty on words that the source lacks"},
    {"encoder_no_repeat_ngram_size", is_nought, "no run of the given text once more", true},
    {"exponential_decay_length_penalty", says_nothing, "a penalty that grows with the length"},
    {"forced_decoder_ids", says_nothing, "tokens forced at given places"},
    {"constraints", says_nothing, "constraints"},
    {"force_words_ids", says_nothing, "words that must be written"},
    {"guidance_scale", is_one, "guidance"},
    {"stop_strings", says_nothing, "an end behind given texts"},
    {"max_time", says_nothing, "an end after so many seconds"},
    {"watermarking_config", says_nothing, "a watermark in what is written"},
    {"token_healing", says_nothing, "the given text's last token written anew"},
    {"cache_implementation", is_exact, "keys and values that are kept rounded"},
};

const Unheld* unheld_row(std::string_view key) {
    const auto it =
        std::find_if(std::begin(unheld), std::end(unheld), [&](const Unheld& row) { return row.key == key; });
    return it == std::end(unheld) ? nullptr : &*it;
}

/// "config.json asks for guidance (guidance_scale 1.5)", of every row that is not neutral.
std::vector<std::string> asked_in(const Json& json, const char* file, HubParts parts) {
    std::vector<std::string> all;
    if (!json.is_object() || parts == HubParts::Encoder) return all;
    for (const Unheld& row : unheld)
        if (const auto it = json.find(row.key);
            it != json.end() && !row.neutral(*it) && (!row.alone || parts == HubParts::Decoder))
            all.push_back(std::string(file) + " asks for " + std::string(row.what) + " (" +
                          std::string(row.key) + " " + shown(*it) + ")");
    return all;
}

/// Whether what config.json says of writing holds for the library: alone, or where the other file says that
/// it was made of it.
bool config_holds(const HubConfig& config) {
    return !config.generation_json.is_object() ||
           config.generation_json.value("_from_model_config", Json()) == Json(true);
}

// ------------------------------------------------------------ drawing
/// How a token is drawn, and the value with which the key does nothing.
struct Drawing {
    std::string_view key;
    bool (*neutral)(const Json& value);
};
constexpr Drawing drawn_by[] = {
    {"temperature", is_one},       {"top_k", is_nought},     {"top_p", is_one},
    {"min_p", is_nought},          {"top_h", says_nothing},  {"typical_p", is_one},
    {"epsilon_cutoff", is_nought}, {"eta_cutoff", is_nought}};

/// Tokens that are drawn, with what they are drawn by. Of one token alone there is nothing to draw: the
/// likeliest, except in a search, which keeps two.
std::string drawn(const HubConfig& config) {
    const auto said = [&](std::string_view name) {
        const std::string key(name);
        const Json one =
            config.generation_json.is_object() ? config.generation_json.value(key, Json()) : Json();
        return one.is_null() ? config.json.value(key, Json()) : one;
    };
    if (said("do_sample") != Json(true)) return {};
    if (said("top_k") == Json(1) && is_at_most_one(said("num_beams"))) return {};
    std::vector<std::string> how = {"do_sample true"};
    for (const Drawing& row : drawn_by)
        if (const Json value = said(row.key); !row.neutral(value))
            how.push_back(std::string(row.key) + " " + shown(value));
    return "The files ask for tokens to be drawn (" + listed(how) + "); here the likeliest is written";
}

} // namespace

bool says_nothing(const Json& value) {
    return value.is_null() || value == Json(false) || value == Json("") ||
           (value.is_structured() && value.empty());
}

bool is_hub_unheld_key(std::string_view key) { return unheld_row(key) != nullptr; }

bool is_named_as_rule(std::string_view key) {
    constexpr std::string_view parts[] = {
        "penalty",  "suppress", "forc",    "forbid", "ban_",   "bias",   "bad_",  "stop",     "guid",
        "constrai", "logit",    "process", "ngram",  "beam",   "sampl",  "repe",  "contras",  "decod",
        "strateg",  "generat",  "min_",    "max_",   "length", "prefix", "allow", "watermar", "reward"};
    return std::any_of(std::begin(parts), std::end(parts),
                       [&](std::string_view part) { return key.find(part) != key.npos; });
}

std::vector<std::string> hub_unheld_doubts(const HubConfig& config) {
    const HubParts parts = config.family->parts;
    std::vector<std::string> doubts = asked_in(config.generation_json, "generation_config.json", parts);
    if (config_holds(config))
        for (std::string& one : asked_in(config.json, "config.json", parts)) doubts.push_back(std::move(one));
    for (std::string& doubt : doubts) doubt += ", which is not done here";
    if (config.own_generate && parts != HubParts::Encoder)
        doubts.emplace_back("custom_generate/generate.py lies in the folder: code of its own that writes, "
                            "which is never run here");
    if (std::string one = drawn(config); !one.empty() && parts != HubParts::Encoder)
        doubts.push_back(std::move(one));
    return doubts;
}

std::vector<std::string> hub_unheld_notes(const HubConfig& config) {
    if (config_holds(config)) return {};
    std::vector<std::string> notes = asked_in(config.json, "config.json", config.family->parts);
    for (std::string& note : notes)
        note += ", which transformers passes over beside a generation_config.json, as Heed does";
    return notes;
}

} // namespace heed::io
