// One plain sentence for the newest sub-step.
#include "app/figures/roles.h"
#include "app/figures/seq2seq/inspector/inspector.h"
#include "app/figures/tokens.h"
#include "core/analysis/contributions.h"
#include "core/analysis/heads/in_front.h"
#include "core/models/seq2seq/facts.h"
#include "core/models/seq2seq/phases.h"
#include "core/text/strings.h"
#include "core/trace/places.h"

#include <Eigen/Core>
#include <algorithm>
#include <array>
#include <cmath>

namespace heed {
namespace {

std::string number(int zero_based) { return std::to_string(zero_based + 1); }

/// Text of the user's that may be long: its beginning.
std::string quoted_beginning(const std::string& text, std::size_t longest) {
    std::string kept;
    std::size_t points = 0;
    for (const char c : text) {
        if ((static_cast<unsigned char>(c) & 0xC0) != 0x80 && ++points > longest)
            return heed::quoted(kept + std::string(ellipsis));
        kept += c == '\n' || c == '\t' ? ' ' : c;
    }
    return heed::quoted(kept);
}

/// In three decimals, or in as many as say that it is not 1, or not 0.
std::string probability_words(float log_prob) { return probability(std::exp(static_cast<double>(log_prob))); }

// -------------------------------------------------------------------------------------------- where it looks

/// A stretch of the source and what it holds of a distribution over the source.
struct Focus {
    std::string words; // quoted
    float share = 0;
};

/// The characters of one word, from its first to its last position; words are what spaces part.
struct Span {
    int first, last;
};
Span word_around(const Trace& trace, int j) {
    const auto part_of_word = [&](int k) {
        return k >= 0 && k < trace.source_length() && !trace.source[static_cast<std::size_t>(k)].is_end &&
               shown_source(trace, k) != "␣";
    };
    Span span{j, j};
    if (!trace.model.character_level || !part_of_word(j)) return span;
    while (part_of_word(span.first - 1)) --span.first;
    while (part_of_word(span.last + 1)) ++span.last;
    return span;
}

/// The neighbours of j, itself included, that weigh at least a tenth each.
Span strong_around(const Eigen::VectorXf& shares, int j, Span within) {
    constexpr float strong = 0.1f;
    Span span{j, j};
    while (span.first > within.first && shares(span.first - 1) >= strong) --span.first;
    while (span.last < within.last && shares(span.last + 1) >= strong) ++span.last;
    return span;
}

/// Most of the weight lies on one token, or on the characters of one word; else the largest part is named.
Focus focus_of(const Trace& trace, const Eigen::VectorXf& shares) {
    Eigen::Index peak = 0;
    shares.maxCoeff(&peak);
    const int j = static_cast<int>(peak);
    Span word = word_around(trace, j);
    // A word that is most of the input says nothing about where in it the model looks.
    if (2 * (word.last - word.first + 1) > trace.source_length()) {
        word = strong_around(shares, j, word);
        return {quoted_beginning(stretch(trace, word.first, word.last, 18), 20),
                shares.segment(word.first, word.last - word.first + 1).sum()};
    }
    const std::string token = quoted_source(trace, j);
    if (word.first == word.last) return {token, shares(peak)};
    const std::string whole = quoted_beginning(stretch(trace, word.first, word.last, 18), 20);
    if (shares(peak) >= 0.6f) return {token + " in " + whole, shares(peak)};
    return {whole, shares.segment(word.first, word.last - word.first + 1).sum()};
}

// ---------------------------------------------------------------------------------------- a sentence a phase

/// What the sentences need to know: the run and the position of the newest sub-step.
struct Here {
    const Trace& trace;
    int position; // source or output, 0-based
    int layer;

