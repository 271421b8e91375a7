#include "core/tasks/truth.h"

#include "core/base/error.h"
#include "core/tasks/item.h"
#include "core/tasks/task.h"

#include <algorithm>

namespace heed::tasks {
namespace {

/// Where token n of these stands in the text that they were joined to; behind the last of them, its end.
Truth::Bytes place_of(const std::vector<std::string>& tokens, std::size_t n, std::string_view text) {
    if (n >= tokens.size()) return {text.size(), text.size()};
    std::size_t from = 0;
    for (std::size_t k = 0; k <= n; ++k) {
        const std::size_t found = text.find(tokens[k], from);
        if (found == std::string_view::npos) return {};
        if (k == n) return {found, found + tokens[k].size()};
        from = found + tokens[k].size();
    }
    return {};
}

} // namespace

std::optional<RightAnswer> right_answer(std::string_view name, std::string_view text) {
    if (const Task* task = find(name); task && task->reference) {
        const std::optional<Sample> sample = task->reference(text);
        if (!sample) return std::nullopt;
        return RightAnswer{sample->target, task->tokenizer().join(sample->target)};
    }
    if (const ItemTask* task = find_item_task(name)) {
        try {
            return RightAnswer{{}, task->reference(text, "input").answer};
        } catch (const Error&) { // not of the task: nobody knows the answer
        }
    }
    return std::nullopt;
}

Truth held_against(const RightAnswer& answer, std::string_view task, const std::vector<std::string>& written,
                   std::string_view written_text, bool finished) {
    Truth truth{.answer = answer.text};
    if (answer.tokens.empty()) {
        truth.right = is_right(find_item_task(task), answer.text, written_text);
        return truth;
    }
    const auto differ =
        std::mismatch(written.begin(), written.end(), answer.tokens.begin(), answer.tokens.end());
    const auto n = static_cast<std::size_t>(differ.first - written.begin());
    const bool all = n == written.size() && n == answer.tokens.size();
    if (all && finished) {
        truth.right = true;
        return truth;
    }
    if (n < written.size()) truth.wrote = written[n];
    if (n < answer.tokens.size()) truth.wanted = answer.tokens[n];
    truth.in_written = place_of(written, n, written_text);
    truth.in_answer = place_of(answer.tokens, n, answer.text);
    // Stopped before its end with nothing wrong so far: there is no output to go to.
    if (n < written.size() || finished) truth.output = static_cast<int>(n);
    return truth;
}

} // namespace heed::tasks
