#include "core/io/huggingface/hub_generation.h"

#include "core/base/error.h"
#include "core/io/family/family.h"
#include "core/io/huggingface/hub_unheld.h"
#include "core/text/escape.h"
#include "core/text/strings.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace heed::io {
namespace {

constexpr int longest = 1'000'000;

/// A number that no token has.
bool is_unknown_id(const Json& one, int words) {
    return one.is_number_integer() &&
           (!one.is_number_unsigned() || one.get<std::uint64_t>() >= static_cast<std::uint64_t>(words));
}

/// A value on its way into the rules.
struct Given {
    const Json& value;
    const std::string& file;
    std::string key;
    int words;
    bool writes; // else nothing depends on what the rules say
    std::vector<std::string>& notes;

    [[noreturn]] void fail(const std::string& expected) const {
        throw Error(file, key, expected, shown(value));
    }
    int length() const { return static_cast<int>(whole_number(value, file, key, longest)); }
    /// What no text could be written without.
    int at_least_one() const {
        if (writes && (!value.is_number_unsigned() || value == Json(0)))
            fail("a whole number from 1 to " + std::to_string(longest));
        return length();
    }
    int id(const Json& one) const {
        if (!one.is_number_unsigned() || one.get<std::uint64_t>() >= static_cast<std::uint64_t>(words))
            throw Error(file, key, "an id below " + std::to_string(words) + ", the number of tokens",
                        shown(one));
        return one.get<int>();
    }
    /// An id that the run depends on: it must be one. Of a model that writes nothing none does.
    std::optional<int> needed_id(const Json& one) const { return writes ? id(one) : known_id(one); }
    /// None where no token has it: it is never written, and said.
    std::optional<int> known_id(const Json& one) const {
        if (!is_unknown_id(one, words)) return id(one); // throws where it is no number
        notes.push_back(file + ": " + key + ": " + shown(one) + " is the id of none of the " +
                        std::to_string(words) + " tokens, and passed over");
        return std::nullopt;
    }
    std::vector<int> known_ids(const Json& list) const {
        std::vector<int> all;
        for (const Json& one : list)
            if (const std::optional<int> known = known_id(one)) all.push_back(*known);
        return all;
    }
    const Json& list() const {
        if (!value.is_array()) fail("ids in a list");
        return value;
    }
    /// Those that no token has are doubts of what writes (unknown_ends), and said of what does not.
    std::vector<int> ends() const {
        std::vector<int> all;
        for (const Json& one : value.is_array() ? value : Json::array({value}))
            if (!writes || !is_unknown_id(one, words))
                if (const std::optional<int> known = known_id(one)) all.push_back(*known);
        return all;
    }
    std::vector<int> needed_id_or_ids() const {
        std::vector<int> all;
        for (const Json& one : value.is_array() ? value : Json::array({value}))
            if (const std::optional<int> needed = needed_id(one)) all.push_back(*needed);
        return all;
    }
    /// A run of tokens; empty where one of them is none: it is never written.
    std::vector<int> run(const Json& list, const std::string& expected) const {
        if (!list.is_array()) fail("ids in a list");
        if (list.empty()) fail(expected);
        std::vector<int> all = known_ids(list);
        if (all.size() < list.size()) all.clear();
        return all;
    }
    double number(double least, double most) const {
        if (!value.is_number() || !(value.get<double>() >= least) || !(value.get<double>() <= most))
            fail("a number from " + six_digits(least) + " to " + six_digits(most));
        return value.get<double>();
    }
    bool truth() const {
        if (!value.is_boolean()) fail("true or false");
        return value.get<bool>();
    }
};

using Rules = GenerationRules;

void read_forbidden(Rules& r, const Given& g) {
    if (!g.value.is_array()) g.fail("lists of ids in a list");
    for (const Json& run : g.value)
        if (std::vector<int> ids = g.run(run, "lists of at least one id"); !ids.empty())
            r.forbidden.push_back(std::move(ids));
}

/// [[[id, …], number], …], or pairs of ids with numbers.
void read_biases(Rules& r, const Given& g) {
    if (!g.value.is_array()) g.fail("a list of pairs: ids, number");
    for (const Json& pair : g.value) {
        if (!pair.is_array() || pair.size() != 2 || !pair[1].is_number())
            g.fail("a list of pairs: ids, number");
        if (std::vector<int> ids = g.run(pair[0], "lists of at least one id"); !ids.empty())
            r.biases.emplace_back(std::move(ids), pair[1].get<double>());
    }
}

void read_stopping(Rules& r, const Given& g) {
    if (g.value == "never")
        r.stopping = Stopping::NoneCanReach;
    else if (g.value.is_boolean())
        r.stopping = g.value.get<bool>() ? Stopping::AtOnce : Stopping::NoneLeads;
    else
        g.fail("true, false or \"never\"");
}

struct Row {
    std::string_view key;
    void (*read)(Rules& rules, const Given& given);
};

constexpr Row rows[] = {
    {"bos_token_id",
     [](Rules& r, const Given& g) {
         if (r.start < 0) r.start = g.known_id(g.value).value_or(-1);
     }}, // where nothing else is said
    {"decoder_start_token_id", [](Rules& r, const Given& g) { r.start = g.needed_id(g.value).value_or(-1); }},
    {"eos_token_id", [](Rules& r, const Given& g) { r.ends = g.ends(); }},
    {"pad_token_id", [](Rules& r, const Given& g) { r.pad = g.known_id(g.value).value_or(-1); }},
    {"forced_bos_token_id", [](Rules& r, const Given& g) { r.forced_first = g.needed_id(g.value); }},
    {"forced_eos_token_id", [](Rules& r, const Given& g) { r.forced_last = g.needed_id_or_ids(); }},
    {"bad_words_ids", read_forbidden},
    {"suppress_tokens", [](Rules& r, const Given& g) { r.suppressed = g.known_ids(g.list()); }},
    {"begin_suppress_tokens",
     [](Rules& r, const Given& g) { r.suppressed_at_first = g.known_ids(g.list()); }},
    {"sequence_bias", read_biases},
    {"max_length", [](Rules& r, const Given& g) { r.max_length = g.at_least_one(); }},
    {"max_new_tokens", [](Rules& r, const Given& g) { r.max_new = g.at_least_one(); }},
    {"min_length", [](Rules& r, const Given& g) { r.min_length = g.length(); }},
    {"min_new_tokens", [](Rules& r, const Given& g) { r.min_new = g.length(); }},
    {"no_repeat_ngram_size", [](Rules& r, const Given& g) { r.no_repeat = g.length(); }},
    {"encoder_no_repeat_ngram_size", [](Rules& r, const Given& g) { r.no_repeat_source = g.length(); }},
    {"repetition_penalty", [](Rules& r, const Given& g) { r.repetition_penalty = g.number(1e-3, 1e3); }},
    {"renormalize_logits", [](Rules& r, const Given& g) { r.renormalise = g.truth(); }},
    {"num_beams", [](Rules& r, const Given& g) { r.beams = std::max(1, g.at_least_one()); }},
    {"length_penalty", [](Rules& r, const Given& g) { r.exponent = g.number(-100, 100); }},
    {"early_stopping", read_stopping},
    {"do_sample", [](Rules&, const Given& g) { g.truth(); }},
};

const Row* row_of(std::string_view key) {
    const auto it =
        std::find_if(std::begin(rows), std::end(rows), [&](const Row& row) { return row.key == key; });
    return it == std::end(rows) ? nullptr : &*it;
}

/// The value that holds: generation_config.json's, else config.json's; null: neither.
const Json* value_of(const HubConfig& config, std::string_view key, const std::string** file) {
    for (const auto& [json, name] : {std::pair{&config.generation_json, &config.generation_file},
                                     std::pair{&config.json, &config.file}}) {
        if (!json->is_object()) continue;
        const auto it = json->find(key);
        if (it == json->end() || it->is_null()) continue;
        *file = name;
        return &*it;
    }
    return nullptr;
}

void note_disagreement(const HubConfig& config, const Row& row, std::vector<std::string>& notes) {
    if (!config.generation_json.is_object()) return;
    const auto one = config.generation_json.find(row.key), other = config.json.find(row.key);
    if (one == config.generation_json.end() || other == config.json.end() || one->is_null() ||
        other->is_null() || *one == *other)
        return;
    notes.push_back("generation_config.json says " + std::string(row.key) + " " + shown(*one) +
                    ", config.json " + shown(*other) + ": the first holds");
}

/// One number in a list is that number.
const Json& unwrapped(const Json& value) {
    return value.is_array() && value.size() == 1 && value[0].is_number() ? value[0] : value;
}

/// Whether a rule is what holds where nothing is said.
bool is_default(std::string_view key, const Json& value) {
    constexpr std::pair<std::string_view, int> defaults[] = {
        {"max_length", 20}, {"num_beams", 1}, {"length_penalty", 1}, {"repetition_penalty", 1}};
    for (const auto& [name, number] : defaults)
        if (name == key) return value.is_number() && value == Json(number);
    const bool none = value == Json(false) || (value.is_number() && value == Json(0)) ||
                      (value.is_structured() && value.empty());
    return none && !key.ends_with("_id");
}

/// {"name": {"prefix": "summarize: ", "num_beams": 4, …}, …}: that library's pipelines take the rules, too.
void read_tasks(const Json& json, Rules& rules, std::vector<std::string>& notes) {
    const auto tasks = json.find("task_specific_params");
    if (tasks == json.end() || !tasks->is_object()) return;
    std::set<std::string> asked;
    for (const auto& [name, task] : tasks->items()) {
        if (!task.is_object()) continue;
        if (task.contains("prefix") && task["prefix"].is_string())
            rules.tasks.emplace_back(name, task["prefix"].get<std::string>());
        for (const auto& [key, value] : task.items())
            if (key != "prefix") asked.insert(escaped(key, 60));
    }
    constexpr std::size_t most = 8;
    std::vector<std::string> keys(asked.begin(), asked.end());
    if (keys.size() > most) keys.resize(most), keys.push_back("…");
    if (!keys.empty())
        notes.push_back("task_specific_params has " + listed(keys) +
                        " of its tasks' own: pipelines of transformers take them, its generate() does not, "
                        "nor does Heed");
}

/// Where a text may grow almost without end, one that never comes to its end token would fill the memory.
void limit_outputs(Rules& rules, std::vector<std::string>& notes) {
    constexpr int most_outputs = 2048;
    const int asked = rules.limit(1);
    if (asked <= most_outputs) return;
    rules.max_new = most_outputs;
    notes.push_back("The files let a text grow to " + std::to_string(asked) + " tokens; here it ends after " +
                    std::to_string(most_outputs) + " unless more are asked for");
}

Rules usual_rules(const HubFamily& family, int words) {
    const HubUsual& usual = family.usual;
    const auto known = [&](int id) { return id < words ? id : -1; };
    Rules rules;
    if (family.parts == HubParts::Both) {
        rules.start = known(usual.start);
        rules.max_length = 20;
        if (known(usual.forced_last) >= 0) rules.forced_last = {usual.forced_last};
    }
    rules.pad = known(usual.pad);
    if (known(usual.end) >= 0) rules.ends = {usual.end};
    return rules;
}

/// "config.json: eos_token_id: expected an id below 120, the number of tokens, found 50256: where a text ends
/// is not known"; empty: each end is a token.
std::string unknown_ends(const HubConfig& config, int words) {
    constexpr const char* key = "eos_token_id";
    const std::string* file = nullptr;
    const Json* value = value_of(config, key, &file);
    if (value == nullptr) return {};
    for (const Json& one : value->is_array() ? *value : Json::array({*value}))
        if (is_unknown_id(one, words))
            return *file + ": " + key + ": expected an id below " + std::to_string(words) +
                   ", the number of tokens, found " + shown(one) + ": where a text ends is not known";
    return {};
}

} // namespace

