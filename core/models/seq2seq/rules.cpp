// What a configuration must not ask for, and how that is said.
#include "core/base/error.h"
#include "core/models/seq2seq/config.h"
#include "core/models/seq2seq/words.h"

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace heed {

namespace {

using namespace words;
using attention::AlignmentKind;

struct Rule {
    bool broken;
    const char* key;
    std::string expected, found;
};

std::string shown(int n) { return std::to_string(n); }
std::string shown_number(double value) { return nlohmann::json(value).dump(); }

std::vector<Rule> order_rules(const Seq2SeqConfig& c) {
    const bool bahdanau = c.decoder.order == Order::Bahdanau, luong = c.decoder.order == Order::Luong;
    const std::string order(name_in(orders, c.decoder.order)),
        place(name_in(context_places, c.decoder.context));
    const std::string D = shown(c.decoder.hidden), d = shown(c.context());
    return {
        {c.decoder.fed != Fed::Readout && !c.decoder.input_feeding, "decoder.fed",
         "readout where decoder.input_feeding is false", std::string(name_in(fed_back, c.decoder.fed))},
        {c.decoder.recurrent != Recurrent::State && !luong, "decoder.recurrent",
         "state where decoder.order is " + order, std::string(name_in(recurrents, c.decoder.recurrent))},
        {c.decoder.recurrent == Recurrent::Exchanged && c.decoder.cell != CellKind::Lstm, "decoder.recurrent",
         "state where the decoder is no lstm", "exchanged"},
        {c.decoder.recurrent == Recurrent::Readout && c.readout() != c.decoder.hidden, "decoder.readout_size",
         "as many as decoder.hidden (" + D + ") where the readout is the state before", shown(c.readout())},
        {c.decoder.recurrent != Recurrent::State && c.decoder.layers > 1, "decoder.layers",
         "1 where decoder.recurrent is " + std::string(name_in(recurrents, c.decoder.recurrent)),
         shown(c.decoder.layers)},
        {!c.decoder.reads_token &&
             !(luong ? c.decoder.input_feeding : bahdanau && c.decoder.context == ContextPlace::Input),
         "decoder.reads_token", "true where the cell reads nothing else", "false"},
        {c.decoder.input_feeding && !luong, "decoder.input_feeding", "false where decoder.order is " + order,
         "true"},
        {c.decoder.readout_state == ReadoutState::Previous && !bahdanau, "decoder.readout_state",
         "current where decoder.order is " + order, "previous"},
        {c.decoder.context != ContextPlace::Input && !bahdanau, "decoder.context",
         "input where decoder.order is " + order, place},
        {c.decoder.context == ContextPlace::State && c.decoder.hidden != c.context(), "decoder.hidden",
         "the size of a context (" + d + ") where decoder.context is state", D},
        {(c.decoder.context == ContextPlace::State || c.decoder.context == ContextPlace::Recurrent) &&
             c.decoder.layers > 1,
         "decoder.layers", "1 where decoder.context is " + place, shown(c.decoder.layers)},
        {c.decoder.gate != Gate::None && c.gate_joined() == 0, "decoder.gate_reads",
         "at least one of context, state, token", "none"},
        {c.decoder.gate == Gate::None && c.decoder.gate_reads != Seq2SeqConfig::Decoder().gate_reads,
         "decoder.gate_reads", "state where decoder.gate is none", "others"},
        {c.decoder.order == Order::Conditional && c.decoder.layers > 1, "decoder.layers",
         "1 where decoder.order is conditional", shown(c.decoder.layers)},
    };
}

std::vector<Rule> start_rules(const Seq2SeqConfig& c) {
    const std::string start(name_in(starts, c.decoder.start)), D = shown(c.decoder.hidden);
    const bool last = c.decoder.start == Start::Last || c.decoder.start == Start::Blocks;
    const bool one_way = c.decoder.start == Start::Forward || c.decoder.start == Start::Layers;
    const bool memory = c.decoder.cell == CellKind::Lstm && c.encoder.cell != CellKind::Lstm;
    const int ways = c.encoder.bidirectional ? 2 : 1;
    const bool bridge = c.decoder.start == Start::Bridge || c.decoder.start == Start::Backward ||
                        c.decoder.start == Start::Mean || c.decoder.start == Start::Linear;
    const bool from_memory = c.decoder.start == Start::Memory;
    return {
        {last && c.decoder.hidden != c.both_ends(), "decoder.hidden",
         "the size of both last states (" + shown(c.both_ends()) + ") where decoder.start is " + start, D},
        {one_way && c.decoder.hidden != c.encoder.hidden, "decoder.hidden",
         "the encoder's (" + shown(c.encoder.hidden) + ") where decoder.start is " + start, D},
        {(last || one_way) && memory, "decoder.start", "bridge, where only the decoder is an lstm", start},
        {c.decoder.start == Start::Layers && c.decoder.layers > c.encoder.layers * ways, "decoder.layers",
         "at most " + shown(c.encoder.layers * ways) + " where decoder.start is layers",
         shown(c.decoder.layers)},
        {c.decoder.start == Start::Blocks && c.decoder.layers != c.encoder.layers, "decoder.layers",
         "the encoder's (" + shown(c.encoder.layers) + ") where decoder.start is blocks",
         shown(c.decoder.layers)},
        {c.decoder.start == Start::Backward && !c.encoder.bidirectional, "decoder.start",
         "another start where the encoder reads one way", start},
        {from_memory && (memory || c.decoder.cell != CellKind::Lstm), "decoder.start",
         "another start where encoder or decoder is no lstm", start},
        {from_memory && c.normalisation.on(), "decoder.start", "another start where there is normalisation",
         start},
        {c.decoder.start_shared && !bridge && !from_memory, "decoder.start_shared",
         "false where decoder.start is " + start, "true"},
        {c.decoder.start_memory != StartMemory::Zero && c.decoder.cell != CellKind::Lstm,
         "decoder.start_memory", "none, since the decoder is no lstm",
         std::string(name_in(start_memories, c.decoder.start_memory))},
        {c.decoder.start_memory != StartMemory::Zero && !bridge, "decoder.start_memory",
         "none where decoder.start is " + start,
         std::string(name_in(start_memories, c.decoder.start_memory))},
        {(c.decoder.start_memory == StartMemory::Own || c.decoder.start_memory == StartMemory::Linear) &&
             memory && c.decoder.start != Start::Mean,
         "decoder.start_memory", "zero or same where the encoder leaves no memory",
         std::string(name_in(start_memories, c.decoder.start_memory))},
    };
}

std::vector<Rule> reader_rules(const Seq2SeqConfig& c) {
    const bool padded = c.encoder.padded > 0;
    return {
        {c.encoder.cut && !padded, "encoder.cut", "false where encoder.padded is 0", "true"},
        {padded && c.encoder.reversed, "encoder.padded", "0 where the encoder reads back to front",
         shown(c.encoder.padded)},
    };
}

std::vector<Rule> attention_rules(const Seq2SeqConfig& c) {
    const std::string& score = c.attention.score;
    const AlignmentKind alignment = c.attention.alignment;
    const int window = c.attention.window, positions = c.attention.positions;
    const int filters = c.attention.filters, width = c.attention.width;
    const bool local = alignment == AlignmentKind::LocalM || alignment == AlignmentKind::LocalP;
    const std::string sizes = "the size of an annotation (" + shown(c.annotation()) + ")";
    const bool network = score == "additive" || score == "none";
    return {
        {c.encoder.summary == Summary::Tanh &&
             (score != "none" || c.decoder.start == Start::Last || c.encoder.merge == Merge::Sum),
         "encoder.summary", "plain where there is attention, decoder.start is last, or encoder.merge is sum",
         "tanh"},
        {find_score(score)->equal_sizes && c.query() != c.annotation(), "decoder.hidden",
         sizes + " for the score " + score, shown(c.query())},
        {local && (score == "none" || score == "own-past" || score == "location"), "attention.alignment",
         "global for the score " + score, std::string(info(alignment).id)},
        {alignment == AlignmentKind::Slots && score != "location", "attention.alignment",
         "global, local-m or local-p for the score " + score, "slots"},
        {local && window < 1, "attention.window", "1 or more for a local alignment", shown(window)},
        {score == "location" && positions < 1, "attention.positions", "1 or more for the score location",
         shown(positions)},
        {score == "location-aware" && filters < 1, "attention.filters",
         "1 or more for the score location-aware", shown(filters)},
        {score == "location-aware" && width % 2 == 0, "attention.width",
         "an odd number for the score location-aware", shown(width)},
        {c.normalisation.on() && !network, "attention.score", "additive or none where there is normalisation",
         score},
    };
}

/// Several heads, and what one finds if it is not a sum of annotations.
std::vector<Rule> head_rules(const Seq2SeqConfig& c) {
    const auto& a = c.attention;
    const ScoreHeads share = find_score(a.score)->heads;
    const std::string heads = shown(a.heads) + " heads";
    const char* const which = a.heads > 1    ? "attention.heads"
                              : a.values > 0 ? "attention.values"
                                             : "attention.projection";
    const std::string none = a.heads > 1 ? "1" : "0", found = shown(a.heads > 1    ? a.heads
                                                                    : a.values > 0 ? a.values
                                                                                   : a.projection);
    const int shared = share == ScoreHeads::Units ? a.size : c.annotation();
    return {
        {c.headed() && share == ScoreHeads::None, which, none + " for the score " + a.score, found},
        {c.headed() && a.alignment != AlignmentKind::Global, which,
         none + " where attention.alignment is " + std::string(info(a.alignment).id), found},
        {c.headed() && c.normalisation.on(), which, none + " where there is normalisation", found},
        {c.headed() && c.decoder.copy, which, none + " where decoder.copy is true", found},
        {share != ScoreHeads::None && shared % a.heads != 0,
         share == ScoreHeads::Units ? "attention.size" : "attention.heads",
         share == ScoreHeads::Units ? "a multiple of the " + heads
                                    : "a divisor of the size of an annotation (" + shown(shared) + ")",
         share == ScoreHeads::Units ? shown(a.size) : shown(a.heads)},
        {a.values % a.heads != 0, "attention.values", "a multiple of the " + heads, shown(a.values)},
        {c.mixed() % a.heads != 0, "attention.heads",
         "a divisor of the size of an annotation (" + shown(c.annotation()) + ")", shown(a.heads)},
    };
}

/// Switches of single scores, and of copying.
std::vector<Rule> memory_rules(const Seq2SeqConfig& c) {
    const auto& a = c.attention;
    const bool aware = a.score == "location-aware", covers = a.score == "coverage";
    const bool local = attention::is_local(a.alignment);
    return {
        {a.sharpen != 1 && (!aware || local), "attention.sharpen",
         "1 but for the score location-aware over the whole source", shown_number(a.sharpen)},
        {a.smooth && (!aware || local), "attention.smooth",
         "false but for the score location-aware over the whole source", "true"},
        {a.smooth && a.sharpen != 1, "attention.sharpen", "1 where attention.smooth is true",
         shown_number(a.sharpen)},
        {a.fertility != 0 && !covers, "attention.fertility", "nothing but for the score coverage",
         shown_number(a.fertility)},
        {a.coverage_loss != 0 && !covers, "attention.coverage_loss", "nothing but for the score coverage",
         shown_number(a.coverage_loss)},
        // What is copied must be all that was looked at, or probabilities would not sum to one.
        {c.decoder.copy && (a.score == "none" || a.score == "own-past" ||
                            a.alignment == AlignmentKind::LocalP || a.alignment == AlignmentKind::Slots),
         "decoder.copy", "false where the source's weights do not sum to one", "true"},
    };
}

std::vector<Rule> readout_rules(const Seq2SeqConfig& c) {
    const std::string readout(name_in(readouts, c.decoder.readout));
    const bool none = c.decoder.readout == Readout::None;
    return {
        {c.joined() == 0, "decoder.readout_reads", "at least one of context, state, token", "none"},
        {none && c.decoder.input_feeding && c.decoder.fed == Fed::Readout, "decoder.readout",
         "tanh, maxout or linear where it is fed back", readout},
        {none && c.decoder.readout_size != 0, "decoder.readout_size", "0 where decoder.readout is none",
         shown(c.decoder.readout_size)},
        {c.decoder.readout != Readout::Tanh && c.normalisation.on(), "decoder.readout",
         "tanh where there is normalisation", readout},
    };
}

} // namespace

void check_combinations(const Seq2SeqConfig& value, const std::string& subject) {
    for (const auto& rules :
         {order_rules(value), start_rules(value), reader_rules(value), attention_rules(value),
          head_rules(value), memory_rules(value), readout_rules(value)})
        for (const Rule& rule : rules)
            if (rule.broken) throw Error(subject, rule.key, rule.expected, rule.found);
}

} // namespace heed
