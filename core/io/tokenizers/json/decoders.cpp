#include "core/text/subword/decoders.h"
#include "core/io/tokenizers/json/tokenizer_json.h"

namespace heed::io {

namespace {

using subword::Decoder;

constexpr StageRow<Decoder> decoder_table[] = {
    {"ByteLevel", [](const JsonStage&) { return subword::byte_level_decoder(); }},
    {"WordPiece",
     [](const JsonStage& s) {
         return subword::wordpiece_decoder(s.text("prefix", "##"), s.flag("cleanup", true));
     }},
    {"Metaspace",
     [](const JsonStage& s) {
         return subword::metaspace_decoder(s.some_text("replacement", "\u2581"), s.prefixed());
     }},
    {"BPEDecoder", [](const JsonStage& s) { return subword::suffix_decoder(s.some_text("suffix", "</w>")); }},
    {"Replace",
     [](const JsonStage& s) {
         return subword::replace_decoder(s.pattern("pattern"), s.text("content", ""));
     }},
    {"ByteFallback", [](const JsonStage&) { return subword::byte_fallback_decoder(); }},
    {"Fuse", [](const JsonStage&) { return subword::fuse_decoder(); }},
    {"Strip",
     [](const JsonStage& s) {
         return subword::strip_decoder(s.some_text("content", " "), s.count("start", 0, 1000),
                                       s.count("stop", 0, 1000));
     }},
};

} // namespace

std::vector<Decoder> read_decoders(const JsonStage& stage) {
    std::vector<Decoder> all = read_stages<Decoder>(decoder_table, stage, "decoders");
    // A Sequence of none puts nothing between the tokens, where a null puts spaces.
    if (all.empty() && !stage.json.is_null()) all.push_back(subword::fuse_decoder());
    return all;
}

} // namespace heed::io
