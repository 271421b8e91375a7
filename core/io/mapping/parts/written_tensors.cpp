#include "core/io/mapping/parts/written_tensors.h"

#include "core/text/strings.h"

#include <algorithm>
#include <array>
#include <set>

namespace heed::io::mapping {

namespace {

using Json = nlohmann::json;

constexpr const char* size_of_letter(char c) { return c == 's' ? "D" : c == 'c' ? "d" : "T"; }

/// "D + d": where the n-th of an arrangement begins.
Json place(const std::vector<char>& letters, std::size_t n) {
    if (n == 0) return 0;
    std::string sum;
    for (std::size_t k = 0; k < n; ++k) sum += (k > 0 ? " + " : "") + std::string(size_of_letter(letters[k]));
    return sum;
}

Json range(const std::vector<char>& letters, std::size_t n) {
    return Json::array({place(letters, n), place(letters, n + 1)});
}

/// Their columns "s,c,y" in the order that ours has: c, s, y.
Json in_our_order(Json tensor, const std::string& arrangement) {
    std::vector<char> theirs;
    for (const char c : arrangement)
        if (c != ',') theirs.push_back(c);
    Json columns = Json::array();
    std::vector<char> ours;
    for (const char c : {'c', 's', 'y'})
        if (const auto it = std::find(theirs.begin(), theirs.end(), c); it != theirs.end()) {
            ours.push_back(c);
            columns.push_back(range(theirs, static_cast<std::size_t>(it - theirs.begin())));
        }
    if (ours == theirs) return tensor;
    return {{"of", std::move(tensor)}, {"columns", columns}};
}

class Writing {
public:
    Writing(const Draft& draft, const Names& names) : d_(draft), names_(names) {}

    Json tensors() {
        embeddings();
        cells(Part::Forward, "encoder.forward.");
        cells(Part::Backward, "encoder.backward.");
        cells(Part::Cell, "decoder.cell.");
        cell_input();
        score();
        gate();
        start();
        readout();
        return std::move(all_);
    }

private:
    const Mapping& m() const { return d_.mapping; }
    const Unit* unit(Part part) const { return m().unit(part); }
    Json weight(const Unit& unit) const {
        return unit.turned ? Json{{"transpose", names_(unit.weight)}} : Json(names_(unit.weight));
    }
    Json score_matrix(const Unit& unit) const {
        return d_.answer("kept") == "in-out" ? Json{{"transpose", weight(unit)}} : weight(unit);
    }
    /// Its own, and what lies apart from it: of both the sum.
    Json bias(Part layer) const {
        Json all = Json::array();
        if (const Unit* own = unit(layer); own != nullptr && !own->bias.empty())
            all.push_back(names_(own->bias));
        for (const BiasPart& row : bias_parts())
            if (const Unit* apart = unit(row.bias); apart != nullptr && row.layer == layer)
                all.push_back(weight(*apart));
        return one_of(std::move(all));
    }
    static Json one_of(Json biases) {
        return biases.empty()       ? Json{{"zeros", true}}
               : biases.size() == 1 ? biases.front()
                                    : Json{{"sum", std::move(biases)}};
    }

    void embeddings() {
        const Unit* both = unit(Part::BothEmbeddings);
        const auto side = [&](const char* ours, Part part, const char* words) {
            const Unit* own = both != nullptr ? both : unit(part);
            all_[ours] = own != nullptr ? weight(*own) : Json{{"identity", words}};
            if (own == nullptr && part == Part::TargetEmbedding && m().sizes.reads_no_token)
                all_[ours] = {{"zeros", Json::array({"V", "T"})}}; // nothing reads it
        };
        side("encoder.embedding.weight", Part::SourceEmbedding, "E");
        side("decoder.embedding.weight", Part::TargetEmbedding, "T");
    }

    // --------------------------------------------------------------------------------------- cells
    bool whole(const Unit& cell) const { return !cell.bias_ih.empty() && !cell.bias_hh.empty(); }

    /// One rule for all layers where their names differ in the number alone.
    bool in_one_rule(Part part) const {
        std::string pattern;
        for (std::size_t n = 0; n < m().units.size(); ++n) {
            if (m().as[n].part != part) continue;
            const Unit& cell = m().units[n];
            if (cell.pattern.empty() || !whole(cell) || cell.layer != m().as[n].layer) return false;
            if (!pattern.empty() && pattern != cell.pattern) return false;
            pattern = cell.pattern;
        }
        return !pattern.empty();
    }

