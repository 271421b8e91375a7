// What the doctor looks for: a row for each thing, which looks at sentences one by one and judges what was
// counted over all of them.
#pragma once

#include "core/analysis/doctor/finding.h"
#include "core/analysis/doctor/patient.h"
#include "core/trace/places.h"

#include <array>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace heed::doctor {

/// What one sentence shows.
struct Sign {
    bool shown = false;           // it is there
    double degree = 0;            // how much of it: the worst sentence is the evidence
    std::array<double, 6> sums{}; // what is added up over all sentences; each check knows its own
    int output = -1, column = -1; // where to look, from 0; -1: at no one of them
    Drawing drawing{};
};

/// What all sentences together show.
struct Tally {
    long long looked = 0, shown = 0; // sentences in which it could be measured; which show it
    std::array<double, 6> sums{};    // over those looked at
    std::array<double, 6> of_shown{};
    double degree = 0; // of the worst
    std::string text;  // it, and its line in the file (0: there was none)
    long long line = 0;
    Sign worst;

    double share() const { return looked ? double(shown) / double(looked) : 0; }
    double mean(std::size_t k) const { return looked ? sums[k] / double(looked) : 0; }
    double mean_shown(std::size_t k) const { return shown ? of_shown[k] / double(shown) : 0; }
    double ratio(std::size_t k, std::size_t of) const { return sums[of] > 0 ? sums[k] / sums[of] : 0; }
};

/// What is known of the model, and of how well it does.
struct Patient {
    ModelFacts facts;
    int trained_shortest = 0, trained_longest = 0; // tokens without the end token; 0: nobody wrote it down
    bool has_model = false;
    Unit unit; // of what it reads
    // Counted over all sentences.
    long long sentences = 0, judged = 0, wrong = 0; // judged: those whose right output is known
    double log_prob = 0;                            // of what was written, where two words in three are known
    long long outputs = 0;
    struct OfLength {
        long long judged = 0, wrong = 0;
    };
    std::map<int, OfLength> by_length; // tokens read

    double wrong_share() const { return judged ? double(wrong) / double(judged) : 0; }
    /// The geometric mean of the probabilities of what it wrote.
    double confidence() const;
    /// It does badly: surely more than a twentieth of the outputs are wrong (the lower end of the interval
    /// is above it); where fewer than five right outputs are known, it gives what it writes less than .8
    /// each.
    bool does_badly() const;
};

/// What is said of a tally.
struct Verdict {
    Severity severity = Severity::Fault;
    std::string words;   // what was measured, with the numbers
    std::string likely;  // the cause
    std::string advice;  // what to try
    std::string title{}; // in place of the check's
    Drawing drawing{};   // in place of the worst sentence's
};

struct Check {
    std::string_view id;        // "padding"
    std::string_view title;     // "Padding is read"
    std::string_view measured;  // on each sentence
    std::string_view threshold; // from when on it is a finding
    std::string_view basis;     // where that comes from
    std::string_view needs;     // what a sentence must have for it to be measured
    std::optional<Sign> (*look)(const Examined&, const Patient&);  // none: it cannot be measured there
    std::optional<Verdict> (*judge)(const Tally&, const Patient&); // none: it is not there
    long long sentences = 1;    // of which it takes so many; of fewer nothing is said
    std::string_view said_by{}; // the check whose finding names the cause of this one

    bool measured_in(const Tally& tally) const { return tally.looked >= sentences; }
    /// What was missing, where it could not be measured.
    std::string needed(const Tally& tally) const;
};

std::span<const Check> row_checks();    // what the rows of a map look like, and how they come about
std::span<const Check> place_checks();  // where they look
std::span<const Check> head_checks();   // what its heads do, each by itself
std::span<const Check> output_checks(); // what is written
std::span<const Check> trial_checks();  // what is tried out on the model

/// All of them, in the order in which they are looked for.
std::span<const Check> doctor_checks();

/// The interval of a share of n with 95 % (Wilson 1927).
struct Interval {
    double low = 0, high = 1;
};
Interval interval_of(double share, double n);

// Words of findings.
std::string percent_of(double share); // "38%"
/// "38% of outputs"; of twenty or fewer the counts, which say no more than is known: "3 of 8 outputs".
std::string share_of(double count, double all, std::string_view many = {});
std::string short_number(double value);                                        // "21", "2.3", ".04"
std::string counted(long long n, std::string_view one, std::string_view many); // "1 row", "3 rows"

/// The map of a run that stands for it: the decoder's attention, or the first there is. Null without any.
const MatrixXf* main_map(const Trace& run);
/// Bars, each a share of 1.
Drawing drawn_shares(std::vector<Drawing::Bar> bars, std::string title = {});
/// The same of what is written.
Drawing drawn_outputs(std::vector<Drawing::Bar> bars, std::string title = {});
/// At most 40 columns of at most 16 rows of weights, those around `row` (none: the first).
Drawing drawn_rows(const MatrixXf& weights, int first_row, int last_row);
/// A row of a run, a bar for each source place.
std::vector<Drawing::Bar> bars_of(const Trace& run, const Eigen::Ref<const Eigen::VectorXf>& row,
                                  int marked = -1);

} // namespace heed::doctor
