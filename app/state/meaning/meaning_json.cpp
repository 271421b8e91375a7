// Step's view of meaning in the dump of the state, and read back from a session.
#include "app/state/meaning/meaning.h"

#include "app/state/fields.h"
#include "core/analysis/meaning/meaning_json.h"

namespace heed {
namespace {

using nlohmann::json;
using nlohmann::ordered_json;
using namespace analysis::meaning;

ordered_json taus_json(const Taus& taus) {
    ordered_json all = ordered_json::array();
    for (const auto& tau : taus) all.push_back(tau ? ordered_json(*tau) : ordered_json());
    return all;
}

ordered_json output_json(const OutputMeaning& output) {
    ordered_json rows = ordered_json::array();
    for (const OtherRow& row : output.rows)
        rows.push_back({{"weights", to_string(row.kind)},
                        {"token", row.token},
                        {"changed", row.changed},
                        {"probability", row.probability},
                        {"tvd", row.tvd}});
    return {{"output", output.output}, {"rows", rows}, {"jsd", output.jsd}};
}

} // namespace

ordered_json meaning_choices(const AppState& s) { return {{"shown", s.meaning.shown}}; }

ordered_json meaning_json(const AppState& s) {
    ordered_json j = meaning_choices(s);
    j["obstacle"] = meaning_obstacle(s);
    if (!shows_meaning(s)) return j;
    j["row"] = meaning_row(s);
    j["problem"] = s.meaning.problem;
    const auto board = meaning_board(s);
    j["measured"] = board != nullptr;
    if (!board) return j;
    const Sentence& m = *board->sentence;
    j["caution"] = meaning_caution(board->picture());
    j["tau"] = {{"gradient", taus_json(m.with_gradient)}, {"leave-one-out", taus_json(m.with_left_out)}};
    j["agreement"] = {{"gradient", to_json(m.gradient_mean)},
                      {"leave-one-out", to_json(m.left_out_mean)},
                      {"added", to_json(m.norms_mean)},
                      {"shuffled", to_json(m.shuffled_mean)}};
    j["other_weights"] = board->output ? output_json(*board->output) : ordered_json();
    j["applied"] = board->applied ? ordered_json(to_string(*board->applied)) : ordered_json();
    return j;
}

void meaning_from_json(const json& j, AppState& s) {
    s.meaning.shown = false;
    if (j.is_object()) FieldReader{j}.flag("shown", s.meaning.shown);
}

} // namespace heed
