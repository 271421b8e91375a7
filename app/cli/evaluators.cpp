#include "app/cli/evaluators.h"

#include "app/cli/read/lines.h"
#include "app/cli/read/read_items.h"
#include "app/cli/read/table.h"
#include "core/base/error.h"
#include "core/train/assess.h"
#include "core/train/items.h"

#include <functional>
#include <iostream>
#include <optional>
#include <vector>

namespace heed::cli {
namespace {

constexpr std::size_t chunk = 2048; // items held at once, however long the file

/// Of models that write.
class SentenceEvaluator : public Evaluator {
public:
    SentenceEvaluator(const Model& model, Executor executor, const std::string& file)
        : Evaluator(model, std::move(executor)), reader_(file, model.tokenizer) {}

    void read(long long limit) override {
        for (long long k = 0; limit < 0 || k < limit; ++k) {
            auto item = reader_.next();
            if (!item) break;
            if (item->error.empty()) item->error = train::problem_of(model_, item->sample);
            if (!item->error.empty()) {
                complain(item->line, item->error);
                continue;
            }
            weights_ += weights_of(item->sample);
            waiting_.push_back(std::move(item->sample));
            if (waiting_.size() >= chunk || weights_ >= most_weights) work();
        }
        work();
    }
    const std::string& name() const override { return reader_.name(); }

private:
    void work() {
        for (const auto& item : train::assess_items(model_.config, model_.parameters, model_.source,
                                                    model_.target, waiting_, executor_))
            result_.add(item);
        waiting_.clear();
        weights_ = 0;
    }

    ItemReader reader_;
    std::vector<tasks::Sample> waiting_;
    std::size_t weights_ = 0; // that the waiting ones will make
};

/// Items with answers, one after the other.
struct Items {
    std::string name;
    std::function<std::optional<JsonItemReader::Item>()> next;
};

Items items_in_lines(const std::string& file) {
    auto reader = std::make_shared<JsonItemReader>(file);
    return {reader->name(), [reader] { return reader->next(); }};
}

/// The windows of a table, in the order of time.
Items items_in_table(const Model& model, const std::string& file) {
    auto windows = std::make_shared<std::vector<tasks::Item>>(table_items(model, file));
    return {file, [windows, n = std::size_t{0}]() mutable -> std::optional<JsonItemReader::Item> {
                if (n >= windows->size()) return std::nullopt;
                tasks::Item& item = (*windows)[n];
                return JsonItemReader::Item{static_cast<long long>(++n), std::move(item), ""};
            }};
}

std::unique_ptr<ItemLessons> lessons_of(const Model& model) {
    return model.config.architecture()->lessons(
        model.config, {model.tokenizer, model.source, model.target, model.longest_input});
}

/// Of models that answer a whole input at once.
class AnswerEvaluator : public Evaluator {
public:
    AnswerEvaluator(const Model& model, Executor executor, Items items)
        : Evaluator(model, std::move(executor)), items_(std::move(items)),
          task_(tasks::find_item_task(model.task)), baseline_(lstm_beside(model)) {
        begin();
    }

    void read(long long limit) override {
        for (long long k = 0; limit < 0 || k < limit; ++k) {
            auto item = items_.next();
            if (!item) break;
            if (item->error.empty())
                add(std::move(*item));
            else
                complain(item->line, item->error);
            if (waiting_.size() >= chunk || moments_ >= most_moments) work();
        }
        work();
    }
    const std::string& name() const override { return items_.name; }

private:
    static constexpr long long most_moments = 1 << 20;

    void begin() {
        lessons_ = lessons_of(model_);
        if (baseline_) baseline_lessons_ = lessons_of(*baseline_);
        waiting_.clear();
        moments_ = 0;
    }
    std::string subject(long long line) const { return name() + ": line " + std::to_string(line); }
    void add(JsonItemReader::Item item) {
        try {
            lessons_->add(item.item.input, item.item.answer, subject(item.line));
            if (baseline_) baseline_lessons_->add(item.item.input, item.item.answer, subject(item.line));
            moments_ += lessons_->length(lessons_->size() - 1);
            waiting_.push_back(std::move(item));
        } catch (const Error& error) {
            complain(item.line, error.what());
        }
    }
    void work() {
        auto replies = train::replies_to(*lessons_, model_.parameters, executor_);
        if (baseline_) add_baseline(replies);
        for (std::size_t n = 0; n < waiting_.size(); ++n) {
            const auto& [line, item, error] = waiting_[n];
            try {
                result_.add(train::judge_reply(item, lessons_->length(static_cast<int>(n)),
                                               std::move(replies[n]), task_, subject(line)));
            } catch (const Error& outside) {
                complain(line, outside.what());
            }
        }
        begin();
    }

    /// The LSTM's errors, after those of the model and of the rules.
    void add_baseline(std::vector<Reply>& replies) const {
        const auto other = train::replies_to(*baseline_lessons_, baseline_->parameters, executor_);
        for (std::size_t n = 0; n < replies.size(); ++n)
            replies[n].errors.push_back({"LSTM", other[n].errors.front().error});
    }

    Items items_;
    const tasks::ItemTask* task_;
    std::optional<Model> baseline_; // the LSTM that a forecast is held against
    std::unique_ptr<ItemLessons> lessons_, baseline_lessons_;
    std::vector<JsonItemReader::Item> waiting_;
    long long moments_ = 0; // of the waiting ones
};

} // namespace

void Evaluator::complain(long long line, const std::string& error) {
    all_good_ = false;
    std::cout << failed_line(line, error) << '\n';
}

std::unique_ptr<Evaluator> evaluator_of(const Model& model, Executor executor, const std::string& file) {
    if (!model.config.architecture()->lessons)
        return std::make_unique<SentenceEvaluator>(model, std::move(executor), file);
    const bool table = reads_tables(model) && file.ends_with(".csv");
    return std::make_unique<AnswerEvaluator>(model, std::move(executor),
                                             table ? items_in_table(model, file) : items_in_lines(file));
}

} // namespace heed::cli
