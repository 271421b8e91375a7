// ByT5, whose pieces are bytes: its folder has no list of words.
#include "core/io/tokenizers/folder_families.h"
#include "core/io/tokenizers/sentencepiece_ids.h"
#include "core/text/subword/decoders.h"
#include "core/text/subword/models/bytes.h"
#include "core/text/subword/models/unigram.h"

#include <charconv>

namespace heed::io {

using subword::AddedToken;

namespace {

constexpr int first_byte = 3; // behind the padding, the end and what is not known
constexpr std::string_view space_of_bytes = "\u2581";

/// As a token is shown: letters of ASCII as they are, a space as SentencePiece writes it.
std::string shown_byte(unsigned byte) {
    if (byte == ' ') return std::string(space_of_bytes);
    return byte > ' ' && byte < 0x7F ? std::string(1, static_cast<char>(byte)) : subword::byte_token(byte);
}

/// The byte that "<0xC3>" is; -1 for any other token.
int byte_shown(std::string_view token) {
    unsigned byte = 0;
    if (token.size() != 6 || !token.starts_with("<0x") || token.back() != '>') return -1;
    const char* const end = token.data() + 5;
    const auto read = std::from_chars(token.data() + 3, end, byte, 16);
    return read.ec == std::errc() && read.ptr == end ? static_cast<int>(byte) : -1;
}

/// One text of all. Bytes that are no UTF-8 are left out, as that library leaves them out.
void text_of_bytes(std::vector<std::string>& tokens) {
    std::string text;
    for (const std::string& token : tokens) {
        const int byte = byte_shown(token);
        if (byte >= 0)
            text += static_cast<char>(byte);
        else
            text += token == space_of_bytes ? " " : token;
    }
    text = subword::repaired(text);
    constexpr std::string_view damage = "\uFFFD";
    for (std::size_t at = 0; (at = text.find(damage, at)) != text.npos;) text.erase(at, damage.size());
    tokens = {std::move(text)};
}

} // namespace

subword::TokenizerParts read_byt5(const FolderFiles& files, FolderTokenizer& to) {
    to.files = {files.has("tokenizer_config.json") ? "tokenizer_config.json" : "config.json"};
    std::vector<AddedToken> added;
    PieceIds ids;
    int id = 0;
    for (const auto& [role, name] :
         {std::pair{"pad_token", "<pad>"}, {"eos_token", "</s>"}, {"unk_token", "<unk>"}}) {
        AddedToken token = files.special(role, name, true);
        token.rstrip = token.rstrip || token.lstrip;
        token.id = id++;
        ids.add_cut(std::move(token), added);
    }
    for (unsigned byte = 0; byte < 256; ++byte)
        ids.add(shown_byte(byte), first_byte + static_cast<int>(byte));
    std::vector<std::string> sentinels = files.additional_specials();
    const int count = files.number("extra_ids", 125, 10000);
    for (int n = 0; sentinels.empty() && n < count; ++n)
        ids.add_cut(
            {first_byte + 256 + n, "<extra_id_" + std::to_string(n) + ">", false, false, false, false, true},
            added);
    for (std::size_t n = 0; n < sentinels.size(); ++n)
        ids.add_cut({first_byte + 256 + static_cast<int>(n), sentinels[n], false, false, false, false, true},
                    added);
    add_tokens_of_folder(files, ids, added);
    auto made = std::make_shared<subword::Pipeline>();
    made->vocabulary = pieces_vocabulary(files, ids, 2);
    made->added = subword::AddedTokens(std::move(added), {});
    made->model = std::make_shared<const subword::Bytes>(first_byte);
    made->decoders = {text_of_bytes};
    made->tidy_decoded = files.flag("clean_up_tokenization_spaces", true);
    constexpr int text = subword::Template::text, end = 1;
    return same_sides(std::move(made), {{{text}, {end}}, {{text}, {end}, {text, 1}, {end}}});
}

} // namespace heed::io
