// The stages that rewrite a text before it is split.
#pragma once

#include "core/text/subword/added_tokens.h"
#include "core/text/subword/charsmap.h"
#include "core/text/subword/pattern.h"

#include <memory>
#include <string>
#include <vector>

namespace heed::subword {

struct BertNormalizing {
    bool clean_text = true;           // without controls; all white space is a space
    bool handle_chinese_chars = true; // spaces around ideographs
    bool strip_accents = true;
    bool lowercase = true;
};
Normalizer bert_normalizer(const BertNormalizing& config);

/// Unicode's normal forms, UAX 15.
enum class NormalForm { Nfc, Nfd, Nfkc, Nfkd };
Normalizer normal_form(NormalForm form);

Normalizer lowercase_normalizer();
Normalizer strip_accents_normalizer(); // without marks
Normalizer strip_normalizer(bool left, bool right);
Normalizer prepend_normalizer(std::string content);
Normalizer replace_normalizer(Pattern pattern, std::string content);
/// SentencePiece's map, as tokenizer.json applies it: to a grapheme of fewer than six bytes as a whole (the
/// shortest entry that begins it stands for all of it), else to each character.
Normalizer charsmap_normalizer(std::shared_ptr<const Charsmap> map);

} // namespace heed::subword
