#include "core/models/transformer/parameters.h"

#include <cmath>

namespace heed::transformer {
namespace {

/// Declares parts of a model under their names.
template <class T>
class Declarer {
public:
    Declarer(const Config& config, nn::Fill fill) : c_(config), set_(fill) {}

    void table(const std::string& name, int rows, int columns) { set_.add(name, rows, columns); }
    void vector(const std::string& name, int size) { set_.add(name, size, 1, 1); }
    void linear(const std::string& name, int out, int in, bool bias) {
        set_.add(name + ".weight", out, in);
        if (bias) vector(name + ".bias", out);
    }
    void norm(const std::string& name, int size) {
        vector(name + ".gain", size);
        if (c_.norm_kind == NormKind::Layer) vector(name + ".bias", size);
    }

    void attention(const std::string& name, const Config::Side& side, int memory) {
        linear(name + ".query", side.width(), side.size, c_.attention.bias);
        linear(name + ".key", side.width(), memory, c_.attention.bias);
        linear(name + ".value", side.width(), memory, c_.attention.bias);
        linear(name + ".output", side.size, side.width(), c_.attention.bias);
        norm(name + ".norm", side.size);
    }
    void feed(const std::string& name, const Config::Side& side) {
        linear(name + ".in", side.feed, side.size, c_.feed.bias);
        if (c_.feed.gated) linear(name + ".gate", side.feed, side.size, c_.feed.bias);
        linear(name + ".out", side.size, side.feed, c_.feed.bias);
        norm(name + ".norm", side.size);
    }
    void beside_tokens(const std::string& name, const Config::Side& side) {
        const bool own = name == "encoder" ? c_.position.encoder_table : c_.position.decoder_table;
        if (c_.positions == Positions::Learned || own)
            table(name + ".positions.weight", c_.position.places, side.size);
        if (c_.embedding.types > 0) table(name + ".types.weight", c_.embedding.types, side.size);
        if (c_.embedding.norm) norm(name + ".embedding.norm", side.size);
    }
    void layers(const std::string& name, const Config::Side& side, bool cross) {
        for (int l = 0; l < side.layers; ++l) {
            const std::string layer = name + ".layers." + std::to_string(l);
            attention(layer + ".self", side, side.size);
            if (c_.positions == Positions::Relative && (l == 0 || c_.position.every_layer))
                table(layer + ".self.relative.weight", c_.position.buckets, side.heads);
            if (cross) attention(layer + ".cross", side, c_.encoder.size);
            feed(layer + ".feed", side);
        }
        if (c_.norm_last) norm(name + ".norm", side.size);
    }
    nn::ParameterSet<T> take() { return std::move(set_); }

private:
    const Config& c_;
    nn::ParameterSet<T> set_;
};

} // namespace

template <class T>
nn::ParameterSet<T> declare(const Config& config, nn::Fill fill) {
    Declarer<T> d(config, fill);
    const bool one = config.embedding.shared && config.crosses();
    if (one) d.table("embedding.weight", config.target_vocabulary, config.decoder.size);
    if (config.encodes() && !one)
        d.table("encoder.embedding.weight", config.source_vocabulary, config.encoder.size);
    if (config.decodes() && !one)
        d.table("decoder.embedding.weight", config.target_vocabulary, config.decoder.size);
    if (config.encodes()) {
        d.beside_tokens("encoder", config.encoder);
        d.layers("encoder", config.encoder, false);
    }
    if (config.decodes()) {
        d.beside_tokens("decoder", config.decoder);
        d.layers("decoder", config.decoder, config.crosses());
    }
    const int size = config.last().size;
    if (config.output.head == Head::Masked) {
        d.linear("head.dense", size, size, true);
        d.norm("head.norm", size);
    }
    if (!config.output.tied) d.table("output.weight", config.words(), size);
    if (config.output.bias) d.vector("output.bias", config.words());
    return d.take();
}

void initialise(nn::ParameterSet<float>& parameters, Random& random) {
    for (int k = 0; k < parameters.size(); ++k) {
        nn::Parameter<float>& p = parameters[k];
        const auto ends = [&](std::string_view end) { return std::string_view(p.name).ends_with(end); };
        if (p.rank < 2) {
            p.value.setConstant(ends(".gain") ? 1.0f : 0.0f);
            continue;
        }
        const bool table = ends("embedding.weight") || ends("positions.weight") || ends("types.weight");
        const double deviation = 1 / std::sqrt(static_cast<double>(p.cols));
        const double range = std::sqrt(6.0 / static_cast<double>(p.rows + p.cols));
        for (Eigen::Index i = 0; i < p.value.rows(); ++i)
            for (Eigen::Index j = 0; j < p.value.cols(); ++j)
                p.value(i, j) =
                    static_cast<float>(table ? deviation * random.normal() : random.uniform(-range, range));
    }
}

template nn::ParameterSet<float> declare(const Config&, nn::Fill);
template nn::ParameterSet<double> declare(const Config&, nn::Fill);

} // namespace heed::transformer
