// The one door through which a model is run.
#pragma once

#include "core/decode/rules.h"
#include "core/models/tokens.h"
#include "core/trace/request.h"
#include "core/trace/trace.h"

#include <atomic>
#include <map>
#include <optional>
#include <vector>

namespace heed::decode {

/// Runs the model on the request: greedy, or forced where the request gives a target, tokens or weights; or
/// searches with a beam, and runs the best sentence found; and records every intermediate. Pure: same model
/// and request, same trace, bit for bit. Throws heed::Error: empty input, input longer than
/// model.longest_input tokens, a target longer than there are places for, a forced token that is not in the
/// vocabulary or a position past the end, given weights of the wrong length, negative or not finite.
/// `cancelled`, if given, is polled between steps; when it becomes true the run ends with a Cancelled.
Trace run(const Model& model, const Request& request, const std::atomic<bool>* cancelled = nullptr);

struct Cancelled {};

/// What a run begins with, when the request has been found to be one that the model takes.
struct Beginning {
    std::vector<TraceToken> source;
    OutputWords words;         // what can be written
    std::map<int, int> wanted; // ids that outputs are made to be, by position
    int first = 0;             // what the decoder is fed before its first output
    int limit = 0;             // outputs, at most
    int target = 0;            // of a target in pieces: how many, the last one ends the run; 0: none
    // Of a model that brings rules for writing: those for this request, what stands before the first output,
    // and what the encoder reads.
    std::optional<GenerationRules> rules{};
    std::vector<int> given{}, read{};

    WrittenSoFar so_far(std::span<const int> ids) const {
        return {ids, read, static_cast<int>(given.size()), static_cast<int>(given.size()) + limit};
    }
};
/// Throws heed::Error as run() does.
Beginning begin_run(const Model& model, const Request& request);

/// Weights may all be finite and yet so large that float32 overflows on the way: nothing after that means
/// anything. Throws heed::Error for log p of an output that are no numbers; `model` is its name.
void check_numbers(const std::string& model, const MatrixXf& log_probs, int output);

/// The widest beam.
inline constexpr int largest_beam = 100;

/// Outputs after which a run that has not reached the end token is cut off, where the request does not say:
/// for a source of T tokens, the end included.
constexpr int output_limit(int source_length) { return 2 * source_length + 10; }

/// The tokens the model would read: pieces with ids, unknown ones marked, end token last.
std::vector<TraceToken> tokenize_source(const Model& model, std::string_view text);

} // namespace heed::decode
