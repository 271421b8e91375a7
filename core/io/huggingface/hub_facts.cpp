#include "core/io/huggingface/hub_facts.h"

#include "core/io/huggingface/hub_unheld.h"
#include "core/text/escape.h"
#include "core/text/strings.h"
#include "core/text/subword/subword_tokenizer.h"

namespace heed::io {
namespace {

using Facts = std::vector<std::pair<std::string, std::string>>;

std::string token(const Model& model, int id) {
    const Vocabulary& words = model.target.size() > 0 ? model.target : model.source;
    return id >= 0 && id < words.size() ? escaped(words.token(id), 40) : std::to_string(id);
}

std::string tokens(const Model& model, const std::vector<int>& ids) {
    std::vector<std::string> words;
    for (std::size_t n = 0; n < std::min<std::size_t>(ids.size(), 6); ++n)
        words.push_back(token(model, ids[n]));
    if (ids.size() > 6) words.push_back("… (" + std::to_string(ids.size()) + ")");
    return listed(words);
}

/// "at most 64 tokens, at least 3, none of 3 words twice"
std::string lengths(const GenerationRules& rules) {
    std::vector<std::string> parts;
    const bool both = rules.start >= 0;
    if (rules.max_new > 0)
        parts.push_back("at most " + std::to_string(rules.max_new) + " tokens");
    else if (rules.max_length > 0)
        parts.push_back("at most " + std::to_string(rules.max_length - (both ? 1 : 0)) + " tokens" +
                        (both ? "" : ", the given text among them"));
    if (rules.min_new > 0) parts.push_back("at least " + std::to_string(rules.min_new));
    if (rules.min_length > 0)
        parts.push_back("at least " + std::to_string(rules.min_length - (both ? 1 : 0)));
    return listed(parts);
}

std::string stops(Stopping stopping) {
    constexpr const char* words[] = {"at once when as many have ended", "when none that goes on leads",
                                     "when none that goes on could lead"};
    return words[static_cast<std::size_t>(stopping)];
}

void add_repeats(const GenerationRules& rules, Facts& facts) {
    std::vector<std::string> parts;
    const auto runs = [](int n, const char* whose) {
        return (n == 1 ? std::string("no token") : "no run of " + std::to_string(n) + " tokens") + whose;
    };
    if (rules.no_repeat > 0) parts.push_back(runs(rules.no_repeat, " twice"));
    if (rules.no_repeat_source > 0) parts.push_back(runs(rules.no_repeat_source, " of the source"));
    if (rules.repetition_penalty != 1)
        parts.push_back("tokens that stand there count " + six_digits(rules.repetition_penalty) +
                        " times less");
    if (!parts.empty()) facts.emplace_back("repetition", listed(parts));
}

void add_languages(const Model& model, Facts& facts) {
    if (!model.subword || model.subword->languages().all.empty()) return;
    const subword::Languages& languages = model.subword->languages();
    std::string text = plural(languages.all.size(), "language", "languages");
    if (languages.all.size() <= 6) {
        std::vector<std::string> codes;
        for (const subword::Language& language : languages.all) codes.push_back(escaped(language.code, 20));
        text += ": " + listed(codes);
    }
    if (!languages.default_source.empty()) text += "; from " + escaped(languages.default_source, 20);
    if (!languages.default_target.empty())
        text += (languages.default_source.empty() ? "; to " : " to ") + escaped(languages.default_target, 20);
    facts.emplace_back("languages", text);
}

/// Whether what is not known may make another network than the one that is read, or write another text. The
/// library keeps what it does not know in generation_config.json and never looks at it.
bool may_matter(const HubConfig& config, const HubKeyRead& read) {
    const bool of_writing = read.file == "generation_config.json";
    if (of_writing && (config.family->parts == HubParts::Encoder || !is_named_as_rule(read.key)))
        return false;
    return !says_nothing((of_writing ? config.generation_json : config.json).value(read.key, Json()));
}

std::string said_keys(const HubConfig& config, bool matter, const char* what) {
    std::vector<std::string> names;
    for (const HubKeyRead& read : config.keys)
        if (read.use == HubKeyRead::Use::Unknown && may_matter(config, read) == matter)
            names.push_back(read.file + " " + in_quotes(read.key, 60));
    if (names.empty()) return {};
    const std::size_t count = names.size();
    if (count > 12) names.resize(12), names.push_back("…");
    return plural(count, "key is", "keys are") + what + listed(names);
}

} // namespace

Facts hub_facts(const Model& model) {
    Facts facts;
    add_languages(model, facts);
    if (!model.generation || model.config.architecture()->run) return facts;
    const GenerationRules& rules = *model.generation;
    if (rules.start >= 0) facts.emplace_back("starts from", token(model, rules.start));
    if (rules.forced_first) facts.emplace_back("first is always", token(model, *rules.forced_first));
    if (!rules.ends.empty()) facts.emplace_back("ends with", tokens(model, rules.ends));
    if (!rules.forced_last.empty() && rules.max_length + rules.max_new > 0)
        facts.emplace_back("last at the limit", tokens(model, rules.forced_last));
    if (const std::string text = lengths(rules); !text.empty()) facts.emplace_back("length", text);
    std::vector<int> never = rules.suppressed;
    std::size_t runs = 0;
    for (const std::vector<int>& run : rules.forbidden)
        if (run.size() == 1)
            never.push_back(run.front());
        else
            ++runs;
    if (!never.empty()) facts.emplace_back("never written", tokens(model, never));
    if (runs > 0) facts.emplace_back("forbidden", plural(runs, "run of tokens", "runs of tokens"));
    if (!rules.suppressed_at_first.empty())
        facts.emplace_back("never first", tokens(model, rules.suppressed_at_first));
    if (!rules.biases.empty())
        facts.emplace_back("biased", plural(rules.biases.size(), "run of tokens", "runs of tokens"));
    add_repeats(rules, facts);
    facts.emplace_back("search advised", rules.beams > 1 ? "beam " + std::to_string(rules.beams) : "none");
    facts.emplace_back("search score",
                       "log P / N^" + six_digits(rules.exponent) + ", it stops " + stops(rules.stopping));
    if (!rules.tasks.empty()) {
        std::vector<std::string> names;
        for (const auto& [name, prefix] : rules.tasks) names.push_back(escaped(name, 60));
        facts.emplace_back("tasks", listed(names));
    }
    return facts;
}

std::string unknown_keys(const HubConfig& config) {
    return said_keys(config, false, " not known, and passed over: ");
}

std::string doubtful_keys(const HubConfig& config) {
    return said_keys(config, true, " not known, and may say of another computation: ");
}

} // namespace heed::io
