#include "core/text/subword/subword_tokenizer.h"

#include "core/base/error.h"
#include "core/text/escape.h"
#include "core/text/strings.h"
#include "core/text/subword/decoders.h"
#include "core/text/subword/unicode.h"
#include "core/text/tokenizer.h"

#include <algorithm>
#include <limits>

namespace heed::subword {

namespace {

bool inside_character(std::string_view text, std::size_t at) {
    return at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0) == 0x80;
}
/// The place behind the character at `at`, and that of the one before it.
std::size_t end_behind(std::string_view text, std::size_t at) {
    while (inside_character(text, ++at)) {
    }
    return at;
}
std::size_t start_before(std::string_view text, std::size_t at) {
    while (--at > 0 && inside_character(text, at)) {
    }
    return at;
}

/// Without the white space at its ends, which the separators of ASCII (0x1C to 0x1F) count as here: what
/// Python's strip() takes off.
std::string_view without_spaces(std::string_view text) {
    const auto space_at = [&](std::size_t at) {
        const char32_t c = decode_utf8(text, at).value;
        return is_white_space(c) || (c >= 0x1C && c <= 0x1F);
    };
    while (!text.empty() && space_at(0)) text.remove_prefix(end_behind(text, 0));
    while (!text.empty() && space_at(start_before(text, text.size())))
        text = text.substr(0, start_before(text, text.size()));
    return text;
}

/// How many characters of white space a token begins and ends with; Ġ is one.
struct Spaced {
    std::size_t leading = 0, trailing = 0;
};
Spaced spaced(std::string_view token) {
    Spaced found;
    bool within = false;
    for (std::size_t at = 0; at < token.size();) {
        const CodePoint c = decode_utf8(token, at);
        const bool space = c.value == 0x120 || is_white_space(c.value);
        within = within || !space;
        found.leading += !within;
        found.trailing = space ? found.trailing + 1 : 0;
        at += c.length;
    }
    return found;
}

/// The bytes of a piece without the spaces that its token begins and ends with, a character of the text for
/// each: one that was put in has the bytes of what follows it, which go as a whole. `keeps_one`: a single
/// one before it is the one that was put there.
void trim_spaces(Piece& piece, Spaced spaces, std::string_view text, bool keeps_one) {
    if (spaces.leading == 1 && keeps_one) spaces.leading = 0;
    for (; spaces.leading > 0 && piece.begin < piece.end; --spaces.leading)
        piece.begin = std::min(end_behind(text, piece.begin), piece.end);
    for (; spaces.trailing > 0 && piece.end > piece.begin; --spaces.trailing)
        piece.end = std::max(start_before(text, piece.end), piece.begin);
}

/// SentencePiece gives the bytes of a character that becomes several pieces to the last one: those before it
/// are of that character, too. The space that was put in front of a text has none.
void share_characters(std::vector<ModelPiece>& pieces, std::string_view part, int space) {
    for (std::size_t n = pieces.size(); n-- > 1;) {
        const ModelPiece& next = pieces[n];
        ModelPiece& piece = pieces[n - 1];
        if (piece.begin != piece.end || piece.id == space) continue;
        if (next.begin != piece.begin || next.begin == next.end) continue;
        piece.end = std::min(next.end, end_behind(part, piece.begin));
    }
}

std::size_t code_before(const Pipeline& pipeline, std::string_view text) {
    return pipeline.code ? pipeline.code(text) : 0;
}

} // namespace

std::string nameless(int id) { return "\u27E8" + std::to_string(id) + "\u27E9"; }

const Language* Languages::find(std::string_view code_or_token) const {
    for (const Language& language : all)
        if (language.code == code_or_token || language.token == code_or_token) return &language;
    return nullptr;
}

SubwordTokenizer::SubwordTokenizer(TokenizerParts parts) : parts_(std::move(parts)) {}

const Pipeline& SubwordTokenizer::pipeline(Side side) const {
    return side == Side::Source ? *parts_.source : *parts_.target;
}

std::string SubwordTokenizer::token(int id, Side side) const {
    const Vocabulary& words = vocabulary(side);
    return id >= 0 && id < words.size() ? words.token(id) : nameless(id);
}

bool SubwordTokenizer::is_special(int id, Side side) const { return pipeline(side).added.is_special(id); }

int SubwordTokenizer::language_id(int slot, const EncodeOptions& options) const {
    const Languages& languages = parts_.languages;
    const bool source = slot == Template::source_language;
    const std::string& asked = source ? options.source_language : options.target_language;
    const std::string& code = !asked.empty() ? asked
                              : source       ? languages.default_source
                                             : languages.default_target;
    if (const Language* const language = languages.find(code)) return language->id;
    if (asked.empty()) return -1;
    std::vector<std::string> codes;
    for (std::size_t n = 0; n < std::min<std::size_t>(languages.all.size(), 5); ++n)
        codes.push_back(languages.all[n].code);
    const std::string more = languages.all.size() > 5 ? " …" : "";
    throw Error("language", in_quotes(asked, 40) + " is not in the vocabulary",
                codes.empty() ? "no language: the model has none to choose"
                              : "one of " + listed(codes) + more,
                in_quotes(asked, 40));
}

