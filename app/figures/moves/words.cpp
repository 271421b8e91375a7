#include "app/figures/moves/words.h"

#include "app/figures/tokens.h"
#include "core/models/transformer/facts.h"

#include <algorithm>
#include <cmath>

namespace heed {
namespace {

using moves::PartKind;

std::string looked_at(const Trace& run, HeadKind kind) {
    if (kind == HeadKind::Cross) return "the source";
    if (kind == HeadKind::Encoder) return "the text";
    return transformer_facts(run).config.crosses() ? "its own past" : "what came before";
}
std::string looked_briefly(const Trace& run, HeadKind kind) {
    if (kind == HeadKind::Cross) return "source";
    if (kind == HeadKind::Encoder) return "text";
    return transformer_facts(run).config.crosses() ? "own past" : "before";
}

/// Of what is neither a head nor a layer.
std::string other_name(PartKind kind) {
    switch (kind) {
    case PartKind::Token:
        return "the token read";
    case PartKind::Place:
        return "its place";
    case PartKind::Segment:
        return "its segment";
    case PartKind::LayerBias:
        return "biases of layers";
    case PartKind::NormBias:
        return "biases of norms";
    case PartKind::OutputBias:
        return "bias of the token";
    case PartKind::Head:
    case PartKind::Feed:
        break;
    }
    return "";
}

} // namespace

std::string part_name(const Trace& run, const moves::Part& part) {
    const std::string layer = "layer " + std::to_string(part.at.layer + 1);
    if (part.kind == PartKind::Feed) return "feed forward of " + layer;
    if (part.kind != PartKind::Head) return other_name(part.kind);
    return "head " + std::to_string(part.at.head + 1) + " of " + layer + " on " +
           looked_at(run, part.at.kind);
}

std::string short_part_name(const Trace& run, const moves::Part& part) {
    const std::string layer = std::to_string(part.at.layer + 1);
    if (part.kind == PartKind::Feed) return layer + " feed forward";
    if (part.kind != PartKind::Head) return other_name(part.kind);
    return layer + ":" + std::to_string(part.at.head + 1) + " " + looked_briefly(run, part.at.kind);
}

std::string moved_word(const Trace& run, HeadKind kind, int place) {
    const bool crosses = transformer_facts(run).config.crosses();
    const bool written = kind == HeadKind::Decoder && (crosses || place >= run.source_length());
    if (!written) return unmarked(shown_source(run, place));
    if (crosses && place == 0) return "start";
    return unmarked(shown_output(run, crosses ? place - 1 : place - run.source_length()));
}

moves::Moves moves_in_words(const Trace& run, const RunWords& words, moves::Moves m) {
    const bool crosses = transformer_facts(run).config.crosses();
    for (moves::Part& part : m.parts.parts) {
        if (part.places.empty()) continue;
        const bool own = part.at.kind == HeadKind::Decoder;
        const std::vector<Word>& groups = own ? words.past : words.source;
        std::vector<double> folded;
        for (const Word& word : groups) {
            const int last = std::min(word.last, static_cast<int>(part.places.size()));
            if (word.first >= last && (own || !crosses)) break; // not read yet
            folded.push_back(0);
            for (int k = word.first; k < last; ++k) folded.back() += part.places[static_cast<std::size_t>(k)];
        }
        part.places = std::move(folded);
    }
    return m;
}

std::string moved_from(const Trace& run, const moves::Part& part) {
    int best = -1;
    for (int j = 0; j < static_cast<int>(part.places.size()); ++j) {
        const double adds = part.places[static_cast<std::size_t>(j)];
        const double most = best < 0 ? 0 : part.places[static_cast<std::size_t>(best)];
        if (std::abs(adds) > std::abs(most)) best = j;
    }
    return best < 0 ? "" : moved_word(run, part.at.kind, best);
}

} // namespace heed
