#include "core/io/mapping/questions.h"

#include "core/io/mapping/shapes.h"
#include "core/io/mapping/word_questions.h"

#include <algorithm>
#include <optional>

namespace heed::io::mapping {

namespace {

/// "s,c,y" as it is shown: "[s ; c ; Ey]".
std::string joined_label(const std::string& id) {
    std::string text = "[";
    for (const char c : id) text += c == ',' ? std::string(" ; ") : c == 'y' ? "Ey" : std::string(1, c);
    return text + "]";
}

class Asking {
public:
    Asking(const Mapping& mapping, std::vector<Question> of_words, const Answers& answers)
        : mapping_(mapping), shapes_(mapping), answers_(answers), of_words_(std::move(of_words)) {}

    Draft asked() && {
        d_.problems = m().lacks();
        if (!d_.problems.empty()) return std::move(d_);
        directions();
        order();
        gates();
        score();
        gate();
        start();
        readout();
        for (Question& question : of_words_) put(std::move(question));
        return std::move(d_);
    }

private:
    const Mapping& m() const { return mapping_; }
    const Sizes& s() const { return mapping_.sizes; }
    bool has(Part part) const { return m().unit(part) != nullptr; }

    void put(Question question) {
        if (question.options.empty()) return;
        if (question.answer.empty()) question.answer = question.options.front().id;
        if (const auto it = answers_.find(question.id); it != answers_.end())
            for (const Option& option : question.options)
                if (option.id == it->second) {
                    question.answer = option.id;
                    question.given = true;
                }
        d_.questions.push_back(std::move(question));
    }

    /// Of the choices those that fit; none: why it cannot be run.
    void ask(std::string id, std::string text, std::vector<Part> parts, const std::vector<Choice>& choices,
             const std::string& problem = {}) {
        Question question{std::move(id), std::move(text), std::move(parts), {}, {}};
        for (const Choice& choice : choices)
            if (choice.fits) question.options.push_back({std::string(choice.id), std::string(choice.label)});
        if (question.options.empty() && !problem.empty()) d_.problems.push_back(problem);
        put(std::move(question));
    }

    // -------------------------------------------------------------------------------------- annotations
    void directions() {
        const bool joins = shapes_.fits_annotation(s().both_ends()),
                   sums = s().two_ways && shapes_.fits_annotation(s().H);
        const Choice joined{"joined", "[→h ; ←h]", joins || !sums}, summed{"summed", "→h + ←h", sums};
        const bool usual = shapes_.reads_both(s().both_ends()) || !shapes_.reads_both(s().H);
        if (s().two_ways)
            ask("directions", "How do the two directions become one annotation?", {Part::Backward},
                {usual ? joined : summed, usual ? summed : joined});
        d_.annotation = d_.answer("directions") == "summed" ? s().H : s().both_ends();
        if (!shapes_.fits_annotation(d_.annotation))
            d_.problems.push_back("No answer makes all shapes fit, as " + shapes_.without_place() +
                                  ": a part is taken for another, or is of a kind that Heed lacks");
    }

    // -------------------------------------------------------------------------------------- the cell
    void order() {
        ask("order", "When does the decoder look?", {Part::Cell}, shapes_.orders(d_.annotation),
            "The decoder's cell reads " + std::to_string(s().input) +
                " numbers: no sum of token, context and readout");
        const std::string order = d_.answer("order");
        const bool two = order == "before" || order == "fed-readout" || order == "fed-context";
        const char* other = order == "fed-readout" ? "t" : "c";
        if (two || order == "before-combined")
            ask("input", two ? "What comes first in the cell’s input?" : "What comes first before the cell?",
                {two ? Part::Cell : Part::CellInput}, {{"token", "Ey"}, {"other", other}});
    }

    /// Where two layers make a cell nothing names its rows; PyTorch's order is the usual one.
    void gates() {
        for (const int count : {3, 4}) {
            std::vector<Part> parts;
            for (std::size_t n = 0; n < m().units.size(); ++n) {
                const Part part = m().as[n].part;
                const bool cell = part == Part::Forward || part == Part::Backward || part == Part::Cell;
                if (cell && m().units[n].by_layers && m().units[n].gates == count) parts.push_back(part);
            }
            if (parts.empty()) continue;
            const bool lstm = count == 4;
            ask(gates_question(count), "In which order are the gates of a cell stacked?", std::move(parts),
                {{"rzn", "r, z, n", !lstm},
                 {"zrn", "z, r, n", !lstm},
                 {"ifgo", "i, f, g, o", lstm},
                 {"ifog", "i, f, o, g", lstm},
                 {"igfo", "i, g, f, o", lstm},
                 {"figo", "f, i, g, o", lstm},
                 {"fiog", "f, i, o, g", lstm}});
        }
    }

