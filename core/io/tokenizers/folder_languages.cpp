#include "core/io/tokenizers/folder_families.h"

#include <initializer_list>

namespace heed::io {

using subword::Template;

void choose_defaults(const FolderFiles& files, subword::Languages& languages) {
    const auto code = [&](std::initializer_list<const char*> keys) -> std::string {
        for (const char* const key : keys)
            if (const subword::Language* const language = languages.find(files.text(key, "")))
                return language->code;
        return {};
    };
    const auto by_id = [&](int id) -> std::string {
        for (const subword::Language& language : languages.all)
            if (id >= 0 && language.id == id) return language.code;
        return {};
    };
    languages.default_source = code({"src_lang", "source_lang"});
    languages.default_target = code({"tgt_lang", "target_lang"});
    if (languages.default_target.empty()) languages.default_target = by_id(files.id("forced_bos_token_id"));
    if (languages.default_target.empty())
        languages.default_target = by_id(files.id("decoder_start_token_id"));
    if (languages.default_source.empty() && languages.find("en_XX")) languages.default_source = "en_XX";
    if (languages.default_source.empty() && languages.find("eng_Latn")) languages.default_source = "eng_Latn";
    if (languages.default_source.empty() && languages.find("en")) languages.default_source = "en";
}

void surround_by_languages(const FolderFiles& files, int end, subword::TokenizerParts& parts) {
    constexpr int text = Template::text, source = Template::source_language,
                  target = Template::target_language;
    choose_defaults(files, parts.languages);
    // mBART cc25 and the first NLLB files: X </s> en_XX, and the decoder starts with the target's language.
    const bool behind = files.flag("legacy_behaviour", false) ||
                        (files.model_type() == "mbart" && files.tokenizer_class() != "MBart50Tokenizer");
    if (behind) {
        parts.source_template = {{{text}, {end}, {source}}, {{text}, {text, 1}, {end}, {source}}};
        parts.target_template = {{{text}, {end}}, {{text}, {text, 1}, {end}}};
    } else {
        parts.source_template = {{{source}, {text}, {end}}, {{source}, {text}, {text, 1}, {end}}};
        parts.target_template = {{{target}, {text}, {end}}, {{target}, {text}, {text, 1}, {end}}};
    }
}

} // namespace heed::io
