#include "core/tasks/items/lagged.h"

#include "core/base/error.h"
#include "core/tasks/items/adding.h"
#include "core/text/escape.h"
#include "core/text/strings.h"

#include <algorithm>
#include <cmath>

namespace heed::tasks {
namespace {

constexpr double kept = 0.5, share = 0.9, noise = 0.05;
constexpr int burn_in = 16; // rows before the first one, so that it has drivers to come from

/// Two decimals, as the table is written.
double rounded(double value) { return std::round(value * 100) / 100; }

std::vector<GoldMap> gold_of(LaggedRule rule) {
    const int moment = lagged_window - rule.lag;
    GoldMap lags{"temporal.attention", {}};
    for (int t = moment - 1; t <= moment + 1; ++t) lags.cells.push_back({lagged_window - 1, t});
    return {{"input.attention", {{rule.driver, moment}}}, std::move(lags)};
}

/// A row of a table as numbers.
std::array<double, lagged_drivers + 1> row_of(std::string_view line, std::size_t number,
                                              const std::string& subject) {
    const auto words = split(line, ",");
    if (words.size() != lagged_drivers + 1)
        throw Error(subject, "row " + std::to_string(number), "seven drivers and the target, 8 numbers",
                    std::to_string(words.size()));
    std::array<double, lagged_drivers + 1> row{};
    for (std::size_t k = 0; k < words.size(); ++k) {
        const auto value = number_in<double>(trimmed(words[k]));
        if (!value || !std::isfinite(*value))
            throw Error(subject, "row " + std::to_string(number), "numbers",
                        in_quotes(trimmed(words[k]), 40));
        row[k] = *value;
    }
    return row;
}

LaggedTable parse_lagged(std::string_view text, const std::string& subject) {
    constexpr std::string_view blanks = " \t\r\n";
    LaggedTable table;
    for (std::size_t at = text.find_first_not_of(blanks); at != std::string_view::npos;) {
        const std::size_t end = std::min(text.find_first_of(blanks, at), text.size());
        table.rows.push_back(row_of(text.substr(at, end - at), table.rows.size() + 1, subject));
        at = text.find_first_not_of(blanks, end);
    }
    if (table.rows.size() < lagged_window)
        throw Error(subject, "rows", "12 or more", std::to_string(table.rows.size()));
    return table;
}

} // namespace

LaggedRule lagged_rule(bool second) { return second ? LaggedRule{3, 7} : LaggedRule{0, 3}; }

LaggedTable draw_lagged(Random& random, int rows, bool second, int rule_rows) {
    LaggedTable table;
    std::array<double, lagged_series> x{};
    for (double& value : x) value = random.normal();
    for (int t = -burn_in; t < rows; ++t) {
        if (rule_rows > 0 && t > 0 && t % rule_rows == 0) second = !second;
        auto& row = table.rows.emplace_back();
        for (int k = 0; k < lagged_series; ++k) {
            double& value = x[static_cast<std::size_t>(k)];
            value = kept * value + std::sqrt(1 - kept * kept) * random.normal();
            row[static_cast<std::size_t>(k)] = rounded(value);
        }
        row[lagged_series] = second ? 1 : 0;
        const LaggedRule rule = lagged_rule(second);
        const auto from = static_cast<int>(table.rows.size()) - 1 - rule.lag;
        const double error = noise * random.normal();
        if (from >= 0)
            row[lagged_drivers] = rounded(
                share * table.rows[static_cast<std::size_t>(from)][static_cast<std::size_t>(rule.driver)] +
                error);
    }
    table.rows.erase(table.rows.begin(), table.rows.begin() + burn_in);
    return table;
}

std::vector<std::string> lagged_names() {
    std::vector<std::string> names;
    for (int k = 1; k <= lagged_series; ++k) names.push_back("driver " + std::to_string(k));
    names.insert(names.end(), {"regime", "y"});
    return names;
}

std::string to_text(const LaggedTable& table, std::size_t first, std::size_t count) {
    std::string text;
    for (std::size_t r = first; r < first + count; ++r) {
        if (r > first) text += ' ';
        for (std::size_t k = 0; k < table.rows[r].size(); ++k)
            text += (k ? "," : "") + number_text(table.rows[r][k]);
    }
    return text;
}

Item sample_lagged(Random& random) {
    const bool second = random.below(2) == 1;
    const LaggedTable table = draw_lagged(random, lagged_window + 1, second);
    return {to_text(table, 0, lagged_window), number_text(table.target(lagged_window)),
            gold_of(lagged_rule(second))};
}

Item lagged_of_length(Random& random, int rows) {
    const int count = std::max(rows, lagged_window);
    const int half = (count + 1) / 2, changes = half > lagged_window ? half : 0;
    const bool second = random.below(2) == 1;
    const LaggedTable table = draw_lagged(random, count + 1, second, changes);
    const auto last = static_cast<std::size_t>(count);
    return {to_text(table, 0, last), number_text(table.target(last)),
            gold_of(lagged_rule(table.regime(last) == 1))};
}

Item lagged_reference(std::string_view text, const std::string& subject) {
    const LaggedTable table = parse_lagged(text, subject);
    const std::size_t first = table.rows.size() - lagged_window;
    const double regime = table.regime(first);
    for (std::size_t r = first; r < table.rows.size(); ++r)
        if (table.regime(r) != regime || (regime != 0 && regime != 1))
            throw Error(subject, "the regime", "0 or 1, the same in all 12 rows",
                        number_text(table.regime(r)));
    const LaggedRule rule = lagged_rule(regime == 1);
    const auto& row = table.rows[table.rows.size() - static_cast<std::size_t>(rule.lag)];
    return {std::string(text), number_text(share * row[static_cast<std::size_t>(rule.driver)]),
            gold_of(rule)};
}

std::string lagged_worked(std::string_view text) {
    const LaggedTable table = parse_lagged(text, "worked");
    const LaggedRule rule = lagged_rule(table.rows.back()[lagged_series] == 1);
    const auto& row = table.rows[table.rows.size() - static_cast<std::size_t>(rule.lag)];
    return ".9 · " + number_text(row[static_cast<std::size_t>(rule.driver)]) + ", driver " +
           std::to_string(rule.driver + 1) + " " + std::to_string(rule.lag) + " steps ago";
}

} // namespace heed::tasks
