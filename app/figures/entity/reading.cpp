#include "app/figures/entity/reading.h"

#include "app/figures/base/format.h"
#include "core/models/entity/values.h"
#include "core/text/strings.h"

#include <algorithm>

namespace heed {

int StoryBoard::find(const std::string& name) const {
    for (std::size_t n = 0; n < members.size(); ++n)
        if (members[n].name == name) return static_cast<int>(n);
    return -1;
}

namespace slots {
namespace {

/// With a capital where a sentence begins with it.
std::string shown_name(const Trace& run, const std::string& label) {
    for (const std::string& sentence : run.labels_of(Axis::Sentence))
        if (sentence.starts_with(label + " ")) return capitalized(shown(label));
    return shown(label);
}

std::size_t words_in(const std::string& text) {
    return 1 + static_cast<std::size_t>(std::count(text.begin(), text.end(), ' '));
}

} // namespace

Doing doing_of(const Phase& phase) {
    const std::pair<const PhaseInfo*, Doing> rows[] = {{&entity::phase::Gate, Doing::Gate},
                                                       {&entity::phase::Candidate, Doing::Candidate},
                                                       {&entity::phase::Update, Doing::Update},
                                                       {&entity::phase::Match, Doing::Match},
                                                       {&entity::phase::Context, Doing::Context}};
    for (const auto& [row, doing] : rows)
        if (phase.is(*row)) return doing;
    return Doing::Answer;
}

Reading::Reading(const Trace& of, const StoryBoard* board)
    : run(of), config(entity_facts(of).config), gates_(&value("memory.gates")) {
    sentences = static_cast<int>(gates_->cols());
    slots = static_cast<int>(gates_->rows());
    if (config.tied() && board && std::ssize(board->slots) == slots)
        names = board->slots;
    else
        for (const std::string& label : run.labels_of(Axis::Slot)) names.push_back(shown_name(run, label));
    std::size_t token = 0;
    for (const std::string& sentence : run.labels_of(Axis::Sentence)) {
        first_.push_back(token);
        token += words_in(sentence);
    }
    first_.push_back(token);
    first_.push_back(run.source.size());
}

const MatrixXf& Reading::value(std::string_view key, int slot) const {
    return run.at(Site{entity::quantity_of(key), 0, slot});
}

std::string Reading::typed(std::size_t first, std::size_t count) const {
    std::string words;
    for (std::size_t n = first; n < first + count && n < run.source.size(); ++n) {
        if (n > first) words += ' ';
        words += shown(run.source[n].text);
    }
    return capitalized(words);
}
std::string Reading::sentence(int t) const {
    const auto n = static_cast<std::size_t>(t);
    return typed(first_[n], first_[n + 1] - first_[n]);
}
std::string Reading::question() const {
    const auto n = static_cast<std::size_t>(sentences);
    return typed(first_[n], first_[n + 1] - first_[n]) + "?";
}

bool Reading::done(int at, Doing doing, int t) const {
    const int each = 3, step = static_cast<int>(doing);
    return doing < Doing::Match ? at > each * t + step : at > each * sentences + step - each;
}
int Reading::opened(int at) const {
    int t = 0;
    while (t < sentences && done(at, Doing::Gate, t)) ++t;
    return t;
}
int Reading::states(int at) const {
    int t = 0;
    while (t < sentences && done(at, Doing::Update, t)) ++t;
    return t + 1;
}

int sentence_shown(const Reading& r, const Playhead& playhead) {
    const int opened = r.opened(playhead.at);
    for (const int row : {playhead.hover_row, playhead.row})
        if (row >= 0 && row < opened) return row;
    return opened - 1;
}

int slot_shown(const Reading& r, const Playhead& playhead) {
    for (const int slot : {playhead.hover_column, playhead.column})
        if (slot >= 0 && slot < r.slots) return slot;
    const auto asked = r.run.labels_of(Axis::Question);
    const auto question = split(asked.front(), " ");
    const auto labels = r.run.labels_of(Axis::Slot);
    for (int j = 0; j < r.slots && r.config.tied(); ++j)
        if (std::find(question.begin(), question.end(), labels[static_cast<std::size_t>(j)]) !=
            question.end())
            return j;
    Eigen::Index most = 0;
    r.value("answer.weights").col(0).maxCoeff(&most);
    return static_cast<int>(most);
}

std::string gate_words(float gate) { return cell_number(static_cast<double>(gate)); }

std::string slot_words(const Reading& r, int slot) {
    const std::string& name = r.names[static_cast<std::size_t>(slot)];
    if (!r.config.tied()) return name;
    const bool person = name.front() >= 'A' && name.front() <= 'Z';
    return (person ? "" : "the ") + name + "’s slot";
}

std::string capitalized_slot(const Reading& r, int slot) { return capitalized(slot_words(r, slot)); }

const StoryBoard::Sentence* told_of(const StoryBoard& board, const Reading& r, int t) {
    const bool fits = std::ssize(board.told) == r.sentences && t >= 0 && t < r.sentences;
    return fits ? &board.told[static_cast<std::size_t>(t)] : nullptr;
}
bool concerns(const StoryBoard::Sentence& told, int slot, bool named, bool carried) {
    const auto has = [&](const std::vector<int>& all) {
        return std::find(all.begin(), all.end(), slot) != all.end();
    };
    return (named && has(told.named)) || (carried && has(told.carried));
}

std::optional<GateMeasure> measure_of(const Reading& r, const StoryBoard& board) {
    if (!r.config.tied() || std::ssize(board.slots) != r.slots) return std::nullopt;
    std::vector<float> right, wrong;
    for (int t = 0; t < r.sentences; ++t) {
        const StoryBoard::Sentence* told = told_of(board, r, t);
        for (int j = 0; told && !r.muted(t) && j < r.slots; ++j)
            if (concerns(*told, j, true, false))
                right.push_back(r.gate(t, j));
            else if (!concerns(*told, j, false, true))
                wrong.push_back(r.gate(t, j));
    }
    if (right.empty() || wrong.empty()) return std::nullopt;
    double above = 0;
    for (const float a : right)
        for (const float b : wrong) above += a > b ? 1 : a == b ? 0.5 : 0;
    return GateMeasure{above / (static_cast<double>(right.size()) * static_cast<double>(wrong.size())),
                       *std::max_element(wrong.begin(), wrong.end()), static_cast<int>(right.size()),
                       static_cast<int>(wrong.size())};
}

} // namespace slots
} // namespace heed
