// What the scoring functions and alignments are, in words and symbols: what menu, command line, inspector and
// help read. Each is a row of the one table in score_table.cpp, beside the free functions that compute it.
#pragma once

#include <span>
#include <string_view>

namespace heed {

/// How large an energy can be: |e_ij| <= beta bounds the largest weight of T by e^{2 beta} / (e^{2 beta} + T
/// - 1).
enum class ScoreBound {
    None,
    One,    // beta = 1
    Learned // beta = exp(log_beta)
};

/// What an energy is the sum of, one term a unit.
enum class ScoreForm {
    None,    // no energies
    Network, // v . tanh(asked + key + b): a term is v_k tanh_k, or another unit's  (A of them)
    Product, // asked . key: a term is asked_k key_k                         (2H of them)
    Slot     // row j of a matrix, times the query: a term is W_jk q_k       (D of them)
};
/// What a network's unit makes of its sum: a term is v_k of that.
enum class ScoreUnit {
    Tanh,
    Relu,
    Linear,
    Gelu // x Phi(x), Phi the normal distribution's
};
/// What that sum is multiplied by.
enum class ScoreFactor {
    One,
    Root,    // 1/√ of the number of units
    Strength // exp(log_beta)
};

/// What several heads share out among themselves, each getting as many numbers of it.
enum class ScoreHeads {
    None,        // this score has one head
    Units,       // its A units
    Annotations, // the numbers of an annotation
    Both         // those of an annotation, and those of what asks
};

struct ScoreInfo {
    std::string_view id;   // "additive"; on disk, in commands
    std::string_view name; // "additive"; on the screen
    /// Short, in the markup of app/figures/base/equation.h: s the query, h an annotation, y the token written
    /// last, c the context before, f features of the weights before, C what has been covered, l the language.
    std::string_view formula;
    std::string_view equation;   // e_ij = …
    std::string_view parameters; // names and shapes, [out, in]
    std::string_view paper;
    std::string_view shows; // what one learns from looking at it
    // How one energy is taken apart: e_ij = factor · (sum of terms) + offset, or the tanh of it.
    ScoreForm form = ScoreForm::None;
    ScoreUnit unit = ScoreUnit::Tanh; // of a network
    ScoreFactor factor = ScoreFactor::One;
    bool offset = false;   // b is added to the sum: one number, or one a slot
    bool squashed = false; // tanh is taken of it all
    ScoreBound bound = ScoreBound::None;
    bool equal_sizes = false;   // the decoder's state must be as long as an annotation
    bool own_parameters = true; // false: any model whose sizes fit can be scored by it
    bool sized = false;         // it has parameters of the attention size A
    ScoreHeads heads = ScoreHeads::None;
};

std::span<const ScoreInfo> score_table();
/// nullptr for an unknown id.
const ScoreInfo* find_score(std::string_view id);

namespace attention {

enum class AlignmentKind {
    Global, // softmax over the whole source
    LocalM, // p_i = i, softmax over |j - p_i| <= D
    LocalP, // p_i = (T - 1) sigma(v_p^T tanh(W_p q_i)); the softmax inside the window times a Gaussian
    Slots   // softmax over all L slots of the location score, also those past the source, which add nothing
};

inline constexpr bool is_local(AlignmentKind kind) {
    return kind == AlignmentKind::LocalM || kind == AlignmentKind::LocalP;
}

struct AlignmentInfo {
    AlignmentKind kind = AlignmentKind::Global;
    std::string_view id;       // "local-p"
    std::string_view name;     // on the screen
    std::string_view formula;  // what it adds to a score's short formula
    std::string_view equation; // alpha_ij = …
    std::string_view paper;
    std::string_view shows;
};
/// In the order of AlignmentKind.
std::span<const AlignmentInfo> alignment_table();
inline const AlignmentInfo& info(AlignmentKind kind) {
    return alignment_table()[static_cast<std::size_t>(kind)];
}
/// nullptr for an unknown id.
const AlignmentInfo* find_alignment(std::string_view id);

} // namespace attention
} // namespace heed
