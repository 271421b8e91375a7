// A whole training: steps, looks at held-out items, and the best model so far.
#pragma once

#include "core/models/model.h"
#include "core/train/course/course.h"
#include "core/train/course/data.h"
#include "core/train/recipe.h"
#include "core/train/trainer.h"

#include <memory>
#include <optional>

namespace heed::train {

/// A look at the held-out items after `step` steps.
struct Check {
    int step = 0;
    double train_loss = 0; // mean over the steps since the last look
    double loss = 0, exact = 0;
};

/// Belongs to one thread; its values are copied for others to see.
class Training {
public:
    Training(Recipe recipe, std::unique_ptr<const Course> course, Executor executor = in_turn);
    /// Over sentences.
    Training(const Recipe& recipe, Data data, Executor executor = in_turn);

    /// One step, with a look where one is due. False once nothing is left to do: all steps are done, or the
    /// numbers went out of hand (`diverged`).
    bool advance();
    /// Looks now, if the last look was at an earlier step. To be called before leaving early.
    void look();

    const Recipe& recipe() const { return recipe_; }
    const Course& course() const { return *course_; }
    const Trainer& trainer() const { return *trainer_; }
    int steps_done() const { return trainer_->steps_done(); }
    const Trainer::Report& last() const { return last_; }
    const std::vector<Check>& checks() const { return checks_; }
    /// The step at which loss or gradient was no longer a number.
    std::optional<int> diverged() const { return diverged_; }

    /// The best look: most held-out items exact; of equals, the lowest held-out loss. There is one after the
    /// first look.
    const std::optional<Check>& best() const { return best_; }
    const nn::ParameterSet<float>& best_parameters() const { return best_parameters_; }

    /// What the current parameters answer to the first held-out items.
    std::vector<Answered> answers(int count) const;

private:
    void begin_stage();
    Recipe recipe_;
    std::unique_ptr<const Course> course_;
    Configuration config_;
    Executor executor_;
    std::unique_ptr<Trainer> trainer_;
    Trainer::Report last_;
    double loss_sum_ = 0; // since the last look
    int loss_count_ = 0;
    std::vector<Check> checks_;
    std::optional<Check> best_;
    nn::ParameterSet<float> best_parameters_;
    std::optional<int> diverged_;
};

/// What the finished model is measured by.
struct Results {
    Configuration config; // of the finished model
    analysis::Evaluation test;
    std::vector<AtLength> at_length; // for tasks that can make items of a length
};

Results measure(const Training& training, const Executor& executor = in_turn);

/// The best model so far with its words, configuration, example and card.
Model make_model(const Training& training, const Results& results);

} // namespace heed::train
