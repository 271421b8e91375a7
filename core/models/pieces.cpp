#include "core/models/pieces.h"

#include "core/base/error.h"
#include "core/models/tokens.h"
#include "core/text/escape.h"
#include "core/text/subword/subword_tokenizer.h"

#include <algorithm>

namespace heed {
namespace {

using subword::Piece;

/// The two texts of a pair; the second is empty where there is no tab.
struct Texts {
    std::string_view first;
    std::optional<std::string> second;
    std::size_t begin = 0; // of the second
};

Texts texts_of(const Model& model, const std::string& text) {
    const std::size_t tab = text.find('\t');
    const bool whole = model.config.architecture() && model.config.architecture()->run;
    if (!whole || tab == text.npos) return {text, std::nullopt, 0};
    return {std::string_view(text).substr(0, tab), text.substr(tab + 1), tab + 1};
}

subword::EncodeOptions options_of(const Request& request, subword::Side side) {
    subword::EncodeOptions options;
    options.side = side;
    options.source_language = request.source_language;
    options.target_language = request.target_language;
    if (side == subword::Side::Source) options.prefix = request.prefix;
    return options;
}

/// The space of a first word, a piece of its own: "▁", "Ġ".
bool is_lone_space(const TraceToken& token) { return token.text == "▁" || token.text == "Ġ"; }

/// What the family puts before the text it is framed by is its start, what stands behind an end. A lone space
/// before the first word is part of it.
std::vector<TraceToken> framed(const std::vector<Piece>& pieces, const Vocabulary& words, std::size_t second,
                               std::size_t size) {
    std::vector<TraceToken> tokens;
    bool seen = false; // any of the text
    for (const Piece& piece : pieces) {
        const std::size_t from = piece.segment == 1 ? second : 0;
        TraceToken token{piece.text, piece.id, from + piece.begin, from + piece.end};
        const bool nothing = piece.begin == piece.end; // of what was typed
        token.unknown = piece.id == words.special().unknown && !piece.special;
        if (!nothing && !seen)
            for (auto before = tokens.rbegin(); before != tokens.rend() && is_lone_space(*before); ++before)
                before->is_start = false;
        if (!nothing) seen = true;
        if (nothing && piece.special && seen) token.is_end = true;
        if (nothing && !token.is_end && !seen) token.is_start = true; // a lone space within it is none
        if (token.is_end) token.begin = token.end = size;
        tokens.push_back(std::move(token));
    }
    return tokens;
}

/// What a model is asked to fill in: "[MASK]", "<mask>".
bool is_blank_to_fill(std::string_view text) { return text == "[MASK]" || text == "<mask>"; }

/// A control token that was typed, a language or a start, is no word of the text either: it frames as those
/// do that the family puts there.
void frame_controls(const Model& model, std::vector<TraceToken>& tokens) {
    for (TraceToken& token : tokens)
        if (!token.framing() && token.begin < token.end && !is_blank_to_fill(token.text))
            token.is_start = is_control(model, token.id, false);
}

/// A folder's tokenizer may know tokens that its table has no row for.
void check_rows(const Model& model, const Vocabulary& words, int id, const std::string& text) {
    if (id < 0 || id >= words.size())
        throw Error(model.name, "token \"" + escaped(text) + "\"",
                    "an id below " + std::to_string(words.size()) + ", the rows of its table",
                    std::to_string(id));
}

Error no_languages(const Model& model, const std::string& language) {
    return {model.name, "language", "none: this model has no languages to choose from", in_quotes(language)};
}

/// What the family puts beside a text.
bool stands_around(const Piece& piece) { return piece.special && piece.begin == piece.end; }

/// The id of a language's token, by its code.
int language_id(const Model& model, const std::string& code) {
    const subword::Language* found = model.subword ? model.subword->languages().find(code) : nullptr;
    if (found != nullptr) return found->id;
    if (!model.subword || model.subword->languages().all.empty()) throw no_languages(model, code);
    std::string known;
    for (const subword::Language& language : model.subword->languages().all)
        known += (known.empty() ? "" : ", ") + language.code;
    throw Error(model.name, "language", "one of " + escaped(known, 600), in_quotes(code));
}

} // namespace

std::vector<TraceToken> source_tokens(const Model& model, const Request& request) {
    for (const std::string* code : {&request.source_language, &request.target_language})
        if (!code->empty()) language_id(model, *code);
    if (!model.subword) return source_tokens(model, request.text);
    const Texts texts = texts_of(model, request.text);
    subword::EncodeOptions options = options_of(request, subword::Side::Source);
    options.pair = texts.second;
    const std::vector<Piece> pieces = model.subword->encode(texts.first, options);
    for (const Piece& piece : pieces) check_rows(model, model.source, piece.id, piece.text);
    std::vector<TraceToken> tokens = framed(pieces, model.source, texts.begin, request.text.size());
    frame_controls(model, tokens);
    return tokens;
}

std::vector<Piece> target_pieces(const Model& model, const GenerationRules& rules, const Request& request,
                                 std::string_view text) {
    subword::EncodeOptions options = options_of(request, subword::Side::Target);
    options.specials = !model.one_text; // there it goes on from what is read
    std::vector<Piece> pieces = model.subword->encode(text, options);
    const auto special = [&](int id) {
        return Piece{id, model.subword->token(id, subword::Side::Target), text.size(), text.size(), true};
    };
    const bool begun = !pieces.empty() && stands_around(pieces.front());
    const bool ended = !pieces.empty() && stands_around(pieces.back());
    if (rules.forced_first && !begun && (rules.first_is_language || !ended))
        pieces.insert(pieces.begin(), special(*rules.forced_first));
    if (!ended && !rules.ends.empty()) pieces.push_back(special(rules.ends.front()));
    for (const Piece& piece : pieces) check_rows(model, model.target, piece.id, piece.text);
    return pieces;
}

std::vector<int> target_ids(const Model& model, const GenerationRules& rules, const Request& request,
                            std::string_view text) {
    std::vector<int> ids;
    for (const Piece& piece : target_pieces(model, rules, request, text)) ids.push_back(piece.id);
    return ids;
}

bool puts_before_target(const Model& model, const Request& request) {
    const std::vector<Piece> pieces = target_pieces(model, rules_for(model, request), request, "a");
    return !pieces.empty() && stands_around(pieces.front());
}

bool is_control(const Model& model, int id, bool target) {
    if (!model.subword || id == (target ? model.target : model.source).special().unknown) return false;
    return model.subword->is_special(id, target ? subword::Side::Target : subword::Side::Source);
}

std::string text_of(const Model& model, const std::vector<TraceStep>& steps) {
    std::vector<int> ids;
    std::vector<std::string> tokens;
    for (const TraceStep& step : steps) {
        if (step.token.is_end) continue;
        ids.push_back(step.token.id);
        tokens.push_back(step.token.text);
    }
    return model.subword ? model.subword->decode(ids) : model.tokenizer.join(tokens);
}

GenerationRules rules_for(const Model& model, const Request& request) {
    GenerationRules rules = model.generation ? *model.generation : GenerationRules{};
    if (request.target_language.empty()) return rules;
    const int id = language_id(model, request.target_language);
    if (rules.start_is_language)
        rules.start = id;
    else if (rules.first_is_language)
        rules.forced_first = id;
    return rules;
}

} // namespace heed
