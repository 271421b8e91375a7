// What opening by a family shares with the comparison of shapes: its configuration and its sizes.
#include "core/io/base/json_text.h"
#include "core/io/model/model_folder.h"
#include "core/io/open/kinds/open_family.h"
#include "core/models/seq2seq/settings.h"
#include "core/text/escape.h"
#include "core/text/strings.h"

#include <algorithm>

namespace heed::io {

using Json = nlohmann::json;

double declared_at_most(const Seq2SeqConfig& c, double Vs, double Vt) {
    const double E = c.encoder.embedding, H = c.encoder.hidden, D = c.decoder.hidden;
    const double d = std::max(c.both_ends(), c.context());
    const double T = c.decoder.embedding, A = c.attention.size,
                 R = std::max(c.decoder.readout_size, c.decoder.hidden);
    const double P = c.decoder.projection, le = c.encoder.layers, ld = c.decoder.layers;
    const double encoder = le * 2 * 4 * H * (std::max(E, d) + H + 6);
    const double decoder = 2 * ld * 4 * D * (T + d + R + D + 6) + T * (T + d + 1);
    const double start = 2 * ld * D * (d + 3) + 2 * H * le * (H * le + 1);
    const double attention = A * (D + d + T + 6) + d * D + c.attention.positions * (T + D + 1.0) +
                             c.attention.values * (d + 1) + c.attention.projection * (c.mixed() + 1.0);
    const double readout = 2 * R * (d + D + T + 10) + P * (R + 1) + Vt * (std::max({R, P, d + D + T}) + 1);
    return Vs * E + Vt * T + encoder + decoder + start + attention + readout;
}

bool takes(const nn::Parameter<float>& p, const Extent& x) {
    if (x.any || (x.rows == p.rows && x.columns == p.cols)) return true;
    return p.rank < 2 && x.rows * x.columns == p.rows * p.cols && (x.rows == 1 || x.columns == 1);
}

namespace {

/// A start that takes over an lstm's state takes its memory, too: another word beside it would change
/// nothing.
void check_start_memory(const Json& decoder, const Family& family) {
    const auto is = [&](const char* key, std::initializer_list<const char*> words) {
        const Json said = decoder.value(key, Json());
        return std::any_of(words.begin(), words.end(), [&](const char* word) { return said == word; });
    };
    if (decoder.contains("start_memory") && is("cell", {"lstm"}) &&
        is("start", {"last", "forward", "layers", "blocks"}))
        throw Error(family.file, "config.decoder.start_memory",
                    "none where decoder.start is " + decoder["start"].get<std::string>() +
                        ", which takes the reader's memory as it is",
                    shown(decoder["start_memory"]));
}

/// A word that is misspelt would be passed over, and the usual taken in its place.
void check_settings(const Json& config, const Family& family) {
    constexpr std::string_view parts[] = {"source",  "special",   "tokenizer",    "encoder",
                                          "decoder", "attention", "normalisation"};
    for (const auto& row : config.items())
        if (std::find(std::begin(parts), std::end(parts), row.key()) == std::end(parts))
            throw Error(family.file, "config",
                        "source, special, tokenizer, encoder, decoder, attention or normalisation",
                        in_quotes(row.key()));
    if (const std::string key = unread_setting(config); !key.empty())
        throw Error(family.file, "config." + escaped(key.substr(0, key.find('.'))),
                    "words of the reference (assets/help/reference.md)",
                    in_quotes(key.substr(key.find('.') + 1)));
    check_start_memory(config.value("decoder", Json::object()), family);
}

} // namespace

Json whole_config(const FamilyReading& reading, const Family& family, const std::string& name) {
    Json config = reading.config();
    check_settings(config, family);
    config["format"] = "heed.model";
    config["version"] = model_format_version;
    config["architecture"] = "seq2seq";
    config["name"] = name;
    config["title"] = name;
    config["family"] = family.id;
    for (const char* part : {"encoder", "decoder", "attention"})
        if (!config.contains(part)) config[part] = Json::object();
    return config;
}

} // namespace heed::io
