#include "core/trace/request.h"

#include <bit>
#include <string_view>

namespace heed {

namespace {

/// FNV-1a over 64 bits (Fowler, Noll and Vo), so that a hash written today is the same tomorrow and
/// elsewhere. Every text and list is preceded by its length, so that no two requests run together into the
/// same bytes.
class Fnv1a {
public:
    void number(std::uint64_t value) {
        for (int shift = 0; shift < 64; shift += 8) byte(static_cast<std::uint8_t>(value >> shift));
    }
    void text(std::string_view value) {
        number(value.size());
        for (const char c : value) byte(static_cast<std::uint8_t>(c));
    }
    void real(float value) {
        number(std::bit_cast<std::uint32_t>(value == 0 ? 0.0f : value)); // 0 and -0 are equal
    }
    std::uint64_t value() const { return value_; }

private:
    void byte(std::uint8_t b) { value_ = (value_ ^ b) * 0x100000001B3u; }

    std::uint64_t value_ = 0xCBF29CE484222325u;
};

void add(Fnv1a& hash, const RowEdit& edit) {
    hash.number(static_cast<std::uint64_t>(edit.kind));
    hash.number(edit.weights.size());
    for (const float w : edit.weights) hash.real(w);
    hash.number(edit.held.size());
    for (const auto& [j, w] : edit.held) {
        hash.number(static_cast<std::uint64_t>(j));
        hash.real(w);
    }
    hash.number(edit.without.size());
    for (const int j : edit.without) hash.number(static_cast<std::uint64_t>(j));
    hash.number(edit.seed);
}

void add(Fnv1a& hash, const Edits& edits) {
    hash.number(edits.forced.size());
    for (const auto& [position, token] : edits.forced) {
        hash.number(static_cast<std::uint64_t>(position));
        hash.text(token);
    }
    hash.number(edits.rows.size());
    for (const auto& [position, edit] : edits.rows) {
        hash.number(static_cast<std::uint64_t>(position));
        add(hash, edit);
    }
    if (edits.every_row) add(hash, *edits.every_row);
    for (const auto& [place, edit] : edits.heads) hash.text(to_string(place, edit));
    if (edits.temperature != 1) hash.number(std::bit_cast<std::uint64_t>(edits.temperature));
    if (!edits.muted.empty()) hash.number(edits.muted.size());
    for (const int t : edits.muted) hash.number(static_cast<std::uint64_t>(t));
    if (edits.masking) hash.text(*edits.masking ? "masked" : "unmasked");
}

} // namespace

std::uint64_t hash_value(const Request& request) {
    Fnv1a hash;
    hash.text(request.model);
    hash.text(request.text);
    hash.number(request.target.has_value() ? 1 : 0);
    if (request.target) hash.text(*request.target);
    add(hash, request.edits);
    if (!request.score.empty()) hash.text(request.score); // none hashes as it did before there was one
    hash.number(static_cast<std::uint64_t>(request.max_steps));
    if (request.beam.width > 0) {
        hash.number(static_cast<std::uint64_t>(request.beam.width));
        hash.number(std::bit_cast<std::uint64_t>(request.beam.length_penalty));
        hash.number(std::bit_cast<std::uint64_t>(request.beam.coverage_penalty));
        if (request.beam.exponent) hash.number(std::bit_cast<std::uint64_t>(*request.beam.exponent));
        if (request.beam.stopping) hash.number(static_cast<std::uint64_t>(*request.beam.stopping));
    }
    for (const std::string* text : {&request.source_language, &request.target_language, &request.prefix}) {
        if (text->empty()) continue;
        hash.number(
            static_cast<std::uint64_t>(text == &request.prefix ? 2 : text != &request.source_language));
        hash.text(*text);
    }
    return hash.value();
}

} // namespace heed
