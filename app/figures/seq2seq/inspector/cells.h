// A recurrent cell as the inspector writes it. cell_cards.cpp has its equations, cells.cpp all else.
#pragma once

#include "app/figures/seq2seq/inspector/phases.h"
#include "core/analysis/cell_terms.h"

#include <string>

namespace heed::inspector {

using analysis::CellSite;
using analysis::CellTerms;

/// A cell as it is written: which state it updates, in which colour, from which input.
struct Cell {
    CellSite site = CellSite::Forward;
    int layer = 0, position = 0;
    Color color;
    std::string state;       // markup without its index: "{f:→h}"
    std::string now, before; // indices in symbols: "j", "j−1"
    int now_number = 0, before_number = 0;
    std::string input;        // "x"
    std::string state_before; // as `state`, but in the second of two cells
    bool normalised = false;  // both products go through a layer normalisation
};

/// "{f:→h}_{j−1}"
inline std::string indexed(const std::string& symbol, const std::string& index) {
    return symbol + "_{" + index + "}";
}

/// One unit of the cell, as the plugged-in lines print it.
struct Unit {
    const CellTerms& t;
    int k;

    double wx(int gate) const { return t.input(k, gate); }
    double uh(int gate) const { return t.recurrent(k, gate); }
    double b(int gate) const { return t.bias(k, gate); }
    double gate(int g) const { return t.gates(k, g); }
    std::string name(const std::string& letter) const {
        return "{2:" + letter + "}_{" + std::to_string(k + 1) + "}";
    }
};

/// The equations of a gru, an lstm or a plain cell, in symbols and with the numbers of that unit.
void cell_card(Column& column, const Cell& cell, const Unit& unit);

} // namespace heed::inspector