    void cells(Part part, const std::string& ours) {
        const Unit* first = unit(part);
        if (first == nullptr) return;
        if (in_one_rule(part)) {
            all_[ours + "{layer}.*"] = names_(first->pattern);
            return;
        }
        for (std::size_t n = 0; n < m().units.size(); ++n) {
            if (m().as[n].part != part) continue;
            const Unit& cell = m().units[n];
            const int layer = m().as[n].layer;
            const std::string prefix = ours + (layer > 0 ? std::to_string(layer) + "." : "");
            const char* size = part == Part::Cell ? "D" : "H";
            const auto gates = [&](const std::string& name) {
                return name.empty() ? Json{{"zeros", true}} : gates_in_our_order(cell, names_(name), size);
            };
            all_[prefix + "weight_ih"] = gates(cell.weight_ih);
            all_[prefix + "weight_hh"] = gates(cell.weight_hh);
            all_[prefix + "bias_ih"] = gates(cell.bias_ih);
            all_[prefix + "bias_hh"] = gates(cell.bias_hh);
        }
    }

    /// Rows "z, r, n" in the order that ours has: r, z, n.
    Json gates_in_our_order(const Unit& cell, const std::string& name, const std::string& size) const {
        const std::string ours = cell.gates == 3 ? "rzn" : "ifgo",
                          theirs = d_.answer(gates_question(cell.gates));
        if (!cell.by_layers || theirs == ours || theirs.size() != ours.size()) return name;
        Json rows = Json::array();
        for (const char gate : ours) {
            const std::size_t place = theirs.find(gate);
            rows.push_back({std::to_string(place) + " * " + size, std::to_string(place + 1) + " * " + size});
        }
        return {{"of", name}, {"rows", std::move(rows)}};
    }

    /// [Ey ; c] in a cell's columns: ours has the token first.
    Json token_first(Json tensor, const char* other) const {
        if (d_.answer("input") != "other") return tensor;
        const std::string sum = std::string(other) + " + T";
        return {{"of", std::move(tensor)},
                {"columns", Json::array({Json::array({other, sum}), Json::array({0, other})})}};
    }

    void cell_input() {
        if (const Unit* before = unit(Part::CellInput)) {
            all_["decoder.combine.weight"] = token_first(weight(*before), "d");
            all_["decoder.combine.bias"] = bias(Part::CellInput);
            return;
        }
        const Unit* cell = unit(Part::Cell);
        if (d_.answer("input") == "other")
            all_["decoder.cell.weight_ih"] =
                token_first(gates_in_our_order(*cell, names_(cell->weight_ih), "D"),
                            d_.answer("order") == "fed-readout" ? "t" : "d");
    }

    // --------------------------------------------------------------------------------------- the score
    Json columns_of(const Unit& unit, const char* from, const char* to) const {
        const Json begin = std::string_view(from) == "0" ? Json(0) : Json(from);
        return {{"of", weight(unit)}, {"columns", Json::array({Json::array({begin, to})})}};
    }

    void score() {
        if (d_.answer("score") == "location") {
            const Unit& places = *unit(Part::Score);
            all_["attention.W"] = weight(places); // ours has the token first
            if (d_.answer("halves") == "first")
                all_["attention.W"] = {
                    {"of", weight(places)},
                    {"columns", Json::array({Json::array({"D", "D + T"}), Json::array({0, "D"})})}};
            all_["attention.b"] = bias(Part::Score);
        } else if (!d_.answer("unit").empty()) {
            network();
        } else if (!d_.answer("projected").empty()) {
            projected();
        } else if (const std::string side = d_.answer("product"); !side.empty()) {
            const Json matrix = weight(*unit(Part::ScoreW));
            if (biased_product(d_)) {
                all_["attention.Wq"] = matrix;
                all_["attention.bq"] = bias(Part::ScoreW);
                all_["attention.Wh"] = {{"identity", "d"}};
                all_["attention.bh"] = {{"zeros", true}};
                return;
            }
            all_["attention.W"] = side == "rows" ? Json{{"transpose", matrix}} : matrix;
        }
    }

