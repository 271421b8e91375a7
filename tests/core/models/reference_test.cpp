// assets/help/reference.md: every word of an encoder-decoder's configuration and every name of its tensors,
// as the code has them. This test says where the page is behind; HEED_REFERENCE=write writes it anew.
#include "core/io/base/file.h"
#include "core/models/seq2seq/network.h"
#include "core/models/seq2seq/settings.h"
#include "core/models/seq2seq/tensor_role.h"
#include "core/text/strings.h"
#include "tests/support/source_dir.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <cstdlib>
#include <map>
#include <set>
#include <sstream>

namespace heed {
namespace {

using nlohmann::json;

// ---- words

/// A row of Markdown for each setting.
struct SettingRows {
    std::ostringstream text;
    std::vector<std::string> keys;
    std::string object;

    void section(const char* name) {
        object = name;
        text << "\n### " << name << "\n\n| key | values | usual | |\n|---|---|---|---|\n";
    }
    void row(const std::string& key, const std::string& values, const std::string& usual,
             const std::string& meaning) {
        keys.push_back(object + "." + key);
        text << "| `" << key << "` | " << values << " | " << usual << " | " << meaning << " |\n";
    }
    static std::string listed(ConfigSection::Words names) {
        std::string all;
        for (const std::string_view name : names)
            all += (all.empty() ? "`" : ", `") + std::string(name) + "`";
        return all;
    }
    /// Every word is explained, or stands in a table of its own.
    void explained(const std::string& key, ConfigSection::Words names, const std::string& meaning) const {
        if (meaning.find("table of") != meaning.npos) return;
        for (const std::string_view name : names)
            EXPECT_NE(meaning.find("`" + std::string(name) + "`"), meaning.npos)
                << object << "." << key << ": " << name;
    }
    template <class Enum>
    void word(const char* key, Enum value, ConfigSection::Words names, const char* meaning) {
        explained(key, names, meaning);
        row(key, listed(names), std::string(words::name_in(names, value)), meaning);
    }
    void word(const char* key, const std::string& value, ConfigSection::Words, const char* meaning) {
        row(key, "a word", value, meaning);
    }
    void integer(const char* key, int value, int smallest, int largest, const char* meaning) {
        row(key, std::to_string(smallest) + " to " + std::to_string(largest), std::to_string(value), meaning);
    }
    void boolean(const char* key, bool value, const char* meaning) {
        row(key, "`true`, `false`", value ? "true" : "false", meaning);
    }
    void some(const char* key, const Reads& value, ConfigSection::Words names, const char* meaning) {
        explained(key, names, meaning);
        row(key, "some of " + listed(names), json(names_of(value)).dump(), meaning);
    }
    void positive(const char* key, double value, double largest, const char* meaning) {
        row(key, "above 0, at most " + json(largest).dump(), value == 0 ? "absent" : json(value).dump(),
            meaning);
    }
};

std::string settings_text(std::vector<std::string>* keys = nullptr) {
    Seq2SeqConfig usual;
    SettingRows rows;
    each_setting(usual, rows);
    if (keys) *keys = rows.keys;
    return rows.text.str();
}

std::string cell_of(std::string_view text) { // of a table: a bar would end it
    std::string safe;
    for (const char c : text) safe += c == '|' ? "\\|" : std::string(1, c);
    return safe;
}

std::string functions_text() {
    std::string text = "\n### attention.score\n\n| id | energy | parameters | from |\n|---|---|---|---|\n";
    for (const ScoreInfo& s : score_table())
        text += "| `" + std::string(s.id) + "` | " + cell_of(s.equation) + " | " + cell_of(s.parameters) +
                " | " + cell_of(s.paper) + " |\n";
    text += "\n### attention.alignment\n\n| id | weights | from |\n|---|---|---|\n";
    for (const auto& a : attention::alignment_table())
        text += "| `" + std::string(a.id) + "` | " + cell_of(a.equation) + " | " + cell_of(a.paper) + " |\n";
    return text;
}

// ---- names of tensors

/// Sizes that tell by a number which letters it is made of.
constexpr std::pair<const char*, int> letters[] = {
    {"V_s", 1009}, {"V_t", 1409}, {"E", 101},  {"T", 211}, {"H", 307}, {"D", 449}, {"A", 557},
    {"R", 661},    {"P", 773},    {"V", 1201}, {"L", 881}, {"k", 13},  {"r", 17}};

/// "D", "E + D", "3H", "2H + T": the number as the fewest letters, two at the most and a constant.
std::string in_letters(std::int64_t n) {
    std::vector<std::pair<std::string, std::int64_t>> terms;
    for (const auto& [letter, value] : letters)
        for (const int times : {1, 2, 3, 4})
            terms.emplace_back((times == 1 ? "" : std::to_string(times)) + letter, times * value);
    if (n <= 2) return std::to_string(n);
    for (const auto& [name, value] : terms)
        if (value == n) return name;
    for (const auto& [a, x] : terms)
        for (const auto& [b, y] : terms)
            if (x + y == n) return a + " + " + b;
    for (const auto& [a, x] : terms)
        for (const auto& [b, y] : terms)
            for (const auto& [c, z] : terms)
                if (x + y + z == n) return a + " + " + b + " + " + c;
    return std::to_string(n);
}

struct Kind {
    std::string when; // in the words of config.json; empty: as it usually is
    json settings;
};

/// Configurations that have between them every tensor there is: one for each value of each setting that can
/// stand alone, and those that need company.
std::vector<Kind> kinds() {
    std::vector<Kind> all{{"", json::object()}};
    const auto add = [&](const char* part, const char* key, const json& value,
                         json company = json::object()) {
        json settings;
        settings[part][key] = value;
        settings.merge_patch(company);
        all.push_back({key + (value.is_string() ? " " + value.get<std::string>() : ""), settings});
    };
    const json both = {{"decoder", {{"hidden", 614}}}}; // as long as an annotation
    for (const ScoreInfo& score : score_table())
        add("attention", "score", std::string(score.id), score.equal_sizes ? both : json::object());
    add("attention", "alignment", "local-p", {{"attention", {{"window", 2}, {"score", "general"}}}});
    add("attention", "fertility", 2.0, {{"attention", {{"score", "coverage"}}}});
    add("attention", "values", 1201);
    add("attention", "projection", 773);
    add("attention", "projection", 773, {{"attention", {{"values", 1201}}}});
    add("encoder", "layers", 2);
    add("decoder", "layers", 2);
    add("encoder", "summary", "tanh", {{"attention", {{"score", "none"}}}});
    add("decoder", "order", "conditional");
    add("decoder", "context", "combined");
    add("decoder", "start", "zeros");
    add("decoder", "start_memory", "own",
        {{"decoder", {{"cell", "lstm"}, {"start", "linear"}}}, {"encoder", {{"cell", "lstm"}}}});
    add("decoder", "gate", "each");
    add("decoder", "copy", true);
    add("decoder", "projection", 773);
    add("decoder", "readout", "none");
    add("normalisation", "kind", "gates");
    add("normalisation", "kind", "gates",
        {{"decoder", {{"order", "conditional"}, {"readout_reads", {"context", "state", "token"}}}}});
    for (Kind& kind : all)
        if (kind.settings.contains("normalisation")) kind.when = "normalisation";
    return all;
}

Seq2SeqConfig config_of(const json& settings) {
    json config = {{"encoder", {{"embedding", 101}, {"hidden", 307}}},
                   {"decoder", {{"embedding", 211}, {"hidden", 449}, {"readout_size", 661}}},
                   {"attention", {{"size", 557}, {"positions", 881}, {"filters", 13}, {"width", 17}}}};
    config.merge_patch(settings);
    if (config["decoder"].value("readout", "") == "none") config["decoder"].erase("readout_size");
    Seq2SeqConfig value = seq2seq_config_from_json(config, "reference");
    value.source_vocabulary = 1009;
    value.target_vocabulary = 1409;
    return value;
}

/// "encoder.forward.1.weight_ih" with something in the place of ".1.".
std::string named(const std::string& name, const char* layer) {
    std::string text = name;
    if (const std::size_t at = text.find(".1."); at != text.npos) text.replace(at, 3, layer);
    return text;
}

/// A row for each tensor of every kind.
std::string tensors_text() {
    struct Found {
        std::string shape, role;
        std::vector<std::string> when;
        int count = 0;
    };
    std::vector<std::string> order;
    std::map<std::string, Found> tensors;
    for (const Kind& kind : kinds()) {
        const auto set = declare_seq2seq<float>(config_of(kind.settings), nn::Fill::Zeros);
        for (int k = 0; k < set.size(); ++k) {
            const auto& p = set[k];
            const std::string name = named(p.name, ".{layer}.");
            Found& found = tensors[name];
            const std::string shape = "[" + in_letters(p.value.rows()) +
                                      (p.rank == 2 ? ", " + in_letters(p.value.cols()) : "") + "]";
            if (found.count++ == 0) {
                order.push_back(name);
                found.shape = shape;
                found.role = tensor_role(named(p.name, "."));
            } else if (found.shape != shape && (name == "attention.W" || name == "attention.b")) {
                found.shape = "by its score";
            }
            if (kind.when != "normalisation" || name.find("norm") != name.npos)
                found.when.push_back(kind.when);
        }
    }
    std::string text;
    for (const std::string& name : order) {
        const Found& found = tensors.at(name);
        std::string when;
        const bool usual = found.when.front().empty();
        for (const std::string& one : found.when)
            if (!usual && when.find(one) == when.npos) when += (when.empty() ? "" : ", ") + one;
        text += "| `" + name + "` | " + found.shape + " | " + (usual ? "usual" : when) + " | " + found.role +
                " |\n";
    }
    return text;
}

std::string page() {
    return "# Words and names\n\n"
           "Written from the code by `HEED_REFERENCE=write ctest --test-dir build/release -R Reference`; a "
           "test "
           "says where it is behind.\n\n"
           "## config.json of an encoder-decoder\n\n"
           "The objects `encoder`, `decoder`, `attention` and `normalisation`, as a model folder of Heed's "
           "own "
           "has them, a\nfamily's `config` and a recipe's `model`. A key that is absent has its usual value; "
           "what "
           "cannot stand together is\nrefused by name.\n" +
           settings_text() + functions_text() +
           "\n## Tensors\n\n"
           "What a family's `tensors` make, in the order of a model's file: `[out, in]`, gates stacked r, z, "
           "n or "
           "i, f, g, o\n(shapes here are a gru's). V_s and V_t are the words of either side, E, H, T, D, A, "
           "R, P, "
           "V, L, k and r as above; 2H is an\nannotation that reads both ways. The cell reads `[E y; c]`, "
           "the "
           "readout "
           "`[c; s; E y]`. The lowest layer goes without\nits number. “Usual” are those of a configuration "
           "without "
           "a word in it; else the words that bring them.\n\n"
           "| name | shape | there | |\n|---|---|---|---|\n" +
           tensors_text();
}

std::filesystem::path page_file() { return test::source_dir() / "assets/help/reference.md"; }

/// The first line in which two texts are not the same.
std::string first_difference(const std::string& a, const std::string& b) {
    std::istringstream left(a), right(b);
    std::string x, y;
    for (int line = 1;; ++line) {
        const bool more_left = static_cast<bool>(std::getline(left, x)),
                   more_right = static_cast<bool>(std::getline(right, y));
        if (!more_left && !more_right) return {};
        if (more_left != more_right || x != y)
            return "line " + std::to_string(line) + ": the page has \"" + (more_left ? x : "") +
                   "\", the code has \"" + (more_right ? y : "") + "\"";
    }
}

TEST(Reference, PageIsNotBehindTheCode) {
    const std::string now = page();
    if (const char* told = std::getenv("HEED_REFERENCE"); told && std::string_view(told) == "write")
        io::write_file_atomic(page_file(), now);
    EXPECT_EQ(first_difference(io::read_file(page_file(), 1 << 20), now), "")
        << "HEED_REFERENCE=write writes it anew";
}

// What config.json of a model holds is told, and what is told can be written there.
TEST(Reference, NamesEveryKeyThatIsWritten) {
    std::vector<std::string> keys;
    settings_text(&keys);
    const std::set<std::string> told(keys.begin(), keys.end());
    EXPECT_EQ(told.size(), keys.size());
    for (const Kind& kind : kinds()) {
        json written;
        to_json(written, config_of(kind.settings));
        for (const auto& [object, settings] : written.items())
            for (const auto& [key, value] : settings.items())
                EXPECT_TRUE(told.contains(object + "." + key)) << object << "." << key;
    }
}

TEST(Reference, EveryTensorHasARoleAndAShapeInLetters) {
    std::istringstream lines(tensors_text());
    for (std::string line; std::getline(lines, line);) {
        EXPECT_EQ(line.find("  "), line.npos) << line;
        EXPECT_FALSE(line.ends_with("|  |")) << line;
        for (const auto& [letter, value] : letters)
            EXPECT_EQ(line.find(" " + std::to_string(value)), line.npos) << line;
    }
}

} // namespace
} // namespace heed
