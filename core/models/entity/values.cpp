#include "core/models/entity/values.h"

#include <array>
#include <stdexcept>

namespace heed::entity {
namespace {

using std::string_view;

constexpr string_view read_words = "Henaff et al. 2017, equation 1: s_t = Σ_k f_k ∘ e_k",
                      gated = "Henaff et al. 2017, equation 2: g_j = σ(s_t·h_j + s_t·w_j + b_j)",
                      proposed = "Henaff et al. 2017, equation 3: h̃_j = PReLU(U h_j + V w_j + W s_t + b)",
                      added = "Henaff et al. 2017, equation 4: h_j + g_j h̃_j",
                      kept =
                          "Henaff et al. 2017, equation 5: h_j ← (h_j + g_j h̃_j) / its length; h_j(0) = w_j",
                      matched = "Henaff et al. 2017, equation 6: p_j = softmax(q·h_j)",
                      mixed = "Henaff et al. 2017, equation 6: u = Σ_j p_j h_j",
                      answered = "Henaff et al. 2017, equation 6: y = R PReLU(q + H u)";

constexpr std::array table = {
    QuantityInfo{"story.vectors", "s", Axis::Unit, Axis::Sentence,
                 "What a sentence says: its words' vectors, each times the mask of its place", read_words},
    QuantityInfo{"question.vector", "q", Axis::Unit, Axis::Question, "What is asked, made in the same way",
                 read_words},
    QuantityInfo{"memory.keys", "w", Axis::Unit, Axis::Slot, "What each slot listens for", gated},
    QuantityInfo{"memory.scores", "s·h + s·w + b", Axis::Slot, Axis::Sentence,
                 "How well a sentence fits what a slot holds and listens for", gated},
    QuantityInfo{"memory.gates", "g", Axis::Slot, Axis::Sentence,
                 "How far each slot opens; a row need not sum to 1", gated, "memory.gates", false},
    QuantityInfo{"memory.candidates", "h̃", Axis::Unit, Axis::Sentence, "What a slot would write", proposed},
    QuantityInfo{"memory.sums", "h + g h̃", Axis::Unit, Axis::Sentence,
                 "What a slot holds with what it has written, before it is brought to length 1", added},
    QuantityInfo{"memory.states", "h", Axis::Unit, Axis::Moment,
                 "What a slot holds after each sentence; its key before the first", kept},
    QuantityInfo{"answer.energies", "q·h", Axis::Slot, Axis::Question,
                 "How well each slot fits the question, before the softmax", matched},
    QuantityInfo{"answer.weights", "p", Axis::Slot, Axis::Question, "Share of the answer that each slot gets",
                 matched, "answer.attention"},
    QuantityInfo{"answer.context", "u", Axis::Unit, Axis::Question, "Sum of the slots, each times its weight",
                 mixed},
    QuantityInfo{"answer.hidden", "φ(q + H u)", Axis::Unit, Axis::Answer, "What the answer is read from",
                 answered},
    QuantityInfo{"logits", "y", Axis::Vocabulary, Axis::Answer, "A score for every word", answered},
    QuantityInfo{"log_probs", "log p", Axis::Vocabulary, Axis::Answer,
                 "The natural logarithm of every word's probability", answered},
};

} // namespace

std::span<const QuantityInfo> values() { return table; }

Quantity quantity_of(std::string_view key) {
    for (const QuantityInfo& row : table)
        if (row.key == key) return Quantity(row);
    throw std::out_of_range("a value of entity: " + std::string(key));
}

template <class T>
Listener<T> Record<T>::listener() {
    return [this](std::string_view key, int slot, int index, const Matrix<T>& column) {
        auto& columns = columns_[{quantity_of(key), 0, slot}];
        columns.resize(std::max(columns.size(), static_cast<std::size_t>(index) + 1));
        columns[static_cast<std::size_t>(index)] = column;
    };
}

template <class T>
std::map<Site, Matrix<T>> Record<T>::take() {
    std::map<Site, Matrix<T>> whole;
    for (const auto& [site, columns] : columns_) {
        Matrix<T>& value = whole[site];
        value.resize(columns.front().rows(), std::ssize(columns));
        for (std::size_t n = 0; n < columns.size(); ++n) value.col(static_cast<Eigen::Index>(n)) = columns[n];
    }
    columns_.clear();
    return whole;
}

template class Record<float>;
template class Record<double>;

std::vector<std::string> slot_labels(const Config& config, const std::vector<std::string>& words) {
    std::vector<std::string> labels;
    for (int j = 0; j < config.memory.slots; ++j)
        labels.push_back(
            config.tied()
                ? words[static_cast<std::size_t>(config.memory.entities[static_cast<std::size_t>(j)])]
                : "slot " + std::to_string(j + 1));
    return labels;
}

} // namespace heed::entity
