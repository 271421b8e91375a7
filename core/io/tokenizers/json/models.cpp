#include "core/io/tokenizers/json/tokenizer_json.h"
#include "core/text/subword/models/bpe.h"
#include "core/text/subword/models/unigram.h"
#include "core/text/subword/models/wordpiece.h"

#include <cmath>

namespace heed::io {

namespace {

int id_of(const TokenIds& tokens, const std::string& token) {
    for (const auto& [text, id] : tokens)
        if (text == token) return id;
    return -1;
}

TokenIds stage_tokens(const JsonStage& stage) {
    return token_ids(stage.need("vocab"), stage.subject + ": " + stage.name);
}

/// The id of unk_token, which must be in the vocabulary where the file names one.
int unknown_id(const JsonStage& stage, const TokenIds& tokens, const char* otherwise) {
    const std::string unknown = stage.text("unk_token", otherwise);
    if (unknown.empty()) return -1;
    const int id = id_of(tokens, unknown);
    if (id < 0) stage.refuse("unk_token", "a token of the vocabulary", in_quotes(unknown, 40));
    return id;
}

JsonModel bpe(const JsonStage& stage) {
    JsonModel made{nullptr, stage_tokens(stage)};
    made.unknown = unknown_id(stage, made.tokens, "");
    subword::BpeConfig config;
    config.vocabulary = subword::TokenTable(made.tokens);
    config.unknown = stage.text("unk_token", "");
    config.continuing_prefix = stage.text("continuing_subword_prefix", "");
    config.end_suffix = stage.text("end_of_word_suffix", "");
    config.fuse_unknown = stage.flag("fuse_unk", false);
    config.byte_fallback = stage.flag("byte_fallback", false);
    config.whole_parts = stage.flag("ignore_merges", false);
    const std::string subject = stage.subject + ": " + stage.name;
    for (const Json& merge : stage.list("merges")) {
        const std::size_t rank = config.merges.size();
        const auto& [left, right] = config.merges.emplace_back(merge_of(merge, rank, subject));
        for (const std::string* const token : {&left, &right})
            if (config.vocabulary.find(*token) < 0)
                stage.refuse("merges[" + std::to_string(rank) + "]", "tokens of the vocabulary",
                             in_quotes(*token, 60));
    }
    made.model = std::make_shared<const subword::Bpe>(std::move(config), subject);
    return made;
}

JsonModel unigram(const JsonStage& stage) {
    std::vector<std::pair<std::string, double>> pieces;
    JsonModel made;
    for (const Json& entry : stage.list("vocab")) {
        const bool sound = entry.is_array() && entry.size() == 2 && entry[0].is_string() &&
                           entry[1].is_number() && std::isfinite(entry[1].get<double>());
        if (!sound)
            stage.refuse("vocab[" + std::to_string(pieces.size()) + "]", "[piece, score]", shown(entry));
        made.tokens.emplace_back(entry[0].get<std::string>(), static_cast<int>(pieces.size()));
        pieces.emplace_back(made.tokens.back().first, entry[1].get<double>());
    }
    if (pieces.empty()) stage.refuse("vocab", "pieces", "none");
    if (stage.find("unk_id") != nullptr)
        made.unknown = static_cast<int>(stage.count("unk_id", 0, pieces.size() - 1));
    made.model =
        std::make_shared<const subword::Unigram>(pieces, made.unknown, stage.flag("byte_fallback", false));
    return made;
}

JsonModel word_piece(const JsonStage& stage) {
    JsonModel made{nullptr, stage_tokens(stage)};
    made.unknown = unknown_id(stage, made.tokens, "[UNK]");
    made.model = std::make_shared<const subword::WordPiece>(
        made.tokens, made.unknown, stage.text("continuing_subword_prefix", "##"),
        stage.count("max_input_chars_per_word", 100, 1 << 30));
    return made;
}

JsonModel word_level(const JsonStage& stage) {
    JsonModel made{nullptr, stage_tokens(stage)};
    made.unknown = id_of(made.tokens, stage.text("unk_token", ""));
    made.model = std::make_shared<const subword::WordLevel>(made.tokens, made.unknown);
    return made;
}

constexpr StageRow<JsonModel> model_table[] = {
    {"BPE", bpe}, {"Unigram", unigram}, {"WordPiece", word_piece}, {"WordLevel", word_level}};

/// Files of before 2021 do not say the type; what they hold does.
std::string_view type_by_content(const Json& model) {
    if (model.contains("merges")) return "BPE";
    if (model.contains("vocab") && model["vocab"].is_array()) return "Unigram";
    return model.contains("continuing_subword_prefix") ? "WordPiece" : "WordLevel";
}

} // namespace

JsonModel read_model(const JsonStage& stage) {
    if (stage.json.is_object() && !stage.json.contains("type")) {
        const std::string_view type = type_by_content(stage.json);
        for (const StageRow<JsonModel>& row : model_table)
            if (row.type == type) return row.read(stage);
    }
    return row_of<JsonModel>(model_table, stage).read(stage);
}

} // namespace heed::io
