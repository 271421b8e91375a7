// A figure on paper with what must be said beneath it: the way to every file and to the clipboard.
#pragma once

#include "app/figures/figures.h"
#include "core/base/error.h"

namespace heed {

/// Why the models behind it must be doubted, a sentence; empty: nothing is known.
std::string doubt_of(const FigureSource& source);

/// What is asked for has no room in letters of that size.
class NoRoomForLetters : public Error {
public:
    using Error::Error;
};

/// The figure's picture; under it the doubt, which no setting takes away. Of a figure that has a size of
/// letters in print it throws NoRoomForLetters where the width has no room for them, and says which width
/// has.
Picture paper_picture(const FigureKind& figure, const FigureSource& source, const PaperSettings& paper,
                      const FigureStyle& style);

} // namespace heed
