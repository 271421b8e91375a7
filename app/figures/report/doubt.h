// What every picture says of a model that was understood only in part: amber hatching, a sign, and the
// sentence.
#pragma once

#include "app/figures/base/figure.h"
#include "app/figures/base/scene.h"
#include "core/trace/trace.h"

#include <string>
#include <utility>

namespace heed {

inline constexpr float doubt_height = 28; // of the band in the window

/// Lines at 45 degrees inside the box, as far apart as they are wide.
void add_hatching(Scene& scene, Box box, float width, Color ink);
/// A triangle with a stroke and a dot, so high.
void add_warning(Scene& scene, Point middle, float size, Color ink);

/// The sentence in two: what is the case, and what follows for the reader, from its comma on.
std::pair<std::string, std::string> doubt_parts(const std::string& doubt);

/// Whether it is of a model whose own example says otherwise: then all that is amber is red.
bool doubt_disagrees(const std::string& doubt);

/// The band: so wide, doubt_height high.
Scene doubt_band(const std::string& doubt, float width, const FigureStyle& style);
/// The same in the load report: what is the case, and below it what follows. Where that is more than a line
/// it is higher than doubt_card_height.
inline constexpr float doubt_card_height = 56;
Scene doubt_card(const std::string& doubt, float width, const FigureStyle& style);

/// How every picture says it, in small: the band over the canvas, and a page with a map and its caption.
/// `run` may be null; of `name` and `score`: "Attention of tut4, additive."
Scene doubt_samples(const std::string& name, const std::string& score, const std::string& doubt,
                    const Trace* run, float width, const FigureStyle& style);

/// A picture with the sentence below it, in lines of that size; as it is where there is no doubt.
Scene with_doubt(Scene picture, const std::string& doubt, float size, const FigureStyle& style);

} // namespace heed
