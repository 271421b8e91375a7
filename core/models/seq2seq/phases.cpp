#include "core/models/seq2seq/phases.h"

#include <array>

namespace heed::seq2seq {
namespace {

using Q = Quantity;

const std::array embedded{Q::SourceEmbedding};
const std::array forward{Q::ForwardInput, Q::ForwardRecurrent, Q::ForwardGates, Q::ForwardMemory,
                         Q::ForwardState};
const std::array backward{Q::BackwardInput, Q::BackwardRecurrent, Q::BackwardGates, Q::BackwardMemory,
                          Q::BackwardState};
const std::array readers{Q::ForwardState, Q::BackwardState};
const std::array annotated{Q::Annotation, Q::Key, Q::Fertility, Q::HeadKey, Q::HeadValue};
const std::array asked{Q::Query, Q::Annotation, Q::Key, Q::HeadKey};
const std::array placed{Q::Position};
const std::array scored{Q::QueryProjection, Q::Coverage,     Q::Features,  Q::Energies,
                        Q::PastEnergies,    Q::SlotEnergies, Q::HeadQuery, Q::HeadEnergies};
const std::array energies{Q::Energies, Q::PastEnergies, Q::SlotEnergies, Q::Position, Q::HeadEnergies};
const std::array weighed{Q::Weights, Q::OwnWeights, Q::PastWeights, Q::SlotWeights,
                         Q::Aligned, Q::Overlap,    Q::HeadWeights, Q::HeadOwnWeights};
const std::array mixed{Q::Weights, Q::PastWeights, Q::Annotation, Q::HeadWeights, Q::HeadValue};
const std::array context{Q::Context, Q::ContextGate, Q::GatedContext, Q::HeadContext};
const std::array moved{Q::TargetEmbedding, Q::CellInput};
const std::array state{Q::DecoderInput, Q::DecoderRecurrent, Q::DecoderGates, Q::DecoderMemory, Q::State};
const std::array read{Q::Context, Q::GatedContext, Q::State, Q::TargetEmbedding};
const std::array spread{Q::Readout,  Q::Projected, Q::Logits,  Q::VocabularyLogProbs,
                        Q::Generate, Q::CopyProbs, Q::LogProbs};
const std::array probabilities{Q::LogProbs};

} // namespace

const PhaseInfo Embed{"embed", "Embed", Role::Text, 260, {}, embedded};
const PhaseInfo Forward{"forward", "Forward", Role::Forward, 320, embedded, forward};
const PhaseInfo Backward{"backward", "Backward", Role::Backward, 320, embedded, backward};
const PhaseInfo Annotate{"annotate", "Annotate", Role::Joined, 260, readers, annotated};
const PhaseInfo Window{"window", "Window", Role::Attention, 320, asked, placed};
const PhaseInfo Score{"score", "Score", Role::Attention, 480, asked, scored};
const PhaseInfo Softmax{"softmax", "Softmax", Role::Attention, 480, energies, weighed};
const PhaseInfo Context{"context", "Context", Role::Attention, 520, mixed, context};
const PhaseInfo State{"state", "State", Role::Decoder, 360, moved, state};
const PhaseInfo Distribution{"distribution", "Distribution", Role::Output, 320, read, spread};
const PhaseInfo Choose{"choose", "Choose", Role::Output, 300, probabilities, {}};

} // namespace heed::seq2seq
