// A small Transformer of random numbers and one pass over it in double, with everything it recorded.
#pragma once

#include "core/analysis/moves/pass.h"
#include "core/models/transformer/network.h"

#include <map>
#include <vector>

namespace heed::test {

class PassRecorder : public Recorder<double> {
public:
    void put(const Site& site, int index, const Eigen::Ref<const Eigen::MatrixXd>& column) override {
        Eigen::MatrixXd& all = values[site];
        const Eigen::Index rows = std::max(all.rows(), column.rows());
        if (index >= all.cols() || rows > all.rows()) {
            Eigen::MatrixXd larger =
                Eigen::MatrixXd::Zero(rows, std::max<Eigen::Index>(all.cols(), index + 1));
            larger.topLeftCorner(all.rows(), all.cols()) = all;
            all = std::move(larger);
        }
        all.col(index).head(column.rows()) = column;
    }
    std::map<Site, Eigen::MatrixXd> values;
};

struct RecordedPass {
    transformer::Config config;
    nn::ParameterSet<double> parameters;
    PassRecorder recorder;
    std::vector<int> source{3, 4, 5, 6, 2}, inputs{1, 4, 5};

    RecordedPass(transformer::Config of, HeadEdits edits = {}, std::uint64_t seed = 1)
        : config(of), parameters(transformer::declare<double>(config)) {
        Random random(seed);
        for (int k = 0; k < parameters.size(); ++k)
            for (double& value : parameters[k].value.reshaped())
                value = random.uniform(-0.6, 0.6) + (parameters[k].name.ends_with(".gain") ? 1 : 0);
        run(std::move(edits));
    }
    /// Again, with the parameters as they are now.
    void run(HeadEdits edits) {
        recorder.values.clear();
        Tape<double> tape(false);
        nn::Graph<double> graph(tape, parameters, &recorder);
        transformer::Transformer<double> net(config, graph);
        net.change_heads(std::move(edits), config.kind == transformer::Kind::Decoder ? prompt() : 0);
        const nn::Sequences read = nn::Sequences::single(source);
        if (config.decodes())
            net.forced(read, nn::Sequences::single(inputs));
        else
            net.distribution(net.encode(read).output, 0);
    }
    int prompt() const { return static_cast<int>(source.size()) - 1; }
    int outputs() const { return static_cast<int>(config.decodes() ? inputs.size() : source.size()); }
    moves::Pass<double> pass() const {
        return {config, parameters,
                [this](const Site& site) {
                    const auto found = recorder.values.find(site);
                    return found == recorder.values.end() ? nullptr : &found->second;
                },
                prompt()};
    }
    const Eigen::MatrixXd& at(const Site& site) const { return recorder.values.at(site); }
    const Eigen::MatrixXd& logits() const {
        return at({config.decodes() ? Quantity::Logits : transformer::place_logits});
    }
};

/// Every way that a norm, a head, a place and a bias can stand, as the families have them.
struct PassVariant {
    const char* name;
    void (*change)(transformer::Config&);
};
inline constexpr PassVariant pass_variants[] = {
    {"after", [](transformer::Config&) {}},
    {"before_with_last_norm",
     [](transformer::Config& c) {
         c.norm = transformer::NormPlace::Before;
         c.norm_last = true;
     }},
    {"before_without_last_norm", [](transformer::Config& c) { c.norm = transformer::NormPlace::Before; }},
    {"bart",
     [](transformer::Config& c) {
         c.embedding.norm = c.embedding.shared = c.output.tied = true;
         c.target_vocabulary = c.source_vocabulary;
         c.positions = transformer::Positions::Learned;
         c.position.places = 12;
         c.position.offset = 2;
     }},
    {"t5",
     [](transformer::Config& c) {
         c.norm = transformer::NormPlace::Before;
         c.norm_last = c.embedding.shared = c.output.tied = c.feed.gated = true;
         c.target_vocabulary = c.source_vocabulary;
         c.norm_kind = transformer::NormKind::Rms;
         c.positions = transformer::Positions::Relative;
         c.position.buckets = 8;
         c.position.distance = 6;
         c.attention.bias = c.feed.bias = c.output.bias = c.attention.scaled = false;
         c.scale_embedding = false;
         c.encoder.head_size = c.decoder.head_size = 3;
         c.output.scale = 0.5;
     }},
    {"rms_after", [](transformer::Config& c) { c.norm_kind = transformer::NormKind::Rms; }},
    {"gpt2",
     [](transformer::Config& c) {
         c.kind = transformer::Kind::Decoder;
         c.norm = transformer::NormPlace::Before;
         c.norm_last = c.output.tied = true;
         c.source_vocabulary = c.target_vocabulary;
         c.positions = transformer::Positions::Learned;
         c.position.places = 12;
         c.output.bias = c.scale_embedding = false;
     }},
    {"bert",
     [](transformer::Config& c) {
         c.kind = transformer::Kind::Encoder;
         c.embedding.norm = c.output.tied = true;
         c.embedding.types = 2;
         c.embedding.separator = 5;
         c.positions = transformer::Positions::Learned;
         c.position.places = 12;
         c.output.head = transformer::Head::Masked;
         c.feed.activation = transformer::Activation::Silu;
         c.output.activation = transformer::Activation::Gelu; // of the word head
         c.scale_embedding = false;
     }},
};
inline transformer::Config small_pass() {
    transformer::Config c;
    c.encoder = c.decoder = {2, 2, 6, 0, 5};
    c.feed.activation = transformer::Activation::Silu;
    c.source_vocabulary = c.target_vocabulary = 8;
    return c;
}

} // namespace heed::test
