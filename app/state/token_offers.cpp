#include "app/state/token_offers.h"

#include "app/figures/base/format.h"
#include "app/figures/tokens.h"
#include "app/figures/tokens_written.h"
#include "core/text/fold.h"
#include "core/text/strings.h"

#include <algorithm>

namespace heed {
namespace {

/// What was typed, as it is and folded.
struct Typed {
    std::string text, plain;
};

constexpr int no_answer = 5;
/// How well a token that reads so answers: 0 exactly, 1 but for case and accents, 2 and 3 it begins so, 4 it
/// holds it.
int rank(const std::string& read, const Typed& typed) {
    if (typed.text.empty()) return 3;
    const std::string plain = folded(read);
    if (plain.find(typed.plain) == std::string::npos) return no_answer;
    const std::string alone = unmarked(read), plain_alone = unmarked(plain);
    if (read == typed.text || alone == typed.text) return 0;
    if (plain == typed.plain || plain_alone == typed.plain) return 1;
    if (read.starts_with(typed.text) || alone.starts_with(typed.text)) return 2;
    return plain.starts_with(typed.plain) || plain_alone.starts_with(typed.plain) ? 3 : 4;
}

} // namespace

std::vector<int> answering_tokens(const Trace& run, const Eigen::Ref<const Eigen::VectorXf>& log_probs,
                                  const std::string& typed, std::size_t most,
                                  const std::function<bool(int)>& allowed) {
    const std::vector<std::string>& words = *run.target_vocabulary;
    const auto read = reader_of_written(run);
    Typed wanted{replaced(typed, " ", "␣"), ""};
    wanted.plain = folded(wanted.text);
    std::vector<std::pair<int, int>> answers; // rank, id
    const auto all = static_cast<int>(std::min<std::ptrdiff_t>(std::ssize(words), log_probs.size()));
    for (int id = 0; id < all; ++id)
        if (const int r = rank(read(words[static_cast<std::size_t>(id)]), wanted);
            r < no_answer && (!allowed || allowed(id)))
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
