// Lagged: seven series of which one, some steps ago, makes the target; the last of them, which does not
// change within a window, says which one and how long ago. As text: twelve rows of the drivers and then the
// target, oldest first, with commas between numbers and blanks between rows; the answer is the target's next
// value.
//
//   drivers 1 to 6:  x_t = 0.5 x_{t-1} + √0.75 N(0, 1)
//   regime 0:  y_t = 0.9 · (driver 1 three steps ago) + 0.05 N(0, 1)
//   regime 1:  y_t = 0.9 · (driver 4 seven steps ago) + 0.05 N(0, 1)
#pragma once

#include "core/tasks/item.h"

#include <vector>

namespace heed::tasks {

inline constexpr int lagged_series = 6, lagged_drivers = 7, lagged_window = 12;

/// Which driver makes the target, from 0, and how many steps later.
struct LaggedRule {
    int driver = 0, lag = 3;
    bool operator==(const LaggedRule&) const = default;
};
LaggedRule lagged_rule(bool second);

/// A table of seven drivers and the target.
struct LaggedTable {
    std::vector<std::array<double, lagged_drivers + 1>> rows; // oldest first
    double regime(std::size_t row) const { return rows[row][lagged_series]; }
    double target(std::size_t row) const { return rows[row][lagged_drivers]; }
};
/// Draws `rows` rows; the rule is drawn anew after every `rule_rows` (0: never, and it is `second`).
LaggedTable draw_lagged(Random& random, int rows, bool second, int rule_rows = 0);

/// "driver 1" … "regime", "y".
std::vector<std::string> lagged_names();
/// `count` rows from `first` on.
std::string to_text(const LaggedTable& table, std::size_t first, std::size_t count);

Item sample_lagged(Random& random);
/// Of so many rows, 12 at least; of 25 and more the first half follows the other rule.
Item lagged_of_length(Random& random, int rows);
/// Its answer is the next value without the noise, its gold the driver at its moment, and the moment, or one
/// beside it, at the decoder's last step. Throws heed::Error naming `subject`: no such table, a regime that
/// is neither 0 nor 1 or does not stay.
Item lagged_reference(std::string_view text, const std::string& subject);
/// ".9 · .31, driver 4 7 steps ago".
std::string lagged_worked(std::string_view text);

} // namespace heed::tasks
