// The words of config.json for the choices of seq2seq_config.h; only those who read, write and check it know
// them.
#pragma once

#include "core/models/config_section.h"

#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace heed::words {

// In the orders of their enumerations.
inline constexpr std::array<std::string_view, 3> cells = {"rnn", "gru", "lstm"};
inline constexpr std::array<std::string_view, 3> orders = {"bahdanau", "luong", "conditional"};
inline constexpr std::array<std::string_view, 2> merges = {"concat", "sum"};
inline constexpr std::array<std::string_view, 10> starts = {
    "bridge", "backward", "last", "zeros", "mean", "forward", "layers", "linear", "blocks", "memory"};
inline constexpr std::array<std::string_view, 2> starts_from = {"layer", "top"};
inline constexpr std::array<std::string_view, 4> start_memories = {"zero", "same", "own", "linear"};
inline constexpr std::array<std::string_view, 4> context_places = {"input", "state", "recurrent", "combined"};
inline constexpr std::array<std::string_view, 3> gates = {"none", "one", "each"};
inline constexpr std::array<std::string_view, 2> fed_back = {"readout", "context"};
inline constexpr std::array<std::string_view, 3> recurrents = {"state", "readout", "exchanged"};
inline constexpr std::array<std::string_view, 4> readouts = {"tanh", "maxout", "linear", "none"};
inline constexpr std::array<std::string_view, 3> read_names = {"context", "state", "token"};
inline constexpr std::array<std::string_view, 2> queries = {"state", "token-state"};
inline constexpr std::array<std::string_view, 3> normalisations = {"none", "gates", "cell"};
inline constexpr std::array<std::string_view, 2> readout_states = {"current", "previous"};
inline constexpr std::array<std::string_view, 2> summaries = {"plain", "tanh"};
inline constexpr std::array<std::string_view, 3> first_inputs = {"start", "tag", "none"};

} // namespace heed::words

namespace heed {

struct Seq2SeqConfig;
/// Throws heed::Error "subject: key: expected …, found …" for a combination that this program does not have.
void check_combinations(const Seq2SeqConfig& value, const std::string& subject);

} // namespace heed
