#include "core/io/attention/weights/special_words.h"

#include "core/text/escape.h"
#include "core/text/strings.h"

#include <algorithm>
#include <array>

namespace heed::io {

namespace {

constexpr std::array<std::string_view, 5> end_words = {"</s>", "<eos>", "<EOS>", "[SEP]", "<end>"};
constexpr std::array<std::string_view, 14> start_words = {
    "<s>",     "<bos>",   "<BOS>",   "[BOS]", "<sos>", "<SOS>",           "[SOS]",
    "<start>", "<START>", "[START]", "[CLS]", "<cls>", "<|startoftext|>", "<|begin_of_text|>"};

bool is_special(const std::string& word) {
    return is_start_word(word) || is_end_word(word) || is_padding(word);
}

std::int64_t specials_in(const Words& words) { return std::count_if(words.begin(), words.end(), is_special); }

/// Whose tokens are changed.
struct Sides {
    bool source = false, target = false;
    const char* name;
};
constexpr Sides some_sides[] = {
    {true, false, "the source has"}, {false, true, "the target has"}, {true, true, "source and target have"}};

/// Whether the weights have axes of so many tokens: outputs before sources, or `turned`.
bool would_fit(const GivenSentence& s, AxisLengths want, const std::string& said, std::int64_t sources,
               std::int64_t outputs, bool turned) {
    want.sources = s.between == Between::Outputs ? outputs : sources;
    want.outputs = s.between == Between::Sources ? sources : outputs;
    want.more = 0; // with them each weight has its token
    want.output_start = want.source_start = false;
    try {
        return axes_of(s.weights, want, s.what, said).turned == turned;
    } catch (const Error&) {
        return false;
    }
}

/// The first that are so without a turn of the axes, else with one.
template <class Is>
const Sides* first_sides(const Is& is) {
    for (const bool turned : {false, true})
        for (const Sides& sides : some_sides)
            if (is(sides, turned)) return &sides;
    return nullptr;
}

std::string counts_of(const Sides& sides, std::int64_t sources, std::int64_t outputs) {
    std::vector<std::string> counts;
    if (sides.source) counts.push_back(std::to_string(sources));
    if (sides.target && (!sides.source || sources != outputs)) counts.push_back(std::to_string(outputs));
    return listed(counts, " and ");
}

/// The special words of both sides that count, each once.
std::string named_specials(const GivenSentence& s, const Sides& sides) {
    constexpr std::size_t most = 4;
    std::vector<std::string> names;
    const auto add = [&](const Words& words) {
        for (const std::string& word : words) {
            const std::string name = in_quotes(word, 40);
            if (is_special(word) && names.size() < most &&
                std::find(names.begin(), names.end(), name) == names.end())
                names.push_back(name);
        }
    };
    if (sides.source) add(s.source);
    if (sides.target) add(s.target);
    return listed(names, " and ");
}

} // namespace

bool is_start_word(std::string_view word) {
    return std::find(start_words.begin(), start_words.end(), word) != start_words.end();
}

bool is_end_word(std::string_view word) {
    return std::find(end_words.begin(), end_words.end(), word) != end_words.end();
}

std::string special_words_hint(const GivenSentence& s, const AxisLengths& want, const std::string& said) {
    if (!s.sources.empty() || !s.targets.empty()) return {};
    const std::int64_t sources = std::ssize(s.source), outputs = std::ssize(s.target);
    const auto asked = [&](const Sides& sides) { // of tokens over themselves there is one side
        if (s.between == Between::Sources) return sides.source && !sides.target && sources > 0;
        if (s.between == Between::Outputs) return sides.target && !sides.source && outputs > 0;
        return (!sides.source || sources > 0) && (!sides.target || outputs > 0);
    };
    const std::int64_t of_source = specials_in(s.source), of_target = specials_in(s.target);
    const Sides* less = first_sides([&](const Sides& sides, bool turned) {
        return asked(sides) && (!sides.source || (of_source > 0 && of_source < sources)) &&
               (!sides.target || (of_target > 0 && of_target < outputs)) &&
               would_fit(s, want, said, sources - (sides.source ? of_source : 0),
                         outputs - (sides.target ? of_target : 0), turned);
    });
    if (less)
        return "; without " + named_specials(s, *less) + " " + less->name + " " +
               counts_of(*less, sources - of_source, outputs - of_target) +
               ", which would fit: leave out what no weight is of";
    constexpr std::int64_t frame = 2; // a start and an end
    const Sides* more = first_sides([&](const Sides& sides, bool turned) {
        return asked(sides) && (!sides.source || of_source == 0) && (!sides.target || of_target == 0) &&
               would_fit(s, want, said, sources + (sides.source ? frame : 0),
                         outputs + (sides.target ? frame : 0), turned);
    });
    if (more)
        return std::string("; with special words around them, as [CLS] … [SEP], ") + more->name + " " +
               counts_of(*more, sources + frame, outputs + frame) +
               ", which would fit: put them among the tokens";
    return {};
}

} // namespace heed::io
