#include "core/text/vocabulary.h"

#include <utility>

namespace heed {

Vocabulary::Vocabulary(std::vector<std::string> tokens, SpecialIds special)
    : tokens_(std::make_shared<const std::vector<std::string>>(std::move(tokens))), special_(special) {
    ids_ = std::make_shared<const TextIndex>(
        tokens_->size(), [this](std::size_t id) -> const std::string& { return (*tokens_)[id]; });
}

std::optional<int> Vocabulary::find(std::string_view token) const {
    const auto at = [this](std::size_t n) -> const std::string& { return (*tokens_)[n]; };
    int id = ids_->find(token, at);
    if (id < 0 && !token.empty() && token.find_first_not_of("0123456789") == token.npos)
        id = ids_->find("\u2039" + std::string(token) + "\u203A", at);
    return id < 0 ? std::nullopt : std::optional(id);
}

Vocabulary Vocabulary::with(const SpecialIds& special) const {
    Vocabulary same = *this;
    same.special_ = special;
    return same;
}

} // namespace heed