bool is_hub_generation_key(std::string_view key) { return row_of(key) != nullptr; }

std::vector<std::string> hub_generation_doubts(const HubConfig& config, int words) {
    const Json &json = config.json, &generation = config.generation_json;
    std::vector<std::string> doubts = hub_unheld_doubts(config);
    if (config.family->parts == HubParts::Encoder) return doubts;
    if (std::string ends = unknown_ends(config, words); !ends.empty()) doubts.push_back(std::move(ends));
    if (!generation.is_object()) return doubts;
    const bool derived = generation.value("_from_model_config", Json()) == Json(true);
    std::vector<std::string> alone, apart;
    for (const Row& row : rows) {
        const std::string key(row.key);
        const Json said = generation.value(key, Json()), other = json.value(key, Json());
        const bool matters = key != "pad_token_id" && key != "bos_token_id";
        if (other.is_null() || !matters) continue;
        if (said.is_null() && !derived && !is_default(key, other))
            alone.push_back(key + " " + shown(other));
        else if (!said.is_null() && derived && unwrapped(said) != unwrapped(other))
            apart.push_back(key + " " + shown(said) + " and " + shown(other));
    }
    if (!alone.empty())
        doubts.push_back(
            "config.json alone says " + listed(alone) +
            ": that holds here, and transformers passes it over beside a generation_config.json");
    if (!apart.empty())
        doubts.push_back("generation_config.json and config.json say " + listed(apart) +
                         ": the first holds here, and transformers takes the second, as the first says that "
                         "it comes from there (_from_model_config)");
    return doubts;
}

