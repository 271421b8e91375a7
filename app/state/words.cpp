// Words that depend on the model and its task.
#include "app/state/app_state.h"

#include <algorithm>
#include <cctype>

namespace heed {
namespace {

const std::vector<TaskWords>& tasks() {
    static const std::vector<TaskWords> list = {
        {"dates", "Dates", "Type a date, in any style",
         {"3 March 1987", "07/11/99", "Tuesday, 19 August 2014", "the 2nd of June, 2031", "1 Jan 2000"},
         "character", "characters"},
        {"reverse", "Reverse", "Type letters to reverse",
         {"abcdefgh", "heed", "qwertyuiop", "attention", "thequickbrownfoxjumpsoverthelazydog"}, "letter", "letters"},
        {"", "", "Type an input", {}, "word", "words"},
    };
    return list;
}

std::string upper(std::string text) {
    std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
    return text;
}

} // namespace

const TaskWords& task_words(const std::string& task, bool character_level) {
    static const TaskWords characters{"", "", "Type an input", {}, "character", "characters"};
    for (const TaskWords& words : tasks())
        if (words.task == task && !task.empty()) return words;
    return character_level ? characters : tasks().back();
}

std::string model_detail(const ModelFacts& facts) {
    const std::string cell = facts.cell == "rnn" ? "RNN" : upper(facts.cell);
    return cell + " " + std::to_string(facts.hidden) + ", " + facts.score;
}

std::string output_note(const AppState& state) {
    // A date that is only numbers could be read either way round.
    if (state.facts.task != "dates" || !state.trace) return {};
    int numbers = 0;
    bool in_number = false, letters = false, year_first = false;
    int digits = 0;
    for (const char c : state.trace->source_text) {
        const auto byte = static_cast<unsigned char>(c);
        letters = letters || std::isalpha(byte) || byte >= 0x80;
        if (std::isdigit(byte)) {
            numbers += in_number ? 0 : 1;
            digits = in_number ? digits + 1 : 1;
            if (numbers == 1 && digits >= 3) year_first = true;
            in_number = true;
        } else {
            in_number = false;
        }
    }
    return !letters && numbers == 3 && !year_first ? "read day first" : "";
}

} // namespace heed
