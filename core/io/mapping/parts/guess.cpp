#include "core/io/mapping/parts/guess.h"

#include "core/io/family/optimizers.h"
#include "core/io/mapping/parts/fewest_left.h"
#include "core/io/mapping/parts/names.h"
#include "core/text/strings.h"

#include <algorithm>
#include <set>

namespace heed::io::mapping {

namespace {

/// Cells of one name without layer and direction.
struct Stack {
    std::string name;
    std::vector<std::size_t> cells; // of units
    Half half = Half::Unknown;
    bool named = false, two_ways = false;
};

class Guessing {
public:
    Guessing(std::vector<Unit> units, const std::map<std::string, Part>& given, const ListSizes& lists)
        : lists_(lists) {
        m_.as.resize(units.size());
        m_.units = std::move(units);
        for (std::size_t n = 0; n < m_.units.size(); ++n)
            if (const auto it = given.find(m_.units[n].name); it != given.end())
                m_.as[n] = {it->second, m_.units[n].layer, "you said so", false, true};
    }

    Mapping guessed() && {
        leave_out();
        cells();
        sizes_of_cells();
        embeddings();
        turn();
        output();
        guess_fewest_left(m_);
        repeated();
        return std::move(m_);
    }

private:
    bool open(std::size_t n) const { return m_.as[n].part == Part::None && !m_.as[n].given; }

    void take(std::size_t n, Part part, std::string ground, bool named, int layer = 0) {
        if (m_.as[n].given) {
            m_.as[n].layer = layer;
            return;
        }
        m_.as[n] = {part, layer, std::move(ground), named, false};
    }

    /// Of an optimizer's part, with the shape of what lies outside it.
    bool is_moment(const Unit& unit) const {
        return is_in_optimizer(unit.name) &&
               std::any_of(m_.units.begin(), m_.units.end(), [&](const Unit& one) {
                   return !is_in_optimizer(one.name) && one.shape == unit.shape;
               });
    }

    /// What is not known to be of the training is not left out: a gate may be a single number, too.
    void leave_out() {
        static const std::vector<std::int64_t> one_number{1}; // START of ParlAI
        for (std::size_t n = 0; n < m_.units.size(); ++n) {
            const Unit& unit = m_.units[n];
            if (!open(n)) continue;
            const bool other = unit.kind == Unit::Kind::Other,
                       single = other && (unit.shape.empty() || (unit.integers && unit.shape == one_number));
            if (is_for_training(unit.name) || is_moment(unit) ||
                (other && unit.integers && is_of_training(unit.name)))
                take(n, Part::Ignored, "name: what training remembers", true);
            else if (single && (unit.integers || has_word(unit.name, "=step =epoch =version")))
                take(n, Part::Ignored, "a single number that counts", false);
        }
    }

    // ------------------------------------------------------------------------------------------ cells
    std::vector<Stack> stacks() const {
        std::vector<Stack> found;
        for (std::size_t n = 0; n < m_.units.size(); ++n) {
            const Unit& unit = m_.units[n];
            const bool cell = unit.kind == Unit::Kind::Cell && (open(n) || m_.as[n].given);
            if (!cell || m_.as[n].part == Part::Ignored || (m_.as[n].given && m_.as[n].part == Part::None))
                continue;
            auto it = std::find_if(found.begin(), found.end(),
                                   [&](const Stack& stack) { return stack.name == unit.stack; });
            if (it == found.end()) it = found.insert(found.end(), {unit.stack, {}, half_of(unit.stack)});
            it->cells.push_back(n);
            it->named = it->half != Half::Unknown;
            it->two_ways = it->two_ways || unit.reversed;
            if (m_.as[n].given) it->half = m_.as[n].part == Part::Cell ? Half::Decoder : Half::Encoder;
        }
        return found;
    }

    /// Without names that say so: what reads both ways is the encoder, else what comes first.
    static void settle_halves(std::vector<Stack>& stacks) {
        const auto has = [&](Half half) {
            return std::any_of(stacks.begin(), stacks.end(), [&](const Stack& s) { return s.half == half; });
        };
        for (Stack& stack : stacks)
            if (stack.half == Half::Unknown && stack.two_ways && !has(Half::Encoder))
                stack.half = Half::Encoder;
        for (Stack& stack : stacks)
            if (stack.half == Half::Unknown) stack.half = has(Half::Encoder) ? Half::Decoder : Half::Encoder;
    }

