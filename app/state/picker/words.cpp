#include "app/state/picker/words.h"

#include "core/text/strings.h"

#include <algorithm>
#include <array>
#include <utility>

namespace heed {
namespace {

constexpr std::array<std::pair<std::string_view, std::string_view>, 44> table{{
    {"additive", "bahdanau mlp network"},
    {"concat", "luong additive mlp"},
    {"dot", "luong product multiplicative"},
    {"scaled", "transformer vaswani product multiplicative soft"},
    {"general", "luong bilinear product multiplicative sharp"},
    {"projected", "query key matrices product multiplicative"},
    {"projected-scaled", "transformer vaswani query key product multiplicative"},
    {"general-tanh", "bilinear bounded product"},
    {"cosine", "graves content bounded pale"},
    {"cosine-beta", "graves content strength temperature"},
    {"location", "luong place position"},
    {"location-aware", "chorowski convolution"},
    {"coverage", "see tu repeats"},
    {"token", "previous word"},
    {"token-plain", "previous word bounded pale"},
    {"token-context", "previous word"},
    {"token-language", "previous word tag"},
    {"own-past", "cheng daniluk memory"},
    {"local-m", "luong monotonic window"},
    {"local-p", "luong predictive window gaussian"},
    {"none", "fixed context bottleneck cho sutskever"},
    {"lstm", "gates memory hochreiter"},
    {"rnn", "elman plain recurrent"},
    {"gru", "gates cho"},
    {"dates", "day month year calendar characters"},
    {"reverse", "backwards mirror letters"},
    {"twoway", "copy reverse letters tag"},
    {"copy", "repeats repeated words loops again"},
    {"plain", "additive bahdanau loops"},
    {"names", "unknown words never seen passive sentences copying"},
    {"pointer-generator", "see copying unknown words gate"},
    {"translate", "english french translation sentences"},
    {"adding", "numbers sum marked pooling"},
    {"sentiment", "opinion positive negative classes pooling"},
    {"recall", "own past letters digits pairs question"},
    {"stories", "entity memory slots gates people places things question babi"},
    {"tied", "henaff keys entities"},
    {"free", "henaff keys learned"},
    {"mean", "own past bounded products"},
    {"sum", "own past products"},
    {"lstmn", "own past cheng memory tapes"},
    {"key-value", "own past daniluk lstm"},
    {"key-value-predict", "own past daniluk lstm"},
    {"", ""},
}};

} // namespace

std::string_view other_words(std::string_view id) {
    const auto found =
        std::find_if(table.begin(), table.end(), [&](const auto& row) { return row.first == id; });
    return found == table.end() ? std::string_view() : found->second;
}

std::vector<std::string> all_other_words() {
    std::vector<std::string> words;
    for (const auto& [id, also] : table)
        for (const std::string_view word : split(also, " "))
            if (!word.empty() && std::find(words.begin(), words.end(), word) == words.end())
                words.emplace_back(word);
    return words;
}

} // namespace heed
