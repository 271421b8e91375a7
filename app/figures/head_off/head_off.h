// What became of a run when heads were changed: the words, what each head's absence costs, and what a head
// above sees now (heads §27, picture 28). Knows runs, not the models that made them.
#pragma once

#include "app/figures/base/figure.h"
#include "app/figures/heads/heads.h"
#include "core/analysis/heads/cost.h"
#include "core/analysis/heads/effect.h"
#include "core/trace/trace.h"

#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace heed {

/// A word of the model beside what the changed run has in its place.
struct HeadOffColumn {
    std::string model, changed;                      // as shown; empty: that run has none here
    bool model_quiet = false, changed_quiet = false; // an end
    bool same = false;
    int word = -1;             // of the model's words; -1: it has none here
    int first = 0, last = 0;   // its tokens first … last - 1, of what the model wrote
    double before = 0;         // ln p of the model's word, in its own run
    std::optional<double> now; // with the heads changed, when it is made to write the model's words
    std::optional<double> delta() const { return now ? std::optional(*now - before) : std::nullopt; }
};

/// What could stand in a word's place, with how likely it was and is: of a word of several tokens, its first.
struct HeadOffRival {
    std::string text; // as shown
    bool written = false, quiet = false;
    double before = 0, now = 0; // p
};

/// A head whose map changed, and in words how.
struct HeadOffShift {
    heads::Head head;
    double bits = 0; // mean divergence of its rows
    std::string type, words;
};

/// What switching each head off, alone, does to log p of what the model wrote.
struct HeadCosts {
    std::shared_ptr<const Trace> run; // of the model
    std::vector<heads::Cost> all;     // cross attention first, by layer and head
    double seconds = 0;
    /// Of one; none: it was not measured.
    std::optional<double> nats(const HeadPlace& place) const;
};

/// Made when the runs change, not at every frame.
struct HeadOffWork {
    /// `model`: what is compared with, every head as the model has it; `forced` is made to write its words.
    std::shared_ptr<const Trace> model, changed, forced;
    HeadEdits edits; // that `changed` has and `model` has not
    std::vector<HeadOffColumn> columns;
    int words = 0, differ = 0, all = 0;          // of the model; those that are others, of so many
    double forced_log_prob = 0;                  // of the model's words, with the heads changed
    bool places = false;                         // an encoder's: words are the likeliest of places
    std::shared_ptr<const HeadMaps> before, now; // of `model` and of `forced`, in words
    std::vector<HeadOffShift> shifts;            // most first, without those that were changed by hand
    std::map<int, std::vector<HeadOffRival>>
        rivals; // by word of the model, likeliest first; where no map changed
    std::map<HeadPlace, std::string> types, own_types; // as it is named; by this run alone
    /// Of an edited head, by output of the model, the mean over all first.
    std::map<HeadPlace, std::vector<std::optional<heads::Taken>>> taken;
    std::map<HeadPlace, std::vector<std::string>>
        notes; // "9 words there, 10 here: the row is padded with 0."

    /// Whether `model`, which has every head as the model has it, is a run that was kept with other changes.
    bool kept_changes() const { return model && model->request.edits.any(); }
    std::string model_name() const { return kept_changes() ? "Kept, changed" : "Model"; }

    /// The word whose log p fell most; -1: there is none.
    int hit() const;
    const HeadOffShift* shift(const HeadPlace& place) const;
};
/// `weights_of`: the model of the runs, where they carry no parameters of it.
HeadOffWork head_off_work(std::shared_ptr<const Trace> model, std::shared_ptr<const Trace> changed,
                          std::shared_ptr<const Trace> forced, HeadEdits edits,
                          const Model* weights_of = nullptr);
/// The same with other names for what kind of head each is: as the atlas measured them over many sentences.
HeadOffWork with_types(HeadOffWork work, std::map<HeadPlace, std::string> types);

struct HeadOffSettings {
    float width = 1240, height = 808;      // of the canvas
    float beside = 0;                      // px at the right of its first line that others have
    std::optional<HeadPlace> chosen{};     // framed in the difference map
    std::optional<HeadPlace> above{};      // whose maps are shown; none: that which changed most
    int word = -1;                         // of the model, whose row is framed; -1: the one that lost most
    int hover_row = -1, hover_column = -1; // a cell of the maps
    float scroll = 0;                      // px, of the columns
    std::shared_ptr<const HeadCosts> costs{};
    std::string costs_words{}; // in place of how many runs that took
    bool paper = false;        // nothing to press
    bool operator==(const HeadOffSettings&) const = default;
};

/// As a picture on paper.
struct HeadOffBoard : Board {
    std::shared_ptr<const HeadOffWork> work;
    std::shared_ptr<const HeadCosts> costs;
    std::optional<HeadPlace> chosen, above;
    int word = -1;
};

/// Picks: Button "head-off", i: the kind, j: layer, k: head. Button "head-off-above", the same. Column i: a
/// word of the model. Cell i, j of the maps, of the head above.
Scene head_off_figure(const HeadOffWork& work, const HeadOffSettings& settings, const FigureStyle& style);

/// Where controls stand on it.
struct HeadOffLayout {
    Box words, grids, maps; // the cards
    Box above;              // names the head above: a menu
    Box stop;               // beside the title of the grids
    float most_scroll = 0;  // of the columns
    float height = 0;       // of all; more than the canvas: it scrolls
};
HeadOffLayout head_off_layout(const HeadOffWork& work, const HeadOffSettings& settings);
/// The scroll of the columns by which the word that is framed, or lost most, comes into sight.
float head_off_in_sight(const HeadOffWork& work, const HeadOffSettings& settings);
/// The head whose maps are shown; none: no map changed.
std::optional<HeadPlace> head_off_above(const HeadOffWork& work, const HeadOffSettings& settings);

struct HeadEquationSettings {
    float width = 320;
    std::optional<HeadPlace> head{}; // none: there is no card
    int word = -1;                   // of the model, where it was changed for that alone
    bool operator==(const HeadEquationSettings&) const = default;
};
/// What the layer computes now, and how much was taken out of it: a card.
Scene head_equation_figure(const HeadOffWork& work, const HeadEquationSettings& settings,
                           const FigureStyle& style);

// ---------------------------------------------------------------------------------------------- in words

/// “rive”; "the end"; of another token that is no word its name alone, "‹start›".
std::string head_off_name(const std::string& text, bool quiet);
/// A log-probability, or a change of one, in two decimals: "−0.45"; "−0.003" below .005, "≈0" below .0005.
std::string head_off_log_p(double value, int decimals = 2);
/// Of those that stand one below the other: as many as the smallest of them needs.
int head_off_decimals(std::span<const double> together);
/// Two of them and what lies between, with as many digits that the second less the first is what is printed.
struct HeadOffSums {
    std::string before, now, change; // "−0.456", "−5.594", "−5.138"
};
HeadOffSums head_off_sums(double before, double now);
/// "Without layer 5, head 3".
std::string head_off_title(const HeadEdits& edits);
/// "Head 3 of layer 5 adds nothing to the stream, for every output. The model writes the sentence anew."
std::string head_edit_sentence(const HeadPlace& place, const HeadEdit& edit, bool places);
/// "You switched off head 3 of layer 5. “rive” became “banque”; its log p fell by 1.92."
std::string head_off_narration(const HeadOffWork& work);

} // namespace heed