    std::string token() const { return quoted_read(trace, position); }
    std::string output() const { return "output " + number(position); }
    const TraceStep& step() const { return trace.steps[static_cast<std::size_t>(position)]; }
};

std::string layer_words(const Here& h) {
    return seq2seq_facts(h.trace).encoder_layers > 1 ? "Layer " + number(h.layer) + ": reading " : "Reading ";
}

std::string say_embed(const Here& h) {
    if (is_tag(h.trace, h.position))
        return quoted_source(h.trace, h.position) +
               " tells the decoder what to write. The encoder reads the start token in its place.";
    return "Looking up " + h.token() + ": its row of " +
           counted(static_cast<int>(h.trace.at(Quantity::SourceEmbedding).rows()), "number") + ".";
}

std::string say_forward(const Here& h) {
    const std::string start = layer_words(h) + h.token() + ", left to right. ";
    if (h.position == 0) return start + "The state starts at zero.";
    return start + "The state already holds “" + stretch(h.trace, 0, h.position - 1) + "”.";
}

std::string say_backward(const Here& h) {
    const std::string start = layer_words(h) + h.token() + ", right to left";
    const int last = h.trace.source_length() - 1, behind = padding_behind(h.trace);
    if (h.position == last && behind > 0)
        return start + ". The state is what " + counted(behind, "token") + " of padding left.";
    if (h.position == last) return start + ". The state starts at zero.";
    return start + ", after " + (behind > 0 ? "padding, " : "") + read_words(h.trace, last, h.position + 1) +
           ".";
}

std::string say_annotate(const Here& h) {
    if (seq2seq_facts(h.trace).bidirectional && seq2seq_facts(h.trace).merge == "sum")
        return "Adding the two states at " + h.token() + " to annotation " + number(h.position) + ".";
    if (!seq2seq_facts(h.trace).bidirectional)
        return "The state after " + h.token() + " becomes annotation " + number(h.position) + ".";
    return "Joining the two states at " + h.token() + " into annotation " + number(h.position) + ".";
}

std::string say_window(const Here& h) {
    const Window window = window_of(h.trace, h.position);
    if (!window.placed) return "The weights of " + h.output() + " were given: no window is placed.";
    const std::string first = quoted_source(h.trace, window.first),
                      last = quoted_source(h.trace, window.last);
    if (window.holds(0) && window.holds(h.trace.source_length() - 1))
        return "The state points at place " + fixed(window.centre + 1, 2) + " for " + h.output() +
               ". The window reaches every token.";
    return "The state points at place " + fixed(window.centre + 1, 2) + " for " + h.output() + ". Only " +
           (window.first == window.last ? first + " counts." : first + " to " + last + " count.");
}

/// " in head 2 of 4"; empty where there is one.
std::string in_head(const Trace& trace) {
    const std::string which = head_in_front(trace);
    return which.empty() ? "" : " in " + which;
}

std::string say_score(const Here& h) {
    const Eigen::VectorXf energies = h.trace.at(Quantity::Energies).col(h.position);
    Eigen::Index best = 0;
    energies.maxCoeff(&best);
    const bool places = h.trace.model.score == "location";
    if (places)
        return "Giving each place a score for " + h.output() + ", from the " +
               (seq2seq_facts(h.trace).asks_with_token ? "previous token and the state" : "state alone") +
               ". Place " + number(static_cast<int>(best)) + ", " +
               quoted_source(h.trace, static_cast<int>(best)) + ", leads.";
    const std::string asker =
        !h.trace.model.score.starts_with("token") ? ""
        : h.position == 0                         ? ", asked by " + first_input(h.trace)
                          : ", asked by " + quoted_beginning(shown_output(h.trace, h.position - 1), 20);
    return "Scoring " +
           (energies.size() == 1 ? "the only annotation"
                                 : "all " + counted(static_cast<int>(energies.size()), "annotation")) +
           " for " + h.output() + asker + in_head(h.trace) + ". " +
           source_at_start(h.trace, static_cast<int>(best)) + " fits best.";
}

std::string say_softmax(const Here& h) {
    const Eigen::VectorXf weights = h.trace.at(Quantity::Weights).col(h.position);
    const Window window = window_of(h.trace, h.position);
    const bool slots = h.trace.has(Quantity::SlotWeights);
    const int count = slots ? seq2seq_facts(h.trace).slots : window.last - window.first + 1;
    const std::string start = h.step().weights_given
                                  ? "Using the weights you gave for " + h.output() + ". "
                                  : "Turning the " + (count == 1 ? "score" : thousands(count) + " scores") +
                                        (window.placed ? " inside the window" : "") + in_head(h.trace) +
                                        " for " + h.output() + " into weights. ";
    const float past = own_past_weight(h.trace, h.position);
    const float sum = weights.sum() + past;
    if (h.trace.has(Quantity::SlotWeights)) {
        const float lost = h.trace.at(Quantity::SlotWeights).col(h.position).sum();
        if (lost >= 0.005f)
            return start + percent(lost) + " goes to slots past the source; of the rest " +
                   focus_of(h.trace, Eigen::VectorXf(weights / std::max(sum, 1e-9f))).words +
                   " gets the most.";
    }
    if (past / sum >= 0.5f) return start + "The decoder’s own past gets " + percent(past / sum) + ".";
    if (!(sum > 0)) return start + "Nothing gets any attention.";
    // What a Gaussian took away is nobody's.
    const Focus focus = focus_of(h.trace, window.placed ? weights : Eigen::VectorXf(weights / sum));
    if (focus.share >= 0.995f) {
        const std::string share = careful_percent(std::min(1.0, static_cast<double>(focus.share)));
        return start + capitalized(focus.words) + " gets " + (share == "100%" ? "all" : share) +
               " of the attention.";
    }
    if (focus.share >= 0.5f) return start + capitalized(focus.words) + " gets most of the attention.";
    return start + "It is spread out; " + focus.words + " gets the most, " + percent(focus.share) + ".";
}

/// Of several heads: what the one in front mixes, and that the others are mixed with it.
std::string say_heads_context(const Here& h) {
    const Eigen::VectorXf shares = analysis::contribution_shares(heads::mixing(h.trace), h.position);
    const std::string context = "context " + number(h.position);
    if (!(shares.sum() > 0)) return "Nothing is mixed into " + context + in_head(h.trace) + ".";
    const Focus focus = focus_of(h.trace, shares);
    const std::string share = careful_percent(std::min(1.0, static_cast<double>(focus.share)));
    return "Mixing the values by their weights" + in_head(h.trace) + ": " + focus.words + " brings " + share +
           " of it, by α‖v‖." +
           (in_head(h.trace).empty() ? "" : " All heads together make " + context + ".") +
           (seq2seq_facts(h.trace).gate == "none" ? "" : " A gate lets a part of it through.");
}

std::string say_context(const Here& h) {
    if (!h.trace.has_weights()) return "The context is the readers’ last states, the same for every output.";
    if (seq2seq_facts(h.trace).front >= 0) return say_heads_context(h);
    const Eigen::VectorXf shares = analysis::contribution_shares(h.trace, h.position);
    if (!(shares.sum() > 0)) return "Nothing is mixed into context " + number(h.position) + ".";
    if (const float past = own_past_weight(h.trace, h.position); past > 0)
        return "Mixing the annotations, and with " + percent(past) +
               " of the weight the decoder’s own states, into context " + number(h.position) + ".";
    const Focus focus = focus_of(h.trace, shares);
    return "Mixing the annotations by their weights into context " + number(h.position) + ". " +
           capitalized(focus.words) + " brings " +
           careful_percent(std::min(1.0, static_cast<double>(focus.share))) + " of it, by α‖h‖." +
           (seq2seq_facts(h.trace).gate == "none" ? "" : " A gate lets a part of it through.");
}

std::string say_state(const Here& h) {
    const std::string read = h.position == 0 ? first_input(h.trace) : quoted_output(h.trace, h.position - 1);
    const ModelFacts& model = h.trace.model;
    if (seq2seq_facts(model).order == "conditional" && h.layer == 1)
        return "The second cell takes the context in: the query becomes state " + number(h.position) + ".";
    if (seq2seq_facts(model).order == "conditional")
        return "The first cell reads " + read + ". The state it makes, query " + number(h.position) +
               ", asks where to look.";
    const std::string beside =
        seq2seq_facts(model).order != "luong"                  ? " and the context"
        : seq2seq_facts(model).fed_context && h.position > 0   ? " and the context before"
        : seq2seq_facts(model).input_feeding && h.position > 0 ? " and the attentional state before"
                                                               : "";
    const std::string then =
        seq2seq_facts(model).order == "luong" && state_asks(h.trace) ? " That state asks where to look." : "";
    if (!seq2seq_facts(model).reads_token)
        return std::string("The decoder reads ") +
               (seq2seq_facts(model).order == "luong" ? "the context before" : "the context") +
               " alone and moves to state " + number(h.position) + "." + then;
    return "The decoder reads " + read + beside + " and moves to state " + number(h.position) + "." + then;
}

std::string say_distribution(const Here& h) {
    const std::string tokens = thousands(h.trace.at(Quantity::LogProbs).rows()) + " tokens ";
    const bool luong = seq2seq_facts(h.trace).order == "luong";
    std::string sentence = luong ? "Context and state meet; each of the " + tokens + "gets a probability for "
                                 : "Giving each of the " + tokens + "a probability for ";
    sentence += h.output() + ".";
    if (h.step().top.empty()) return sentence;
    const Candidate& best = h.step().top.front();
    return sentence + " " +
           (shown(best.text) == "end" ? "The end token" : quoted_beginning(shown(best.text), 20)) +
           " leads with " + probability_words(best.log_prob) + ".";
}

std::string say_choose(const Here& h) {
    const std::string p = probability_words(h.step().log_prob);
    if (h.step().token.is_end)
        return "Writing the end token, with probability " + p + ". The output is complete.";
    const std::string verb = h.step().forced ? "Writing the given " : "Writing ";
    const std::string text = written_text(h.trace, h.position + 1);
    const std::string so_far = text.size() > 40 ? "" : " The output so far: " + quoted(text) + ".";
    return verb + quoted_beginning(shown_output(h.trace, h.position), 20) + " as " + h.output() +
           ", with probability " + p + "." + so_far;
}

struct PhaseVoice {
    const PhaseInfo& phase;
    std::string (*say)(const Here&);
};
const std::array<PhaseVoice, 11> voices{{
    {seq2seq::Embed, say_embed},
    {seq2seq::Forward, say_forward},
    {seq2seq::Backward, say_backward},
    {seq2seq::Annotate, say_annotate},
    {seq2seq::Window, say_window},
    {seq2seq::Score, say_score},
    {seq2seq::Softmax, say_softmax},
    {seq2seq::Context, say_context},
    {seq2seq::State, say_state},
    {seq2seq::Distribution, say_distribution},
    {seq2seq::Choose, say_choose},
}};

Narration ready(const Trace& trace, const Palette& p) {
    const auto framing = std::count_if(trace.source.begin(), trace.source.end(),
                                       [](const TraceToken& t) { return t.framing(); });
    const int read = trace.source_length() - static_cast<int>(framing),
              write = trace.outputs() - (trace.finished ? 1 : 0);
    return {"Ready", p.t3,
            "The model will read " + counted(read, unit_of(trace).one) + " and write " + thousands(write) +
                ". Nothing has been revealed yet."};
}

Narration done(const Trace& trace, const Palette& p) {
    if (!trace.finished)
        return {"Done", p.t3,
                "The model wrote " + counted(trace.outputs(), "token") +
                    " and did not come to an end; it was stopped there."};
    return {"Done", p.t3,
            "The model read " + quoted_beginning(trace.source_text, 24) + " and wrote " +
                (trace.outputs() == 1 ? "only the end token" : quoted_beginning(written_text(trace), 24)) +
                ", with log probability " + log_prob_number(trace.log_prob) + "."};
}

} // namespace

Narration narrate(const Trace& trace, const Playhead& playhead, const Palette& colors) {
    const Moment moment = moment_at(trace.outline, playhead.at);
    if (!moment.started) return ready(trace, colors);
    // Of the position that was chosen, as the inspector; else of the newest.
    const int chosen = moment.decoding() ? playhead.row : playhead.column,
              count = moment.decoding() ? trace.outputs() : trace.source_length();
    const bool looks_back = chosen >= 0 && chosen < count && chosen != moment.position &&
                            revealed(trace.outline, playhead.at, moment.phase, chosen);
    if (playhead.at >= trace.outline.total() && !looks_back) return done(trace, colors);
    const auto voice = std::find_if(voices.begin(), voices.end(),
                                    [&](const PhaseVoice& v) { return moment.phase.is(v.phase); });
    return {std::string(moment.phase.info->title), heading_color(moment.phase, colors),
            voice->say({trace, looks_back ? chosen : moment.position, moment.phase.layer})};
}

} // namespace heed
