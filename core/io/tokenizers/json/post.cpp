#include "core/io/tokenizers/json/tokenizer_json.h"

namespace heed::io {

namespace {

using subword::Spaces;
using subword::Template;

/// What one post-processor asks for; a Sequence's are put together.
struct PostPart {
    bool has_template = false, has_spaces = false;
    Template around;
    Spaces spaces = Spaces::Kept;
};

constexpr int largest_type = 255;

int checked_id(const Json& id, const JsonStage& stage, const std::string& item) {
    if (!id.is_number_unsigned() || id.get<std::uint64_t>() > 1u << 30)
        stage.refuse(item, "a token's id", shown(id));
    return id.get<int>();
}

std::vector<Template::Item> template_items(const JsonStage& stage, const char* key) {
    constexpr std::size_t most_parts = 64;
    std::vector<Template::Item> items;
    const auto add = [&](const Template::Item& item) {
        if (items.size() == most_parts)
            stage.refuse(key, "at most " + std::to_string(most_parts) + " parts", "more");
        items.push_back(item);
    };
    for (const Json& entry : stage.list(key)) {
        const std::string name = std::string(key) + "[" + std::to_string(items.size()) + "]";
        const bool sound = entry.is_object() && entry.size() == 1 && entry.begin()->is_object();
        if (!sound) stage.refuse(name, "a SpecialToken or a Sequence", shown(entry));
        const JsonStage what{*entry.begin(), stage.subject, stage.name + ", " + name};
        const int type = static_cast<int>(what.count("type_id", 0, largest_type));
        const std::string id = what.text("id", "");
        if (entry.begin().key() == "Sequence") {
            if (id != "A" && id != "B") what.refuse("id", "A or B", in_quotes(id, 40));
            add({Template::text, id == "B", type});
            continue;
        }
        if (entry.begin().key() != "SpecialToken")
            stage.refuse(name, "a SpecialToken or a Sequence", in_quotes(entry.begin().key(), 40));
        const JsonStage tokens{stage.need("special_tokens"), stage.subject, stage.name + ", special_tokens"};
        const JsonStage token{tokens.need(id.c_str()), stage.subject, tokens.name + ", " + in_quotes(id, 40)};
        for (const Json& number : token.list("ids")) add({checked_id(number, token, "ids"), 0, type});
    }
    return items;
}

PostPart by_template(const JsonStage& stage) {
    PostPart part;
    part.has_template = true;
    part.around.single = template_items(stage, "single");
    part.around.pair = stage.find("pair") != nullptr ? template_items(stage, "pair") : part.around.single;
    return part;
}

/// ["[SEP]", 102]
int pair_id(const JsonStage& stage, const char* key) {
    const Json& value = stage.list(key);
    if (value.size() != 2) stage.refuse(key, "[token, id]", shown(value));
    return checked_id(value[1], stage, key);
}

Spaces spaces_of(const JsonStage& stage) {
    if (!stage.flag("trim_offsets", true)) return Spaces::Kept;
    return stage.flag("add_prefix_space", true) ? Spaces::TrimmedButPrefix : Spaces::Trimmed;
}

PostPart bert_processing(const JsonStage& stage) {
    const int sep = pair_id(stage, "sep"), cls = pair_id(stage, "cls");
    constexpr int text = Template::text;
    return {true, false, {{{cls}, {text}, {sep}}, {{cls}, {text}, {sep}, {text, 1, 1}, {sep, 1, 1}}}};
}

PostPart roberta_processing(const JsonStage& stage) {
    const int sep = pair_id(stage, "sep"), cls = pair_id(stage, "cls");
    constexpr int text = Template::text;
    return {true,
            true,
            {{{cls}, {text}, {sep}}, {{cls}, {text}, {sep}, {sep}, {text, 1}, {sep}}},
            spaces_of(stage)};
}

PostPart byte_level(const JsonStage& stage) { return {false, true, {}, spaces_of(stage)}; }

constexpr StageRow<PostPart> post_processor_table[] = {{"TemplateProcessing", by_template},
                                                       {"BertProcessing", bert_processing},
                                                       {"RobertaProcessing", roberta_processing},
                                                       {"ByteLevel", byte_level}};

} // namespace

void read_post_processor(const JsonStage& stage, JsonTokenizer& to) {
    bool surrounded = false;
    for (const PostPart& part : read_stages<PostPart>(post_processor_table, stage, "processors")) {
        if (part.has_template && surrounded)
            stage.refuse("processors", "one that puts tokens around a text", "several");
        surrounded = surrounded || part.has_template;
        if (part.has_template) to.around = part.around;
        if (part.has_spaces && part.spaces != Spaces::Kept) to.spaces.push_back(part.spaces);
    }
}

} // namespace heed::io
