#include "core/io/mapping/parts/units.h"

#include "core/io/mapping/parts/cell_layers.h"
#include "core/io/mapping/parts/names.h"
#include "core/text/strings.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>

namespace heed::io::mapping {

namespace {

struct CellName {
    std::string stem, kind, suffix; // "encoder.gru.", "weight_ih", "_l0_reverse"
    std::string shown;              // the suffix as it is written: "/l0", "L0Reverse"
    bool as_torch = true;           // the whole name
};

constexpr std::array<const char*, 4> cell_kinds = {"weight_ih", "weight_hh", "bias_ih", "bias_hh"};

/// "weight", "ih", "l0", "reverse": the same name with other separators, in capitals, in one word, or with
/// the layer's number alone.
std::optional<CellName> cell_name_otherwise(const std::string& name) {
    const std::vector<NameWord> words = words_of_name(name);
    for (std::size_t n = 0; n + 1 < words.size(); ++n) {
        const std::string kind = words[n].text + "_" + words[n + 1].text;
        if (std::find(cell_kinds.begin(), cell_kinds.end(), kind) == cell_kinds.end()) continue;
        const std::size_t end = words[n + 1].end;
        CellName found{name.substr(0, words[n].begin), kind, {}, name.substr(end), false};
        std::size_t next = n + 2;
        if (next < words.size()) {
            std::string_view layer = words[next].text;
            if (layer.starts_with('l')) layer.remove_prefix(1);
            if (number_in<int>(layer)) {
                found.suffix = "_l" + std::string(layer);
                ++next;
            }
        }
        if (next < words.size() && words[next].text == "reverse") {
            found.suffix += "_reverse";
            ++next;
        }
        if (next == words.size()) return found;
    }
    return std::nullopt;
}

/// The name of a cell's tensor: as torch writes them, or nearly.
std::optional<CellName> cell_name(const std::string& name) {
    const std::size_t dot = name.rfind('.');
    const std::size_t last = dot == name.npos ? 0 : dot + 1;
    for (const char* kind : cell_kinds) {
        if (name.compare(last, std::string_view(kind).size(), kind) != 0) continue;
        std::string suffix = name.substr(last + std::string_view(kind).size());
        if (suffix.empty() || suffix.starts_with("_l"))
            return CellName{name.substr(0, last), kind, suffix, suffix};
    }
    return cell_name_otherwise(name);
}

/// "_l1_reverse" is layer 1, back to front; "layers.1." in the stem says a layer, too.
void read_layer(Unit& unit, const CellName& name) {
    std::string suffix = name.suffix;
    if (suffix.ends_with("_reverse")) {
        unit.reversed = true;
        suffix.resize(suffix.size() - std::string_view("_reverse").size());
    }
    const std::string tail = unit.reversed ? "_reverse" : "";
    unit.stack = name.stem;
    if (suffix.starts_with("_l"))
        if (const auto layer = number_in<int>(std::string_view(suffix).substr(2))) {
            unit.layer = *layer;
            if (name.as_torch) unit.pattern = name.stem + "*_l{layer}" + tail;
            return;
        }
    std::string place; // a number between two dots of the stem
    for (const std::string_view step : split(name.stem, "."))
        if (number_in<int>(step)) place = std::string(step);
    if (place.empty()) return;
    unit.layer = *number_in<int>(place);
    if (!name.as_torch) return;
    const std::size_t at = name.stem.rfind("." + place + ".");
    if (at == name.stem.npos) return;
    unit.stack = name.stem.substr(0, at + 1);
    unit.pattern = unit.stack + "{layer}" + name.stem.substr(at + 1 + place.size()) + "*";
}

std::int64_t side(const StoredTensor& tensor, std::size_t n) {
    return n < tensor.shape.size() ? tensor.shape[n] : 1;
}

void add_to_cell(Unit& unit, const StoredTensor& tensor, const std::string& name, const std::string& kind) {
    if (kind == "weight_ih") {
        unit.weight_ih = name;
        unit.rows = side(tensor, 0);
        unit.columns = side(tensor, 1);
    } else if (kind == "weight_hh") {
        unit.weight_hh = name;
        unit.hidden = side(tensor, 1);
        const std::int64_t rows = side(tensor, 0);
        const bool whole = unit.hidden > 0 && rows % unit.hidden == 0;
        const std::int64_t gates = whole ? rows / unit.hidden : 0;
        unit.gates = gates == 1 || gates == 3 || gates == 4 ? static_cast<int>(gates) : 0;
    } else {
        (kind == "bias_ih" ? unit.bias_ih : unit.bias_hh) = name;
    }
}

bool is_numbers(const StoredTensor& tensor) {
    return is_floating(tensor.type) && !tensor.shape.empty() && tensor.numbers() > 0 &&
           (tensor.shape.size() <= 2);
}

/// What a tensor is in its layer, and where that stands in its name: "weight", "bias", "w", "b", "kernel".
struct LayerName {
    std::string stem, last; // "out.", "weight"
};

/// Behind a dot, a slash or a blank, or a capital letter where the name has none of those.
LayerName layer_name(const std::string& name) {
    const std::vector<NameWord> words = words_of_name(name);
    if (words.empty() || words.back().end != name.size()) return {name, {}};
    const std::size_t begin = words.back().begin;
    const bool apart = begin == 0 || name[begin - 1] != '_';
    return apart ? LayerName{name.substr(0, begin), words.back().text} : LayerName{name, {}};
}

/// A weight and the bias of its name are one unit: "out.weight" and "out.bias".
std::string layer_of(const std::string& name) {
    const LayerName layer = layer_name(name);
    return layer.last == "weight" || layer.last == "bias" ? layer.stem : name;
}

/// Short names of a weight and its bias. They may name other things, too: their shapes must fit.
constexpr std::array<std::pair<std::string_view, std::string_view>, 2> short_names = {
    {{"w", "b"}, {"kernel", "bias"}}};

bool are_layer_and_bias(const Unit& layer, const Unit& bias) {
    if (layer.kind != Unit::Kind::Layer || !layer.bias.empty() || layer.file != bias.file) return false;
    if (bias.kind != Unit::Kind::Vector || bias.tensors != 1 || bias.rows != layer.rows) return false;
    const LayerName own = layer_name(layer.weight), other = layer_name(bias.weight);
    return own.stem == other.stem &&
           std::find(short_names.begin(), short_names.end(),
                     std::pair<std::string_view, std::string_view>(own.last, other.last)) !=
               short_names.end();
}

/// Layers take in the vectors that are their biases by short names, where no other layer could.
std::vector<Unit> with_short_biases(std::vector<Unit> units) {
    std::vector<bool> taken(units.size(), false);
    for (std::size_t n = 0; n < units.size(); ++n) {
        std::vector<Unit*> layers;
        for (Unit& layer : units)
            if (are_layer_and_bias(layer, units[n])) layers.push_back(&layer);
        if (layers.size() != 1) continue;
        Unit& layer = *layers.front();
        layer.bias = units[n].weight;
        layer.name += ", " + layer.bias.substr(layer_name(layer.bias).stem.size());
        ++layer.tensors;
        layer.bytes += units[n].bytes;
        taken[n] = true;
    }
    std::vector<Unit> left;
    for (std::size_t n = 0; n < units.size(); ++n)
        if (!taken[n]) left.push_back(std::move(units[n]));
    return left;
}

class Gathering {
public:
    void add(const StoredTensor& tensor, int file, const std::string& part) {
        const std::string name = part + tensor.name;
        const auto cell = cell_name(name);
        const bool usable = is_numbers(tensor);
        const std::string key = !usable ? name : cell ? cell->stem + "*" + cell->shown : layer_of(name);
        Unit& unit = at(key, file, part);
        ++unit.tensors;
        unit.bytes += tensor.bytes();
        if (unit.tensors == 1) unit.shape = tensor.shape;
        if (!usable) {
            unit.name = name;
            unit.integers = !is_floating(tensor.type);
        } else if (cell) {
            unit.kind = Unit::Kind::Cell;
            unit.name = key;
            if (unit.stack.empty()) read_layer(unit, *cell);
            add_to_cell(unit, tensor, name, cell->kind);
        } else {
            add_to_layer(unit, tensor, name);
        }
    }