    void cells() {
        std::vector<Stack> all = stacks();
        settle_halves(all);
        for (const Half half : {Half::Encoder, Half::Decoder}) {
            int below = 0; // layers of the stacks before
            const Stack* first = nullptr;
            for (const Stack& stack : all) {
                if (stack.half != half) continue;
                const bool turned = half == Half::Encoder && first != nullptr && !stack.two_ways &&
                                    has_word(stack.name, "back bw rev r2l right");
                if (first != nullptr && !turned && !follows(*first, stack)) continue; // another part
                below = place(stack, turned ? 0 : below, turned);
                if (first == nullptr) first = &stack;
            }
        }
    }

    /// Whether a second stack can lie upon the first: it reads what that hands on.
    bool follows(const Stack& first, const Stack& second) const {
        const Unit &lower = m_.units[first.cells.front()], &upper = m_.units[second.cells.front()];
        const bool cell = upper.hidden == lower.hidden && upper.gates == lower.gates;
        return cell &&
               (upper.columns == lower.hidden || (first.two_ways && upper.columns == 2 * lower.hidden));
    }

    int place(const Stack& stack, int below, bool turned) {
        int top = below;
        for (const std::size_t n : stack.cells) {
            const Unit& unit = m_.units[n];
            const bool back = unit.reversed || turned;
            const int layer = below + unit.layer;
            const Part part =
                stack.half == Half::Decoder ? Part::Cell : (back ? Part::Backward : Part::Forward);
            take(n, part, cell_ground(stack, unit, layer, back), stack.named, layer);
            top = std::max(top, layer + 1);
        }
        return top;
    }

    std::string cell_ground(const Stack& stack, const Unit& unit, int layer, bool back) const {
        const std::string by = stack.named ? "name" : "order in the file";
        if (back) return "its twin has the same shapes";
        if (layer == 0)
            return by + "; " + number(unit.hidden * unit.gates) + " = " + std::to_string(unit.gates) + " × " +
                   number(unit.hidden);
        const std::string below = "layer " + std::to_string(layer);
        if (stack.two_ways && unit.columns == 2 * unit.hidden)
            return "reads " + number(unit.columns) + " = both directions of " + below;
        return unit.columns == unit.hidden ? "reads " + number(unit.columns) + " = the state of " + below
                                           : by + "; reads " + number(unit.columns);
    }

    void sizes_of_cells() {
        Sizes& s = m_.sizes;
        for (std::size_t n = 0; n < m_.units.size(); ++n) {
            const Mapped& as = m_.as[n];
            if (as.part == Part::Forward) s.encoder_layers = std::max(s.encoder_layers, as.layer + 1);
            if (as.part == Part::Cell) s.decoder_layers = std::max(s.decoder_layers, as.layer + 1);
        }
        s.two_ways = m_.unit(Part::Backward) != nullptr;
        if (const Unit* cell = m_.unit(Part::Forward)) {
            s.E = cell->columns;
            s.H = cell->hidden;
            s.encoder_gates = cell->gates;
        }
        if (const Unit* cell = m_.unit(Part::Cell)) {
            s.input = cell->columns;
            s.D = cell->hidden;
            s.decoder_gates = cell->gates;
        }
    }

    // ------------------------------------------------------------------------------------------ words
    /// How much a unit looks like the embedding of a half; 0: not at all.
    int likeness(const Unit& unit, Half half) const {
        if (unit.kind != Unit::Kind::Layer || !unit.bias.empty()) return 0;
        const bool named = has_word(unit.name, "emb lookup =lut");
        const Half own = half_of(unit.name);
        if (!named &&
            has_word(unit.name,
                     "attn attention att_ align score energy out proj =fc dense linear pred logit generator"))
            return 0;
        const bool other = own != Half::Unknown && own != half;
        return (named ? 4 : 0) + (own == half ? 3 : 0) - (other ? 3 : 0) +
               (unit.rows > unit.columns ? 1 : 0) + (listed_for(unit, half) ? 3 : 0);
    }

