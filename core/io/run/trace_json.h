// A trace as JSON, "format": "heed.trace", and back.
//
// Numbers carry nine significant digits, so that a float survives the round trip; what is not finite (an
// energy that was masked out) is null. Keys come in the order in which a person would ask for them.
#pragma once

#include "core/trace/trace.h"

#include <nlohmann/json.hpp>
#include <string>

namespace heed::io {

/// `full` adds the encoder's values and, for each step, query, context, state, readout, logits and log_probs.
/// Of stacked layers the highest is given. A model that answers at once has no steps; it has "answer", and
/// `full` adds every value under its key, a list a column; what a memory has for each slot is a list of
/// slots a column.
nlohmann::ordered_json trace_to_json(const Trace& trace, bool full = false);

/// On one line, without a line feed: for JSON Lines.
std::string trace_line(const Trace& trace, bool full = false);
/// For a file: one step, and one row of a map, a line.
std::string trace_text(const Trace& trace, bool full = false);
/// The same two of what trace_to_json gave, and whatever was added to it.
std::string line_of(const nlohmann::ordered_json& trace);
std::string text_of(const nlohmann::ordered_json& trace);

/// Reads what trace_to_json writes. Spans of bytes, layers below the highest and the model's numbers are not
/// in a file and stay empty. Throws heed::Error naming `subject` and the key: another format or version, a
/// value of the wrong kind, lists whose lengths disagree.
Trace trace_from_json(const nlohmann::json& json, const std::string& subject);

} // namespace heed::io
