#include "core/models/typed_token.h"

#include "core/base/error.h"
#include "core/models/model.h"
#include "core/text/escape.h"

#include <array>
#include <string_view>
#include <vector>

namespace heed {
namespace {

/// What says that a piece begins a word: SentencePiece's, that of pieces of bytes, and how they are shown.
constexpr std::array<std::string_view, 5> word_signs = {"▁", "Ġ", "␣", "_", " "};
/// What says that a piece goes on (WordPiece).
constexpr std::string_view sign_of_going_on = "##";

/// The piece without the sign, and whether one was there.
bool take_word_sign(std::string_view& piece) {
    for (const std::string_view sign : word_signs)
        if (piece.size() > sign.size() && piece.starts_with(sign)) {
            piece.remove_prefix(sign.size());
            return true;
        }
    return false;
}

/// Ids of the pieces that read as typed but for their sign.
std::vector<int> pieces_read_as(const OutputWords& words, std::string_view typed) {
    const bool begins = take_word_sign(typed);
    std::vector<int> ids;
    const auto look = [&](std::string_view sign) {
        if (const auto id = words.find(std::string(sign) + std::string(typed))) ids.push_back(*id);
    };
    for (const std::string_view sign : word_signs) look(sign);
    if (!begins) look(sign_of_going_on);
    return ids;
}

} // namespace

int typed_token(const Model& model, const OutputWords& words, const std::string& typed,
                const std::string& item) {
    if (const auto id = words.find(typed)) return *id;
    const std::string what = model.name + ": " + (item.empty() ? "" : item + ": ");
    const std::vector<int> ids = model.subword ? pieces_read_as(words, typed) : std::vector<int>();
    if (ids.empty()) throw Error(what + "\"" + escaped(typed) + "\" is not in the target vocabulary");
    if (ids.size() > 1) {
        std::string names;
        for (const int id : ids) names += (names.empty() ? "\"" : " or \"") + escaped(words.token(id)) + "\"";
        throw Error(what + "\"" + escaped(typed) + "\" may be " + names + ": say which");
    }
    return ids.front();
}

} // namespace heed
