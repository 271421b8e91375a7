#include "app/cli/evaluators.h"

#include "app/cli/read/lines.h"
#include "app/cli/read/read_items.h"
#include "app/cli/read/table.h"
#include "core/analysis/heads/pairs/assessed_pair.h"
#include "core/base/error.h"
#include "core/models/generation.h"
#include "core/models/pieces.h"
#include "core/models/transformer/facts.h"
#include "core/models/transformer/words.h"
#include "core/train/assess.h"
#include "core/train/course/items.h"

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

/// Of models that write pieces of words: each line by runs of its own.
class PiecesEvaluator : public Evaluator {
public:
    PiecesEvaluator(const Model& model, Executor executor, const std::string& file, Request told)
        : Evaluator(model, std::move(executor)), lines_(file), told_(std::move(told)) {
        source_tokens(model_, told_); // throws where the model has no such language: once, not for every line
    }

    void read(long long limit) override {
        using Read = io::LineSource::Read;
        std::string text;
        for (Read read; (limit < 0 || taken_ < limit) && (read = lines_.next(text)) != Read::End;) {
            if (read == Read::Line && text.empty()) continue;
            ++taken_;
            waiting_.push_back({lines_.number(), {}, {}, {}});
            take(text, read == Read::TooLong, waiting_.back());
            if (waiting_.size() >= at_once) work();
        }
        work();
    }
    const std::string& name() const override { return lines_.name(); }
    std::vector<std::string> notes() const override {
        std::vector<std::string> all{"a token is a piece of a word, as " + model_.name + " cuts them"};
        if (result_.alignment())
            all.push_back("links are of words: the map is " + shown_map() + ", its pieces folded into words");
        if (has_gold_ && !result_.alignment())
            all.push_back("no alignment error: the model has no attention between two texts");
        if (puts_before_target(model_, told_))
            all.push_back("the token that its files put first is counted among the target's, as Hugging Face "
                          "counts it");
        if (model_.generation && model_.generation->beams > 1)
            all.push_back("exact match is of the likeliest token each time; the model's files search with " +
                          std::to_string(model_.generation->beams) + " beams");
        if (cut_ > 0)
            all.push_back(std::to_string(cut_) + (cut_ == 1 ? " output was" : " outputs were") +
                          " stopped by the model's own limit before an end token");
        return all;
    }

private:
    static constexpr std::size_t at_once = 64; // lines held, however long the file

    std::string shown_map() const {
        return is_transformer(model_.facts) ? transformer::shown_words(transformer_facts(model_.facts))
                                            : "that of the decoder";
    }

    struct Line {
        long long number;
        heads::Pair pair;
        std::string error;
        heads::AssessedPair assessed;
    };
    void take(const std::string& text, bool too_long, Line& line) {
        try {
            const std::string where = name() + ": line " + std::to_string(line.number);
            if (too_long) throw Error(where + ": longer than a mebibyte");
            line.pair = heads::read_pair(model_, text, name(), line.number);
            if (!line.pair.target) throw Error(where, "not a pair", "source<TAB>target", "no tab");
            has_gold_ = has_gold_ || line.pair.sample.has_gold;
        } catch (const Error& error) {
            line.error = error.what();
        }
    }
    void work() {
        executor_(static_cast<int>(waiting_.size()), [&](int n) {
            Line& line = waiting_[static_cast<std::size_t>(n)];
            if (!line.error.empty()) return;
            try {
                line.assessed = heads::assess_pair(model_, line.pair, told_);
            } catch (const Error& error) {
                line.error = error.what();
            }
        });
        for (const Line& line : waiting_) {
            if (!line.error.empty()) {
                complain(line.number, line.error);
                continue;
            }
            result_.add(line.assessed.result);
            cut_ += line.assessed.cut;
        }
        waiting_.clear();
    }

    io::LineSource lines_;
    Request told_;
    std::vector<Line> waiting_;
    long long taken_ = 0;
    int cut_ = 0; // items whose output was stopped
    bool has_gold_ = false;
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

std::unique_ptr<Evaluator> evaluator_of(const Model& model, Executor executor, const std::string& file,
                                        const Request& told) {
    if (model.subword && !model.config.architecture()->make_stepper)
        throw Error(model.name, "nothing to evaluate",
                    "a model that writes: an encoder and a decoder, or a decoder alone",
                    "an encoder alone, which writes nothing; heed heads measures its maps");
    if (model.subword) return std::make_unique<PiecesEvaluator>(model, std::move(executor), file, told);
    if (!model.config.architecture()->lessons)
        return std::make_unique<SentenceEvaluator>(model, std::move(executor), file);
    const bool table = reads_tables(model) && file.ends_with(".csv");
    return std::make_unique<AnswerEvaluator>(model, std::move(executor),
                                             table ? items_in_table(model, file) : items_in_lines(file));
}

} // namespace heed::cli
