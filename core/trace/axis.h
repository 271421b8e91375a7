// What the rows and columns of recorded values run over.
#pragma once

#include <string_view>

namespace heed {

enum class Axis {
    // places
    Source,   // tokens read
    Output,   // tokens, slots or numbers written
    Past,     // what a model may look back at
    Slot,     // places of a memory, or past the source
    Step,     // tokens read by a model that answers at each
    Moment,   // time steps of an input
    Sentence, // of a story
    Driver,   // series that help to foretell another
    Lag,      // how long ago
    Point,    // of a plane or a line
    Layer,
    Head,
    Answer,      // the one thing a model says of its whole input
    Question,    // what a story is asked
    SourceQuery, // tokens read, as those that look at others
    // components of a vector
    Embedding,
    Gate,
    Hidden, // of an encoder's direction
    Annotation,
    Attention, // of the space in which a query meets a key
    State,     // of a decoder
    Input,
    Projection,
    Feature,
    Unit,
    HeadUnit, // of one head of several
    Feed,     // of a feed-forward layer
    Vocabulary,
    Word, // of the vocabulary, and after it those of one source
    Class,
    Value, // of an answer in numbers
    One,   // a number
};

/// In files: "source", "output", "past".
std::string_view to_string(Axis axis);

} // namespace heed
