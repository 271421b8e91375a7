#include "core/io/family/optimizers.h"

#include "core/text/strings.h"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

namespace heed::io {

namespace {

constexpr std::array<std::string_view, 5> optimizer_words = {"optim", "optimizer", "optimizers", "opt",
                                                             "adam"};
/// Nothing else is called so, wherever it lies.
constexpr std::array<std::string_view, 5> moment_names = {"exp_avg", "exp_avg_sq", "max_exp_avg_sq",
                                                          "momentum_buffer", "square_avg"};
/// In an optimizer's part alone.
constexpr std::array<std::string_view, 12> counter_names = {"step", "steps",     "iter",     "iterations",
                                                            "lr",   "acc_delta", "sum",      "prev",
                                                            "eta",  "mu",        "grad_avg", "state_step"};

template <std::size_t n>
bool is_among(const std::array<std::string_view, n>& names, std::string_view name) {
    return std::find(names.begin(), names.end(), name) != names.end();
}

std::string first_step(std::string_view name) {
    return ascii_lower(std::string(name.substr(0, name.find_first_of("./"))));
}

std::string last_step(std::string_view name) {
    const std::size_t at = name.find_last_of("./");
    return std::string(at == name.npos ? name : name.substr(at + 1));
}

} // namespace

bool is_in_optimizer(std::string_view name) {
    return name.find_first_of("./") != name.npos && is_among(optimizer_words, first_step(name));
}

bool is_optimizers(std::string_view name) {
    const std::string last = last_step(name);
    if (is_among(moment_names, last)) return true;
    if (!is_among(counter_names, last) || last.size() == name.size()) return false;
    const std::string first = first_step(name);
    const auto words = split(first, "_");
    return std::any_of(words.begin(), words.end(),
                       [](std::string_view word) { return is_among(optimizer_words, word); });
}

bool is_training_loops(std::string_view name) {
    constexpr std::array<std::string_view, 3> parts = {"callbacks", "loops", "lr_schedulers"};
    return name.find('.') != name.npos && is_among(parts, first_step(name));
}

bool is_adams(std::string_view name) { return last_step(name).find("exp_avg") != std::string::npos; }

} // namespace heed::io
