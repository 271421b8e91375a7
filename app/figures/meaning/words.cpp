#include "app/figures/meaning/meaning.h"
#include "app/figures/tokens.h"

#include <algorithm>
#include <numeric>

namespace heed {
namespace {

using namespace analysis::meaning;

constexpr double apart = 0.4; // a τ below it: the two rank the inputs differently

/// A token of the source, and where it stands if it stands there more than once.
std::string place_words(const Trace& run, int j) {
    int times = 0;
    for (int k = 0; k < run.source_length(); ++k) times += shown_source(run, k) == shown_source(run, j);
    return quoted_source(run, j) + (times > 1 ? " at place " + std::to_string(j + 1) : "");
}

/// The places that have most of a row: as many as hold half of it, two at most.
std::string mostly(const Trace& run, const std::vector<float>& row) {
    std::vector<int> order(row.size());
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(),
                     [&](int a, int b) { return row[std::size_t(a)] > row[std::size_t(b)]; });
    const float half = std::accumulate(row.begin(), row.end(), 0.0f) / 2;
    std::string words = place_words(run, order[0]);
    if (row[std::size_t(order[0])] < half && order.size() > 1) words += " and " + place_words(run, order[1]);
    return words;
}

int first_of(const Eigen::MatrixXf& values, int row) {
    Eigen::Index best = 0;
    values.col(row).maxCoeff(&best);
    return static_cast<int>(best);
}

/// Whether the other map looks mostly elsewhere: its strongest place is not that of the weights.
bool looks_elsewhere(const MeaningPicture& m) {
    const OtherRow* other = m.output ? m.output->find(OtherRow::Kind::OtherMap) : nullptr;
    if (!other || other->changed || other->row.empty()) return false;
    const auto strongest = std::max_element(other->row.begin(), other->row.end()) - other->row.begin();
    return static_cast<int>(strongest) != first_of(m.sentence.weights, m.row);
}

} // namespace

std::string meaning_caution(const MeaningPicture& m) {
    const std::string begins =
        "A weight says where the model looked, not why it wrote " + quoted_output(m.run, m.row) + ": ";
    if (looks_elsewhere(m))
        return begins + "another map with the same output looks mostly at " +
               mostly(m.run, m.output->find(OtherRow::Kind::OtherMap)->row) + ".";
    const auto& tau = m.sentence.with_gradient[static_cast<std::size_t>(m.row)];
    if (tau && *tau < apart) return begins + "the gradient ranks the inputs differently.";
    return begins + "here the measures agree; that is evidence, not proof.";
}

std::string meaning_narration(const MeaningPicture& m) {
    const int looked = first_of(m.sentence.weights, m.row), moved = first_of(m.sentence.gradient, m.row);
    const int lost = m.sentence.left_out.size() > 0 ? first_of(m.sentence.left_out, m.row) : moved;
    std::string words = "For output " + std::to_string(m.row + 1) + ", attention puts " +
                        place_words(m.run, looked) + " first; ";
    const bool nothing_lost =
        m.sentence.left_out.size() > 0 && m.sentence.left_out.col(m.row).maxCoeff() < 0.01f;
    if (nothing_lost)
        words += (moved == looked ? std::string("so does the gradient; ")
                                  : "the gradient puts " + place_words(m.run, moved) + " first; ") +
                 "p changes by less than .01 whatever is left out.";
    else if (moved == looked && lost == looked)
        words += "gradient and leave-one-out do so, too.";
    else if (moved == lost)
        words += "gradient and leave-one-out put " + place_words(m.run, moved) + " first.";
    else if (moved == looked)
        words += "so does the gradient; leave-one-out puts " + place_words(m.run, lost) + " first.";
    else if (lost == looked)
        words += "so does leave-one-out; the gradient puts " + place_words(m.run, moved) + " first.";
    else
        words += "the gradient puts " + place_words(m.run, moved) + " first, leave-one-out " +
                 place_words(m.run, lost) + ".";
    return words + " Point at a column to compare it in every row.";
}

} // namespace heed
