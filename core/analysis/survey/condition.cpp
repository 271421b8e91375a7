// Conditions as they are typed and as they are said.
#include "core/analysis/survey/order.h"
#include "core/text/strings.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace heed::survey {
namespace {

constexpr double endless = std::numeric_limits<double>::infinity();

/// ".3", "−1.5" with a minus of either kind, "2".
std::optional<double> number(std::string_view text) {
    std::string plain = replaced(std::string(trimmed(text)), "\u2212", "-");
    std::replace(plain.begin(), plain.end(), ',', '.');
    const auto value = number_in<double>(plain);
    return value && std::isfinite(*value) ? value : std::nullopt;
}

/// "aer", "aer2"; sets measure and model.
bool name(std::string_view text, int usual, Condition& condition) {
    const std::string id = ascii_lower(std::string(trimmed(text)));
    condition.model = usual;
    condition.measure =
        find_measure(id == "letters" || id == "characters" || id == "pieces" || id == "tokens" ? "words"
                     : id == "τ"                                                               ? "tau"
                                                                                               : id);
    if (condition.measure >= 0) return true;
    if (id.empty() || (id.back() != '1' && id.back() != '2')) return false;
    condition.model = id.back() - '1';
    condition.measure = find_measure(id.substr(0, id.size() - 1));
    return condition.measure >= 0;
}

/// "6..20".
bool range(std::string_view text, Condition& condition) {
    const auto dots = text.find("..");
    if (dots == std::string_view::npos) return false;
    const auto low = number(text.substr(0, dots)), high = number(text.substr(dots + 2));
    if (!low || !high || *low > *high) return false;
    condition.low = *low;
    condition.high = *high;
    return true;
}

std::string said(double value) {
    std::string text = six_digits(value);
    if (text.starts_with("0.")) text.erase(0, 1);
    if (text.starts_with("-0.")) text.erase(1, 1);
    return replaced(text, "-", "\u2212");
}

const Measure& measure_of(const Condition& c) { return measures()[static_cast<std::size_t>(c.measure)]; }

/// With `spaces` around it as it is said; else as it is typed.
std::string bounds(const Condition& c, bool spaces) {
    const auto value = [&](double v) { return spaces ? said(v) : six_digits(v); };
    const std::string gap = spaces ? " " : "";
    if (c.low == c.high) return gap + "=" + gap + value(c.low);
    if (c.low > -endless && c.high < endless)
        return (spaces ? gap : std::string("=")) + value(c.low) + (spaces ? " to " : "..") + value(c.high);
    if (c.low > -endless) return gap + (c.above ? ">" : spaces ? "≥" : ">=") + gap + value(c.low);
    return gap + (c.below ? "<" : spaces ? "≤" : "<=") + gap + value(c.high);
}

} // namespace

bool Condition::holds(const LineRecord& line) const {
    const auto value = measure_of(*this).value(line, model);
    if (!value) return false;
    return (above ? *value > low : *value >= low) && (below ? *value < high : *value <= high);
}

std::optional<Condition> parse_condition(std::string_view text, int usual) {
    struct Sign {
        std::string_view text;
        bool low, high, open; // which bound it sets
    };
    constexpr Sign signs[] = {{">=", true, false, false}, {"≥", true, false, false},
                              {"<=", false, true, false}, {"≤", false, true, false},
                              {">", true, false, true},   {"<", false, true, true},
                              {"=", true, true, false}};
    Condition condition{.low = -endless, .high = endless};
    for (const Sign& sign : signs) {
        const auto at = text.find(sign.text);
        if (at == std::string_view::npos) continue;
        const std::string_view right = text.substr(at + sign.text.size());
        if (!name(text.substr(0, at), usual, condition)) return std::nullopt;
        if (sign.low && sign.high && range(right, condition)) return condition;
        const auto value = number(right);
        if (!value) return std::nullopt;
        if (sign.low) condition.low = *value;
        if (sign.high) condition.high = *value;
        condition.above = sign.open && sign.low;
        condition.below = sign.open && sign.high;
        return condition;
    }
    if (!name(text, usual, condition)) return std::nullopt;
    const std::string_view id = measure_of(condition).id;
    if (id != "wrong" && id != "parting") return std::nullopt; // a word that is looked for
    condition.low = 1;
    return condition;
}

std::string to_text(const Condition& c, bool two_models) {
    const Measure& m = measure_of(c);
    return std::string(m.id) + (two_models && !m.pair ? std::to_string(c.model + 1) : "") + bounds(c, false);
}

std::string in_words(const Condition& c) {
    const Measure& m = measure_of(c);
    const bool any = c.low == 1 && c.high == endless && !c.above;
    if (m.id == "wrong" && any) return "wrong output";
    if (m.id == "parting" && any) return "the models part";
    return std::string(m.title) + bounds(c, true);
}

} // namespace heed::survey
