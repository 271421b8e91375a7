#include "core/io/mapping/parts/hints.h"

#include "core/io/mapping/parts/names.h"
#include "core/io/mapping/questions.h"
#include "core/text/strings.h"

#include <algorithm>
#include <array>

namespace heed::io::mapping {

namespace {

constexpr int least_likely = 3; // to be taken for a part

std::int64_t numbers(const Unit& unit) { return unit.rows * unit.columns; }

bool is_annotation(const Sizes& s, std::int64_t n) {
    const auto all = s.annotations();
    return std::find(all.begin(), all.end(), n) != all.end();
}

/// n = D + d with one of the annotation's sizes.
bool is_state_and_annotation(const Sizes& s, std::int64_t n) { return is_annotation(s, n - s.D); }

bool is_open(const Mapping& m, std::size_t n) { return m.as[n].part == Part::None && !m.as[n].given; }

/// The units of a score: rows of a matrix that is free and could be one, for which a vector is as long.
bool could_score(const Mapping& m, std::size_t n, std::int64_t units) {
    const Unit& unit = m.units[n];
    const Sizes& s = m.sizes;
    const Part part = m.as[n].part;
    const bool free =
        is_open(m, n) || part == Part::Score || part == Part::ScoreQuery || part == Part::ScoreKey;
    return free && unit.kind == Unit::Kind::Layer && unit.rows == units &&
           (unit.columns == s.D || is_annotation(s, unit.columns) ||
            is_state_and_annotation(s, unit.columns));
}

bool is_v(const Mapping& m, std::size_t n) {
    const Unit& unit = m.units[n];
    if (unit.kind == Unit::Kind::Layer && unit.rows != 1 && unit.columns != 1) return false;
    for (std::size_t other = 0; other < m.units.size(); ++other)
        if (other != n && could_score(m, other, numbers(unit))) return true;
    return false;
}

bool has_v(const Mapping& m, std::int64_t units) {
    for (std::size_t n = 0; n < m.units.size(); ++n)
        if (m.as[n].part == Part::ScoreV && numbers(m.units[n]) == units) return true;
    return false;
}

/// What the logits read: the output's columns, or the embedding's where it is used once more.
std::int64_t before_logits(const Mapping& m) {
    if (const Unit* project = m.unit(Part::Project)) return project->columns;
    if (const Unit* output = m.unit(Part::Output)) return output->columns;
    return m.sizes.T;
}

bool fits_v(const Mapping& m, std::size_t n) {
    return (m.units[n].kind == Unit::Kind::Vector || m.units[n].kind == Unit::Kind::Layer) && is_v(m, n);
}
/// The module around a layer: "decoder.attention." of "decoder.attention.key_layer.weight".
std::string_view around(const Unit& unit) {
    const std::string_view name = unit.weight;
    const std::size_t layer = name.rfind('.');
    const std::size_t module = layer == name.npos ? layer : name.rfind('.', layer - 1);
    return module == name.npos ? std::string_view() : name.substr(0, module + 1);
}
/// Whether a matrix stands beside it that reads the state alone: then it reads the annotation alone.
bool has_partner(const Mapping& m, std::size_t n) {
    for (std::size_t other = 0; other < m.units.size(); ++other)
        if (other != n && is_open(m, other) && m.units[other].kind == Unit::Kind::Layer &&
            m.units[other].rows == m.units[n].rows && m.units[other].columns == m.sizes.D &&
            around(m.units[other]) == around(m.units[n]))
            return true;
    return false;
}
constexpr std::string_view start_words =
    "bridge init =start starting first_state h_proj hidden_proj hidden_map "
    "=fc fc_hidden fc_h enc2dec to_dec reduce to_hidden s0";

constexpr std::string_view pair_query = "query =q =wq w_q", pair_key = "=key keys key_ =k =wk w_k memory";

/// How long an annotation can be, by what is known of the score: as long as U reads, or the matrix that
/// stands beside one on the state and cannot be on the state itself.
std::vector<std::int64_t> lengths(const Mapping& m) {
    if (const Unit* key = m.unit(Part::ScoreKey); key != nullptr && is_annotation(m.sizes, key->columns))
        return {key->columns};
    for (std::size_t n = 0; n < m.units.size(); ++n) {
        const Unit& unit = m.units[n];
        const bool key = is_open(m, n) && unit.kind == Unit::Kind::Layer && unit.columns != m.sizes.D &&
                         is_annotation(m.sizes, unit.columns) && has_v(m, unit.rows);
        if (key && has_partner(m, n) && !has_word(unit.name, start_words)) return {unit.columns};
    }
    return m.sizes.annotations();
}
bool is_length(const Mapping& m, std::int64_t n) {
    const auto all = lengths(m);
    return std::find(all.begin(), all.end(), n) != all.end();
}

/// A matrix on the state beside it whose rows are added to the annotation as it is.
bool has_lone_query(const Mapping& m, std::size_t n) {
    for (std::size_t other = 0; other < m.units.size(); ++other) {
        const Unit& unit = m.units[other];
        if (other != n && is_open(m, other) && unit.kind == Unit::Kind::Layer && unit.columns == m.sizes.D &&
            unit.rows == m.units[n].rows && is_annotation(m.sizes, unit.rows) && has_v(m, unit.rows) &&
            has_word(unit.weight, pair_query) && around(unit) == around(m.units[n]))
            return true;
    }
    return false;
}

bool fits_joint(const Mapping& m, std::size_t n) {
    const Unit& unit = m.units[n];
    if (m.unit(Part::ScoreKey) != nullptr || m.unit(Part::ScoreQuery) != nullptr || has_lone_query(m, n))
        return false;
    for (std::size_t other = 0; other < m.units.size(); ++other) // two matrices do it
        if (is_open(m, other) && m.units[other].rows == unit.rows &&
            is_annotation(m.sizes, m.units[other].columns) && has_partner(m, other))
            return false;
    const bool places = unit.columns == m.sizes.T + m.sizes.D && m.unit(Part::CellInput) != nullptr;
    return places ||
           (is_state_and_annotation(m.sizes, unit.columns) && (has_v(m, unit.rows) || unit.rows == 1));
}
bool fits_query(const Mapping& m, std::size_t n) {
    return m.units[n].columns == m.sizes.D && has_v(m, m.units[n].rows);
}
bool fits_key(const Mapping& m, std::size_t n) {
    return is_length(m, m.units[n].columns) && has_v(m, m.units[n].rows);
}
bool fits_product(const Mapping& m, std::size_t n) {
    const Unit& unit = m.units[n];
    if (m.unit(Part::ScoreV) != nullptr || m.unit(Part::Score) != nullptr) return false;
    return (unit.rows == m.sizes.D && is_annotation(m.sizes, unit.columns)) ||
           (unit.columns == m.sizes.D && is_annotation(m.sizes, unit.rows));
}
bool fits_score_bias(const Mapping& m, std::size_t n) {
    return m.units[n].kind == Unit::Kind::Vector && has_v(m, m.units[n].rows);
}
/// A bias that lies apart: as long as the rows of that one layer without a bias, and of no other.
template <Part bias>
bool fits_bias(const Mapping& m, std::size_t n) {
    const Unit& unit = m.units[n];
    if (unit.kind != Unit::Kind::Vector || has_word(unit.name, "norm =ln =bn")) return false;
    int layers = 0;
    bool own = false;
    for (const BiasPart& row : bias_parts()) {
        const Unit* layer = m.unit(row.layer);
        if (layer == nullptr || !layer->bias.empty() || layer->rows != unit.rows) continue;
        if (m.count(row.bias) > 0) continue;
        ++layers;
        own = own || row.bias == bias;
    }
    return own && layers == 1;
}

/// A number for each of an annotation, or one for all. What decides between writing and copying is another.
bool fits_gate(const Mapping& m, std::size_t n) {
    const Unit& unit = m.units[n];
    const Sizes& s = m.sizes;
    if (half_of(unit.name) == Half::Encoder || has_word(unit.name, "copy gen =switch")) return false;
    for (const std::int64_t d : s.annotations())
        if ((unit.rows == 1 || unit.rows == d) && !gate_arrangements(unit.columns, d, s.D, s.T).empty())
            return true;
    return false;
}

/// Two matrices that bring state and annotation to one length, where nothing else makes a score of them.
bool fits_pair(const Mapping& m, std::size_t n, bool query) {
    if (m.unit(Part::ScoreV) != nullptr || m.unit(Part::Score) != nullptr || m.unit(Part::ScoreW) != nullptr)
        return false;
    const auto reads = [&](const Unit& unit, bool state) {
        return state ? unit.columns == m.sizes.D : is_annotation(m.sizes, unit.columns);
    };
    const Unit& unit = m.units[n];
    if (unit.rows < 2 || !reads(unit, query)) return false;
    for (std::size_t other = 0; other < m.units.size(); ++other) {
        const Unit& twin = m.units[other];
        const bool free =
            is_open(m, other) || m.as[other].part == (query ? Part::ScoreKey : Part::ScoreQuery);
        if (other != n && free && twin.kind == Unit::Kind::Layer && twin.rows == unit.rows &&
            reads(twin, !query) && around(twin) == around(unit) &&
            has_word(twin.name, query ? pair_key : pair_query))
            return true;
    }
    return false;
}
bool fits_pair_query(const Mapping& m, std::size_t n) { return fits_pair(m, n, true); }
bool fits_pair_key(const Mapping& m, std::size_t n) { return fits_pair(m, n, false); }

constexpr std::string_view bias_words = "bias =b";

/// One of the two matrices that bring state and annotation to the units of v, where there are no more.
bool needed_by_score(const Mapping& m, std::size_t n) {
    const Unit& unit = m.units[n];
    if (m.unit(Part::Score) != nullptr || !has_v(m, unit.rows)) return false;
    std::size_t query = 0, key = 0, all = 0;
    for (std::size_t other = 0; other < m.units.size(); ++other) {
        const Unit& one = m.units[other];
        if (!is_open(m, other) || one.kind != Unit::Kind::Layer || one.rows != unit.rows) continue;
        const bool reads_state = one.columns == m.sizes.D,
                   reads_annotation = is_annotation(m.sizes, one.columns);
        query += reads_state;
        key += reads_annotation;
        all += reads_state || reads_annotation;
    }
    return all == 2 && query > 0 && key > 0;
}

bool fits_start(const Mapping& m, std::size_t n) {
    const Unit& unit = m.units[n];
    if (needed_by_score(m, n)) return false;
    const std::int64_t block = m.sizes.H * m.sizes.encoder_layers;
    return (unit.rows == m.sizes.D && is_annotation(m.sizes, unit.columns)) ||
           (unit.rows == block && unit.columns == block);
}
/// Beside a matrix of the same shape, which is for the state.
bool fits_memory(const Mapping& m, std::size_t n) {
    if (m.sizes.decoder_gates != 4 || !fits_start(m, n)) return false;
    for (std::size_t other = 0; other < m.units.size(); ++other) {
        const Unit& unit = m.units[other];
        const bool alike = unit.rows == m.units[n].rows && unit.columns == m.units[n].columns;
        if (other != n && is_open(m, other) && alike && has_word(unit.name, start_words)) return true;
    }
    return false;
}
/// A second matrix like that of the first state.
bool fits_twin(const Mapping& m, std::size_t n) {
    const Unit* start = m.unit(Part::Start);
    return start != nullptr && m.sizes.decoder_gates == 4 && start->rows == m.units[n].rows &&
           start->columns == m.units[n].columns && has_word(m.units[n].name, start_words);
}
bool fits_cell_input(const Mapping& m, std::size_t n) {
    const Unit& unit = m.units[n];
    return unit.rows == m.sizes.input && unit.rows == m.sizes.T &&
           is_annotation(m.sizes, unit.columns - m.sizes.T) && before_logits(m) == m.sizes.D;
}
bool fits_combine(const Mapping& m, std::size_t n) {
    const Unit& unit = m.units[n];
    const Sizes& s = m.sizes;
    const std::int64_t out = before_logits(m);
    const bool columns = is_length(m, unit.columns - s.D) || is_length(m, unit.columns - s.T - s.D) ||
                         is_length(m, unit.columns - s.T);
    return columns && (unit.rows == out || unit.rows == 2 * out);
}
bool fits_project(const Mapping& m, std::size_t n) {
    const Unit* output = m.unit(Part::Output);
    const std::int64_t read = output != nullptr ? output->columns : m.sizes.T;
    return m.units[n].rows == read && m.units[n].columns == m.sizes.D && m.unit(Part::Project) == nullptr;
}

struct Hint {
    Part part;
    bool (*fits)(const Mapping&, std::size_t);
    std::string_view words; // of has_word
    std::string_view not_words;
    Half half;
    bool needs_name; // the shape alone is too common
};

/// In rounds: what stands first is looked for first, as the others depend on it.
constexpr std::array hints = std::to_array<Hint>({
    {Part::Gate, fits_gate, "=gate gate_layer context_gate ctx_gate f_beta =beta", "", Half::Decoder, true},
    {Part::ScoreV, fits_v, "=v =va =vc =vt energy w_v v_fc =score =w2 =v1", "bias", Half::Decoder, false},
    {Part::Project, fits_project, "additional_fc project w_proj hidden2emb to_emb pre_logit o2e",
     "bridge init attn att", Half::Decoder, true},
    {Part::CellInput, fits_cell_input, "attn_combine combine", "", Half::Decoder, true},
    {Part::Score, fits_joint, "attn attention =att align score energy", "combine =out bridge init",
     Half::Decoder, false},
    {Part::Combine, fits_combine,
     "concat combine mix merge fuse w_c linear_out output_proj pre_output readout hidden_layer att_vector =w "
     "attn_out",
     "bridge init start to_dec enc2dec attn attention score align energy bilinear", Half::Decoder, false},
    {Part::StartMemory, fits_memory, "c_proj cell_proj =cell init_c memory fc_c =c fc_cell", "attn att",
     Half::Encoder, true},
    {Part::ScoreKey, fits_pair_key, pair_key, pair_query, Half::Unknown, true},
    {Part::ScoreQuery, fits_pair_query, pair_query, pair_key, Half::Unknown, true},
    {Part::Start, fits_start, start_words, "attn att =out =wa w_a =ua align score general energy bilinear",
     Half::Encoder, false},
    {Part::StartMemory, fits_twin, start_words, "attn att", Half::Encoder, true},
    {Part::ScoreKey, fits_key, "key =ua =uh memory =w1 context encoder w_k =wk =k enc_ =u",
     "query =wa =wq =q w_q", Half::Unknown, false},
    {Part::ScoreQuery, fits_query, "query =wa =wq =q hidden state decoder w_q dec_ =w2 =w",
     "key =ua =wk =k w_k", Half::Unknown, false},
    {Part::ScoreW, fits_product,
     "attn attention att align score bilinear linear_in input_proj general w_a =w =wa", "bridge init",
     Half::Decoder, false},
    {Part::ScoreBias, fits_score_bias, "bias =b =ba", "", Half::Decoder, true},
    {Part::GateBias, fits_bias<Part::GateBias>, bias_words, "", Half::Decoder, true},
    {Part::StartBias, fits_bias<Part::StartBias>, bias_words, "", Half::Unknown, true},
    {Part::MemoryBias, fits_bias<Part::MemoryBias>, bias_words, "", Half::Unknown, true},
    {Part::InputBias, fits_bias<Part::InputBias>, bias_words, "", Half::Decoder, true},
    {Part::CombineBias, fits_bias<Part::CombineBias>, bias_words, "", Half::Decoder, true},
    {Part::ProjectBias, fits_bias<Part::ProjectBias>, bias_words, "", Half::Decoder, true},
    {Part::OutputBias, fits_bias<Part::OutputBias>, bias_words, "", Half::Decoder, true},
});

/// How likely a unit is a part; 0: its shape says no.
int likelihood(const Mapping& m, const Hint& hint, std::size_t n) {
    const Unit& unit = m.units[n];
    if (!is_open(m, n) || !takes(hint.part, unit) || !hint.fits(m, n)) return 0;
    const bool named = has_word(unit.name, hint.words);
    if (!named && hint.needs_name) return 0;
    const Half half = half_of(unit.name);
    const bool other = hint.half != Half::Unknown && half != Half::Unknown && half != hint.half;
    // That a layer has a bias, too, does not make it one.
    const std::string& own = unit.kind == Unit::Kind::Layer ? unit.weight : unit.name;
    const int value = 4 + (named ? 4 : 0) - (has_word(own, hint.not_words) ? 3 : 0) - (other ? 2 : 0);
    return std::max(value, 1);
}

/// Of two that are as likely: a first state is mostly made with a bias, a product mostly without.
bool has_usual_bias(Part part, const Unit& unit) {
    return (part == Part::Start && !unit.bias.empty()) || (part == Part::ScoreW && unit.bias.empty());
}

/// The unit that is taken for a part: that which is wanted so, else the likeliest; their number: none.
std::size_t best_for(const Mapping& m, const Hint& hint, const Wanted& wanted) {
    const auto own = wanted.find(hint.part);
    if (own != wanted.end() && likelihood(m, hint, own->second) >= least_likely) return own->second;
    std::size_t best = m.units.size();
    std::pair<int, bool> most{least_likely - 1, true};
    for (std::size_t n = 0; n < m.units.size(); ++n) {
        const bool elsewhere =
            std::any_of(wanted.begin(), wanted.end(), [&](const auto& one) { return one.second == n; });
        const std::pair<int, bool> now{elsewhere ? 0 : likelihood(m, hint, n),
                                       has_usual_bias(hint.part, m.units[n])};
        if (now <= most) continue;
        most = now;
        best = n;
    }
    return best;
}

bool is_free(const Mapping& m, const Hint& hint) { return m.count(hint.part) == 0 || !info(hint.part).once; }

} // namespace

int guess_rest(Mapping& m, const Wanted& wanted) {
    int all = 0;
    for (const Hint& hint : hints) {
        if (!is_free(m, hint)) continue;
        const std::size_t best = best_for(m, hint, wanted);
        if (best == m.units.size()) continue;
        all += likelihood(m, hint, best);
        const Unit& unit = m.units[best];
        const bool named = has_word(unit.name, hint.words);
        m.as[best] = {hint.part, 0,
                      std::string(named ? "name; " : "shape; ") + columns_ground(hint.part, unit, m.sizes),
                      named, false};
    }
    return all;
}

std::vector<Part> possible_parts(const Mapping& m, std::size_t n) {
    std::vector<Part> parts;
    for (const Hint& hint : hints) {
        Mapping without = m;
        for (Mapped& row : without.as)
            if (row.part == hint.part && !row.given) row = {};
        if (is_free(without, hint) && likelihood(without, hint, n) >= least_likely)
            parts.push_back(hint.part);
    }
    return parts;
}

} // namespace heed::io::mapping
