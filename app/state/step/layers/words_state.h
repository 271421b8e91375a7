// Words or pieces, of what is shown. One switch turns both; before it is pressed Step has the pieces that the
// model writes one by one, and maps have words.
#pragma once

namespace heed {

struct WordsState {
    bool columns = false; // Step's columns of a Transformer in words
    bool maps = true;     // the atlas of heads and Compare
    bool operator==(const WordsState&) const = default;
};

} // namespace heed