    // -------------------------------------------------------------------------------------- the score
    void score() {
        const Unit* joint = m().unit(Part::Score);
        if (joint != nullptr && joint->columns == s().T + s().D && !has(Part::ScoreV) && joint->rows > 1) {
            ask("score", "What is the score?", {Part::Score}, {{"location", "a place for each row"}});
            ask("halves", "Which half of the score’s matrix reads the state?", {Part::Score},
                {{"second", "second"}, {"first", "first"}});
            return;
        }
        const bool pair = joint == nullptr && has(Part::ScoreQuery) && has(Part::ScoreKey);
        const bool alone = joint == nullptr && has(Part::ScoreQuery) && !has(Part::ScoreKey) &&
                           has(Part::ScoreV) && m().unit(Part::ScoreQuery)->rows == d_.annotation;
        if (pair && !has(Part::ScoreV) && m().unit(Part::ScoreKey)->rows > 1) {
            projected();
        } else if (joint != nullptr || pair || alone) {
            ask("unit", "What is inside the score?", {Part::Score, Part::ScoreKey, Part::ScoreV},
                {{"tanh", "tanh"}, {"relu", "ReLU"}, {"linear", "nothing"}, {"gelu", "GELU"}});
            if (!alone) halves(joint);
        } else if (const Unit* product = m().unit(Part::ScoreW)) {
            const bool as_saved = product->rows == d_.annotation && product->columns == s().D;
            const bool turned = product->rows == s().D && product->columns == d_.annotation;
            const char* with_bias = product->bias.empty() ? "h · (W s)" : "h · (W s + b)";
            ask("product", "Which side of W is the state?", {Part::ScoreW},
                {{"rows", "s · (W h)", turned}, {"columns", with_bias, as_saved}},
                "The score's matrix fits neither state nor annotation");
        } else {
            const bool some = has(Part::ScoreQuery) || has(Part::ScoreKey) || has(Part::ScoreV);
            ask("scale",
                some ? "What is the score, without the tensor that nothing reads?"
                     : "The score has no tensor. What is it?",
                {Part::Score}, {{"one", "s · h"}, {"root", "s · h / √d"}});
        }
    }

    /// Without a v nothing makes a number of the units but the product of the two.
    void projected() {
        const Unit *query = m().unit(Part::ScoreQuery), *key = m().unit(Part::ScoreKey);
        if (query->rows != key->rows) {
            d_.problems.push_back("The score’s two matrices have " + std::to_string(query->rows) + " and " +
                                  std::to_string(key->rows) + " rows: no product, and there is no v");
            return;
        }
        ask("projected", "Is the product of W s and U h divided?", {Part::ScoreQuery, Part::ScoreKey},
            {{"root", "by √" + std::to_string(key->rows)}, {"one", "no"}});
        halves(nullptr);
    }

    void halves(const Unit* joint) {
        if (joint != nullptr) {
            ask("halves", "Which half of the score’s matrix reads the state?", {Part::Score},
                {{"first", "first"}, {"second", "second"}});
            return;
        }
        const Unit *query = m().unit(Part::ScoreQuery), *key = m().unit(Part::ScoreKey);
        ask("halves", "Which of the score’s matrices reads the state?", {Part::ScoreQuery, Part::ScoreKey},
            {{"first", query->weight}, {"second", key->weight, query->columns == key->columns}});
        const auto open = [](const Unit& unit) { return unit.is_parameter() && unit.rows == unit.columns; };
        if (open(*query) && open(*key))
            ask("kept", "How are the score’s matrices kept?", {Part::ScoreQuery, Part::ScoreKey},
                {{"out-in", "[out, in]"}, {"in-out", "[in, out]"}});
    }

    void gate() {
        const Unit* gate = m().unit(Part::Gate);
        if (gate == nullptr) return;
        const std::vector<std::string> orders = gate_arrangements(gate->columns, d_.annotation, s().D, s().T);
        std::vector<Choice> choices;
        for (const std::string& id : orders) choices.push_back({id, joined_label(id)});
        ask("gate", "What does the gate over c read, in which order?", {Part::Gate}, choices);
    }

