// The parameters of a Transformer: names and shapes.
//
//   embedding.weight                        (V, d)    where one table serves both sides; else
//   encoder.embedding.weight                (V, d)
//   decoder.embedding.weight                (W, d)
//   SIDE.positions.weight                   (P, d)    learned positions
//   encoder.types.weight                    (types, d)
//   SIDE.embedding.norm.{gain,bias}         (d)       embedding.norm
//   SIDE.layers.L.ATTENTION.{query,key,value}.{weight,bias}   (h d_h, d), (h d_h)
//   SIDE.layers.L.ATTENTION.output.{weight,bias}              (d, h d_h), (d)
//   SIDE.layers.L.ATTENTION.norm.{gain,bias}                  (d)
//   SIDE.layers.L.self.relative.weight      (buckets, h)      of layer 0 alone, or of every layer
//   SIDE.layers.L.feed.in.{weight,bias}     (F, d), (F)
//   SIDE.layers.L.feed.gate.{weight,bias}   (F, d), (F)       gated: out(act(gate x) ⊙ in x)
//   SIDE.layers.L.feed.out.{weight,bias}    (d, F), (d)
//   SIDE.layers.L.feed.norm.{gain,bias}     (d)
//   SIDE.norm.{gain,bias}                   (d)       norm_last
//   head.dense.{weight,bias}, head.norm.{gain,bias}           (d, d), (d)   output.head masked
//   output.weight                           (W, d)    absent where tied
//   output.bias                             (W)
//
// SIDE is encoder or decoder, ATTENTION self or (of a decoder with an encoder) cross, whose keys and values
// read the encoder's d. Norms of kind rms have no bias. Head k owns rows k d_h … (k + 1) d_h - 1 of query,
// key and value, and those columns of output. Matrices are (out, in), applied as W x + b.
#pragma once

#include "core/base/random.h"
#include "core/models/transformer/config.h"
#include "core/nn/parameters.h"

namespace heed::transformer {

/// Declares every parameter of such a model, in the order of the file.
template <class T>
nn::ParameterSet<T> declare(const Config& config, nn::Fill fill = nn::Fill::Zeros);

/// The numbers that training begins with: matrices uniform within ±√(6 / (in + out)) (Glorot and Bengio
/// 2010), tables normal with deviation d^-½, so that a token scaled by √d is of length √d; norms plain,
/// biases 0.
void initialise(nn::ParameterSet<float>& parameters, Random& random);

} // namespace heed::transformer
