// One plain sentence for the newest sub-step.
#include "app/figures/base/format.h"
#include "app/figures/roles.h"
#include "app/figures/tokens.h"
#include "app/figures/transformer/explained.h"
#include "app/figures/transformer/words.h"
#include "core/text/number_word.h"
#include "core/text/strings.h"

#include <cmath>

namespace heed {
namespace {

using namespace layered;

std::string named(const Reading& r, bool decoder, int column) {
    const std::string word = r.column_word(decoder, column);
    return r.quiet(decoder, column) ? "the " + word + " token" : quoted(word);
}

std::string place(const Reading& r) { return "Layer " + std::to_string(r.layer + 1); }

/// How many of the layer's heads put more than half of that row on the source's end token.
int resting_on_end(const Reading& r, const Sight& sight) {
    int count = 0;
    if (sight.looks != Looks::Cross) return 0;
    for (int k = 0; k < r.heads(true); ++k) {
        const MatrixXf* w = r.weights({true, Looks::Cross, sight.layer, k});
        if (!w || r.row() >= w->cols()) return 0;
        for (int j = 0; j < r.source_places(); ++j)
            if (r.run.source[static_cast<std::size_t>(j)].is_end && (*w)(j, r.row()) > 0.5f) ++count;
    }
    return count;
}

std::string say_read(const Reading& r, const Subject& s) {
    if (!r.decoder)
        return "Reading " + counted(r.run.source_length(), "token") +
               ", all at once: each becomes a vector with its place.";
    if (r.row() == 0 && r.crosses()) return "Reading the token that it begins with.";
    return "Reading " + named(r, true, r.query(true, r.row())) + ", for " + s.asker + ".";
}

std::string say_project(const Reading& r, const Subject& s) {
    const std::string of =
        s.sight.looks == Looks::Cross ? "the encoder's last layer" : "the places read so far";
    return place(r) + ": " + number_word(static_cast<std::size_t>(r.heads(s.sight.decoding))) +
           " queries for " + s.asker + ", keys and values of " + (r.decoder ? of : "every place") + ".";
}

std::string say_score(const Reading& r, const Subject& s) {
    const bool own = s.sight.decoding && s.sight.looks == Looks::Self;
    const MatrixXf* e = r.energies(s.sight);
    if (!e || s.query >= e->cols()) return place(r) + " scores what it may look at.";
    Eigen::Index best = 0;
    e->col(s.query).head(std::min<Eigen::Index>(r.seen(s.sight, s.row), e->rows())).maxCoeff(&best);
    return capitalized(head_name(s.sight)) + " scores " + named(r, own, static_cast<int>(best)) + " highest" +
           (r.decoder ? "" : " for " + named(r, false, s.query)) + ".";
}

/// What the map below holds, where that is the heads' mean or the rollout; empty: it is not.
std::string say_map(const Reading& r, const Subject& s, bool own) {
    const MapReading read = r.front.read;
    if (read != MapReading::Mean && read != MapReading::Rollout) return {};
    const Site site = r.site(s.sight, read);
    const MatrixXf* map = r.value(site.quantity, site.layer);
    if (!map || s.query >= map->cols()) return {};
    Eigen::Index best = 0;
    const std::string most = careful_percent(static_cast<double>(map->col(s.query).maxCoeff(&best)));
    const std::string to = named(r, own, static_cast<int>(best)),
                      asks = r.decoder ? "" : " when " + named(r, false, s.query) + " asks";
    std::string changed = heads_changed_words(r.edits_in(s.sight, read));
    if (!changed.empty() && read == MapReading::Mean) changed += ",";
    if (read == MapReading::Mean)
        return "The mean of the " + number_word(static_cast<std::size_t>(r.heads(s.sight.decoding))) +
               " heads of layer " + std::to_string(s.sight.layer + 1) + changed + " gives " + most + " to " +
               to + asks + ".";
    return "Through all layers up to " + std::to_string(s.sight.layer + 1) + changed + ", " + most +
           " of what is read" + asks + " comes from " + to + ".";
}

std::string say_softmax(const Reading& r, const Subject& s) {
    const bool own = s.sight.decoding && s.sight.looks == Looks::Self;
    if (const std::string map = say_map(r, s, own); !map.empty()) return map;
    const MatrixXf* w = r.weights(s.sight);
    if (!w || s.column < 0 || s.query >= w->cols()) return place(r) + " turns scores into weights.";
    Eigen::Index best = 0;
    const float most = w->col(s.query).maxCoeff(&best);
    std::string words = "Head " + std::to_string(s.sight.head + 1) + " of layer " +
                        std::to_string(s.sight.layer + 1) + " gives " +
                        careful_percent(static_cast<double>(most)) + " to " +
                        named(r, own, static_cast<int>(best)) +
                        (r.decoder ? "" : " when " + named(r, false, s.query) + " asks") +
                        (r.front.read == MapReading::Weighted ? ", by its weight alone." : ".");
    if (const int resting = resting_on_end(r, s.sight); resting > 0) {
        const std::string of = number_word(static_cast<std::size_t>(r.heads(true)));
        words += " " + capitalized(number_word(static_cast<std::size_t>(resting))) + " of the " + of +
                 (resting == 1 ? " heads rests on the end token." : " heads rest on the end token.");
    }
    return words;
}

std::string say_mix(const Reading& r, const Subject& s) {
    return place(r) + ": each head adds up the values it weighed; one matrix joins the " +
           number_word(static_cast<std::size_t>(r.heads(s.sight.decoding))) + " for " + s.asker + ".";
}

std::string say_added(const Reading& r, const Subject& s, Quantity added, Quantity sum,
                      const std::string& who) {
    const MatrixXf *a = s.value(added), *t = s.value(sum);
    if (!a || !t || s.query >= a->cols()) return capitalized(who) + " is added to the residual stream.";
    const float there = (t->col(s.query) - a->col(s.query)).norm();
    const double share = there > 0 ? static_cast<double>(a->col(s.query).norm() / there) : 0;
    return place(r) + " adds " + who + ": " + percent(share) + " of the length of what stood there" +
           (r.decoder ? "" : ", at " + named(r, false, s.query)) + ".";
}

std::string say_add(const Reading& r, const Subject& s) {
    const transformer::AttentionValues& v = r.values(s.sight);
    return say_added(r, s, v.result, v.output_sum, "what its heads found");
}

std::string say_feed(const Reading& r, const Subject& s) {
    const transformer::FeedValues& v = r.side(s.decoder).feed;
    return say_added(r, s, v.result, v.output_sum, "what its feed-forward layer made");
}

std::string say_write(const Reading& r, const Subject& s) {
    const TraceStep& step = r.run.steps[static_cast<std::size_t>(s.row)]; // that is pointed at
    const std::string p = chance(std::exp(static_cast<double>(step.log_prob)));
    const std::string what = step.token.is_end ? "the end token" : quoted(r.output_word(s.row));
    const std::string is = capitalized(s.asker) + " is " + what;
    if (step.forced) return is + ", as you set it; its p is " + p + ".";
    return is_asked_for(r.run, step)
               ? is + ", which the rules of the model's folder ask for; its p is " + p + "."
               : is + ", with p " + p + ".";
}

/// "Output 5: head 1 of …", where the sentence does not say it.
std::string of_output(const Reading& r, const Subject& s, std::string sentence) {
    const bool says_it = r.now.doing == Doing::Read || r.now.doing == Doing::Project ||
                         r.now.doing == Doing::Mix || r.now.doing == Doing::Write;
    if (!r.decoder || says_it || sentence.empty()) return sentence;
    if (sentence[0] >= 'A' && sentence[0] <= 'Z') sentence[0] = static_cast<char>(sentence[0] - 'A' + 'a');
    return capitalized(s.asker) + ": " + sentence;
}

/// Of an output in words: the word, and of several pieces that which is at work.
std::string asker_in_words(const Reading& pieces, int row, int word, const WordRun& words) {
    const std::string output = "output " + std::to_string(word + 1);
    const Word& of = words.words.outputs[static_cast<std::size_t>(word)];
    const bool at_work = pieces.now.decoding && row == pieces.now.row;
    return of.last - of.first < 2 || !at_work
               ? output
               : "piece " + std::to_string(row - of.first + 1) + " of " + output;
}

std::string sentence_of(const Reading& r, const Subject& s) {
    using Say = std::string (*)(const Reading&, const Subject&);
    constexpr Say say[] = {say_read, say_project, say_score, say_softmax,
                           say_mix,  say_add,     say_feed,  say_write}; // as in Doing
    return of_output(r, s, say[static_cast<std::size_t>(r.now.doing)](r, s));
}

/// What a piece reads or is cannot be said of its word; what it looks at can.
std::string sentence_in_words(const Reading& pieces, const Playhead& playhead, const HeadsInFront& front,
                              const WordRun& words) {
    const Playhead at = in_words(playhead, front, pieces.run, words);
    const Reading r(*words.run, at, front);
    Subject s = subject_of(r, at);
    if (!r.decoder) return sentence_of(r, s);
    if (pieces.now.doing != Doing::Read && pieces.now.doing != Doing::Write) {
        s.asker = asker_in_words(pieces, s.row == r.now.row ? pieces.now.row : pieces.row(), s.row, words);
        return sentence_of(r, s);
    }
    Subject of_piece = subject_of(pieces, playhead);
    of_piece.row = pieces.now.row;
    of_piece.asker = asker_in_words(pieces, pieces.now.row, r.now.row, words);
    return sentence_of(pieces, of_piece);
}

} // namespace

Narration transformer_narration(const Trace& run, const Playhead& playhead, const HeadsInFront& front,
                                const Palette& colors, const WordRun* words) {
    HeadsInFront newest = front;
    newest.layer = -1; // what is said is of the newest sub-step, whatever is looked at
    const Reading r(run, playhead, newest);
    if (!r.now.started) {
        const std::string layers = counted(r.layers(r.config.decodes()), "layer");
        return {"", colors.t3,
                r.config.decodes() ? "Nothing is read yet. Press play, or step with →."
                                   : "Nothing is read yet. " + layers + " will look at all of it at once."};
    }
    return {std::string(r.now.info->title), role_color(r.now.info->role, colors),
            words ? sentence_in_words(r, playhead, newest, *words) : sentence_of(r, subject_of(r, playhead))};
}

} // namespace heed