    // -------------------------------------------------------------------------------------- the start
    void start() {
        const Unit* bridge = m().unit(Part::Start);
        const bool lstm = s().decoder_gates == 4, memories = !lstm || s().encoder_gates == 4;
        const std::string text = "Where does the decoder start?";
        if (bridge != nullptr)
            start_by(*bridge, text, lstm && memories);
        else
            start_without(text);
        const std::string start = d_.answer("start");
        const bool own_height = s().decoder_layers <= s().encoder_layers;
        if (s().encoder_layers > 1 && start != "zeros" && start != "layers" && start != "mean" &&
            start != "blocks") {
            const Choice top{"top", "the top one"}, layer{"layer", "of its own height", own_height};
            const bool first = s().decoder_layers == 1;
            ask("from", "Which of the encoder’s layers does it start from?", {Part::Cell, Part::Start},
                {first ? top : layer, first ? layer : top});
        }
        if (start == "layers" && s().decoder_layers < s().encoder_layers * 2)
            ask("from", "Which of the encoder’s last states does it start from?", {Part::Cell},
                {{"layer", "the first"}, {"top", "the last"}});
        if (!lstm || start == "memory" || start == "blocks" || start == "zeros" || start == "layers") return;
        const bool own = has(Part::StartMemory);
        if (bridge != nullptr)
            ask("memory", "Where does its memory start?", {Part::Start, Part::StartMemory},
                {{"own", "as the state, by its own W", own && memories},
                 {"zero", "zeros", !own},
                 {"same", "as the state", !own},
                 {"shared", "by the same W, from the encoder’s memory",
                  !own && memories && start != "mean"}});
        else
            ask("memory", "Where does its memory start?", {Part::Cell},
                {{"own", "where the encoder’s ends", memories}, {"zero", "zeros"}, {"same", "as the state"}});
    }

    void start_by(const Unit& bridge, const std::string& text, bool memories) {
        const std::int64_t k = bridge.columns, block = s().H * s().encoder_layers;
        const bool both = k == s().both_ends() && bridge.rows == s().D,
                   blocks = k == block && bridge.rows == block;
        const bool one = !s().two_ways;
        ask("start", text, {Part::Start},
            {{"bridge", one ? "tanh(W h)" : "tanh(W [→h ; ←h])", both},
             {"linear", one ? "W h" : "W [→h ; ←h]", both},
             {"bridge-turned", "tanh(W [←h ; →h])", both && !one},
             {"linear-turned", "W [←h ; →h]", both && !one},
             {"backward", "tanh(W ←h)", s().two_ways && k == s().H && bridge.rows == s().D},
             {"mean", "tanh(W · mean of h)", k == d_.annotation && bridge.rows == s().D},
             {"memory", "c = W c, s = tanh(c)", both && memories && !has(Part::StartMemory)},
             {"blocks", "all states through W", blocks}},
            "The matrix for the first state fits no state of the encoder");
    }

    void start_without(const std::string& text) {
        const bool memories = s().decoder_gates != 4 || s().encoder_gates == 4;
        const bool last = s().D == s().both_ends(), half = s().two_ways && s().D == s().H;
        const int ways = s().two_ways ? 2 : 1;
        const bool several = s().encoder_layers > 1 || s().decoder_layers > 1; // else it is one of the two
        ask("start", text, {Part::Start},
            {{"layers", "→h, ←h of its layers in turn",
              half && several && memories && s().decoder_layers <= s().encoder_layers * ways},
             {"last", s().two_ways ? "[→h ; ←h]" : "the last state", last},
             {"turned", "[←h ; →h]", last && s().two_ways},
             {"forward", "→h, at the end", half},
             {"backward-state", "←h, at the beginning", half},
             {"sum", "→h + ←h", half},
             {"zeros", "zeros"}});
    }

    // -------------------------------------------------------------------------------------- the readout
    void readout() {
        const std::optional<std::int64_t> columns = shapes_.read_before_logits();
        if (!columns || (s().one_hot_target && !has(Part::Output))) {
            d_.problems.emplace_back("Nothing makes the logits yet");
            return;
        }
        const bool combined = has(Part::Combine);
        Question question{"reads",
                          combined ? "What does t read, in which order?"
                                   : "What do the logits read, in which order?",
                          {combined ? Part::Combine : Part::Output},
                          {},
                          {}};
        for (const std::string& id : arrangements(*columns, d_.annotation, s().D, s().T))
            question.options.push_back({id, joined_label(id)});
        if (question.options.empty())
            d_.problems.push_back((combined ? "t reads " : "The logits read ") + std::to_string(*columns) +
                                  " numbers: no sum of state, context and token");
        put(std::move(question));
        if (combined)
            ask("readout", "What is taken of t?", {Part::Combine},
                {{"tanh", "tanh", !shapes_.halved()},
                 {"linear", "nothing", !shapes_.halved()},
                 {"maxout", "the larger of pairs", shapes_.halved()}});
    }

    Draft d_;
    const Mapping& mapping_;
    Shapes shapes_;
    const Answers& answers_;
    std::vector<Question> of_words_;
};

} // namespace

Draft draft(Mapping mapping, Words words, const Answers& answers) {
    Draft made = draft_without_words(mapping, word_questions(mapping.sizes, words, answers), answers);
    made.mapping = std::move(mapping);
    made.words = std::move(words);
    return made;
}

Draft draft_without_words(const Mapping& mapping, const std::vector<Question>& of_words,
                          const Answers& answers) {
    return Asking(mapping, of_words, answers).asked();
}

} // namespace heed::io::mapping
