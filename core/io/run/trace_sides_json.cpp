#include "core/io/run/trace_sides_json.h"

#include "core/io/run/trace_place.h"
#include "core/models/registry.h"
#include "core/trace/words/words.h"

#include <nlohmann/json.hpp>

namespace heed::io {
namespace {

using Ordered = nlohmann::ordered_json;

/// Of each piece the bytes of the text that it is, from and to: words are put together by them. null: none.
void add_bytes(const Trace& trace, Ordered& source) {
    if (!has_pieces(trace)) return;
    Ordered bytes = Ordered::array();
    bool any = false;
    for (const TraceToken& token : trace.source) {
        const bool typed = whole_characters(trace.source_text, token.begin, token.end);
        bytes.push_back(typed ? Ordered::array({token.begin, token.end}) : Ordered());
        any = any || typed;
    }
    if (any) source["bytes"] = std::move(bytes);
}

} // namespace

Ordered source_json(const Trace& trace) {
    Ordered tokens = Ordered::array(), ids = Ordered::array(), unknown = Ordered::array();
    for (std::size_t j = 0; j < trace.source.size(); ++j) {
        tokens.push_back(trace.source[j].text);
        ids.push_back(trace.source[j].id);
        if (trace.source[j].unknown) unknown.push_back(j);
    }
    Ordered source = {{"text", trace.source_text}, {"tokens", tokens}, {"ids", ids}, {"unknown", unknown}};
    // Said only where it is not as usual: no start token, and an end token.
    const bool begins = !trace.source.empty() && trace.source.front().is_start;
    const bool ends = !trace.source.empty() && trace.source.back().is_end;
    if (begins || !ends || trace.source.back().text != "</s>")
        source["frame"] = {{"start", begins}, {"end", ends}};
    // What frames within: control tokens, those that were typed, too; ends that something follows.
    Ordered control = Ordered::array(), ended = Ordered::array();
    for (std::size_t j = 0; j < trace.source.size(); ++j) {
        if (j > 0 && trace.source[j].is_start) control.push_back(j);
        if (j + 1 < trace.source.size() && trace.source[j].is_end) ended.push_back(j);
    }
    if (!control.empty()) source["control"] = std::move(control);
    if (!ended.empty()) source["ends"] = std::move(ended);
    add_bytes(trace, source);
    return source;
}

Ordered target_json(const Trace& trace) {
    Ordered tokens = Ordered::array(), ids = Ordered::array(), control = Ordered::array();
    for (std::size_t i = 0; i < trace.steps.size(); ++i) {
        const TraceToken& token = trace.steps[i].token;
        tokens.push_back(token.text);
        ids.push_back(token.id);
        if (token.is_start) control.push_back(i); // a language: no word of what was written
    }
    Ordered target = {
        {"text", trace.target_text}, {"tokens", tokens}, {"ids", ids}, {"finished", trace.finished}};
    if (!control.empty()) target["control"] = std::move(control);
    const bool whole = trace.finished && !trace.steps.empty() && !trace.steps.back().token.is_end &&
                       !answers_at_once(trace.model.architecture);
    if (whole) target["frame"] = {{"end", false}}; // a text that was given, of a model without an end token
    return target;
}

} // namespace heed::io
