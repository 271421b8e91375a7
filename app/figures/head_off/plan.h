// Where the parts of the picture stand, and what each is drawn with.
#pragma once

#include "app/figures/base/pen.h"
#include "app/figures/head_off/head_off.h"

#include <string>
#include <utility>

namespace heed::headoff {

inline constexpr float small = 11, letters = 13, margin_x = 16;
inline constexpr float names = 124, sums = 159,
                       cards_gap = 8;                       // px: left and right of the words; between cards
inline constexpr float lowest_card = 208, usual_card = 280; // px

/// The columns of words in their card.
struct ColumnsPlan {
    float from = 0, room = 0, pitch = 0, scroll = 0, most_scroll = 0;
    bool stacked = false;    // p before stands above p now
    float size = letters;    // of the words, px
    int first = 0, each = 0; // of a page: the first of this card, and so many in each; 0: all in one
    bool sums = true;        // this card has them
    float x(int column) const { return from - scroll + (static_cast<float>(column - first) + 0.5f) * pitch; }
};

struct Plan {
    float height = 0;
    Box words, grids, maps; // words: of a page the first card of them
    int cards = 1;          // of words, one below the other
    ColumnsPlan columns;
    float title_y = 24; // beside the switch of canvases
};
Plan plan_of(const HeadOffWork& work, const HeadOffSettings& settings);

struct Drawing : Pen {
    const HeadOffWork& work;
    const HeadOffSettings& settings;
    const Plan& plan;
};

void draw_words(const Drawing& d);
void draw_grids(const Drawing& d);
void draw_maps(const Drawing& d);
/// In the card of maps, where none changed.
void draw_outputs(const Drawing& d);
/// In the card of the maps: the box of the menu that names the head above.
Box above_box(const Box& maps);

/// The word whose row is framed: the chosen one, else that which lost most.
int framed_word(const HeadOffWork& work, const HeadOffSettings& settings);
void draw_card(const Drawing& d, Box box);
/// "−.48", "+1.02": as head_off_log_p says it, with its sign and no zero before the point.
std::string change_number(double value);
/// The same of "−0.48", "1.02".
std::string as_change(std::string number);
/// A probability in two digits: ".97"; what is not 1 or 0 never reads so, but ">.99", "<.01".
std::string chance_number(double p);
/// ".97" and ".91"; nothing where the word is not the model's.
std::pair<std::string, std::string> chances_of(const HeadOffColumn& column);
/// Numbers below 1 with as many decimals as the largest of them needs: ".31"; ".0031", "<.0001".
std::string bits_number(double bits, double largest);

} // namespace heed::headoff
