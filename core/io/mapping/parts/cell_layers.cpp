#include "core/io/mapping/parts/cell_layers.h"

#include "core/io/mapping/parts/names.h"
#include "core/text/strings.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>

namespace heed::io::mapping {

namespace {

/// How the two matrices of a cell are called. Short names mean other things elsewhere, too: there the rows
/// must be those of several gates.
struct PairNames {
    std::string_view input, state;
    int least_gates;
};
constexpr std::array cell_pairs = std::to_array<PairNames>({{"ih", "hh", 1},
                                                            {"wih", "whh", 1},
                                                            {"xh", "hh", 1},
                                                            {"wxh", "whh", 1},
                                                            {"i2h", "h2h", 1},
                                                            {"x2h", "h2h", 1},
                                                            {"wi", "wh", 3},
                                                            {"wx", "wh", 3},
                                                            {"w", "u", 3},
                                                            {"input", "hidden", 3}});

/// "encoder.cell." and "wx" of "encoder.cell.W_x.weight".
struct RoleName {
    std::string stem, role;
};

RoleName role_of(std::string_view name) {
    std::vector<NameWord> words = words_of_name(name);
    const auto is = [&](std::size_t n, std::string_view text) { return words[n].text == text; };
    if (words.size() > 1 && (is(words.size() - 1, "weight") || is(words.size() - 1, "bias")))
        words.pop_back();
    if (words.empty()) return {};
    const std::size_t last = words.size() - 1;
    const bool with_letter = last > 0 && (is(last - 1, "w") || is(last - 1, "b")) &&
                             (is(last, "x") || is(last, "h") || is(last, "i") || words[last].text.size() > 1);
    const std::size_t first = with_letter ? last - 1 : last;
    return {std::string(name.substr(0, words[first].begin)),
            (with_letter ? words[first].text : "") + words[last].text};
}

std::optional<int> gates_of(const Unit& input, const Unit& state, const PairNames& names) {
    if (input.rows != state.rows || state.columns <= 0 || state.rows % state.columns != 0)
        return std::nullopt;
    const std::int64_t gates = state.rows / state.columns;
    if (gates < names.least_gates || (gates != 1 && gates != 3 && gates != 4)) return std::nullopt;
    return static_cast<int>(gates);
}

bool is_layer(const Unit& unit) { return unit.kind == Unit::Kind::Layer && unit.tensors > 0; }

class Joining {
public:
    explicit Joining(std::vector<Unit> units) : units_(std::move(units)), taken_(units_.size(), false) {
        for (const Unit& unit : units_) {
            roles_.push_back(role_of(unit.weight));
            other_cells_ = other_cells_ || unit.kind == Unit::Kind::Cell;
        }
    }

    std::vector<Unit> joined() && {
        for (std::size_t n = 0; n < units_.size(); ++n)
            for (const PairNames& names : cell_pairs)
                if (!taken_[n] && is_layer(units_[n]) && roles_[n].role == names.input) join(n, names);
        std::vector<Unit> left;
        for (std::size_t n = 0; n < units_.size(); ++n)
            if (!taken_[n]) left.push_back(std::move(units_[n]));
        return left;
    }

private:
    bool beside(std::size_t n, std::size_t other) const {
        return n != other && !taken_[other] && units_[n].file == units_[other].file &&
               roles_[n].stem == roles_[other].stem;
    }

    void join(std::size_t n, const PairNames& names) {
        for (std::size_t other = 0; other < units_.size(); ++other) {
            if (!beside(n, other) || !is_layer(units_[other]) || roles_[other].role != names.state) continue;
            const std::optional<int> gates = gates_of(units_[n], units_[other], names);
            if (!gates || (*gates == 1 && other_cells_) || scored(n) || around_a_cell(n)) continue;
            Unit& input = units_[n];
            const Unit& state = units_[other];
            input.kind = Unit::Kind::Cell;
            input.by_layers = true;
            input.gates = *gates;
            input.hidden = state.columns;
            input.weight_ih = std::exchange(input.weight, {});
            input.bias_ih = std::exchange(input.bias, {});
            input.weight_hh = state.weight;
            input.bias_hh = state.bias;
            input.stack = roles_[n].stem;
            read_place(input);
            take(n, other);
            if (input.bias_ih.empty()) bias(n, input.bias_ih, names.input);
            if (input.bias_hh.empty()) bias(n, input.bias_hh, names.state);
            return;
        }
    }

    /// Whether a number is made of as many as there are rows: then they are the units of a score.
    bool scored(std::size_t n) const {
        return std::any_of(units_.begin(), units_.end(), [&](const Unit& unit) {
            const auto m = static_cast<std::size_t>(&unit - units_.data());
            if (!beside(n, m)) return false;
            const bool bias = roles_[m].role.starts_with('b');
            return (unit.kind == Unit::Kind::Layer && unit.rows == 1 && unit.columns == units_[n].rows) ||
                   (unit.kind == Unit::Kind::Vector && !bias && !is_bias(m, n) &&
                    unit.rows == units_[n].rows);
        });
    }

    /// Whether PyTorch's cell lies in the same module: that is the cell.
    bool around_a_cell(std::size_t n) const {
        return std::any_of(units_.begin(), units_.end(), [&](const Unit& unit) {
            return unit.kind == Unit::Kind::Cell && !unit.by_layers && !roles_[n].stem.empty() &&
                   unit.stack.starts_with(roles_[n].stem);
        });
    }

    /// "dec.cell.bias" of "dec.cell.Wx", or with the name of one of the two.
    bool is_bias(std::size_t bias, std::size_t n) const {
        return units_[bias].weight == roles_[n].stem + "bias" || units_[bias].weight.ends_with("bias");
    }

    /// A lone vector of the cell, as long as its gates: "b_ih", or "b" of both.
    void bias(std::size_t n, std::string& into, std::string_view role) {
        const std::string own = "b" + std::string(role.substr(role.starts_with('w') ? 1 : 0));
        for (std::size_t other = 0; other < units_.size(); ++other) {
            const std::string& called = roles_[other].role;
            const bool apart = units_[other].weight == roles_[n].stem + "bias";
            const bool fits =
                apart || (beside(n, other) && (called == own || called == role || called == "b"));
            if (taken_[other] || !fits || units_[other].kind != Unit::Kind::Vector ||
                units_[other].file != units_[n].file || units_[other].rows != units_[n].rows)
                continue;
            into = units_[other].weight;
            take(n, other);
            return;
        }
    }

    void take(std::size_t n, std::size_t other) {
        taken_[other] = true;
        units_[n].name += ", " + units_[other].name;
        units_[n].tensors += units_[other].tensors;
        units_[n].bytes += units_[other].bytes;
    }

    /// A number between two dots of the stem is the layer's; what stands before it is the stack's.
    static void read_place(Unit& unit) {
        std::string place;
        for (const std::string_view step : split(unit.stack, "."))
            if (number_in<int>(step)) place = std::string(step);
        if (place.empty()) return;
        unit.layer = *number_in<int>(place);
        if (const std::size_t at = unit.stack.rfind("." + place + "."); at != unit.stack.npos)
            unit.stack.resize(at + 1);
    }

    std::vector<Unit> units_;
    std::vector<bool> taken_;
    std::vector<RoleName> roles_;
    bool other_cells_ = false; // PyTorch's
};

} // namespace

std::vector<Unit> with_cells_of_layers(std::vector<Unit> units) { return Joining(std::move(units)).joined(); }

} // namespace heed::io::mapping
