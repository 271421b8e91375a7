// A text that is being edited: what the keys of a one-line field do to it.
//
// The text is UTF-8 at all times, the caret stands between graphemes, and every change can be undone.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace heed {

class TextEdit {
public:
    static constexpr std::size_t usual_limit = 60'000;

    /// Bytes that are no UTF-8 become U+FFFD. The caret stands at the end.
    explicit TextEdit(std::string_view text = {}, std::size_t limit = usual_limit);

    const std::string& text() const { return now_.text; }
    std::size_t caret() const { return now_.caret; } // bytes before it
    std::size_t begin() const { return std::min(now_.caret, now_.anchor); }
    std::size_t end() const { return std::max(now_.caret, now_.anchor); }
    bool has_selection() const { return now_.caret != now_.anchor; }
    std::string selected() const { return now_.text.substr(begin(), end() - begin()); }

    // ---- moves; `extend`: what is passed is selected
    void move_to(std::size_t byte, bool extend = false);
    void move_by_word(int direction, bool extend = false);
    void select_all();
    /// The word, the space or the sign that begins at or covers this byte; and on to another one.
    void select_word(std::size_t byte);
    void select_words(std::size_t from, std::size_t to);

    // ---- changes
    /// In place of the selection. Of what does not fit the beginning is taken; whether all did.
    bool type(std::string_view text);
    bool paste(std::string_view text);
    /// The selection; else the grapheme, or what belongs to the word, before (-1) or after (+1) the caret.
    void erase(int direction, bool word = false);
    /// From outside: all of it is another text now.
    void replace_all(std::string_view text, std::size_t caret);

    bool can_undo() const { return !undone_to_.empty(); }
    bool can_redo() const { return !redone_to_.empty(); }
    void undo();
    void redo();

private:
    struct State {
        std::string text{};
        std::size_t caret = 0, anchor = 0;
    };
    enum class Kind { None, Type, Back, Forward }; // changes of one kind in a row are one step

    bool at(std::size_t byte, std::uint8_t kind) const { return (breaks_[byte] & kind) != 0; }
    std::size_t before(std::size_t byte, std::uint8_t kind) const;
    std::size_t after(std::size_t byte, std::uint8_t kind) const;
    std::size_t on_caret(std::size_t byte) const; // or the next place where one may stand
    bool replace(std::size_t begin, std::size_t end, std::string_view by, Kind kind);
    void keep(Kind kind);
    void put(State state);

    std::size_t limit_;
    State now_;
    std::vector<std::uint8_t> breaks_;
    std::vector<State> undone_to_, redone_to_; // newest last
    Kind last_ = Kind::None;
};

} // namespace heed
