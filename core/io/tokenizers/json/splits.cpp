#include "core/text/subword/splits.h"
#include "core/io/tokenizers/json/tokenizer_json.h"

namespace heed::io {

namespace {

using subword::PreTokenizer;

constexpr StageRow<PreTokenizer> pre_tokenizer_table[] = {
    {"ByteLevel",
     [](const JsonStage& s) {
         return subword::byte_level_split(s.flag("add_prefix_space", true), s.flag("use_regex", true));
     }},
    {"Metaspace",
     [](const JsonStage& s) {
         return subword::metaspace_split(s.some_text("replacement", "\u2581"), s.prefixed(),
                                         s.flag("split", true));
     }},
    {"BertPreTokenizer", [](const JsonStage&) { return subword::bert_split(); }},
    {"Whitespace", [](const JsonStage&) { return subword::word_and_sign_split(); }},
    {"WhitespaceSplit", [](const JsonStage&) { return subword::white_space_split(); }},
    {"Punctuation",
     [](const JsonStage& s) { return subword::punctuation_split(s.cut("behavior", "Isolated")); }},
    {"Digits", [](const JsonStage& s) { return subword::digit_split(s.flag("individual_digits", false)); }},
    {"Split",
     [](const JsonStage& s) {
         return subword::pattern_split(s.pattern("pattern"), s.cut("behavior", "Isolated"),
                                       s.flag("invert", false));
     }},
};

} // namespace

std::vector<PreTokenizer> read_pre_tokenizers(const JsonStage& stage) {
    return read_stages<PreTokenizer>(pre_tokenizer_table, stage, "pretokenizers");
}

} // namespace heed::io
