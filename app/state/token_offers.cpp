#include "app/state/token_offers.h"

#include "app/figures/base/format.h"
#include "core/text/fold.h"

#include <algorithm>

namespace heed {
namespace {

/// How well a token answers: 0 exactly, 1 it begins so, 2 it holds it, 3 not at all.
int rank(const std::string& token, const std::string& typed) {
    if (typed.empty()) return 1;
    const std::string seen = folded(shown(token));
    if (seen == typed) return 0;
    if (seen.starts_with(typed)) return 1;
    return seen.find(typed) != std::string::npos ? 2 : 3;
}

} // namespace

std::vector<int> answering_tokens(const std::vector<std::string>& words,
                                  const Eigen::Ref<const Eigen::VectorXf>& log_probs,
                                  const std::string& typed, std::size_t most,
                                  const std::function<bool(int)>& allowed) {
    const std::string wanted = folded(typed);
    std::vector<std::pair<int, int>> answers; // rank, id
    const auto all = static_cast<int>(std::min<std::ptrdiff_t>(std::ssize(words), log_probs.size()));
    for (int id = 0; id < all; ++id)
        if (const int r = rank(words[static_cast<std::size_t>(id)], wanted);
            r < 3 && (!allowed || allowed(id)))
            answers.emplace_back(r, id);
    const auto better = [&](const auto& a, const auto& b) {
        if (a.first != b.first) return a.first < b.first;
        return log_probs(a.second) != log_probs(b.second) ? log_probs(a.second) > log_probs(b.second)
                                                          : a.second < b.second;
    };
    const auto count = static_cast<std::ptrdiff_t>(std::min(most, answers.size()));
    std::partial_sort(answers.begin(), answers.begin() + count, answers.end(), better);
    std::vector<int> ids;
    for (std::ptrdiff_t n = 0; n < count; ++n) ids.push_back(answers[static_cast<std::size_t>(n)].second);
    return ids;
}

std::string known_words(const Model& model, std::size_t most) {
    if (model.subword) return "Any text: the model cuts it into pieces.";
    const Vocabulary& words = model.source;
    std::size_t all = 0;
    std::string list;
    for (int id = 0; id < words.size(); ++id) {
        const std::string& word = words.token(id);
        if (words.special().has(id) || word.empty() || (word.starts_with('<') && word.ends_with('>')))
            continue;
        if (++all > most) continue;
        list += (list.empty() ? "" : ", ") + shown(word);
    }
    if (all == 0) return {};
    const char* kind = model.tokenizer.level == TokenLevel::Character ? "character"
                       : model.tokenizer.level == TokenLevel::Word    ? "word"
                                                                      : "token";
    return "It knows " + counted(static_cast<int>(all), kind) + ": " + list + (all > most ? ", …" : "");
}

} // namespace heed
