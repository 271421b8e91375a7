#include "core/io/mapping/shapes.h"

#include "core/text/strings.h"

#include <algorithm>

namespace heed::io::mapping {

const Unit* Shapes::reader() const {
    for (const Part part : {Part::Combine, Part::Project})
        if (const Unit* unit = m().unit(part)) return unit;
    return m().unit(Part::Output);
}

std::optional<std::int64_t> Shapes::read_before_logits() const {
    if (const Unit* read = reader()) return read->columns;
    if (s().one_hot_target) return std::nullopt;
    for (const std::int64_t d : s().annotations())
        if (!arrangements(s().T, d, s().D, s().T).empty()) return s().T; // the embedding once more
    return std::nullopt;
}

std::vector<Shapes::Fit> Shapes::fits_of(std::int64_t d) const {
    const std::int64_t D = s().D, T = s().T;
    std::vector<Fit> all;
    const auto look = [&](Part part, const auto& fits) {
        if (const Unit* unit = m().unit(part)) all.push_back({part, fits(*unit)});
    };
    look(Part::Score, [&](const Unit& u) { return u.columns == D + d || u.columns == T + D; });
    look(Part::ScoreKey, [&](const Unit& u) { return u.columns == d; });
    look(Part::ScoreW, [&](const Unit& u) { return u.rows * u.columns == D * d; });
    look(Part::Gate, [&](const Unit& u) {
        return (u.rows == 1 || u.rows == d) && !gate_arrangements(u.columns, d, D, T).empty();
    });
    look(Part::CellInput, [&](const Unit& u) { return u.columns == T + d; });
    if (const std::optional<std::int64_t> read = read_before_logits())
        all.push_back({Part::Output, !arrangements(*read, d, D, T).empty()});
    all.push_back({Part::Cell, !orders(d).empty()});
    return all;
}

bool Shapes::is_scored(std::int64_t d) const {
    const Unit* query = has(Part::ScoreV) ? m().unit(Part::ScoreQuery) : nullptr; // h is added as it is
    return s().D == d || has(Part::Score) || has(Part::ScoreKey) || has(Part::ScoreW) ||
           (query != nullptr && query->rows == d);
}

bool Shapes::fits_annotation(std::int64_t d) const {
    const std::vector<Fit> all = fits_of(d);
    return is_scored(d) && std::all_of(all.begin(), all.end(), [](const Fit& one) { return one.fits; });
}

std::string Shapes::without_place() const {
    std::vector<std::string> least;
    std::int64_t length = 0;
    for (const std::int64_t d : s().annotations()) {
        std::vector<std::string> names;
        for (const Fit& one : fits_of(d))
            if (!one.fits) names.push_back(shape_words(one.part));
        if (!is_scored(d))
            names.push_back("a score of a state of " + std::to_string(s().D) + " without a matrix");
        if (length > 0 && names.size() >= least.size()) continue;
        least = std::move(names);
        length = d;
    }
    return listed(least, " and ") + (least.size() > 1 ? " have" : " has") +
           " no place beside annotations of " + std::to_string(length) + " numbers";
}
std::string Shapes::shape_words(Part part) const {
    const Unit* unit = part == Part::Output ? reader() : m().unit(part);
    for (const Part words : {Part::TargetEmbedding, Part::BothEmbeddings}) // the logits' once more
        if (unit == nullptr) unit = m().unit(words);
    if (unit == nullptr) return std::string(info(part).words);
    const auto row = static_cast<std::size_t>(unit - m().units.data());
    return "“" + std::string(info(m().as[row].part).words) + "” (" + unit->name + ", " +
           std::to_string(unit->rows) + " × " + std::to_string(unit->columns) + ")";
}

bool Shapes::reads_both(std::int64_t d) const {
    const std::vector<std::string> all = arrangements(read_before_logits().value_or(0), d, s().D, s().T);
    return std::any_of(all.begin(), all.end(), [](const std::string& order) {
        return order.find('s') != order.npos && order.find('c') != order.npos;
    });
}

std::int64_t Shapes::readout_size() const {
    const Unit* combine = m().unit(Part::Combine);
    if (combine == nullptr) return 0;
    return halved() ? combine->rows / 2 : combine->rows;
}

bool Shapes::halved() const {
    const Unit *combine = m().unit(Part::Combine), *project = m().unit(Part::Project),
               *output = m().unit(Part::Output);
    const std::int64_t read = project != nullptr  ? project->columns
                              : output != nullptr ? output->columns
                                                  : s().T;
    return combine != nullptr && combine->rows == 2 * read;
}

std::vector<Choice> Shapes::orders(std::int64_t d) const {
    const std::int64_t rest = s().input - s().T, R = readout_size();
    const bool combined = has(Part::CellInput), scored = has(Part::Score) || has(Part::ScoreV);
    std::vector<Choice> all{
        {"before-combined", "before the cell, with the state before", combined},
        {"after", "after the cell, with its new state", !combined && rest == 0},
        {"before", "before the cell, with the state before", !combined && rest == d},
        {"fed-readout", "after the cell; t is fed back", !combined && R > 0 && rest == R},
        {"fed-context", "after the cell; c is fed back", !combined && rest == d},
        {"before-alone", "before the cell, which reads c alone", !combined && s().input == d},
        {"fed-context-alone", "after the cell, which reads the c before alone", !combined && s().input == d}};
    std::erase_if(all, [](const Choice& choice) { return !choice.fits; });
    if (!scored && R > 0 && rest == R) // Luong's scores are asked after the cell
        std::stable_partition(all.begin(), all.end(),
                              [](const Choice& choice) { return choice.id == "fed-readout"; });
    return all;
}

} // namespace heed::io::mapping
