// What a model learns from, as training sees it: numbered items, and the loss of any of them.
#pragma once

#include "core/nn/graph.h"
#include "core/text/tokenizer.h"
#include "core/text/vocabulary.h"

#include <array>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace heed {

/// May be read by several threads at once while nothing is added.
class Lessons {
public:
    virtual ~Lessons() = default;
    virtual int size() const = 0;
    /// Batches are made of items of like lengths.
    virtual int length(int item) const = 0;
    /// What an item counts for in a mean loss: its target tokens, or 1.
    virtual int weight(int item) const = 0;
    /// The sum of the losses of these items divided by `weight`, as a (1, 1) value on the graph's tape: the
    /// mean where `weight` is what they count for together.
    virtual Var<float> loss(nn::Graph<float>& graph, std::span<const int> items, int weight) const = 0;
};

/// What a model reads and answers.
struct Language {
    Tokenizer tokenizer;
    Vocabulary source, target; // either may be empty, where numbers are read or answered
    int longest = 2000;        // no input is longer
};

/// What a model answers to a whole input.
struct Reply {
    std::string text; // as a person reads it
    double loss = 0;  // against the right answer
    struct Map {
        std::string name; // "pool.attention"
        Matrix<float> weights;
        bool by_column = false; // its columns sum to 1, not its rows
        bool shared_out = true; // whether a row sums to 1
    };
    struct Error {
        std::string name; // "forecast"; of rules held beside the model: "persistence"
        double error = 0; // of an answer that is a number, in its own unit
    };
    std::vector<Error> errors{};
    std::vector<Map> maps; // of attention, each (rows, columns), NaN where nothing stands
};

/// Cells {row, column} of a map of attention that explain an answer.
struct Explanation {
    std::string_view map; // "input.attention"
    std::span<const std::array<int, 2>> cells;
};

/// Lessons of a model that answers a whole input at once: texts, read as the model reads them.
class ItemLessons : public Lessons {
public:
    /// Throws heed::Error naming `subject`: an input that the model cannot read, an answer that it cannot
    /// give; nothing is added then.
    virtual void add(std::string_view input, std::string_view answer, const std::string& subject) = 0;
    /// Whether the loss asks for weight on what explains an answer: explain() follows each add() then.
    virtual bool guided() const { return false; }
    /// Throws heed::Error naming `subject`: a map that is not explained, cells outside it.
    virtual void explain(std::span<const Explanation>, const std::string& /*subject*/) {}
    /// What the model answers to these items, in their order.
    virtual std::vector<Reply> replies(const nn::ParameterSet<float>& parameters,
                                       std::span<const int> items) const = 0;
    /// The longest input that the model can read.
    virtual int longest() const = 0;
};

/// The same of an architecture, whose items are kept as it reads them.
template <class Item>
class LessonsOf : public ItemLessons {
public:
    int size() const override { return static_cast<int>(items_.size()); }
    const std::vector<Item>& items() const { return items_; }

protected:
    void keep(Item item) { items_.push_back(std::move(item)); }
    Item& last() { return items_.back(); }
    const Item& at(int item) const { return items_[static_cast<std::size_t>(item)]; }
    std::vector<Item> chosen(std::span<const int> items) const {
        std::vector<Item> result;
        for (const int item : items) result.push_back(at(item));
        return result;
    }

private:
    std::vector<Item> items_;
};

} // namespace heed