std::span<const HubIdleKey> hub_idle_generation_keys() {
    constexpr std::string_view drawing = "for tokens that are drawn; Heed takes the likeliest",
                               run = "how that library runs it, not what it computes";
    static constexpr HubIdleKey keys[] = {
        {"temperature", drawing},
        {"top_k", drawing},
        {"top_p", drawing},
        {"min_p", drawing},
        {"top_h", drawing},
        {"typical_p", drawing},
        {"epsilon_cutoff", drawing},
        {"eta_cutoff", drawing},
        {"num_return_sequences", "the list of a search shows all that ended"},
        {"cache_config", run},
        {"return_legacy_cache", run},
        {"use_model_defaults", run},
        {"prompt_lookup_num_tokens", run},
        {"num_assistant_tokens*", run},
        {"assistant_*", run},
        {"is_assistant", run},
        {"compile_config", run},
        {"disable_compile", run},
        {"target_lookbehind", run},
        {"max_matching_ngram_size", run},
        {"prefill_chunk_size", run},
        {"low_memory", run},
        {"trust_remote_code", "code of others is never run"},
    };
    return keys;
}

GenerationRules read_hub_generation(const HubConfig& config, int words, std::vector<std::string>& notes) {
    Rules rules = usual_rules(*config.family, words);
    const bool writes = config.family->parts != HubParts::Encoder;
    // null is none, and a generation_config.json that is silent says none, whatever the family usually has
    if (config.json.contains("forced_eos_token_id") || config.generation_json.is_object())
        rules.forced_last.clear();
    for (const Row& row : rows) {
        note_disagreement(config, row, notes);
        const std::string* file = nullptr;
        if (const Json* value = value_of(config, row.key, &file))
            row.read(rules, {*value, *file, std::string(row.key), words, writes, notes});
    }
    if (config.json.value("force_bos_token_to_be_generated", Json()) == true && !rules.forced_first) {
        const std::string* file = nullptr;
        if (const Json* begin = value_of(config, "bos_token_id", &file))
            rules.forced_first = Given{*begin, *file, "bos_token_id", words, writes, notes}.needed_id(*begin);
    }
    const int begin = config.family->usual.begin;
    if (rules.start < 0 && begin < words) rules.start = begin;
    if (config.family->parts != HubParts::Both) rules.start = -1;
    for (std::string& note : hub_unheld_notes(config)) notes.push_back(std::move(note));
    limit_outputs(rules, notes);
    read_tasks(config.json, rules, notes);
    return rules;
}

} // namespace heed::io
