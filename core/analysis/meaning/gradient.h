// Gradient times input (Jain and Wallace 2019, section 4.1): how an output's probability moves with what was
// read at each place.
//
//     g_ij = | x_j . d p_i(y_i) / d x_j |,   x_j = E w_j, each place by itself
#pragma once

#include "core/analysis/meaning/forced.h"

namespace heed::analysis::meaning {

/// Held: the weights of every output are constants, and what is read moves the output through the annotations
/// alone, as Jain and Wallace have it. Free: it moves the weights, too.
enum class Alpha { Held, Free };

/// (S, N).
template <class T>
Matrix<T> gradient_times_input(const Forced<T>& run, Alpha alpha, const Watch& watch = {});

} // namespace heed::analysis::meaning
