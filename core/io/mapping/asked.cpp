#include "core/io/mapping/questions.h"

#include <array>

namespace heed::io::mapping {

const std::string& Question::label() const {
    for (const Option& option : options)
        if (option.id == answer) return option.label;
    return answer;
}

const Question* Draft::find(const std::string& id) const {
    for (const Question& question : questions)
        if (question.id == id) return &question;
    return nullptr;
}

std::string Draft::answer(const std::string& id) const {
    const Question* question = find(id);
    return question != nullptr ? question->answer : std::string();
}

bool Draft::made_start() const {
    const std::string start = answer("start"), memory = answer("memory");
    if (start == "backward-state" || start == "sum" || start == "turned") return true;
    return (start == "last" || start == "forward") && (memory == "zero" || memory == "same");
}

std::vector<const Question*> Draft::open() const {
    std::vector<const Question*> found;
    for (const Question& question : questions)
        if (question.open()) found.push_back(&question);
    return found;
}

std::vector<std::string> arrangements(std::int64_t columns, std::int64_t d, std::int64_t D, std::int64_t T) {
    // The usual ones first. A readout of the token alone would not be one.
    static constexpr std::array orders = {"s",     "s,c",   "c,s", "s,c,y", "y,s,c", "c,s,y", "s,y,c",
                                          "y,c,s", "c,y,s", "s,y", "y,s",   "c",     "c,y",   "y,c"};
    std::vector<std::string> found;
    for (const char* order : orders) {
        std::int64_t sum = 0;
        for (const char c : std::string_view(order)) sum += c == 's' ? D : c == 'c' ? d : c == 'y' ? T : 0;
        if (sum == columns) found.emplace_back(order);
    }
    return found;
}

std::vector<std::string> gate_arrangements(std::int64_t columns, std::int64_t d, std::int64_t D,
                                           std::int64_t T) {
    std::vector<std::string> found = arrangements(columns, d, D, T);
    if (columns == T) found.emplace_back("y");
    return found;
}

} // namespace heed::io::mapping
