// Text as the tokenizer of a model reads and writes it, where that is one of its own (Model::subword); else
// as any other model does.
#pragma once

#include "core/models/generation.h"
#include "core/models/model.h"
#include "core/trace/request.h"

#include <span>
#include <string>
#include <vector>

namespace heed {

namespace subword {
struct Piece;
}

/// What the model reads: the text's tokens and what stands around them, for the languages and the task that
/// the request names. Of a model that reads whole texts a tab parts the two of a pair. A control token that
/// was typed is a start token, too (TraceToken::is_start), with its bytes. Throws heed::Error for a language
/// that the model does not have.
std::vector<TraceToken> source_tokens(const Model& model, const Request& request);

/// The pieces that a model writes for a text, with what its tokenizer puts around what is to be written (as
/// Hugging Face's labels have it, but for mBART cc25 and NLLB's old tokenizer, whose labels end with the
/// language); where that puts nothing, what the rules begin and end a text with. Of a model with pieces of
/// its own (Model::subword). Throws for a token that the model's table has no row for.
std::vector<subword::Piece> target_pieces(const Model& model, const GenerationRules& rules,
                                          const Request& request, std::string_view text);
/// The ids of these.
std::vector<int> target_ids(const Model& model, const GenerationRules& rules, const Request& request,
                            std::string_view text);

/// Whether a token stands before every text that is to be written: a language, a start.
bool puts_before_target(const Model& model, const Request& request);

/// Whether the token controls the model and is no part of a text: a start or end token, a language. One that
/// stands for what is unknown is a part of it.
bool is_control(const Model& model, int id, bool target);

/// Written tokens as text.
std::string text_of(const Model& model, const std::vector<TraceStep>& steps);

/// The model's rules for one request: with the language's token in its place. Throws as source_tokens does,
/// and where a language is named for a model that knows none.
GenerationRules rules_for(const Model& model, const Request& request);

} // namespace heed
