#pragma once

namespace heed {

enum class CellKind { Rnn, Gru, Lstm };

} // namespace heed
