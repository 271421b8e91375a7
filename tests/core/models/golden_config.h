// The configuration of a "heed-golden-1" file.
#pragma once

#include "core/models/seq2seq/network.h"
#include "tests/support/golden.h"

#include <map>
#include <string>

namespace heed::test {

inline Seq2SeqConfig golden_config(const nlohmann::json& g) {
    static const std::map<std::string, CellKind> cells{
        {"rnn", CellKind::Rnn}, {"gru", CellKind::Gru}, {"lstm", CellKind::Lstm}};
    const nlohmann::json& sizes = g.at("sizes");
    Seq2SeqConfig c;
    c.encoder.cell = c.decoder.cell = cells.at(g.at("cell"));
    c.encoder.embedding = c.decoder.embedding = sizes.at("embed");
    c.encoder.hidden = sizes.at("hidden");
    c.decoder.hidden = sizes.at("state");
    const std::string style = g.at("style");
    c.decoder.order = style == "bahdanau"      ? Order::Bahdanau
                      : style == "conditional" ? Order::Conditional
                                               : Order::Luong;
    c.decoder.input_feeding = style == "luongif";
    c.attention.size = sizes.at("attention");
    c.attention.window = sizes.at("window");
    c.attention.positions = sizes.at("max_len");
    EXPECT_TRUE(set_function(c.attention, g.at("score").get<std::string>())) << g.at("score");
    if (g.contains("switches")) { // in the words of config.json
        nlohmann::json words;
        to_json(words, c);
        words.merge_patch(g.at("switches"));
        c = seq2seq_config_from_json(words, "switches");
    }
    c.source_vocabulary = c.target_vocabulary = sizes.at("vocab");
    return c;
}

} // namespace heed::test