    /// Whether a list of words for that half has as many as the unit has rows.
    bool listed_for(const Unit& unit, Half half) const {
        return (half == Half::Encoder ? lists_.source : lists_.target).count(unit.rows) != 0;
    }

    std::size_t best_embedding(Half half, const std::set<std::int64_t>& widths) const {
        std::size_t best = m_.units.size();
        int most = 1;
        for (std::size_t n = 0; n < m_.units.size(); ++n) {
            const int now = open(n) && widths.count(m_.units[n].columns) ? likeness(m_.units[n], half) : 0;
            if (now > most) {
                most = now;
                best = n;
            }
        }
        return best;
    }

    std::string rows_ground(std::size_t n, bool named, Half half) const {
        return (named ? "name; " : "shape; ") + number(m_.units[n].rows) + " rows" +
               (!named && listed_for(m_.units[n], half) ? ", as a list of words beside it" : "");
    }

    /// Widths that the target's embedding can have: what the decoder's cell reads, or a part of it.
    std::set<std::int64_t> target_widths() const {
        std::set<std::int64_t> widths;
        for (const Unit& unit : m_.units)
            if (unit.kind == Unit::Kind::Layer && unit.columns <= m_.sizes.input) widths.insert(unit.columns);
        return widths;
    }

    void embeddings() {
        Sizes& s = m_.sizes;
        const bool shared = m_.count(Part::BothEmbeddings) > 0;
        const std::size_t none = m_.units.size();
        std::size_t source = none, target = none;
        if (!shared && m_.count(Part::SourceEmbedding) == 0) source = best_embedding(Half::Encoder, {s.E});
        if (source != none)
            take(source, Part::SourceEmbedding, rows_ground(source, named(source), Half::Encoder),
                 named(source));
        if (!shared && m_.count(Part::TargetEmbedding) == 0)
            target = best_embedding(Half::Decoder, target_widths());
        if (target != none)
            take(target, Part::TargetEmbedding, rows_ground(target, named(target), Half::Decoder),
                 named(target));
        else if (source != none && m_.count(Part::TargetEmbedding) == 0 && s.E <= s.input &&
                 half_of(m_.units[source].name) == Half::Unknown && !logits_are_others(m_.units[source].rows))
            take(source, Part::BothEmbeddings, "the only one; " + number(m_.units[source].rows) + " rows",
                 named(source));
        words_of_embeddings();
    }

    bool named(std::size_t n) const { return has_word(m_.units[n].name, "emb lookup =lut"); }

    void words_of_embeddings() {
        Sizes& s = m_.sizes;
        const Unit* both = m_.unit(Part::BothEmbeddings);
        const Unit* source = both != nullptr ? both : m_.unit(Part::SourceEmbedding);
        const Unit* target = both != nullptr ? both : m_.unit(Part::TargetEmbedding);
        s.one_hot_source = source == nullptr;
        s.one_hot_target = target == nullptr;
        s.reads_no_token = target == nullptr && is_annotation(s.input) && logits_are_others(s.input);
        s.source_words = source != nullptr ? source->rows : s.E;
        s.T = target != nullptr ? target->columns : s.reads_no_token ? 1 : s.input;
        s.target_words = target != nullptr ? target->rows : s.input;
    }

    bool is_annotation(std::int64_t n) const {
        const auto all = m_.sizes.annotations();
        return std::find(all.begin(), all.end(), n) != all.end();
    }

    static bool says_logits(const Unit& unit) {
        return has_word(unit.name, "out =fc generator proj logit vocab dense linear classif pred");
    }

    /// Whether the cell may read an annotation alone, as the logits are of other words than so many.
    bool logits_are_others(std::int64_t words) const {
        if (!is_annotation(m_.sizes.input)) return false;
        bool other = false;
        for (std::size_t n = 0; n < m_.units.size(); ++n) {
            const Unit& unit = m_.units[n];
            const bool is = open(n) || m_.as[n].part == Part::Output;
            if (!is || unit.kind != Unit::Kind::Layer || !says_logits(unit)) continue;
            if (unit.rows == words) return false;
            other = other || lists_.target.count(unit.rows) != 0 ||
                    (lists_.target.empty() && unit.columns == m_.sizes.D);
        }
        return other;
    }

