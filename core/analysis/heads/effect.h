// What changed heads do to one run: to the words that it wrote, to what the other heads look at, and how much
// is taken out of what is carried along.
#pragma once

#include "core/analysis/heads/run_heads.h"
#include "core/models/model.h"
#include "core/trace/trace.h"

#include <atomic>
#include <optional>
#include <string>
#include <vector>

namespace heed::heads {

/// A word that a run wrote; of an encoder alone the likeliest word of a place that frames nothing.
struct Written {
    int place = 0; // output, or place of the encoder
    int id = -1;
    std::string text; // as the vocabulary has it
    bool is_end = false;
    double log_prob = 0;
};
std::vector<Written> written_of(const Trace& run);
/// ln p that a run gives those words at their places; a run that has written fewer has none for the rest.
std::vector<std::optional<double>> log_probs_of(const Trace& run, const std::vector<Written>& words);

/// The model made to write what `run` wrote, under those edits. An encoder writes nothing: it is run under
/// them. Throws Cancelled, heed::Error.
Trace forced_run(const Model& model, const Trace& run, const Edits& edits,
                 const std::atomic<bool>* cancelled = nullptr);

/// Lengths, of one output or the mean over what was written (of an encoder's head, over its places).
struct Taken {
    double changed = 0; // ‖W_O (c − c')‖: what the head adds in the one run less what it adds in the other
    double read = 0;    // ‖x‖: what the layer's attention adds to
};
/// `output` < 0: the mean. None where the runs do not hold what is needed, or there is no such output.
std::optional<Taken> taken_away(const Trace& before, const Trace& after, const HeadPlace& place, int output);
/// The same by the head's columns of the output matrix (d, d_h), for runs that carry no parameters.
std::optional<Taken> taken_away(const Trace& before, const Trace& after, const HeadPlace& place, int output,
                                const MatrixXf& through);
/// Those columns; none where the model has no such head.
std::optional<MatrixXf> written_through(const Model& model, const HeadPlace& place);

/// How differently a head looks in two runs of the same places: the mean over its rows of the Jensen-Shannon
/// divergence, bits.
struct Shift {
    Head head;
    double bits = 0;
};
/// Of every head whose map both runs have, in the same size; most first, and those equal as heads_of has
/// them.
std::vector<Shift> shifts(const Trace& before, const Trace& after);

} // namespace heed::heads
