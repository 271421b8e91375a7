#include "core/text/vocabulary.h"

#include <utility>

namespace heed {

Vocabulary::Vocabulary(std::vector<std::string> tokens, SpecialIds special)
    : tokens_(std::make_shared<const std::vector<std::string>>(std::move(tokens))), special_(special) {
    Ids ids;
    ids.reserve(tokens_->size());
    for (std::size_t id = 0; id < tokens_->size(); ++id) ids.emplace((*tokens_)[id], static_cast<int>(id));
    ids_ = std::make_shared<const Ids>(std::move(ids));
}

std::optional<int> Vocabulary::find(std::string_view token) const {
    const auto it = ids_->find(token);
    return it == ids_->end() ? std::nullopt : std::optional(it->second);
}

Vocabulary Vocabulary::with(const SpecialIds& special) const {
    Vocabulary same = *this;
    same.special_ = special;
    return same;
}

} // namespace heed