    void projected() {
        const bool second = d_.answer("halves") == "second";
        const Unit *query = unit(second ? Part::ScoreKey : Part::ScoreQuery),
                   *key = unit(second ? Part::ScoreQuery : Part::ScoreKey);
        all_["attention.Wq"] = score_matrix(*query);
        all_["attention.bq"] = bias(second ? Part::ScoreKey : Part::ScoreQuery);
        all_["attention.Wh"] = score_matrix(*key);
        all_["attention.bh"] = bias(second ? Part::ScoreQuery : Part::ScoreKey);
    }

    void network() {
        const bool second = d_.answer("halves") == "second";
        Json biases = Json::array();
        if (const Unit* joint = unit(Part::Score)) {
            all_["attention.Wq"] = second ? columns_of(*joint, "d", "d + D") : columns_of(*joint, "0", "D");
            all_["attention.Wh"] = second ? columns_of(*joint, "0", "d") : columns_of(*joint, "D", "D + d");
            if (!joint->bias.empty()) biases.push_back(names_(joint->bias));
        } else {
            const Unit *query = unit(second ? Part::ScoreKey : Part::ScoreQuery),
                       *key = unit(second ? Part::ScoreQuery : Part::ScoreKey);
            all_["attention.Wq"] = score_matrix(*query);
            all_["attention.Wh"] = key != nullptr ? score_matrix(*key) : Json{{"identity", "d"}};
            for (const Unit* one : {query, key})
                if (one != nullptr && !one->bias.empty()) biases.push_back(names_(one->bias));
        }
        if (const Unit* own = unit(Part::ScoreBias)) biases.push_back(weight(*own));
        all_["attention.b"] = one_of(std::move(biases));
        const Unit* v = unit(Part::ScoreV);
        all_["attention.v"] = v != nullptr ? Json{{"vector", weight(*v)}} : Json{{"identity", "A"}};
    }

    void gate() {
        const Unit* gate = unit(Part::Gate);
        if (gate == nullptr) return;
        all_["gate.weight"] = in_our_order(weight(*gate), d_.answer("gate"));
        all_["gate.bias"] = bias(Part::Gate);
    }

    // --------------------------------------------------------------------------------------- the start
    /// Of what reads [←h ; →h] that which reads [→h ; ←h].
    static Json turned(Json by) {
        return {{"of", std::move(by)},
                {"columns", Json::array({Json::array({"H", "2 * H"}), Json::array({0, "H"})})}};
    }

    void start() {
        const std::string start = d_.answer("start");
        if (d_.made_start()) { // I, turned or not, or [I I], [I 0] and [0 I] on [→h ; ←h]
            const Json one{{"identity", "H"}}, none{{"zeros", Json::array({"H", "H"})}};
            all_["bridge.weight"] =
                start == "last"     ? Json{{"identity", "D"}}
                : start == "turned" ? turned({{"identity", "2 * H"}})
                                    : Json{{"columns", Json::array({start == "backward-state" ? none : one,
                                                                    start == "forward" ? none : one})}};
            all_["bridge.bias"] = {{"zeros", true}};
            if (d_.answer("memory") != "own") return;
            all_["bridge.memory.weight"] = all_["bridge.weight"];
            all_["bridge.memory.bias"] = {{"zeros", true}};
            return;
        }
        const auto ends = [&](const Unit& by) {
            return start.ends_with("-turned") ? turned(weight(by)) : weight(by);
        };
        if (const Unit* bridge = unit(Part::Start)) {
            all_["bridge.weight"] = ends(*bridge);
            all_["bridge.bias"] = bias(Part::Start);
        }
        if (const Unit* memory = unit(Part::StartMemory)) {
            all_["bridge.memory.weight"] = ends(*memory);
            all_["bridge.memory.bias"] = bias(Part::StartMemory);
        } else if (d_.answer("memory") == "shared") {
            all_["bridge.memory.weight"] = all_["bridge.weight"];
            all_["bridge.memory.bias"] = all_["bridge.bias"];
        }
    }

    // --------------------------------------------------------------------------------------- the readout
    void readout() {
        const Unit *combine = unit(Part::Combine), *project = unit(Part::Project),
                   *output = unit(Part::Output);
        const Json logits = output != nullptr ? weight(*output) : all_["decoder.embedding.weight"];
        if (combine != nullptr) {
            all_["readout.combine.weight"] = in_our_order(weight(*combine), d_.answer("reads"));
            all_["readout.combine.bias"] = bias(Part::Combine);
        }
        if (project != nullptr) {
            all_["readout.project.weight"] =
                combine != nullptr ? weight(*project) : in_our_order(weight(*project), d_.answer("reads"));
            all_["readout.project.bias"] = bias(Part::Project);
        }
        all_["readout.output.weight"] =
            combine != nullptr || project != nullptr ? logits : in_our_order(logits, d_.answer("reads"));
        all_["readout.output.bias"] = bias(Part::Output);
    }

