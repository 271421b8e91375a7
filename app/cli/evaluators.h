// Going over the items of a file and measuring a model on them.
#pragma once

#include "core/analysis/gold/evaluation.h"
#include "core/base/executor.h"
#include "core/models/model.h"
#include "core/trace/request.h"

#include <memory>
#include <string>
#include <vector>

namespace heed::cli {

/// Reads, assesses and counts; complains of bad lines on standard output and goes on.
class Evaluator {
public:
    virtual ~Evaluator() = default;

    /// At most `limit` lines, or all where it is below 0.
    virtual void read(long long limit) = 0;
    virtual const std::string& name() const = 0; // of the file, for errors

    const analysis::Evaluation& result() const { return result_; }
    /// What must be known to read the numbers, a sentence each.
    virtual std::vector<std::string> notes() const { return {}; }
    bool all_good() const { return all_good_; }

protected:
    Evaluator(const Model& model, Executor executor) : model_(model), executor_(std::move(executor)) {}
    void complain(long long line, const std::string& error);

    const Model& model_;
    Executor executor_;
    analysis::Evaluation result_;

private:
    bool all_good_ = true;
};

/// Of the items in a file ("-" or nothing: standard input): lines, or rows of a CSV file where the model
/// reads tables. `told`: languages and a task. Throws heed::Error: a file that cannot be read, a model that
/// writes nothing.
std::unique_ptr<Evaluator> evaluator_of(const Model& model, Executor executor, const std::string& file,
                                        const Request& told);

} // namespace heed::cli
