// What stands around the texts of translators that have a tokenizer.json.
#include "core/io/base/file.h"
#include "core/io/tokenizers/folder_tokenizer.h"
#include "tests/support/temporary_folder.h"

#include <gtest/gtest.h>

namespace heed::io {
namespace {

constexpr const char* small_mbart = R"({
  "version": "1.0", "normalizer": null, "post_processor": null, "decoder": null,
  "added_tokens": [
    {"id": 0, "content": "<s>", "special": true}, {"id": 2, "content": "</s>", "special": true},
    {"id": 5, "content": "en_XX", "special": true}, {"id": 6, "content": "fr_XX", "special": true}],
  "pre_tokenizer": {"type": "Metaspace", "replacement": "▁", "add_prefix_space": true},
  "model": {"type": "Unigram", "unk_id": 3, "vocab": [
    ["<s>", 0], ["<pad>", 0], ["</s>", 0], ["<unk>", 0], ["▁a", -1], ["en_XX", 0], ["fr_XX", 0]]}})";

TEST(TokenizerJson, TheTokenizersEndClosesATextWhateverElseMayEndOne) {
    const test::TemporaryFolder folder;
    write_file_atomic(folder / "tokenizer.json", small_mbart);
    write_file_atomic(folder / "tokenizer_config.json",
                      R"({"tokenizer_class": "MBart50Tokenizer", "src_lang": "en_XX", "tgt_lang": "fr_XX"})");
    for (const nlohmann::json& ends : {nlohmann::json{4, 2}, nlohmann::json(50256), nlohmann::json(2)}) {
        const FolderTokenizer read =
            read_folder_tokenizer(folder.path(), {{"model_type", "mbart"}, {"eos_token_id", ends}});
        for (const auto side : {subword::Side::Source, subword::Side::Target}) {
            subword::EncodeOptions options;
            options.side = side;
            std::vector<int> ids;
            for (const subword::Piece& piece : read.tokenizer->encode("a", options)) ids.push_back(piece.id);
            EXPECT_EQ(ids, (std::vector<int>{side == subword::Side::Source ? 5 : 6, 4, 2})) << ends;
        }
    }
}

} // namespace
} // namespace heed::io