    std::vector<Unit> units() && {
        for (Unit& unit : units_) {
            if (unit.kind == Unit::Kind::Cell &&
                (unit.weight_ih.empty() || unit.weight_hh.empty() || unit.gates == 0))
                unit.kind = Unit::Kind::Other;
            if (unit.weight.empty()) unit.weight.swap(unit.bias); // a lone vector that is called a bias
        }
        return with_cells_of_layers(with_short_biases(std::move(units_)));
    }

private:
    Unit& at(const std::string& key, int file, const std::string& part) {
        const auto [place, first] = places_.try_emplace(key, units_.size());
        if (first) {
            units_.emplace_back();
            units_.back().file = file;
            units_.back().part = part;
        }
        return units_[place->second];
    }

    static void add_to_layer(Unit& unit, const StoredTensor& tensor, const std::string& name) {
        const bool bias = tensor.shape.size() == 1 && layer_name(name).last == "bias";
        (bias ? unit.bias : unit.weight) = name;
        if (!bias || unit.weight.empty()) {
            unit.kind = tensor.shape.size() == 2 ? Unit::Kind::Layer : Unit::Kind::Vector;
            unit.shape = tensor.shape;
            unit.rows = side(tensor, 0);
            unit.columns = side(tensor, 1);
        }
        unit.name = unit.weight.empty() ? unit.bias : unit.weight + (unit.bias.empty() ? "" : ", bias");
    }

    std::vector<Unit> units_;
    std::map<std::string, std::size_t> places_;
};

} // namespace

std::vector<std::string> file_parts(const std::vector<OpenFile>& files) {
    std::vector<std::string> parts(files.size());
    if (files.size() < 2) return parts;
    for (std::size_t n = 0; n < files.size(); ++n) {
        const std::string stem = files[n].path.stem().string(), lower = ascii_lower(stem);
        const char* half = lower.find("enc") != lower.npos   ? "encoder."
                           : lower.find("dec") != lower.npos ? "decoder."
                                                             : nullptr;
        parts[n] = half != nullptr ? half : stem + ".";
        for (std::size_t m = 0; m < n; ++m)
            if (parts[m] == parts[n]) parts[n] = stem + "-" + std::to_string(n + 1) + ".";
    }
    return parts;
}

std::vector<Unit> units_of(const std::vector<OpenFile>& files) {
    const std::vector<std::string> parts = file_parts(files);
    Gathering gathering;
    for (std::size_t n = 0; n < files.size(); ++n)
        for (const StoredTensor& tensor : files[n].checkpoint->tensors())
            gathering.add(tensor, static_cast<int>(n), parts[n]);
    return std::move(gathering).units();
}

} // namespace heed::io::mapping
