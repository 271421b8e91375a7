// The maps of one run, each in words, and what gold links say of them.
#pragma once

#include "core/analysis/heads/measures.h"
#include "core/base/link.h"
#include "core/trace/head_edit.h"
#include "core/trace/trace.h"

#include <array>
#include <string>
#include <vector>

namespace heed::heads {

using Kind = HeadKind;

struct Head {
    Kind kind = Kind::Cross;
    Site site;
    std::string name; // as in the run's JSON: "decoder.layers.1.cross.heads.3"
    bool operator==(const Head&) const = default;
};
/// Every map of the run that one head made, by layer and head, cross attention first; means and rollouts
/// are none. Where no head has a map of its own, the one that stands for the model.
std::vector<Head> heads_of(const Trace& run);

/// Which row of the decoder is taken for a word that is written: that of the step that writes it, or that of
/// the next, which reads it.
enum class Reading { Predicts, Reads };
inline constexpr Reading readings[] = {Reading::Predicts, Reading::Reads};
/// "predicts", "reads".
std::string_view to_string(Reading reading);

/// A right alignment in words, as the lines of a file number them.
struct Gold {
    std::vector<Link> sure, possible;
};

/// What choosing among heads needs of one run: of each word written that gold speaks of, what every head
/// gives the source's words.
struct GoldRows {
    int words = 0;                          // C of the source
    double sure = 0;                        // |S|
    std::vector<unsigned char> links;       // [row · words + word]: 1 possible, 3 sure
    std::vector<int> diagonal;              // of each row the word that is as far along
    std::array<Eigen::MatrixXf, 2> weights; // by reading: (words + 1, rows · heads), head by head; the
                                            // last is the largest of what is no word
    int rows() const { return static_cast<int>(diagonal.size()); }
    /// 0: no link.
    unsigned char at(int row, int word) const {
        return links[static_cast<std::size_t>(row) * static_cast<std::size_t>(words) +
                     static_cast<std::size_t>(word)];
    }
};

struct MeasuredRun {
    std::vector<Head> heads;
    std::vector<std::array<Sums, 2>> sums; // of each; of a map that is not Cross both readings are the same
    std::optional<GoldRows> gold;
    analysis::AlignmentCounts diagonal; // of one link for each word that gold speaks of, as far along
    double diagonal_hits = 0;
};

/// `gold` may be null. Only heads of the run's own words: words.outputs that frame nothing are the rows.
MeasuredRun measure_run(const Trace& run, const RunWords& words, const Gold* gold);

/// The run with the mean of these maps in place of the one that stands for it: attention over the source, a
/// column an output. Of a decoder alone also what they give its own past (PastWeights). Of an encoder alone
/// the places of the source stand for outputs, each as it was read.
Trace with_heads(const Trace& run, const std::vector<Site>& heads);

/// A cross map in words as an aligner reads it: (words + 1, words written + 1), what is no word last, the
/// last column 0. `heads` are averaged. Of an encoder that read both texts, its maps where one looks at the
/// other.
Eigen::MatrixXf alignment_map(const Trace& run, const RunWords& words, const std::vector<Site>& heads,
                              Reading reading);

} // namespace heed::heads
