// The one table of scoring functions: what each is called and shows, and its three functions, of
// score_products.h or score_networks.h.
#include "core/attention/heads.h"
#include "core/attention/score_functions.h"
#include "core/attention/score_networks.h"
#include "core/attention/score_products.h"

#include <array>

namespace heed {

namespace {

using namespace attention;

template <class T>
void no_parameters(nn::ParameterSet<T>&, const Sizes&) {}
template <class T>
void no_keys(Memory<T>&) {}

template <class T>
struct Score {
    ScoreInfo info;
    /// In the order of the file; prepare() binds them under the same names.
    void (*declare)(nn::ParameterSet<T>&, const Sizes&);
    void (*keys)(Memory<T>&); // what is made once of the annotations
    Energies<T>* energies;    // null: no weights, the fixed context
};

template <class T>
constexpr std::array scores{
    Score<T>{{.id = "none",
              .name = "none",
              .formula = "fixed context",
              .equation = "c = [→h_T ; ←h_1]",
              .parameters = "",
              .paper = "Cho et al. 2014; Sutskever et al. 2014",
              .shows = "One vector must hold the whole source: accuracy falls as it grows longer.",
              .own_parameters = false},
             no_parameters<T>,
             no_keys<T>,
             nullptr},
    Score<T>{{.id = "additive",
              .name = "additive",
              .formula = "v^T|tanh(W|s + U|h)",
              .equation = "e_ij = vᵀ tanh(W_q q_i + W_h h_j + b)",
              .parameters = "Wq [A, D], Wh [A, 2H], b [A], v [A]",
              .paper = "Bahdanau, Cho and Bengio 2015, eq. 6 and appendix A.1.2",
              .shows = "A small network compares the decoder's state with each annotation.",
              .form = ScoreForm::Network,
              .sized = true,
              .heads = ScoreHeads::Units},
             additive_parameters<T>,
             additive_keys<T>,
             additive<T>},
    Score<T>{{.id = "additive-relu",
              .name = "additive, ReLU",
              .formula = "v^T|relu(W|s + U|h)",
              .equation = "e_ij = vᵀ relu(W_q q_i + W_h h_j + b)",
              .parameters = "Wq [A, D], Wh [A, 2H], b [A], v [A]",
              .paper = "in use among practitioners; no paper known",
              .shows = "Units that are below zero say nothing; the others have no ceiling.",
              .form = ScoreForm::Network,
              .unit = ScoreUnit::Relu,
              .sized = true,
              .heads = ScoreHeads::Units},
             additive_parameters<T>,
             projected_keys<T>,
             additive_relu<T>},
    Score<T>{{.id = "additive-linear",
              .name = "additive, linear",
              .formula = "v^T|(W|s + U|h)",
              .equation = "e_ij = vᵀ (W_q q_i + W_h h_j + b)",
              .parameters = "Wq [A, D], Wh [A, 2H], b [A], v [A]",
              .paper = "in use among practitioners; no paper known",
              .shows = "The state adds the same to every token and cancels: all rows are equal.",
              .form = ScoreForm::Network,
              .unit = ScoreUnit::Linear,
              .sized = true,
              .heads = ScoreHeads::Units},
             additive_parameters<T>,
             projected_keys<T>,
             additive_linear<T>},
    Score<T>{{.id = "additive-gelu",
              .name = "additive, GELU",
              .formula = "v^T|gelu(W|s + U|h)",
              .equation = "e_ij = vᵀ gelu(W_q q_i + W_h h_j + b)",
              .parameters = "Wq [A, D], Wh [A, 2H], b [A], v [A]",
              .paper = "the unit: Hendrycks and Gimpel 2016",
              .shows = "As with ReLU, with a bend in the place of the corner.",
              .form = ScoreForm::Network,
              .unit = ScoreUnit::Gelu,
              .sized = true,
              .heads = ScoreHeads::Units},
             additive_parameters<T>,
             projected_keys<T>,
             additive_gelu<T>},
    Score<T>{{.id = "concat",
              .name = "concat",
              .formula = "v^T|tanh(W|[s; h])",
              .equation = "e_ij = vᵀ tanh(W [q_i ; h_j])",
              .parameters = "W [A, D + 2H], v [A]",
              .paper = "Luong, Pham and Manning 2015, section 3.1",
              .shows = "The additive score as Luong writes it: one matrix over both, no bias.",
              .form = ScoreForm::Network,
              .sized = true,
              .heads = ScoreHeads::Units},
             concat_parameters<T>,
             concat_keys<T>,
             concat<T>},
    Score<T>{{.id = "dot",
              .name = "dot",
              .formula = "s^T|h",
              .equation = "e_ij = q_iᵀ h_j",
              .parameters = "none; D = 2H",
              .paper = "Luong, Pham and Manning 2015, section 3.1",
              .shows = "No parameters: state and annotation must learn to speak one language.",
              .form = ScoreForm::Product,
              .equal_sizes = true,
              .own_parameters = false,
              .heads = ScoreHeads::Both},
             no_parameters<T>,
             no_keys<T>,
             dot<T>},
    Score<T>{{.id = "scaled",
              .name = "scaled dot",
              .formula = "s^T|h / √|d",
              .equation = "e_ij = q_iᵀ h_j / √(2H)",
              .parameters = "none; D = 2H",
              .paper = "Vaswani et al. 2017, eq. 1",
              .shows = "Division keeps long vectors from saturating the softmax; small models stay soft.",
              .form = ScoreForm::Product,
              .factor = ScoreFactor::Root,
              .equal_sizes = true,
              .own_parameters = false,
              .heads = ScoreHeads::Both},
             no_parameters<T>,
             no_keys<T>,
             scaled<T>},
    Score<T>{{.id = "general",
              .name = "general",
              .formula = "s^T|W|h",
              .equation = "e_ij = (W q_i)ᵀ h_j",
              .parameters = "W [2H, D]",
              .paper = "Luong, Pham and Manning 2015, section 3.1",
              .shows = "A learned product: sharp, and sizes may differ.",
              .form = ScoreForm::Product,
              .heads = ScoreHeads::Annotations},
             general_parameters<T>,
             no_keys<T>,
             general<T>},
    Score<T>{{.id = "projected",
              .name = "projected dot",
              .formula = "(W|s)^T|(U|h)",
              .equation = "e_ij = (W_q q_i + b_q)ᵀ (W_h h_j + b_h)",
              .parameters = "Wq [A, D], bq [A], Wh [A, 2H], bh [A]",
              .paper = "in use among practitioners; no paper known",
              .shows = "State and annotation are each brought to a common language before they meet.",
              .form = ScoreForm::Product,
              .sized = true,
              .heads = ScoreHeads::Units},
             projected_parameters<T>,
             affine_keys<T>,
             projected<T>},
    Score<T>{{.id = "projected-scaled",
              .name = "projected, scaled",
              .formula = "(W|s)^T|(U|h) / √|A",
              .equation = "e_ij = (W_q q_i + b_q)ᵀ (W_h h_j + b_h) / √A",
              .parameters = "Wq [A, D], bq [A], Wh [A, 2H], bh [A]",
              .paper = "Vaswani et al. 2017, eq. 1 and section 3.2.2",
              .shows = "The score of a Transformer, asked by a recurrent state.",
              .form = ScoreForm::Product,
              .factor = ScoreFactor::Root,
              .sized = true,
              .heads = ScoreHeads::Units},
             projected_parameters<T>,
             affine_keys<T>,
             projected_scaled<T>},
    Score<T>{{.id = "general-tanh",
              .name = "general, tanh",
              .formula = "tanh(s^T|W|h + b)",
              .equation = "e_ij = tanh((W q_i)ᵀ h_j + b)",
              .parameters = "W [2H, D], b [1]",
              .paper = "Ma, Li, Zhang and Wang 2017, the score γ",
              .shows = "Behind a tanh no weight can be more than e² = 7.39 times another.",
              .form = ScoreForm::Product,
              .offset = true,
              .squashed = true,
              .bound = ScoreBound::One},
             general_tanh_parameters<T>,
             no_keys<T>,
             general_tanh<T>},
    Score<T>{{.id = "cosine",
              .name = "cosine",
              .formula = "cos(s, h)",
              .equation = "e_ij = cos(q_i, h_j)",
              .parameters = "none; D = 2H",
              .paper = "Graves, Wayne and Danihelka 2014, eq. 6",
              .shows = "Energies lie in [−1, 1]: no row can be sharp, whatever is learnt.",
              .form = ScoreForm::Product,
              .bound = ScoreBound::One,
              .equal_sizes = true,
              .own_parameters = false},
             no_parameters<T>,
             unit_keys<T>,
             cosine<T>},
    Score<T>{{.id = "cosine-beta",
              .name = "cosine β",
              .formula = "β cos(s, h)",
              .equation = "e_ij = β cos(q_i, h_j),  β = exp(log β)",
              .parameters = "log_beta [1]; D = 2H",
              .paper = "Graves, Wayne and Danihelka 2014, eq. 5",
              .shows = "A learned strength lifts the ceiling that the plain cosine has.",
              .form = ScoreForm::Product,
              .factor = ScoreFactor::Strength,
              .bound = ScoreBound::Learned,
              .equal_sizes = true},
             cosine_beta_parameters<T>,
             unit_keys<T>,
             cosine_beta<T>},
    Score<T>{{.id = "location",
              .name = "location",
              .formula = "W|s  (no h)",
              .equation = "e_ij = (W q_i + b)_j",
              .parameters = "W [L, D], b [L]",
              .paper = "Luong, Pham and Manning 2015, section 3.1",
              .shows = "It never looks at the source: rows depend on the decoder's state alone.",
              .form = ScoreForm::Slot,
              .offset = true},
             location_parameters<T>,
             no_keys<T>,
             location<T>},
    Score<T>{{.id = "location-aware",
              .name = "location-aware",
              .formula = "v^T|tanh(W|s + U|h + V|f)",
              .equation = "e_ij = vᵀ tanh(W_q q_i + W_h h_j + U f_ij + b),  f_i = F ∗ α_{i−1}",
              .parameters = "Wq [A, D], Wh [A, 2H], b [A], v [A], F [k, r], U [A, k]",
              .paper = "Chorowski et al. 2015, eq. 8 and 9",
              .shows = "It also sees where it looked last, so repeated symbols do not confuse it.",
              .form = ScoreForm::Network,
              .sized = true},
             location_aware_parameters<T>,
             projected_keys<T>,
             location_aware<T>},
    Score<T>{{.id = "coverage",
              .name = "coverage",
              .formula = "v^T|tanh(W|s + U|h + V|C)",
              .equation = "e_ij = vᵀ tanh(W_q q_i + W_h h_j + w_c c_ij + b),  c_i = Σ_{k<i} α_k",
              .parameters = "Wq [A, D], Wh [A, 2H], b [A], v [A], wc [A]",
              .paper = "See, Liu and Manning 2017, eq. 10 and 11; Tu et al. 2016",
              .shows = "It also sees how much each token has been looked at so far.",
              .form = ScoreForm::Network,
              .sized = true},
             coverage_parameters<T>,
             coverage_keys<T>,
             coverage<T>},
    Score<T>{{.id = "token",
              .name = "token",
              .formula = "v^T|tanh(A|[h; y])  (no s)",
              .equation = "e_ij = vᵀ tanh(W [h_j ; E y_{i−1}] + b)",
              .parameters = "W [A, 2H + E], b [A], v [A]",
              .paper = "in use among practitioners; no paper known",
              .shows = "The previous token asks, not the state: equal tokens give equal rows.",
              .form = ScoreForm::Network,
              .sized = true},
             token_parameters<T>,
             joint_keys<T>,
             token<T>},
    Score<T>{{.id = "token-plain",
              .name = "token, plain",
              .formula = "tanh(a · [h; y])",
              .equation = "e_ij = tanh(w [h_j ; E y_{i−1}] + b)",
              .parameters = "W [1, 2H + E], b [1]",
              .paper = "in use among practitioners; no paper known",
              .shows = "Without the projection energies lie in [−1, 1] and the map stays pale.",
              .form = ScoreForm::Network,
              .bound = ScoreBound::One},
             token_plain_parameters<T>,
             joint_keys<T>,
             token_plain<T>},
    Score<T>{{.id = "token-context",
              .name = "token, context",
              .formula = "v^T|tanh(A|[h; y; c])",
              .equation = "e_ij = vᵀ tanh(W [h_j ; E y_{i−1} ; c_{i−1}] + b),  c_0 = 0",
              .parameters = "W [A, 2H + E + 2H], b [A], v [A]",
              .paper = "in use among practitioners; no paper known",
              .shows = "The last context tells equal tokens apart.",
              .form = ScoreForm::Network,
              .sized = true},
             token_context_parameters<T>,
             joint_keys<T>,
             token_context<T>},
    Score<T>{{.id = "token-language",
              .name = "token, language",
              .formula = "v^T|tanh(A|[h; y; l])",
              .equation = "e_ij = vᵀ tanh(W [h_j ; E y_{i−1} ; E y_0] + b)",
              .parameters = "W [A, 2H + E + E], b [A], v [A]",
              .paper = "in use among practitioners; no paper known",
              .shows = "The token that names the language takes part in every row.",
              .form = ScoreForm::Network,
              .sized = true},
             token_language_parameters<T>,
             joint_keys<T>,
             token_language<T>},
    Score<T>{{.id = "own-past",
              .name = "own past",
              .formula = "v^T|tanh(W|s + U|m),  m: h, s",
              .equation = "e_im = vᵀ tanh(W_q q_i + W_h m + b),  m = h_1 … h_T, s_1 … s_{i−1}",
              .parameters = "Wq [A, D], Wh [A, 2H], b [A], v [A]; D = 2H",
              .paper = "after Cheng, Dong and Lapata 2016; Daniluk et al. 2017",
              .shows = "The decoder's own states compete with the source for each row.",
              .form = ScoreForm::Network,
              .equal_sizes = true,
              .sized = true},
             additive_parameters<T>,
             projected_keys<T>,
             own_past<T>},
};

constexpr auto score_infos = [] {
    std::array<ScoreInfo, scores<float>.size()> infos;
    for (std::size_t n = 0; n < infos.size(); ++n) infos[n] = scores<float>[n].info;
    return infos;
}();

template <class T>
const Score<T>& score_of(std::string_view id) {
    for (const auto& s : scores<T>)
        if (s.info.id == id) return s;
    assert(false && "the configuration was checked against the table");
    return scores<T>.front();
}

} // namespace

std::span<const ScoreInfo> score_table() { return score_infos; }

const ScoreInfo* find_score(std::string_view id) {
    for (const ScoreInfo& s : score_infos)
        if (s.id == id) return &s;
    return nullptr;
}

namespace attention {

template <class T>
void declare(nn::ParameterSet<T>& set, std::string_view score, AlignmentKind alignment, const Sizes& sizes,
             const nn::Normalisation& how) {
    score_of<T>(score).declare(set, sizes);
    declare_heads(set, sizes);
    if (score == "additive") {
        nn::declare_norm(set, "attention.norm_key.", how, sizes.A);
        nn::declare_norm(set, "attention.norm_query.", how, sizes.A);
    }
    declare_alignment(set, alignment, sizes.A, sizes.D);
}

template <class T>
void prepare(nn::Graph<T>& graph, Memory<T>& memory, std::string_view score, AlignmentKind alignment,
             int window, const nn::Normalisation& how, const Switches& switches) {
    const std::pair<const char*, Var<T>*> places[] = {
        {"attention.W", &memory.W},           {"attention.Wq", &memory.Wq},
        {"attention.Wh", &memory.Wh},         {"attention.b", &memory.b},
        {"attention.v", &memory.v},           {"attention.F", &memory.F},
        {"attention.U", &memory.U},           {"attention.wc", &memory.wc},
        {"attention.Uf", &memory.Uf},         {"attention.log_beta", &memory.log_beta},
        {"attention.Wp", &memory.aligner.Wp}, {"attention.vp", &memory.aligner.vp},
        {"attention.bq", &memory.bq},         {"attention.bh", &memory.bh},
        {"attention.Wv", &memory.Wv},         {"attention.bv", &memory.bv},
        {"attention.Wo", &memory.Wo},         {"attention.bo", &memory.bo}};
    for (const auto& [name, var] : places)
        if (graph.has(name)) *var = graph[name];
    memory.score = score_of<T>(score).info.id;
    memory.aligner.kind = alignment;
    memory.aligner.window = window;
    memory.switches = switches;
    memory.aligner.sharpen = static_cast<T>(switches.sharpen);
    memory.aligner.smooth = switches.smooth;
    memory.normalised = how.on() && score == "additive";
    if (memory.normalised) {
        memory.norm_key = {graph, "attention.norm_key.", how};
        memory.norm_query = {graph, "attention.norm_query.", how};
    }
    score_of<T>(score).keys(memory);
    if (switches.heads > 0) split_heads(memory, score_of<T>(score).info.heads);
}

template <class T>
Energies<T>* energies_of(std::string_view score) {
    return score_of<T>(score).energies;
}

#define HEED_INSTANTIATE(T)                                                                                  \
    template void declare(nn::ParameterSet<T>&, std::string_view, AlignmentKind, const Sizes&,               \
                          const nn::Normalisation&);                                                         \
    template void prepare(nn::Graph<T>&, Memory<T>&, std::string_view, AlignmentKind, int,                   \
                          const nn::Normalisation&, const Switches&);                                        \
    template Energies<T>* energies_of<T>(std::string_view);
HEED_INSTANTIATE(float)
HEED_INSTANTIATE(double)
#undef HEED_INSTANTIATE

} // namespace attention
} // namespace heed
