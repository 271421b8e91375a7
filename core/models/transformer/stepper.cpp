#include "core/models/transformer/stepper.h"

namespace heed::transformer {
namespace {

class TransformerStepper final : public Stepper {
public:
    TransformerStepper(const Config& config, const nn::ParameterSet<float>& parameters,
                       Recorder<float>* recorder)
        : config_(config), tape_(false), graph_(tape_, parameters, recorder), net_(config, graph_),
          empty_size_(tape_.size()) {}

    void change_heads(const HeadEdits& edits) override { heads_ = edits; }
    void tell_reading(ReadingTold told) override { told_ = std::move(told); }
    void writes(bool own) override { writes_ = own; }

    void start(const nn::Sequences& sources) override {
        tape_.rewind(empty_size_);
        net_.change_heads(heads_, config_.crosses() ? 0 : sources.length - 1);
        cache_ = {};
        cache_.items = sources.items;
        cache_.counts_all = writes_;
        source_ = sources.length;
        step_ = 0;
        net_.tell_layers(told_);
        if (config_.crosses())
            memory_ = alone(net_.encode(sources));
        else
            read(sources);
        net_.tell_layers({});
        memory_size_ = tape_.size();
    }

    void advance(std::span<const int> previous, const attention::Intervention<float>* intervention) override {
        const bool first = step_ == 0 && !config_.crosses(); // what the source ends with is read now
        decoded_ = net_.decode(config_.crosses() ? &memory_ : nullptr,
                               first ? std::span<const int>(last_) : previous, cache_.items, &cache_,
                               intervention, source_);
        log_probs_ = {};
        const Looked<float>& shown = decoded_.looked[static_cast<std::size_t>(
            config_.attention.layer > 0 ? config_.attention.layer - 1 : config_.decoder.layers - 1)];
        weights_ = row_of(shown.shape, shown.used.value());
        if (graph_.recording()) {
            put(Quantity::Weights, weights_);
            if (intervention) put(Quantity::OwnWeights, row_of(shown.shape, shown.own.value()));
        }
        ++step_;
    }

    const Matrix& log_probs() override {
        if (!log_probs_) log_probs_ = net_.distribution(decoded_.output, step_ - 1);
        return log_probs_.value();
    }

    const Matrix& logits() override {
        logits_ = net_.logits(decoded_.output).value();
        return logits_;
    }

    const Matrix* weights() const override { return &weights_; }

    void forget() override { tape_.rewind(memory_size_); }

    void reorder(const std::vector<int>& parents) override {
        forget();
        cache_.choose(parents);
    }

    void hold() override {
        held_ = cache_;
        held_step_ = step_;
    }

    void fan_out(int items) override {
        forget();
        cache_ = held_;
        step_ = held_step_;
        const std::vector<int> parents(static_cast<std::size_t>(items), 0);
        cache_.choose(parents);
        if (!config_.crosses()) last_.assign(parents.size(), last_.front());
    }

    const Matrix& annotations() const override { return memory_.output ? memory_.output.value() : nothing_; }

    std::vector<const Matrix*> states() const override { return {}; } // nothing is carried but what was read

private:
    /// What the encoder leaves, without how it came to it: that takes several times as much, and none reads
    /// it.
    Memory<float> alone(Memory<float> memory) {
        const std::size_t layers = memory.keys.size();
        std::vector<Matrix> numbers{memory.output.value()};
        for (const Var<float> v : memory.keys) numbers.push_back(v.value());
        for (const Var<float> v : memory.values) numbers.push_back(v.value());
        tape_.rewind(empty_size_);
        memory.output = tape_.constant(std::move(numbers[0]));
        for (std::size_t l = 0; l < layers; ++l) {
            memory.keys[l] = tape_.constant(std::move(numbers[1 + l]));
            memory.values[l] = tape_.constant(std::move(numbers[1 + layers + l]));
        }
        return memory;
    }

    /// A decoder alone reads all of the source but its last token, which makes the first output.
    void read(const nn::Sequences& sources) {
        if (sources.ragged())
            for (const int length : sources.lengths) cache_.behind.push_back(sources.length - length);
        const std::vector<int> ids = right_aligned(sources);
        const auto B = static_cast<std::size_t>(sources.items);
        last_.assign(ids.end() - static_cast<std::ptrdiff_t>(B), ids.end());
        if (ids.size() > B)
            net_.decode(nullptr, std::span(ids).first(ids.size() - B), sources.items, &cache_);
    }

    /// The map that stands for the model, (B, K): the source's places first, each item's from its first on.
    Matrix row_of(const Heads& shape, const Matrix& weights) const {
        Matrix rows = Matrix::Zero(shape.items, shape.keys);
        const int head = config_.attention.head;
        for (int b = 0; b < shape.items; ++b) {
            const auto block = weights.middleCols(shape.column(b, 0), shape.heads); // (K, h)
            const Eigen::VectorXf row =
                head > 0 ? Eigen::VectorXf(block.col(head - 1)) : block.rowwise().mean();
            const int late = cache_.behind.empty() ? 0 : cache_.behind[static_cast<std::size_t>(b)];
            rows.row(b) = row.transpose();
            if (late == 0) continue;
            rows.row(b).head(source_).setZero();
            rows.row(b).head(source_ - late) = row.segment(late, source_ - late).transpose();
        }
        return rows;
    }

    void put(Quantity quantity, const Matrix& rows) const {
        const Eigen::Index places = std::min<Eigen::Index>(source_, rows.cols());
        graph_.recorder()->put({quantity}, step_, rows.row(0).head(places).transpose());
    }

    const Config& config_;
    Tape<float> tape_;
    nn::Graph<float> graph_;
    Transformer<float> net_;
    int empty_size_ = 0, memory_size_ = 0; // of the tape: with the parameters, and with what the encoder left
    Memory<float> memory_;
    Cache<float> cache_, held_;
    HeadEdits heads_;
    ReadingTold told_;
    std::vector<int> last_; // of a decoder alone: the sources' last tokens
    int source_ = 0, step_ = 0, held_step_ = 0;
    bool writes_ = false;
    Transformer<float>::Decoded decoded_;
    Var<float> log_probs_;
    Matrix logits_, weights_, nothing_;
};

} // namespace

std::unique_ptr<Stepper> make_stepper(const Config& config, const nn::ParameterSet<float>& parameters,
                                      Recorder<float>* recorder) {
    return std::make_unique<TransformerStepper>(config, parameters, recorder);
}

} // namespace heed::transformer
