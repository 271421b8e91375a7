#include "core/models/seq2seq/stepper.h"

#include "core/models/seq2seq/carried.h"

namespace heed::seq2seq {
namespace {

class Seq2SeqStepper final : public Stepper {
public:
    Seq2SeqStepper(const Seq2SeqConfig& config, const nn::ParameterSet<float>& parameters,
                   Recorder<float>* recorder)
        : config_(config), tape_(false), graph_(tape_, parameters, recorder), net_(config, graph_) {}

    void start(const nn::Sequences& sources) override {
        encoded_ = memory_ = net_.encode(sources);
        state_ = net_.start(memory_);
        encoded_size_ = memory_size_ = tape_.size();
    }

    void advance(std::span<const int> previous, const attention::Intervention<float>* intervention) override {
        step_ = net_.advance(memory_, state_, previous, intervention);
        log_probs_ = {};
    }

    const Matrix& log_probs() override {
        if (!log_probs_) log_probs_ = net_.distribution(step_, state_.step - 1);
        return log_probs_.value();
    }

    const Matrix* weights() const override {
        return step_.attended.weights ? &step_.attended.weights.value() : nullptr;
    }

    void forget() override { forget_since(tape_, memory_size_, state_); }

    void reorder(const std::vector<int>& parents) override {
        carried_.take(state_, parents);
        widen(static_cast<int>(parents.size()), encoded_size_);
        state_ = carried_.on(tape_);
    }

    void hold() override {
        held_.take(state_, {0});
        held_size_ = tape_.size();
    }

    void fan_out(int items) override {
        widen(items, held_size_);
        carried_.take(held_.on(tape_), std::vector<int>(static_cast<std::size_t>(items), 0));
        tape_.rewind(memory_size_);
        state_ = carried_.on(tape_);
    }

    const Matrix& annotations() const override { return memory_.annotations.value(); }

    std::vector<const Matrix*> states() const override {
        std::vector<const Matrix*> rows;
        if (config_.decoder.order != Order::Conditional) // whose lower cell's state is gone by then
            for (const auto& layer : state_.layers) rows.push_back(&layer.h.value());
        return rows;
    }

private:
    /// Takes everything off the tape that came after its first `size` values, and then has the memory for so
    /// many continuations on it.
    void widen(int items, int size) {
        if (items != memory_.source.items) {
            tape_.rewind(size);
            memory_ = items == encoded_.source.items ? encoded_ : widened(tape_, encoded_, items);
            memory_size_ = tape_.size();
        }
        tape_.rewind(memory_size_);
    }

    const Seq2SeqConfig& config_;
    Tape<float> tape_;
    nn::Graph<float> graph_;
    Seq2Seq<float> net_;
    attention::Memory<float> encoded_,
        memory_; // of the sources as they were read, and as often as they are used
    DecoderState<float> state_;
    CarriedState<float> carried_, held_;
    Seq2Seq<float>::Step step_;
    Var<float> log_probs_;
    int encoded_size_ = 0, memory_size_ = 0, held_size_ = 0; // of the tape
};

} // namespace

std::unique_ptr<Stepper> make_stepper(const Seq2SeqConfig& config, const nn::ParameterSet<float>& parameters,
                                      Recorder<float>* recorder) {
    return std::make_unique<Seq2SeqStepper>(config, parameters, recorder);
}

} // namespace heed::seq2seq
