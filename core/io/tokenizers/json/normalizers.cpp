#include "core/text/subword/normalizers.h"
#include "core/io/tokenizers/json/tokenizer_json.h"

namespace heed::io {

namespace {

using subword::NormalForm;
using subword::Normalizer;

/// RFC 4648, section 4.
std::string base64_bytes(const std::string& text, const JsonStage& stage) {
    std::string bytes;
    bytes.reserve(text.size() / 4 * 3);
    std::uint32_t bits = 0;
    int count = 0;
    for (std::size_t n = 0; n < text.size() && text[n] != '='; ++n) {
        const char c = text[n];
        const int value = c >= 'A' && c <= 'Z'   ? c - 'A'
                          : c >= 'a' && c <= 'z' ? c - 'a' + 26
                          : c >= '0' && c <= '9' ? c - '0' + 52
                          : c == '+'             ? 62
                          : c == '/'             ? 63
                                                 : -1;
        if (value < 0)
            stage.refuse("precompiled_charsmap", "base64", "byte " + std::to_string(n) + " is none of it");
        bits = bits << 6 | static_cast<std::uint32_t>(value);
        count += 6;
        if (count < 8) continue;
        count -= 8;
        bytes += static_cast<char>(static_cast<unsigned char>(bits >> count & 0xFF));
    }
    return bytes;
}

Normalizer bert(const JsonStage& stage) {
    subword::BertNormalizing config;
    config.clean_text = stage.flag("clean_text", true);
    config.handle_chinese_chars = stage.flag("handle_chinese_chars", true);
    config.lowercase = stage.flag("lowercase", true);
    config.strip_accents = stage.flag("strip_accents", config.lowercase);
    return bert_normalizer(config);
}

Normalizer precompiled(const JsonStage& stage) {
    const std::string bytes = base64_bytes(stage.text("precompiled_charsmap", ""), stage);
    return charsmap_normalizer(
        std::make_shared<const subword::Charsmap>(bytes, stage.subject + ": " + stage.name));
}

constexpr StageRow<Normalizer> normalizer_table[] = {
    {"BertNormalizer", bert},
    {"Precompiled", precompiled},
    {"NFC", [](const JsonStage&) { return normal_form(NormalForm::Nfc); }},
    {"NFD", [](const JsonStage&) { return normal_form(NormalForm::Nfd); }},
    {"NFKC", [](const JsonStage&) { return normal_form(NormalForm::Nfkc); }},
    {"NFKD", [](const JsonStage&) { return normal_form(NormalForm::Nfkd); }},
    {"Lowercase", [](const JsonStage&) { return subword::lowercase_normalizer(); }},
    {"StripAccents", [](const JsonStage&) { return subword::strip_accents_normalizer(); }},
    {"Strip",
     [](const JsonStage& s) {
         return subword::strip_normalizer(s.flag("strip_left", true), s.flag("strip_right", true));
     }},
    {"Prepend", [](const JsonStage& s) { return subword::prepend_normalizer(s.text("prepend", "")); }},
    {"Replace",
     [](const JsonStage& s) {
         return subword::replace_normalizer(s.pattern("pattern"), s.text("content", ""));
     }},
};

} // namespace

std::vector<Normalizer> read_normalizers(const JsonStage& stage) {
    return read_stages<Normalizer>(normalizer_table, stage, "normalizers");
}

} // namespace heed::io
