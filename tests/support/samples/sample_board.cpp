#include "tests/support/samples/sample_board.h"

#include "core/base/error.h"
#include "core/base/random.h"
#include "core/models/pooling/architecture.h"
#include "core/models/pooling/pooling.h"
#include "core/models/pooling/run.h"
#include "core/tasks/items/adding.h"
#include "core/tasks/items/sentiment.h"

#include <cmath>

namespace heed {
namespace {

using pooling::Config;
using pooling::Energy;
using pooling::Kind;
using Tensor = Eigen::MatrixXf;

struct Made {
    Model model;
    Tensor& operator[](const std::string& name) {
        return model.parameters[model.parameters.find(name)].value;
    }
};

Config config_for(const SampleBoard& o, Kind kind, Energy energy) {
    Config config;
    config.kind = kind;
    config.attention.energy = energy;
    config.encoder.hidden = 6;
    config.dense.over = pooling::Over::Moments;
    config.dense.steps = o.dense > 0 ? o.dense : o.moments;
    config.attention.steps = 2 * o.moments;
    if (o.words) {
        config.input = {pooling::InputKind::Tokens, 4, 0};
        config.readout = {pooling::ReadoutKind::Classes, 2};
    }
    return config;
}

Made made(const SampleBoard& o, Config config, const std::string& name) {
    Made m;
    m.model.name = name;
    m.model.task = o.words ? "sentiment" : "adding";
    m.model.tokenizer = {TokenLevel::Word, true};
    if (o.words) {
        std::vector<std::string> words{"<pad>", "<s>", "</s>", "<unk>"};
        for (const std::string& word : tasks::sentiment_words()) words.push_back(word);
        m.model.source = Vocabulary(words);
        m.model.target = Vocabulary({tasks::sentiments.begin(), tasks::sentiments.end()});
        config.input.vocabulary = m.model.source.size();
    }
    m.model.config = config;
    m.model.parameters = pooling::declare<float>(config);
    Random random(o.seed + static_cast<std::uint64_t>(config.longest()) +
                  static_cast<std::uint64_t>(config.kind) * 7);
    for (int k = 0; k < m.model.parameters.size(); ++k)
        for (Eigen::Index n = 0; n < m.model.parameters[k].value.size(); ++n)
            m.model.parameters[k].value.data()[n] = static_cast<float>(random.uniform(-o.noise, o.noise));
    if (o.words) // features: for, against, an opinion, "not"
        for (int id = 4; id < m.model.source.size(); ++id) {
            const std::string& word = m.model.source.token(id);
            const bool opinion = tasks::is_opinion(word);
            const bool good = opinion && tasks::parse_sentiment("it was " + word, "").label == 0;
            m["embedding.weight"].row(id) << (good ? 1.0f : 0.0f), (opinion && !good ? 1.0f : 0.0f),
                (opinion ? 1.0f : 0.0f), (word == "not" ? 0.8f : 0.0f);
        }
    return m;
}

/// The share that each of two marked moments gets of T where they weigh `ratio` times another.
float share(float ratio, int T) { return ratio / (2 * ratio + static_cast<float>(T) - 2); }

Made attention(const SampleBoard& o, Kind kind, Energy energy, const std::string& name) {
    Made m = made(o, config_for(o, kind, energy), name);
    const bool mean = kind == Kind::Mean, bounded = energy == Energy::Tanh;
    if (o.words) {
        m["input.weight"].topRows(4) += Tensor::Identity(4, 4);
        if (!mean) m["attention.w"](2) += bounded ? 6.0f : o.sharpness;
        if (!mean) m["attention.w"](3) += bounded ? 6.0f : o.sharpness;
    } else { // units: a marked value, the mark, any value
        m["input.weight"].row(0) << 1, 2;
        m["input.bias"](0) = -1;
        m["input.weight"].row(1) << 0, 1;
        m["input.weight"].row(2) << 1, 0;
        m["input.bias"](2) = 1;
        if (!mean) m["attention.w"](1) += bounded ? 6.0f : o.sharpness;
    }
    if (!mean && bounded) m["attention.b"](0) = -3;
    m["hidden.weight"] += Tensor::Identity(6, 6);
    const float ratio = mean ? 1 : bounded ? 7.3f : std::exp(o.sharpness);
    if (o.words) {
        m["output.weight"].leftCols(2) += 3 / share(ratio, o.moments) / 10 * Tensor::Identity(2, 2);
    } else {
        m["output.weight"](0, 0) += 0.25f / share(ratio, o.moments);
    }
    complete(m.model);
    return m;
}

Made keras(const SampleBoard& o) {
    Made m = made(o, config_for(o, Kind::Keras, Energy::Tanh), "keras");
    if (o.words)
        m["attention.weight"] << 0, 0, 3, 3;
    else
        m["attention.weight"] << 0, 4;
    for (Eigen::Index t = 0; t < m["attention.bias"].size(); ++t)
        m["attention.bias"](t) = -1 + 0.4f * std::sin(static_cast<float>(t) / 4);
    m["output.weight"](0, 0) += 1.5f;
    m["output.bias"](0) += 0.5f;
    complete(m.model);
    return m;
}

Made dense(const SampleBoard& o) {
    Made m = made(o, config_for(o, Kind::Dense, Energy::Linear), "dense");
    Random random(o.seed + 99);
    Tensor& weights = m["output.weight"];
    for (Eigen::Index n = 0; n < weights.size(); ++n)
        weights.data()[n] = static_cast<float>(0.02 + 0.02 * random.normal());
    m["output.bias"](0) += o.words ? 0.0f : 0.45f;
    complete(m.model);
    return m;
}

/// The models in the board's order, as data: which there are.
struct Row {
    Kind kind;
    Energy energy;
    const char* label;
};
std::vector<Row> rows_of(const SampleBoard& o) {
    std::vector<Row> rows{{Kind::Attention, Energy::Linear, "attention, linear"},
                          {Kind::Attention, Energy::Tanh, "attention, tanh"}};
    if (o.keras) rows.push_back({Kind::Keras, Energy::Tanh, "attention, Keras"});
    rows.push_back({Kind::Mean, Energy::Linear, "mean pooling"});
    rows.push_back({Kind::Dense, Energy::Linear, "Dense"});
    return rows;
}

Made made_of(const SampleBoard& o, const Row& row) {
    if (row.kind == Kind::Dense) return dense(o);
    if (row.kind == Kind::Keras) return keras(o);
    return attention(o, row.kind, row.energy, row.label);
}

PoolingRuns runs_of(const std::vector<Model>& models, const tasks::Item& item, const std::set<int>& muted) {
    PoolingRuns runs;
    runs.text = item.input;
    runs.answer = item.answer;
    for (const tasks::GoldMap& map : item.gold)
        for (const auto& cell : map.cells) runs.gold.push_back(cell[1]);
    for (const Model& model : models) {
        Request request;
        request.text = item.input;
        request.edits.muted = muted;
        try {
            runs.runs.push_back(std::make_shared<const Trace>(pooling::run(model, request, nullptr)));
            runs.problems.emplace_back();
        } catch (const Error& error) {
            runs.runs.push_back(nullptr);
            runs.problems.emplace_back(error.what());
        }
    }
    return runs;
}

} // namespace

Model sample_pooling_model(const SampleBoard& o, int member) {
    return made_of(o, rows_of(o)[static_cast<std::size_t>(member)]).model;
}

PoolingBoard sample_board(const SampleBoard& o) {
    PoolingBoard board;
    board.task = o.words ? "sentiment" : "adding";
    std::vector<Model> models;
    for (const Row& row : rows_of(o)) {
        models.push_back(made_of(o, row).model);
        PoolingMember member;
        member.name = board.task + "/" + models.back().name;
        member.label = row.label;
        member.facts = models.back().facts;
        const double good = row.kind == Kind::Dense ? 0.14 : row.energy == Energy::Tanh ? 0.94 : 0.97;
        member.right = {{40, 1}, {80, row.kind == Kind::Attention && good > 0.95 ? 1 : good}};
        if (row.kind != Kind::Dense)
            member.right.push_back({160, row.label == rows_of(o)[0].label ? 0.88 : 0.29});
        member.trained_to = 80;
        board.members.push_back(std::move(member));
    }
    Random random(o.seed);
    std::vector<tasks::Item> items;
    for (int i = 0; i <= o.samples; ++i) {
        const int length = o.uneven && i % 3 == 1 ? std::max(6, o.moments * (i + 3) / 12) : o.moments;
        items.push_back(o.words ? tasks::sentiment_of_length(random, length)
                                : tasks::adding_of_length(random, length));
    }
    for (int i = 0; i < o.samples; ++i)
        board.samples.push_back(runs_of(models, items[static_cast<std::size_t>(i)], {}));
    const tasks::Item& now = items[static_cast<std::size_t>(o.sample < 0 ? o.samples : o.sample)];
    board.heard = runs_of(models, now, {});
    board.now = runs_of(models, now, o.muted);
    board.muted = o.muted;
    board.sample = o.sample;
    board.chosen = o.chosen;
    return board;
}

} // namespace heed
