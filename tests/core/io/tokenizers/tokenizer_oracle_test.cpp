// Every tokenizer.json that the tests have against Hugging Face's own library, where node and its package
// "tokenizers" are there (NODE_PATH may say where): ten thousand lines of mixed scripts and noise.
#include "core/io/base/file.h"
#include "core/io/base/json_text.h"
#include "core/io/tokenizers/json/tokenizer_json.h"
#include "core/text/strings.h"
#include "tests/support/source_dir.h"

#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <gtest/gtest.h>
#include <map>
#include <memory>
#include <vector>

namespace heed::io {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t oracle_lines = 10000;

/// By name: the stages of stages.json one by one, and the folders' own.
std::map<std::string, std::string> oracle_tokenizers() {
    std::map<std::string, std::string> all;
    const fs::path tests = test::source_dir() / "tests";
    const Json stages = read_json(tests / "tokenizers/stages.json", 8 << 20);
    for (const auto& [name, stage] : stages.items()) all[name] = stage["tokenizer"].dump();
    for (const auto& folder : fs::directory_iterator(tests / "checkpoints"))
        if (const fs::path file = folder.path() / "tokenizer.json"; fs::exists(file))
            all[folder.path().filename().string()] = read_regular_file(file, 8 << 20);
    return all;
}

/// Marks that Unicode has had since version 10, which the library's tables do not know.
bool has_new_mark(const std::string& text) {
    for (const char* mark : {"\u09FE", "\u0AFA", "\u0AFB", "\u0AFC", "\u0AFD", "\u0AFE", "\u0AFF"})
        if (text.find(mark) != text.npos) return true;
    return false;
}

/// What a program prints.
std::string answer_of(const std::string& command) {
    const std::unique_ptr<FILE, int (*)(FILE*)> pipe(popen(command.c_str(), "r"), pclose);
    std::string answer;
    for (char part[65536]; const std::size_t count = std::fread(part, 1, sizeof part, pipe.get());)
        answer.append(part, count);
    return answer;
}

subword::SubwordTokenizer oracle_tokenizer(const std::string& text) {
    const JsonTokenizer made = parse_tokenizer_json(text, "tokenizer.json", {});
    subword::TokenizerParts parts;
    parts.source = parts.target = made.pipeline;
    parts.source_template = parts.target_template = made.around;
    parts.spaces = made.spaces;
    return subword::SubwordTokenizer(std::move(parts));
}

/// As the library has it: the space that is put in front of what follows an added token has none of its
/// bytes.
TEST(TokenizerSpaces, ThatArePutInHaveNoBytesOfTheCharacterThatFollows) {
    const subword::SubwordTokenizer tokenizer = oracle_tokenizer(R"({"version": "1.0",
        "added_tokens": [{"id": 0, "content": "<unk>", "special": true, "single_word": false, "lstrip": false,
                          "rstrip": false, "normalized": false}],
        "pre_tokenizer": {"type": "ByteLevel", "add_prefix_space": true, "trim_offsets": true},
        "post_processor": {"type": "ByteLevel", "add_prefix_space": true, "trim_offsets": true},
        "model": {"type": "BPE", "vocab": {"<unk>": 0, "\u0120": 1, "\u00c3": 2, "\u00a9": 3}, "merges": []}})");
    std::vector<std::array<std::size_t, 3>> found;
    for (const subword::Piece& piece : tokenizer.encode("<unk>\u00e9"))
        found.push_back({static_cast<std::size_t>(piece.id), piece.begin, piece.end});
    EXPECT_EQ(found, (std::vector<std::array<std::size_t, 3>>{{0, 0, 5}, {1, 7, 7}, {2, 5, 7}, {3, 5, 7}}));
}

TEST(TokenizersOracle, TenThousandLinesAreTheLibrarys) {
    if (std::system("node -e 'require(\"tokenizers\")' >/dev/null 2>&1") != 0)
        GTEST_SKIP() << "node with its package tokenizers is not installed";
    const std::string script = (test::source_dir() / "tests/tokenizers/tokenizer_lines.js").string();
    const std::map<std::string, std::string> tokenizers = oracle_tokenizers();
    const std::size_t each = oracle_lines / tokenizers.size() + 1;
    const fs::path file = fs::path(testing::TempDir()) / "oracle_tokenizer.json";
    std::size_t seed = 0;
    for (const auto& [name, text] : tokenizers) {
        write_file_atomic(file, text);
        const std::string answer = answer_of("node '" + script + "' " + std::to_string(each) + " " +
                                             std::to_string(++seed) + " <'" + file.string() + "'");
        const subword::SubwordTokenizer tokenizer = oracle_tokenizer(text);
        std::size_t read = 0, pieces_differ = 0, texts_differ = 0;
        std::string_view rest = answer;
        for (std::string_view line; next_line(rest, line); ++read) {
            const Json row = Json::parse(line);
            if (has_new_mark(row["text"])) continue;
            Json found = Json::array();
            std::vector<int> ids;
            for (const subword::Piece& piece : tokenizer.encode(row["text"].get<std::string>())) {
                found.push_back({piece.id, piece.begin, piece.end});
                ids.push_back(piece.id);
            }
            if (found != row["pieces"] && ++pieces_differ < 3)
                ADD_FAILURE() << name << ": " << row << " but " << found;
            if (found == row["pieces"] && tokenizer.decode(ids) != row["decoded"] && ++texts_differ < 3)
                ADD_FAILURE() << name << ": " << row << " but " << tokenizer.decode(ids);
        }
        EXPECT_EQ(read, each) << name;
        EXPECT_EQ(pieces_differ, 0u) << name;
        EXPECT_EQ(texts_differ, 0u) << name;
    }
    fs::remove(file);
}

} // namespace
} // namespace heed::io
