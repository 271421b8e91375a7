#include "core/io/report/report_words.h"

#include "core/models/seq2seq/tensor_role.h"
#include "core/text/strings.h"

#include <algorithm>
#include <numeric>

namespace heed::io {

namespace {

using Kind = Expression::Kind;

std::string gates_of(CellKind cell) {
    switch (cell) {
    case CellKind::Rnn:
        return {};
    case CellKind::Gru:
        return "r, z, n";
    case CellKind::Lstm:
        return "i, f, g, o";
    }
    return {};
}

/// c, s, Ey: what the readout reads.
std::vector<std::string> reads_of(const Seq2SeqConfig& config) {
    const Reads reads = config.reads();
    std::vector<std::string> words;
    if (reads.context) words.emplace_back("c");
    if (reads.state) words.emplace_back("s");
    if (reads.token) words.emplace_back("Ey");
    return words;
}

/// "[c ; s ; Ey]"
std::string joined_text(const std::vector<std::string>& words) {
    std::string text;
    for (const std::string& word : words) text += (text.empty() ? "" : " ; ") + word;
    return words.size() < 2 ? text : "[" + text + "]";
}

std::string reads_text(const Seq2SeqConfig& config) { return joined_text(reads_of(config)); }

std::string cell_reads(const Seq2SeqConfig& config) {
    if (config.decoder.order == Order::Conditional) return "Ey";
    if (config.decoder.order == Order::Luong) {
        if (!config.decoder.input_feeding) return "Ey";
        const std::string back = config.decoder.fed == Fed::Context ? "c" : "t";
        return config.decoder.reads_token ? "[Ey ; " + back + "]" : back;
    }
    if (!config.decoder.reads_token) return "c";
    if (config.decoder.context == ContextPlace::Combined) return "x";
    return config.decoder.context == ContextPlace::Input ? "[Ey ; c]" : "Ey";
}

std::string start_text(const Seq2SeqConfig& config, bool memory) {
    const std::string state = memory ? "c\u2080 = " : "s\u2080 = ";
    const char* ends = memory                         ? "[\u2192c ; \u2190c]"
                       : config.encoder.bidirectional ? "[\u2192h ; \u2190h]"
                                                      : "\u2192h";
    switch (config.decoder.start) {
    case Start::Backward:
        return state + "tanh(W \u2190h + b)";
    case Start::Mean:
        return state + "tanh(W mean h + b)";
    case Start::Linear:
        return state + "W " + ends + " + b";
    case Start::Memory:
        return "c\u2080 = W [\u2192c ; \u2190c] + b, s\u2080 = tanh(c\u2080)";
    case Start::Blocks:
        return state + "relu(W x + b), x all last states in a row";
    default:
        if (memory && config.decoder.start_memory == StartMemory::Linear) return state + "W " + ends + " + b";
        return state + "tanh(W " + ends + " + b)";
    }
}

struct Place {
    std::string_view prefix;
    const char *group, *name;
    PartRole part;
};
constexpr Place cell_places[] = {{"encoder.forward.", "Encoder", "forward", PartRole::Forward},
                                 {"encoder.backward.", "Encoder", "backward", PartRole::Backward},
                                 {"decoder.cell.", "Decoder", "cell", PartRole::Decoder},
                                 {"decoder.second.", "Decoder", "second cell", PartRole::Decoder}};

PartWords cell_words(const Place& place, std::string_view rest, const Seq2SeqConfig& config) {
    const bool encoder = place.group == std::string_view("Encoder");
    const int layer = take_layer(rest);
    std::string name = place.name;
    const std::string gates = gates_of(encoder ? config.encoder.cell : config.decoder.cell);
    const bool second = place.prefix == "decoder.second.";
    PartWords words{place.group, place.part, {}, {}, gates, {}};
    const std::string of_layer = layer > 0 ? ", layer " + std::to_string(layer + 1) : "";
    if (rest == "weight_ih") {
        const std::string reads = second ? "c" : cell_reads(config);
        words.text = name + " W" + (encoder || layer > 0 ? "" : " on " + reads) + of_layer;
        words.cell = gates;
    } else if (rest == "weight_hh") {
        words.text = name + " U" + of_layer;
        words.cell = gates;
    } else if (rest.starts_with("bias_")) {
        words.text = name + " b" + of_layer;
    } else {
        const bool gain = rest.find("gain") != rest.npos;
        words.text = name + (gain ? ", gain" : ", bias") + " of the normalised " +
                     (rest.starts_with("norm_ih") ? "W x" : "U h") + of_layer;
    }
    return words;
}

struct Whole {
    std::string_view name;
    const char *group, *text;
    PartRole part;
};
constexpr Whole whole_names[] = {
    {"encoder.embedding.weight", "Encoder", "source embedding E", PartRole::Embedding},
    {"decoder.embedding.weight", "Decoder", "target embedding E", PartRole::Embedding},
    {"encoder.summary.weight", "Encoder", "the whole source in one vector", PartRole::Forward},
    {"encoder.summary.bias", "Encoder", "its b", PartRole::Forward},
    {"attention.Wq", "Attention", "Wq", PartRole::Attention},
    {"attention.Wh", "Attention", "Wh", PartRole::Attention},
    {"attention.W", "Attention", "W of the score", PartRole::Attention},
    {"attention.b", "Attention", "b of the score", PartRole::Attention},
    {"attention.v", "Attention", "v", PartRole::Attention},
    {"attention.log_beta", "Attention", "logarithm of the key strength", PartRole::Attention},
    {"attention.F", "Attention", "filters over the weights before", PartRole::Attention},
    {"attention.U", "Attention", "what the filters add", PartRole::Attention},
    {"attention.wc", "Attention", "what having been looked at adds", PartRole::Attention},
    {"attention.Uf", "Attention", "U of the fertility", PartRole::Attention},
    {"gate.weight", "Context", "W of the gate over the context", PartRole::Attention},
    {"gate.bias", "Context", "its b", PartRole::Attention},
    {"copy.wh", "Copying", "the gate reads the context", PartRole::Output},
    {"copy.ws", "Copying", "the gate reads the state", PartRole::Output},
    {"copy.wx", "Copying", "the gate reads the token before", PartRole::Output},
    {"copy.b", "Copying", "its b", PartRole::Output},
    {"attention.Wp", "Attention", "Wp of the window", PartRole::Attention},
    {"attention.vp", "Attention", "vp of the window", PartRole::Attention},
    {"decoder.combine.weight", "Decoder", "x = relu(W [Ey ; c] + b), for the cell", PartRole::Decoder},
    {"decoder.combine.bias", "Decoder", "its b", PartRole::Decoder},
    {"readout.combine.bias", "Decoder", "its b", PartRole::Output},
    {"readout.output.bias", "Decoder", "its b", PartRole::Output},
    {"readout.project.weight", "Decoder", "W t + b, before the logits", PartRole::Output},
    {"readout.project.bias", "Decoder", "its b", PartRole::Output},
};

struct Norm {
    std::string_view prefix;
    const char *group, *of;
    PartRole part;
};
constexpr Norm norms[] = {{"bridge.norm.", "Start", "s\u2080", PartRole::Decoder},
                          {"attention.norm_key.", "Attention", "Wh h", PartRole::Attention},
                          {"attention.norm_query.", "Attention", "Wq q", PartRole::Attention},
                          {"readout.norm_context.", "Decoder", "W c", PartRole::Output},
                          {"readout.norm_state.", "Decoder", "W s", PartRole::Output},
                          {"readout.norm_token.", "Decoder", "W Ey", PartRole::Output}};

std::string ranges_text(const std::vector<Expression::Range>& ranges, const char* what) {
    std::string text;
    for (const auto& [from, before] : ranges) {
        text += text.empty() ? "" : ", ";
        text += std::to_string(from + 1) + "\u2013" + std::to_string(before);
    }
    return std::string(what) + text;
}

/// Which of a cell's gates lie in those rows: "r, z" for the first two thirds.
std::string gates_in(const std::string& gates, Eigen::Index from, Eigen::Index before, Eigen::Index rows) {
    std::vector<std::string> names;
    for (std::size_t at = 0; at < gates.size(); at += 3) names.push_back(gates.substr(at, 1));
    if (names.empty() || rows % static_cast<Eigen::Index>(names.size()) != 0) return gates;
    const Eigen::Index each = rows / static_cast<Eigen::Index>(names.size());
    std::string text;
    for (Eigen::Index n = from / each; n < before / each; ++n)
        text += (text.empty() ? "" : ", ") + names[static_cast<std::size_t>(n)];
    return text;
}

/// What one expression does with a tensor; where it takes only some of it, from which row or column on.
struct Use {
    PartWords words;
    bool cut = false;
    Eigen::Index from = 0;
};
using Uses = std::map<const StoredTensor*, std::vector<Use>>;

/// "Wq (columns 1-48), Wh (49-128)"; "target embedding E; logits from t".
PartWords together(std::vector<Use> uses) {
    std::stable_sort(uses.begin(), uses.end(), [](const Use& a, const Use& b) { return a.from < b.from; });
    PartWords all = uses.front().words;
    for (std::size_t n = 1; n < uses.size(); ++n) {
        std::string text = uses[n].words.text;
        if (text == uses[n - 1].words.text) continue;
        if (uses[n].cut && uses[n - 1].cut && text.find("columns ") != text.npos)
            text.erase(text.find("columns "), 8);
        all.text += (uses[n].cut ? ", " : "; ") + text;
    }
    return all;
}

/// Columns that are put in another order stand in their tensor in its own: "logits from [s ; c ; Ey]".
std::string in_their_order(std::string text, const Expression& cut, const std::vector<std::string>& reads) {
    if (cut.kind != Kind::ColumnRanges || cut.ranges.size() != reads.size()) return text;
    std::vector<std::size_t> order(reads.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::sort(order.begin(), order.end(),
              [&](std::size_t a, std::size_t b) { return cut.ranges[a].first < cut.ranges[b].first; });
    std::vector<std::string> theirs;
    for (const std::size_t n : order) theirs.push_back(reads[n]);
    const std::string ours = joined_text(reads);
    if (const std::size_t at = text.find(ours); at != text.npos)
        text.replace(at, ours.size(), joined_text(theirs));
    return text;
}

/// `cut`: what is taken of the expression.
void walk(Uses& uses, const Expression& e, const PartWords& words, const Expression* cut = nullptr) {
    if (e.kind == Kind::Tensor) {
        PartWords own = words;
        const bool all = cut == nullptr || cut->ranges.size() > 1;
        if (all && cut != nullptr) own.text = in_their_order(own.text, *cut, own.reads);
        if (!all && e.item.tensor != nullptr)
            own.text +=
                " (" + ranges_text(cut->ranges, cut->kind == Kind::RowRanges ? "rows " : "columns ") + ")";
        if (e.item.tensor != nullptr)
            uses[e.item.tensor].push_back({std::move(own), !all, all ? 0 : cut->ranges.front().first});
        return;
    }
    if (e.kind == Kind::Columns && e.of.size() == words.reads.size()) { // what is read, kept apart
        for (std::size_t n = 0; n < e.of.size(); ++n) {
            PartWords own = words;
            own.text += ", its W " + words.reads[n];
            walk(uses, e.of[n], own);
        }
        return;
    }
    if (e.kind == Kind::Rows && !words.gates.empty()) { // a cell whose gates are kept apart
        const Eigen::Index rows = extent_of(e).rows;
        Eigen::Index at = 0;
        for (const Expression& part : e.of) {
            const Eigen::Index next = at + extent_of(part).rows;
            PartWords own = words;
            own.cell = gates_in(words.gates, at, next, rows);
            walk(uses, part, own);
            at = next;
        }
        return;
    }
    if (e.kind == Kind::Product) {
        PartWords own = words;
        own.text += ", one of several that are multiplied";
        for (const Expression& part : e.of) walk(uses, part, own);
        return;
    }
    for (const Expression& part : e.of)
        walk(uses, part, words, e.kind == Kind::RowRanges || e.kind == Kind::ColumnRanges ? &e : nullptr);
}

std::string cell_fact(CellKind cell, int size, int layers) {
    return ascii_upper(to_string(cell)) + " " + std::to_string(size) +
           (layers > 1 ? ", " + std::to_string(layers) + " layers" : "");
}

} // namespace

PartWords part_words(const std::string& ours, const Seq2SeqConfig& config) {
    for (const Whole& row : whole_names) {
        if (row.name != ours) continue;
        if (ours == "attention.b" && config.attention.score == "location")
            return {"Attention", PartRole::Attention, "its b", {}, {}, {}};
        return {row.group, row.part, row.text, {}, {}, {}};
    }
    for (const Place& place : cell_places)
        if (ours.starts_with(place.prefix))
            return cell_words(place, std::string_view(ours).substr(place.prefix.size()), config);
    const bool bias = ours.ends_with("bias");
    for (const Norm& row : norms) {
        if (!ours.starts_with(row.prefix)) continue;
        const bool inner = ours.find(".inner") != ours.npos;
        const std::string what = inner  ? "b, before "
                                 : bias ? "bias of the normalised "
                                        : "gain of the normalised ";
        return {row.group, row.part, what + row.of + (inner ? " is normalised" : ""), {}, {}, {}};
    }
    if (ours.starts_with("bridge."))
        return {"Start",
                PartRole::Decoder,
                bias ? "its b" : start_text(config, ours.starts_with("bridge.memory")),
                {},
                {},
                {}};
    if (ours == "readout.combine.weight") {
        const bool maxout = config.decoder.readout == Readout::Maxout;
        const bool linear = config.decoder.readout == Readout::Linear;
        const std::string outer = linear ? "" : maxout ? "maxout(" : "tanh(";
        const std::string text = "t = " + outer + "W " + reads_text(config) + " + b" + (linear ? "" : ")");
        return {"Decoder", PartRole::Output, text, {}, {}, reads_of(config)};
    }
    if (ours == "readout.output.weight") {
        const bool straight = config.decoder.readout == Readout::None;
        return {"Decoder",
                PartRole::Output,
                "logits from " + (straight ? reads_text(config) : "t"),
                {},
                {},
                straight ? reads_of(config) : std::vector<std::string>{}};
    }
    return {"Decoder", PartRole::None, ours, {}, {}, {}};
}

std::map<const StoredTensor*, RankedWords> part_words(std::vector<FamilyReading::Role> roles,
                                                      const Seq2SeqConfig& config,
                                                      const nn::ParameterSet<float>& order) {
    std::stable_sort(roles.begin(), roles.end(),
                     [&](const auto& a, const auto& b) { return order.find(a.name) < order.find(b.name); });
    Uses uses;
    std::map<const StoredTensor*, RankedWords> found;
    for (const FamilyReading::Role& role : roles) {
        walk(uses, role.expression, part_words(role.name, config));
        for (const auto& [tensor, unused] : uses)
            found.try_emplace(tensor, RankedWords{{}, order.find(role.name)});
    }
    for (auto& [tensor, all] : uses) {
        PartWords words = together(std::move(all));
        if (!words.cell.empty()) words.text += ": " + words.cell;
        found[tensor].words = std::move(words);
    }
    return found;
}

std::vector<std::pair<std::string, std::string>> model_facts(const Seq2SeqConfig& c) {
    const auto& [encoder, decoder, attention] = std::tie(c.encoder, c.decoder, c.attention);
    const ScoreInfo* score = find_score(attention.score);
    const bool sized = score != nullptr && score->sized;
    std::string order = decoder.order == Order::Bahdanau ? "scores first, then state"
                        : decoder.order == Order::Luong  ? "state first, then scores"
                                                         : "two cells, scores between them";
    if (decoder.input_feeding)
        order += decoder.fed == Fed::Context ? ", fed its last context" : ", fed its last readout";
    if (!decoder.reads_token) order += ", not the word before";
    if (decoder.recurrent == Recurrent::Readout) order += ", the readout for its state";
    if (decoder.recurrent == Recurrent::Exchanged)
        order += ", state and memory before it in each other’s places";
    const Reads reads = c.reads();
    std::vector<std::string> readout;
    if (reads.state) readout.emplace_back("state");
    if (reads.context) readout.emplace_back("context");
    if (reads.token) readout.emplace_back("input");
    std::vector<std::pair<std::string, std::string>> facts = {
        {"encoder",
         cell_fact(encoder.cell, encoder.hidden, encoder.layers) +
             (encoder.bidirectional ? ", both directions" : ", one direction") +
             (encoder.merge == Merge::Sum ? " added" : "") + ", embedding " +
             std::to_string(encoder.embedding) +
             (encoder.padded > 0 ? ", read with padding up to " + std::to_string(encoder.padded) : "") +
             (encoder.cut ? "; longer sources are refused (what was trained cut them)" : "")},
        {"score", attention.score + (sized ? ", " + std::to_string(attention.size) + " units" : "") +
                      (attention.positions > 0 && attention.score == "location"
                           ? ", " + std::to_string(attention.positions) + " slots"
                           : "")},
        {"decoder", cell_fact(decoder.cell, decoder.hidden, decoder.layers) + ", " + order},
        {"readout", listed(readout, " and ")},
    };
    if (c.headed())
        facts.emplace_back(
            "heads", std::to_string(attention.heads) +
                         (attention.values > 0 ? ", values of " + std::to_string(attention.values)
                                               : ", over parts of the annotation") +
                         (attention.projection > 0 ? ", projected to " + std::to_string(attention.projection)
                                                   : ", side by side"));
    if (decoder.gate != Gate::None)
        facts.emplace_back("context", decoder.gate == Gate::One ? "times a gate, one number an output"
                                                                : "times a gate, a number a unit");
    if (c.normalisation.kind != nn::NormKind::None) facts.emplace_back("layers", "normalised");
    return facts;
}

} // namespace heed::io
