#include "core/io/mapping/parts/written_tensors.h"

#include "core/text/strings.h"

namespace heed::io::mapping {

using Json = nlohmann::json;

Json written_sizes(const Draft& draft, const Names& names) {
    const Mapping& m = draft.mapping;
    Json sizes;
    const auto side = [&](const char* name, const std::string& tensor, int n) {
        sizes[name] = Json::array({names(tensor), n});
    };
    const auto layers = [&](const char* name, Part part, const Unit& cell, int count) {
        bool alike = !cell.pattern.empty() && cell.layer == 0;
        for (std::size_t n = 0; n < m.units.size(); ++n)
            alike = alike && (m.as[n].part != part || m.units[n].pattern == cell.pattern);
        if (alike)
            sizes[name] = {{"count", replaced(names(cell.pattern), "*", "weight_hh")}};
        else
            sizes[name] = count;
    };
    // A draft may be written before each has its cell: it is finished in an editor.
    const Unit *reader = m.unit(Part::Forward), *writer = m.unit(Part::Cell);
    if (reader != nullptr) {
        side("E", reader->weight_ih, 1);
        side("H", reader->weight_hh, 1);
        side("encoder_rows", reader->weight_hh, 0);
        layers("encoder_layers", Part::Forward, *reader, m.sizes.encoder_layers);
    }
    if (writer != nullptr) {
        side("D", writer->weight_hh, 1);
        side("decoder_rows", writer->weight_hh, 0);
        layers("decoder_layers", Part::Cell, *writer, m.sizes.decoder_layers);
    }
    const Unit* target =
        m.unit(m.count(Part::BothEmbeddings) > 0 ? Part::BothEmbeddings : Part::TargetEmbedding);
    if (target != nullptr)
        side("T", target->weight, 1);
    else if (m.sizes.reads_no_token)
        sizes["T"] = 1;
    else if (writer != nullptr)
        side("T", writer->weight_ih, 1);
    sizes["d"] = draft.annotation == m.sizes.H ? "H" : "2 * H";
    if (const Unit* joint = m.unit(Part::Score)) {
        side("A", joint->weight, joint->turned ? 1 : 0);
        side("L", joint->weight, joint->turned ? 1 : 0);
    } else if (const Unit* key = m.unit(Part::ScoreKey)) {
        side("A", key->weight, key->turned ? 1 : 0);
    } else if (const Unit* query = m.unit(Part::ScoreQuery)) {
        side("A", query->weight, query->turned ? 1 : 0);
    }
    if (const Unit* combine = m.unit(Part::Combine)) {
        side("R", combine->weight, combine->turned ? 1 : 0);
        sizes["t"] = draft.answer("readout") == "maxout" ? "R / 2" : "R";
    }
    if (const Unit* project = m.unit(Part::Project)) side("P", project->weight, project->turned ? 1 : 0);
    if (const Unit* output = m.unit(Part::Output); output != nullptr && m.sizes.reads_no_token)
        side("V", output->weight, output->turned ? 1 : 0);
    return sizes;
}

} // namespace heed::io::mapping
