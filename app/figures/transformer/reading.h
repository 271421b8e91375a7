// What the pictures of a Transformer read of a run.
//
// Rows are what asks: outputs, or the places of an encoder alone. A block is a side's columns: the source's
// places, the decoder's, of a decoder alone all that it reads.
#pragma once

#include "app/figures/transformer/transformer.h"
#include "core/models/transformer/phases.h"
#include "core/models/transformer/values.h"

#include <string>
#include <vector>

namespace heed::layered {

enum class Doing { Read, Project, Score, Softmax, Mix, Add, Feed, Write };
enum class Looks { Nowhere, Self, Cross };

/// The newest sub-step.
struct Step {
    bool started = false;
    bool decoding = false; // else the encoder's, all places at once
    int row = 0;           // the output
    int layer = -1;        // -1: before the first layer, or after the last
    Looks looks = Looks::Nowhere;
    Doing doing = Doing::Read;
    int index = 0;               // of its phase in the stage
    int in_layer = 0, steps = 1; // of its group, from 0
    const PhaseInfo* info = nullptr;
};

/// Numbers of the shown layer: which map, of whom.
struct Sight {
    bool decoding = false;
    Looks looks = Looks::Self;
    int layer = 0, head = 0;
};

class Reading {
public:
    Reading(const Trace& run, const Playhead& playhead, const HeadsInFront& front);

    const Trace& run;
    const transformer::Config& config;
    Step now;
    HeadsInFront front;
    int at = 0;
    bool decoder = false; // the shown layer is the decoder's
    int layer = 0;        // shown

    bool crosses() const { return config.crosses(); }
    bool one_block() const { return !crosses(); }
    int layers(bool of_decoder) const { return side_config(of_decoder).layers; }
    int heads(bool of_decoder) const { return side_config(of_decoder).heads; }
    const transformer::Config::Side& side_config(bool of_decoder) const {
        return of_decoder ? config.decoder : config.encoder;
    }
    const transformer::SideValues& side(bool of_decoder) const {
        return of_decoder ? transformer::last_side(config) : transformer::encoder_values;
    }
    const transformer::AttentionValues& values(const Sight& s) const {
        return s.looks == Looks::Cross ? side(s.decoding).cross : side(s.decoding).self;
    }
    /// Recorded there, or null.
    const MatrixXf* value(Quantity q, int of_layer = 0, int head = 0) const {
        return run.has(q, of_layer, head) ? &run.at(q, of_layer, head) : nullptr;
    }
    const MatrixXf* weights(const Sight& s) const { return value(values(s).weights, s.layer, s.head); }
    const MatrixXf* energies(const Sight& s) const { return value(values(s).energies, s.layer, s.head); }
    /// Where what stands below the blocks was recorded; of Weighted the weights.
    Site site(const Sight& s, MapReading read) const;
    /// The residual stream after that layer: (d, places).
    const MatrixXf* stream(bool of_decoder, int of_layer) const;
    const MatrixXf* embedded(bool of_decoder) const { return value(side(of_decoder).input); }

    int source_places() const { return config.encodes() ? run.source_length() : 0; }
    /// Columns of the decoder's block: what it reads, one place an output; of a decoder alone the prompt too.
    int written_places() const;
    int rows_of(bool of_decoder) const { return of_decoder ? run.outputs() : run.source_length(); }
    int rows() const { return rows_of(decoder); } // of the maps that are shown
    /// The column of values that an asking row is.
    int query(bool of_decoder, int row) const;
    /// How many places that row may look at.
    int seen(const Sight& s, int row) const;

    /// So many phases of that row's stage are revealed: of the encoder for all rows at once.
    int reached(bool of_decoder, int row) const;
    /// The index of a sub-step in its stage.
    int index_of(bool of_decoder, int of_layer, Looks looks, Doing doing) const;
    bool done(bool of_decoder, int row, int of_layer, Looks looks, Doing doing) const {
        return reached(of_decoder, row) > index_of(of_decoder, of_layer, looks, doing);
    }
    bool done(const Sight& s, int row, Doing doing) const {
        return done(s.decoding, row, s.layer, s.looks, doing);
    }
    /// `at` after that sub-step.
    int at_of(bool of_decoder, int row, int index) const;
    /// Everything of that row: its output is written.
    bool written(int row) const;

    /// Which maps stand below the blocks, and the one whose row has the bars.
    /// What a hand did to the head of that sight, at the row; null: nothing.
    const HeadEdit* edit_of(const Sight& s, int of_row) const;
    /// What a hand did to the heads whose weights that map holds, or is made of, at the row that is looked
    /// at.
    HeadEdits edits_in(const Sight& s, MapReading read) const;
    Sight self_sight() const { return {decoder, Looks::Self, layer, self_head()}; }
    Sight cross_sight() const { return {true, Looks::Cross, layer, cross_head()}; }
    Sight in_front() const { return cross_in_front() ? cross_sight() : self_sight(); }
    bool cross_in_front() const;
    int self_head() const;
    int cross_head() const;
    /// The row that is looked at: pointed at, chosen, or the newest.
    int row() const { return row_; }
    /// Rows of that map that are revealed, from the first on.
    int revealed_rows(const Sight& s) const;
    /// Whether it looks at the source for what is written: what is done to rows, and their temperature, is
    /// done there. Of a decoder alone that is its own attention.
    bool reads_source(const Sight& s) const { return s.looks == Looks::Cross || (s.decoding && !crosses()); }
    /// The column that is looked at: pointed at, chosen, or the strongest.
    int column(const Sight& s, int row) const;

    /// Pieces without the mark that a word begins.
    std::string column_word(bool of_decoder, int column) const;
    bool quiet(bool of_decoder, int column) const; // no word of the user's, nor of the output
    std::string row_word(int row) const;           // "?" until it is written
    std::string output_word(int output) const;

private:
    const Playhead& playhead_;
    int row_ = 0;
};

std::string head_name(const Sight& s); // "head 3, layer 5"
/// Whose weights the maps hold as they are read: "head 3, layer 5", "mean of layer 5".
std::string reader_name(const Sight& s, MapReading read);

} // namespace heed::layered
