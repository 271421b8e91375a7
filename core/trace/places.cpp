#include "core/trace/places.h"

#include "core/text/strings.h"
#include "core/trace/words/words.h"

#include <algorithm>
#include <array>

namespace heed {
namespace {

bool is_letter(std::string_view entry) {
    return entry.size() == 1 &&
           ((entry[0] >= 'a' && entry[0] <= 'z') || (entry[0] >= 'A' && entry[0] <= 'Z'));
}

/// "<pad>": what stands for no character.
bool stands_for_none(std::string_view entry) { return entry.size() > 2 && entry[0] == '<'; }

constexpr std::array place_units = {Unit{"sentence", "sentences"}, Unit{"point", "points"},
                                    Unit{"number", "numbers"}, Unit{"row", "rows"},
                                    Unit{"moment", "moments"}};

} // namespace

std::string_view place_noun(const Trace& trace) {
    const Outline& outline = trace.outline;
    if (outline.over(Axis::Sentence)) return "sentence";
    if (outline.over(Axis::Point)) // of the plane where two coordinates were typed
        return !trace.source.empty() && trace.source.front().text.find(',') != std::string::npos ? "point"
                                                                                                 : "number";
    if (outline.over(Axis::Step)) return outline.over(Axis::Moment) ? "row" : "token"; // of a table
    return trace.source_vocabulary && !trace.source_vocabulary->empty() ? "word" : "moment";
}

Unit token_unit(bool characters, const std::vector<std::string>* vocabulary,
                std::span<const TraceToken> tokens) {
    if (characters) {
        const bool letters = vocabulary && !vocabulary->empty() &&
                             std::all_of(vocabulary->begin(), vocabulary->end(), [](const auto& entry) {
                                 return is_letter(entry) || stands_for_none(entry);
                             });
        return letters ? Unit{"letter", "letters"} : Unit{"character", "characters"};
    }
    return piece_mark(vocabulary, tokens) == PieceMark::None ? Unit{} : Unit{"piece", "pieces"};
}

Unit unit_of(const Trace& run) {
    const Outline& outline = run.outline;
    const bool at_once =
        outline.over(Axis::Sentence) || outline.over(Axis::Point) || outline.over(Axis::Moment);
    if (at_once) {
        const std::string_view noun = place_noun(run);
        for (const Unit& unit : place_units)
            if (unit.one == noun) return unit;
        if (noun == "word") return {};
    }
    return token_unit(run.model.character_level, run.source_vocabulary.get(), run.source);
}

std::string with_unit(std::string_view sentence, Unit unit) {
    std::string text = replaced(std::string(sentence), "{one}", unit.one);
    text = replaced(std::move(text), "{many}", unit.many);
    text = replaced(std::move(text), "{One}", capitalized(std::string(unit.one)));
    return replaced(std::move(text), "{Many}", capitalized(std::string(unit.many)));
}

} // namespace heed
