// What a model learns from and what it is measured on, whatever its items are.
#pragma once

#include "core/analysis/gold/evaluation.h"
#include "core/base/executor.h"
#include "core/models/architecture.h"
#include "core/models/lessons.h"
#include "core/text/tokenizer.h"
#include "core/text/vocabulary.h"

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace heed::train {

/// An item as a person reads it, with what a model made of it.
struct Answered {
    std::string input, output, wanted;
    bool right = false;
};

/// How well a model does on fresh items of one length.
struct AtLength {
    int length; // of the source, without an end token
    analysis::Tally tally;
};

/// Belongs to one training and is not changed by it.
class Course {
public:
    enum class Part {
        Train,
        Valid, // held out: looked at while training, to choose the best model
        Test   // held out: looked at once, at the end
    };
    virtual ~Course() = default;

    virtual int size(Part part) const = 0;
    /// The shortest and the longest source of a part, in tokens without an end token.
    virtual std::pair<int, int> lengths(Part part) const = 0;
    /// What a model of this course reads and writes.
    virtual const Tokenizer& tokenizer() const = 0;
    virtual const Vocabulary& source() const = 0;
    virtual const Vocabulary& target() const = 0;
    /// The part to train on.
    virtual std::unique_ptr<const Lessons> lessons(const Configuration& config) const = 0;

    virtual analysis::Evaluation assess(const Configuration& config,
                                        const nn::ParameterSet<float>& parameters, Part part,
                                        const Executor& executor) const = 0;
    /// Of tasks that can make items of a length; beyond the trained lengths, too.
    virtual std::vector<AtLength> at_lengths(const Configuration& config,
                                             const nn::ParameterSet<float>& parameters,
                                             const Executor& executor) const = 0;
    /// The first `count` held-out items, or as many as there are.
    virtual std::vector<Answered> answers(const Configuration& config,
                                          const nn::ParameterSet<float>& parameters, int count) const = 0;

    /// Fills what the configuration holds of a finished model.
    virtual void finish(Configuration&, const nn::ParameterSet<float>&) const {}

    /// The input of the example that a finished model carries.
    virtual std::string example() const = 0;
    /// Of the task, for lists and cards; empty where the items come from a file.
    virtual std::string_view title() const = 0;
    virtual std::string_view description() const = 0;
    /// What the gold of a map points at: "moment".
    virtual std::string_view gold() const { return "moment"; }
    /// What the measure of answers that need not be exact is called: "area covered"; empty where there is
    /// none.
    virtual std::string_view measured() const { return {}; }
    /// How far an answer that is a number may be from the right one; 0: answers are words.
    virtual double tolerance() const { return 0; }
};

} // namespace heed::train
