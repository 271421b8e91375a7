// How well the model on the screen is understood, in a word: beside its name, in the report, in the list of
// models.
#pragma once

#include "app/state/app_state.h"

namespace heed {

enum class Standing {
    Unsaid,        // of Heed's own format, or nothing is loaded
    Verified,      // an example that it carries was run, and agrees
    NotVerified,   // every tensor is understood; no example
    InDoubt,       // the file does not tell something that matters
    NotUnderstood, // tensors that nothing reads
    Disagrees      // its own example says otherwise
};

Standing standing_of(const io::LoadReport& report);
/// Before it is opened. One that carries an example is unsaid: that decides, and is run on opening.
Standing standing_of(const io::Understanding& understanding);
/// Of the model on the screen, or of the one that waits for its words.
Standing standing_of(const AppState& state);
/// "verified", "not verified", "not understood", "disagrees"; empty: nothing is to be said.
std::string standing_word(Standing standing);
/// What is put in its place where there is room for a sentence; empty as above.
std::string standing_sentence(const AppState& state);
/// Of one that is not open, by what a look into its files tells.
std::string standing_sentence(const io::Understanding& understanding);

} // namespace heed