    const Draft& d_;
    const Names& names_;
    Json all_ = Json::object();
};

/// "optimizer.*" where all that begins so is left out; else the name, behind whatever stands before it.
std::string pattern_of(const Mapping& m, const std::string& name, const std::string& part) {
    const std::string own = name.substr(part.size());
    const std::string top = own.substr(0, own.find('.') + 1);
    bool all = !top.empty();
    for (std::size_t n = 0; n < m.units.size(); ++n)
        all = all && (m.as[n].part == Part::Ignored || !m.units[n].name.starts_with(part + top));
    return all ? top + "*" : "*" + own;
}

bool used(const Mapped& row) { return row.part != Part::None && row.part != Part::Ignored; }

} // namespace

Names::Names(const Mapping& mapping) {
    std::string common;
    bool first = true;
    for (std::size_t n = 0; n < mapping.units.size(); ++n) {
        const Unit& unit = mapping.units[n];
        if (!used(mapping.as[n])) continue;
        if (!unit.part.empty()) return; // parts of several files: each has its name
        const std::string& name = unit.kind == Unit::Kind::Cell ? unit.weight_ih : unit.weight;
        const std::size_t dot = name.rfind('.');
        const std::string own = dot == name.npos ? "" : name.substr(0, dot + 1);
        if (first) common = own;
        first = false;
        const auto parting = std::mismatch(common.begin(), common.end(), own.begin(), own.end()).first;
        common.erase(parting, common.end());
    }
    const std::size_t dot = common.rfind('.');
    before_ = dot == common.npos ? 0 : dot + 1;
}

bool biased_product(const Draft& draft) {
    const Unit* product = draft.mapping.unit(Part::ScoreW);
    return draft.answer("product") == "columns" && product != nullptr && !product->bias.empty();
}

Json written_tensors(const Draft& draft, const Names& names) { return Writing(draft, names).tensors(); }

std::vector<std::size_t> read_by_nothing(const Draft& draft) {
    std::vector<std::size_t> units;
    if (!draft.ready()) return units;
    const Names names(draft.mapping);
    const std::string written = written_tensors(draft, names).dump();
    for (std::size_t n = 0; n < draft.mapping.units.size(); ++n) {
        const Unit& unit = draft.mapping.units[n];
        if (!used(draft.mapping.as[n]) || unit.kind == Unit::Kind::Cell) continue;
        if (written.find(Json(names(unit.weight)).dump()) == written.npos) units.push_back(n);
    }
    return units;
}

Json written_ignored(const Draft& draft, const Names& names) {
    Json list = Json::array();
    const Mapping& m = draft.mapping;
    const auto star = [&](const std::string& name, const char* as) {
        list.push_back({{"names", "*" + name}, {"as", as}});
    };
    for (const Part part : {Part::ScoreV, Part::ScoreW})
        if (const Unit* unit = m.unit(part);
            unit != nullptr && !unit->bias.empty() && !(part == Part::ScoreW && biased_product(draft)))
            star(names(unit->bias).substr(unit->part.size()),
                 "the same for every position: cancels in the softmax");
    std::set<std::string> written;
    for (std::size_t n = 0; n < m.units.size(); ++n) {
        const Unit& unit = m.units[n];
        if (m.as[n].part != Part::Ignored) continue;
        for (const std::string& name : {unit.weight.empty() ? unit.name : unit.weight, unit.bias}) {
            if (name.empty()) continue;
            const std::string pattern = pattern_of(m, name, unit.part);
            if (!written.insert(pattern).second) continue;
            if (m.as[n].ground.starts_with("an embedding"))
                list.push_back({{"names", pattern}, {"as", "an embedding once more"}, {"same", true}});
            else
                list.push_back(
                    {{"names", pattern}, {"as", m.as[n].given ? "left out by hand" : "not needed to run"}});
        }
    }
    return list;
}

} // namespace heed::io::mapping
