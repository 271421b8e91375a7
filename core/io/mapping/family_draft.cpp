#include "core/io/mapping/family_draft.h"

#include "core/io/mapping/parts/written_tensors.h"
#include "core/io/mapping/word_questions.h"
#include "core/text/strings.h"

#include <algorithm>
#include <charconv>

namespace heed::io::mapping {

namespace {

using Json = nlohmann::json;

constexpr std::size_t most_lacks = 4, longest_name = 60;

/// Whether a file of that part has the tensor.
bool has_tensor(const Mapping& m, const std::string& part, const Json& name) {
    const std::string whole = part + name.get<std::string>();
    return std::any_of(m.units.begin(), m.units.end(), [&](const Unit& unit) {
        return unit.part == part && (unit.weight == whole || unit.weight_hh == whole);
    });
}

/// What tells the file of a part from the others: tensors of theirs that it has not.
Json lacks_of(const Mapping& m, const std::string& part, const std::map<std::string, Json>& has) {
    Json lacks = Json::array();
    for (const auto& [other, names] : has)
        for (const Json& name : names)
            if (other != part && !has_tensor(m, part, name) && lacks.size() < most_lacks)
                lacks.push_back(name);
    return lacks;
}

/// The tensors that such a model must have: of cells those of the lowest layer.
Json known_by(const Draft& draft, const Names& names) {
    const Mapping& m = draft.mapping;
    std::map<std::string, Json> has; // by part of the files
    for (std::size_t n = 0; n < m.units.size(); ++n) {
        const Unit& unit = m.units[n];
        const Part part = m.as[n].part;
        if (part == Part::None || part == Part::Ignored || m.as[n].layer > 0) continue;
        const std::string tensor = unit.kind == Unit::Kind::Cell ? unit.weight_hh : unit.weight;
        has[unit.part].push_back(names(tensor).substr(unit.part.size()));
    }
    if (has.size() == 1 && has.begin()->first.empty()) return {{"has", has.begin()->second}};
    Json parts = Json::array();
    for (const auto& [part, list] : has) {
        Json one{{"part", part}, {"has", list}};
        if (Json lacks = lacks_of(m, part, has); !lacks.empty()) one["lacks"] = std::move(lacks);
        parts.push_back(std::move(one));
    }
    return parts;
}

Json source_config(const Draft& draft) {
    const Around around = around_of(draft.answer("source"));
    return {{"start", around.start}, {"end", around.end}};
}

Json encoder_config(const Draft& draft) {
    Json encoder{{"cell", {{"gates", "encoder_rows / H"}}},
                 {"bidirectional", draft.mapping.sizes.two_ways},
                 {"layers", "=encoder_layers"},
                 {"embedding", "=E"},
                 {"hidden", "=H"}};
    if (draft.answer("directions") == "summed") encoder["merge"] = "sum";
    if (draft.answer("reading") == "reversed") encoder["reversed"] = true;
    if (const std::string padded = draft.answer("padding"); !padded.empty() && padded != "0")
        encoder["padded"] = std::stoi(padded);
    return encoder;
}

void add_order(Json& decoder, const std::string& order) {
    const bool before = order.starts_with("before");
    decoder["order"] = before ? "bahdanau" : "luong";
    if (order == "before-combined") decoder["context"] = "combined";
    if (order.starts_with("fed-")) decoder["input_feeding"] = true;
    if (order.starts_with("fed-context")) decoder["fed"] = "context";
    if (order.ends_with("-alone")) decoder["reads_token"] = false;
}

void add_start(Json& decoder, const Draft& draft) {
    const std::string answer = draft.answer("start"), start = answer.substr(0, answer.find("-turned"));
    const bool made = draft.made_start(), shaped = made || draft.mapping.unit(Part::Start) != nullptr;
    decoder["start"] = made ? "linear" : start;
    if (const std::string from = draft.answer("from"); !from.empty()) decoder["start_from"] = from;
    const bool lstm = draft.mapping.sizes.decoder_gates == 4;
    if (const std::string memory = draft.answer("memory");
        lstm && shaped && !memory.empty() && memory != "zero")
        decoder["start_memory"] = memory == "shared" ? "own" : memory;
    if (shaped && start != "blocks" && draft.mapping.sizes.decoder_layers > 1) decoder["start_shared"] = true;
}

/// What stands in an arrangement ("s,c"), in the order that ours has.
Json read_names(const std::string& arrangement) {
    Json reads = Json::array();
    for (const auto& [letter, name] :
         {std::pair('c', "context"), std::pair('s', "state"), std::pair('y', "token")})
        if (arrangement.find(letter) != std::string::npos) reads.push_back(name);
    return reads;
}

Json decoder_config(const Draft& draft) {
    const Mapping& m = draft.mapping;
    Json decoder{{"cell", {{"gates", "decoder_rows / D"}}},
                 {"layers", "=decoder_layers"},
                 {"embedding", "=T"},
                 {"hidden", "=D"}};
    add_order(decoder, draft.answer("order"));
    add_start(decoder, draft);
    if (const Unit* gate = m.unit(Part::Gate)) {
        decoder["gate"] = gate->rows == 1 ? "one" : "each";
        decoder["gate_reads"] = read_names(draft.answer("gate"));
    }
    const std::string readout = draft.answer("readout");
    decoder["readout"] = readout.empty() ? "none" : readout;
    if (!readout.empty()) decoder["readout_size"] = readout == "maxout" ? "=R / 2" : "=R";
    if (m.unit(Part::Project) != nullptr) decoder["projection"] = "=P";
    decoder["readout_reads"] = read_names(draft.answer("reads"));
    return decoder;
}

Json attention_config(const Draft& draft) {
    if (draft.answer("score") == "location")
        return {{"score", "location"}, {"alignment", "slots"}, {"positions", "=L"}, {"query", "token-state"}};
    if (const std::string unit = draft.answer("unit"); !unit.empty())
        return {{"score", unit == "tanh" ? "additive" : "additive-" + unit}, {"size", "=A"}};
    if (const std::string scale = draft.answer("projected"); !scale.empty())
        return {{"score", scale == "root" ? "projected-scaled" : "projected"}, {"size", "=A"}};
    if (biased_product(draft)) return {{"score", "projected"}, {"size", "=d"}};
    if (!draft.answer("product").empty()) return {{"score", "general"}};
    return {{"score", draft.answer("scale") == "root" ? "scaled" : "dot"}};
}

/// The word that was answered, before those that mean the same elsewhere.
Json special_words(const std::string& answer, std::string_view meaning) {
    Json list = Json::array();
    if (const auto id = number_in<int>(answer))
        list.push_back(*id);
    else if (!answer.empty())
        list.push_back(answer);
    for (const std::string& word : usual_words(meaning))
        if (word != answer && meaning != "start") list.push_back(word);
    if (answer.empty() && meaning == "start")
        for (const std::string& word : usual_words(meaning)) list.push_back(word);
    return list;
}

/// What stands around a source; empty: a usual word, which a family finds by itself.
std::string source_word(const Draft& draft, std::string_view meaning) {
    const Around around = around_of(draft.answer("source"));
    if (meaning == "start" && !around.start_word.empty()) return around.start_word;
    if (meaning == "end" && !around.end_word.empty()) return around.end_word;
    const std::vector<std::string> all = words_meaning(draft.words.source, meaning, false);
    const std::vector<std::string> usual = usual_words(meaning);
    const bool strange = !all.empty() && std::find(usual.begin(), usual.end(), all.front()) == usual.end();
    return strange ? all.front() : std::string();
}

Json specials(const Draft& draft) {
    Json all;
    for (const char* side : {"source", "target"})
        for (const char* meaning : {"pad", "start", "end", "unknown"}) {
            const bool target = std::string_view(side) == "target";
            const std::string_view what = meaning;
            const std::string answer = target && what == "start" ? draft.answer("first")
                                       : target && what == "end" ? draft.answer("last")
                                       : target                  ? ""
                                                                 : source_word(draft, what);
            all[side][meaning] = special_words(answer, meaning);
        }
    return all;
}

Json vocabularies(const Words& words) {
    const auto side = [](const std::vector<std::string>& list, const std::string& file,
                         const std::string& inside) {
        Json one = Json::object();
        if (list.empty()) one["numbers"] = true; // it was tried so
        if (!inside.empty()) one["inside"] = Json::array({inside});
        if (!file.empty()) one["files"] = Json::array({file});
        return one;
    };
    return {{"source", side(words.source, words.source_file, words.source_inside)},
            {"target", side(words.target, words.target_file, words.target_inside)}};
}

/// "0.59"
std::string two_decimals(double value) {
    char text[32];
    return {text, std::to_chars(text, text + sizeof text, value, std::chars_format::fixed, 2).ptr};
}

/// What was answered and no file says: an assumption until an example agrees. What weighs most comes first.
Json unsettled(const Draft& draft, const Changes& changes) {
    std::vector<const Question*> open = draft.open();
    const auto change = [&](const Question* q) {
        const auto found = changes.most.find(q->id);
        return found == changes.most.end() ? 0.0 : found->second;
    };
    std::stable_sort(open.begin(), open.end(),
                     [&](const Question* a, const Question* b) { return change(a) > change(b); });
    Json sentences = Json::array();
    for (const Question* question : open) {
        std::string words =
            "“" + question->text + "” is not in the file; the answer was “" + question->label() + "”";
        if (const double most = change(question); most >= .005)
            words += ", and another changed a weight by " + two_decimals(most) + " in " + changes.model;
        sentences.push_back(std::move(words));
    }
    return sentences;
}

/// What even an example that agrees does not tell.
Json undecided(const Draft& draft, const Changes& changes) {
    Json sentences = Json::array();
    for (const Question& question : draft.questions)
        if (changes.undecided.count(question.id) != 0)
            sentences.push_back(undecided_words(draft, question.id, changes.model));
    return sentences;
}

} // namespace

std::string undecided_words(const Draft& draft, const std::string& question, const std::string& model) {
    const Question* asked = draft.find(question);
    return "The example of " + model + " agrees with more than one answer to “" +
           (asked != nullptr ? asked->text : question) + "”";
}

Json family_json(const Draft& draft, const std::string& id, const std::string& title, const Said& said,
                 const Changes& changes) {
    const Names names(draft.mapping);
    Json comment{{"parts", Json::object()}, {"answers", Json::object()}};
    for (const auto& [unit, part] : said.parts) comment["parts"][unit] = info(part).id;
    for (const Question& question : draft.questions)
        if (question.options.size() > 1) comment["answers"][question.id] = question.answer;
    Json family{{"format", "heed.family"},
                {"version", family_format_version},
                {"id", id},
                {"title", title},
                {"about", "A model of " + title + ", mapped with Heed's assistant."},
                {"comment", {{"mapping", std::move(comment)}}},
                {"known_by", known_by(draft, names)},
                {"sizes", written_sizes(draft, names)},
                {"config",
                 {{"encoder", encoder_config(draft)},
                  {"decoder", decoder_config(draft)},
                  {"attention", attention_config(draft)},
                  {"source", source_config(draft)},
                  {"tokenizer",
                   {{"level", draft.answer("text")},
                    {"fixed", true},
                    {"lowercase", draft.answer("case") == "small"}}}}},
                {"tensors", written_tensors(draft, names)},
                {"ignore", written_ignored(draft, names)},
                {"vocabularies", vocabularies(draft.words)},
                {"special", specials(draft)}};
    if (Json sentences = unsettled(draft, changes); !sentences.empty())
        family["unsettled"] = std::move(sentences);
    if (Json sentences = undecided(draft, changes); !sentences.empty())
        family["undecided"] = std::move(sentences);
    family["comment"]["mapping"]["written"] = written_mark(family);
    return family;
}

std::string written_mark(const Json& family) {
    Json rest = family;
    for (const char* key : {"comment", "title", "about"}) rest.erase(key);
    std::uint64_t mark = 0xcbf29ce484222325u; // FNV-1a
    for (const char c : rest.dump()) mark = (mark ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
    char digits[17];
    return {digits, std::to_chars(digits, digits + sizeof digits, mark, 16).ptr};
}

std::string mark_in(const Json& family) {
    const Json::json_pointer place("/comment/mapping/written");
    if (!family.is_object() || !family.contains(place)) return {};
    const Json& mark = family.at(place);
    return mark.is_string() ? mark.get<std::string>() : std::string();
}

Said said_in(const Json& family) {
    Said said;
    const Json comment = family.is_object() ? family.value("comment", Json()) : Json();
    const Json mapping = comment.is_object() ? comment.value("mapping", Json()) : Json();
    if (!mapping.is_object()) return said;
    const auto texts = [&](const char* key, const auto& take) {
        const auto it = mapping.find(key);
        if (it == mapping.end() || !it->is_object()) return;
        for (const auto& [name, value] : it->items())
            if (value.is_string()) take(name, value.template get<std::string>());
    };
    texts("parts", [&](const std::string& unit, const std::string& id) {
        if (const PartInfo* part = find_part(id)) said.parts[unit] = part->part;
    });
    texts("answers",
          [&](const std::string& question, const std::string& option) { said.answers[question] = option; });
    return said;
}

std::string wrong_name(const std::string& name) {
    if (name.empty()) return "A family needs a name";
    const bool plain = std::all_of(name.begin(), name.end(), [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '_';
    });
    if (!plain) return "A name is made of a–z, 0–9, - and _";
    if (name.front() == '-') return "A name begins with a letter or a digit";
    return name.size() > longest_name ? "A name has at most 60 letters" : "";
}

} // namespace heed::io::mapping