    // ------------------------------------------------------------------------------------------ matrices
    /// A matrix that nothing could read as it is kept is [in, out].
    void turn() {
        const Sizes& s = m_.sizes;
        std::set<std::int64_t> read{s.D};
        for (const std::int64_t d : s.annotations()) read.insert({d, s.D + d, s.T + d, s.T + s.D + d});
        for (std::size_t n = 0; n < m_.units.size(); ++n) {
            Unit& unit = m_.units[n];
            const bool free = open(n) || (m_.as[n].given && m_.as[n].part > Part::BothEmbeddings);
            if (!free || !unit.is_parameter() || unit.rows < 2 || unit.columns < 2) continue;
            if (read.count(unit.columns) != 0 || read.count(unit.rows) == 0) continue;
            std::swap(unit.rows, unit.columns);
            unit.turned = true;
        }
    }

    // ------------------------------------------------------------------------------------------ logits
    void output() {
        if (m_.count(Part::Output) > 0) return;
        std::size_t best = m_.units.size();
        int most = 0;
        bool by_name = false;
        for (std::size_t n = 0; n < m_.units.size(); ++n) {
            const Unit& unit = m_.units[n];
            if (!open(n) || unit.kind != Unit::Kind::Layer) continue;
            const bool says = says_logits(unit);
            const bool listed = lists_.target.empty() || lists_.target.count(unit.rows) != 0;
            if (m_.sizes.reads_no_token ? !says || !listed || unit.columns != m_.sizes.D
                                        : unit.rows != m_.sizes.target_words)
                continue;
            const bool attention = has_word(unit.name, "attn attention align");
            const int now = 2 + (says ? 3 : 0) + (unit.bias.empty() ? 0 : 1) - (attention ? 3 : 0) -
                            (half_of(unit.name) == Half::Encoder ? 3 : 0);
            if (now < most || now <= 0) continue; // of two that are as likely the later one
            most = now;
            best = n;
            by_name = says;
        }
        if (best == m_.units.size()) return;
        if (m_.sizes.reads_no_token) m_.sizes.target_words = m_.units[best].rows;
        take(best, Part::Output,
             std::string(by_name ? "name; " : "shape; ") + number(m_.units[best].rows) +
                 " rows, as many as target words",
             by_name);
    }

    /// An embedding that is there once more, as those of modules that share one.
    void repeated() {
        for (std::size_t n = 0; n < m_.units.size(); ++n) {
            const Unit& unit = m_.units[n];
            if (!open(n) || unit.kind != Unit::Kind::Layer || !named(n)) continue;
            for (const Part part : {Part::SourceEmbedding, Part::TargetEmbedding, Part::BothEmbeddings})
                if (const Unit* first = m_.unit(part);
                    open(n) && first != nullptr && first->rows == unit.rows && first->columns == unit.columns)
                    take(n, Part::Ignored, "an embedding once more, if its numbers are the same", true);
        }
    }

    Mapping m_;
    const ListSizes& lists_;
};

} // namespace

std::vector<std::int64_t> Sizes::annotations() const {
    if (two_ways) return {2 * H, H};
    return {H};
}

const Unit* Mapping::unit(Part part, int layer) const {
    for (std::size_t n = 0; n < units.size(); ++n)
        if (as[n].part == part && (units[n].kind != Unit::Kind::Cell || as[n].layer == layer))
            return &units[n];
    return nullptr;
}

std::size_t Mapping::count(Part part) const {
    return static_cast<std::size_t>(
        std::count_if(as.begin(), as.end(), [&](const Mapped& row) { return row.part == part; }));
}

std::vector<std::string> Mapping::lacks() const {
    std::vector<std::string> sentences;
    if (count(Part::Forward) == 0) sentences.emplace_back("The encoder has no cell yet");
    if (count(Part::Cell) == 0) sentences.emplace_back("The decoder has no cell yet");
    for (const PartInfo& row : part_table())
        if (row.once && count(row.part) > 1)
            sentences.push_back("Two rows are “" + std::string(row.words) + "”: one of them is another part");
    return sentences;
}

Mapping guess(std::vector<Unit> units, const std::map<std::string, Part>& given, const ListSizes& lists) {
    return Guessing(std::move(units), given, lists).guessed();
}

} // namespace heed::io::mapping
