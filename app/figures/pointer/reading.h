// What the pictures of a pointer network read of a run: points, what each output points at, what is right.
#pragma once

#include "app/figures/pointer/pointer.h"

#include <set>
#include <string>
#include <vector>

namespace heed::points {

/// The phases of an output by what they do.
enum class Doing { Encode, Decode, Softmax, Choose };

class Reading {
public:
    explicit Reading(const Trace& run);

    const Trace& run;
    const pointer::Config& config;
    const int count;   // N, points
    const int slots;   // S
    const int outputs; // M

    bool plane() const { return config.input.size == 2; }
    bool line() const { return config.input.size == 1; }
    bool has_end() const { return slots > count; }
    bool is_end(int slot) const { return slot == count; }
    bool masked() const { return masked_; }
    bool points_at() const { return config.points(); } // else it says numbers and looks at nothing
    float x(int point) const { return points_(0, point); }
    float y(int point) const { return plane() ? points_(1, point) : 0; }

    float energy(int i, int slot) const { return cell(energies_, i, slot); } // before masking
    float weight(int i, int slot) const { return cell(weights_, i, slot); }
    /// Whether it could be chosen at output i; a masked one has weight exactly 0.
    bool open(int i, int slot) const;
    bool muted(int point) const { return run.request.edits.muted.contains(point); }
    int chosen(int i) const { return run.steps[static_cast<std::size_t>(i)].token.id; }
    int strongest(int i) const;
    int closed(int i) const; // how many slots are masked at output i
    double entropy(int i) const;
    const MatrixXf* value(Quantity q) const { return run.has(q) ? &run.at(q) : nullptr; }

    /// What is right: the corners of the hull, or the order of the numbers; none where nobody knows.
    const std::vector<int>& right() const { return right_; }
    /// How many of the first chosen are as they should be.
    int right_so_far(int chosen) const;
    bool exact() const;
    /// Of the first so many chosen, the share of the hull's area that they enclose.
    double area(int chosen) const;

    /// "6", "end".
    std::string name(int slot) const { return is_end(slot) ? "end" : std::to_string(slot + 1); }
    /// "point 6", "number 6", "the end".
    std::string words(int slot) const;
    /// ".9 .52", "5.5".
    std::string numbers(int point) const;

    bool done(int at, Doing doing, int place) const;
    int read(int at) const;    // points that were encoded
    int weighed(int at) const; // outputs whose weights are there
    int taken(int at) const;   // outputs that were chosen
    int decoded(int at) const; // decoder states that are there

private:
    float cell(const MatrixXf* matrix, int i, int slot) const;
    int revealed_of(int at, Doing doing, int all) const;
    MatrixXf points_;
    const MatrixXf *energies_, *weights_;
    bool masked_;
    std::vector<int> right_;
};

Doing doing_of(const Phase& phase);
/// The output whose weights are shown: the one under the pointer or chosen, if it is revealed, else the
/// newest; -1: none yet.
int output_shown(const Reading& reading, const Playhead& playhead);
/// The slot that is looked at: under the pointer, chosen by keys, or the strongest of that output; -1: none.
int slot_shown(const Reading& reading, const Playhead& playhead, int output);

} // namespace heed::points