std::vector<Piece> SubwordTokenizer::pieces_of(std::string_view text, const Pipeline& pipeline,
                                               std::size_t prefix) const {
    std::vector<Piece> pieces;
    // `written`: an added token, or an unknown piece, as the text has it.
    const auto add = [&](int id, Span span, bool special, std::string_view written = {}) {
        Piece piece{id, {}, span.begin, span.end, special};
        piece.text =
            id >= 0 && id < pipeline.vocabulary.size() ? pipeline.vocabulary.token(id) : nameless(id);
        for (const Spaces spaces : parts_.spaces) {
            const bool first = pieces.empty() || piece.begin == 0;
            trim_spaces(piece, spaced(written.empty() ? piece.text : written), text,
                        first && spaces == Spaces::TrimmedButPrefix);
        }
        pieces.push_back(std::move(piece));
    };
    std::vector<ModelPiece> found;
    const int unknown = pipeline.model->writes_unknown() ? pipeline.vocabulary.special().unknown : -1;
    const int space = pipeline.vocabulary.find("\u2581").value_or(-1);
    for (AddedTokens::Part& cut :
         pipeline.added.cut(AlignedText(text, pipeline.model->reads_bytes()), pipeline.normalizers)) {
        if (cut.id >= 0) {
            add(cut.id, cut.text.span(0, cut.text.text.size()), pipeline.added.is_special(cut.id),
                cut.text.text);
            continue;
        }
        if (const std::size_t end = code_before(pipeline, cut.text.text); end > 0) {
            const std::string code = cut.text.text.substr(0, end);
            const std::optional<int> known = pipeline.vocabulary.find(code);
            const int id = known.value_or(pipeline.vocabulary.special().unknown);
            add(id, cut.text.span(0, end), known && pipeline.added.is_special(id), code);
            cut.text.replace({{0, end}}, {});
        }
        std::vector<AlignedText> parts;
        if (!cut.text.text.empty()) parts.push_back(std::move(cut.text));
        for (const PreTokenizer& pre_tokenizer : pipeline.pre_tokenizers) {
            std::vector<AlignedText> finer;
            for (AlignedText& part : parts)
                for (AlignedText& piece : pre_tokenizer(std::move(part)))
                    if (!piece.text.empty()) finer.push_back(std::move(piece));
            parts = std::move(finer);
        }
        for (const AlignedText& part : parts) {
            found.clear();
            pipeline.model->split(part.text, found);
            share_characters(found, part.text, space);
            for (const ModelPiece& piece : found)
                add(piece.id, part.span(piece.begin, piece.end), false,
                    piece.id == unknown
                        ? std::string_view(part.text).substr(piece.begin, piece.end - piece.begin)
                        : std::string_view());
        }
    }
    for (Piece& piece : pieces) {
        piece.begin -= std::min(piece.begin, prefix);
        piece.end -= std::min(piece.end, prefix);
    }
    return pieces;
}

std::vector<Piece> SubwordTokenizer::encode(std::string_view text, const EncodeOptions& options) const {
    if (text.size() + options.prefix.size() > std::numeric_limits<std::int32_t>::max())
        throw Error("text", "length", "at most 2147483647 bytes", std::to_string(text.size()));
    const bool source = options.side == Side::Source;
    const Pipeline& pipeline = source ? *parts_.source : *parts_.target;
    const std::string with_prefix = options.prefix + std::string(text);
    std::vector<Piece> texts[2] = {pieces_of(with_prefix, pipeline, options.prefix.size()), {}};
    if (options.pair) texts[1] = pieces_of(*options.pair, pipeline, 0);
    const Template& around = source ? parts_.source_template : parts_.target_template;
    const Template bare;
    const Template& used = options.specials ? around : bare;
    std::vector<Piece> all;
    const auto special = [&](int id, const Template::Item& item) {
        if (id < 0) return;
        all.push_back({id, token(id, options.side), 0, 0, true, item.segment, item.type});
    };
    // A text that names its language itself keeps what it says.
    const bool named =
        !texts[0].empty() && parts_.languages.target_before_source &&
        (parts_.languages.find(texts[0].front().text) != nullptr || code_before(pipeline, with_prefix) > 0);
    if (source && options.specials && parts_.languages.target_before_source && !named)
        special(language_id(Template::target_language, options), {});
    for (const Template::Item& item : options.pair ? used.pair : used.single) {
        if (item.id != Template::text) {
            special(item.id >= 0 ? item.id : language_id(item.id, options), item);
            continue;
        }
        for (Piece& piece : texts[item.segment]) {
            piece.segment = item.segment;
            piece.type = item.type;
            all.push_back(std::move(piece));
        }
    }
    return all;
}

std::string SubwordTokenizer::decode(std::span<const int> ids, const DecodeOptions& options) const {
    const Pipeline& used = pipeline(options.side);
    std::vector<std::string> tokens;
    for (const int id : ids) {
        if (!options.specials && used.added.is_special(id)) continue;
        const std::string* const added = used.added.decoded(id);
        tokens.push_back(added != nullptr ? *added : token(id, options.side));
    }
    for (const Decoder& decoder : used.decoders) decoder(tokens);
    std::string text;
    for (std::size_t n = 0; n < tokens.size(); ++n)
        text += (n > 0 && used.decoders.empty() ? " " : "") + tokens[n];
    if (used.tidy_decoded) text = tidied(std::move(text));
    if (used.trim_decoded) text = without_spaces(text);
    return text;
}

} // namespace heed::subword
