#include "app/text/edit.h"

#include "app/text/breaks.h"
#include "core/text/tokenizer.h"

#include <algorithm>

namespace heed {
namespace {

constexpr std::size_t most_kept = 8'000'000; // bytes of earlier states

std::string repaired(std::string_view text) {
    std::string out;
    out.reserve(text.size());
    for (std::size_t at = 0; at < text.size();) {
        const CodePoint c = decode_utf8(text, at);
        const std::size_t length = std::max<std::size_t>(1, c.length);
        out += c.valid ? text.substr(at, length) : std::string_view("\uFFFD");
        at += length;
    }
    return out;
}

/// No more than that many bytes, and no part of a code point.
std::string_view beginning(std::string_view utf8, std::size_t most) {
    if (utf8.size() <= most) return utf8;
    while (most > 0 && (static_cast<unsigned char>(utf8[most]) & 0xC0) == 0x80) --most;
    return utf8.substr(0, most);
}

} // namespace

TextEdit::TextEdit(std::string_view text, std::size_t limit) : limit_(limit) {
    State first{.text = repaired(text)};
    first.caret = first.anchor = first.text.size();
    put(std::move(first));
}

void TextEdit::put(State state) {
    now_ = std::move(state);
    breaks_ = text_breaks(now_.text);
}

// ------------------------------------------------------------------------------------------------- places

std::size_t TextEdit::before(std::size_t byte, std::uint8_t kind) const {
    while (byte > 0)
        if (at(--byte, kind)) break;
    return byte;
}

std::size_t TextEdit::after(std::size_t byte, std::uint8_t kind) const {
    while (byte < now_.text.size())
        if (at(++byte, kind)) break;
    return byte;
}

std::size_t TextEdit::on_caret(std::size_t byte) const {
    byte = std::min(byte, now_.text.size());
    return at(byte, Caret) ? byte : after(byte, Caret);
}

// -------------------------------------------------------------------------------------------------- moves

void TextEdit::move_to(std::size_t byte, bool extend) {
    now_.caret = on_caret(byte);
    if (!extend) now_.anchor = now_.caret;
    last_ = Kind::None;
}

void TextEdit::move_by_word(int direction, bool extend) {
    move_to(direction < 0 ? before(now_.caret, WordStart) : after(now_.caret, WordEnd), extend);
}

void TextEdit::select_all() {
    now_.anchor = 0;
    now_.caret = now_.text.size();
    last_ = Kind::None;
}

void TextEdit::select_word(std::size_t byte) { select_words(byte, byte); }

void TextEdit::select_words(std::size_t from, std::size_t to) {
    const auto edge_before = [&](std::size_t byte) {
        byte = std::min(byte, now_.text.size());
        return at(byte, WordEdge) && byte < now_.text.size() ? byte : before(byte, WordEdge);
    };
    const bool leftwards = to < from;
    now_.anchor = on_caret(leftwards ? after(edge_before(from), WordEdge) : edge_before(from));
    now_.caret = on_caret(leftwards ? edge_before(to) : after(edge_before(to), WordEdge));
    last_ = Kind::None;
}

// ------------------------------------------------------------------------------------------------ changes

void TextEdit::keep(Kind kind) {
    redone_to_.clear();
    if (kind != Kind::None && kind == last_ && !has_selection()) return; // part of the step before
    undone_to_.push_back(now_);
    std::size_t bytes = 0;
    for (std::size_t n = undone_to_.size(); n-- > 0;) {
        bytes += undone_to_[n].text.size() + sizeof(State);
        if (bytes <= most_kept) continue;
        undone_to_.erase(undone_to_.begin(), undone_to_.begin() + static_cast<std::ptrdiff_t>(n) + 1);
        break;
    }
}

bool TextEdit::replace(std::size_t from, std::size_t to, std::string_view by, Kind kind) {
    const std::string valid = repaired(by);
    const std::size_t rest = now_.text.size() - (to - from);
    const std::string_view fits = beginning(valid, limit_ > rest ? limit_ - rest : 0);
    if (from == to && fits.empty()) return valid.empty();
    keep(kind);
    State next{.text = now_.text.substr(0, from)};
    next.text += fits;
    const std::size_t caret = next.text.size();
    next.text += std::string_view(now_.text).substr(to);
    put(std::move(next));
    now_.caret = now_.anchor = on_caret(caret); // a mark may have joined the letter before it
    last_ = kind;
    return fits.size() == valid.size();
}

bool TextEdit::type(std::string_view text) {
    const bool begins_word =
        !text.empty() && text.front() != ' ' && begin() > 0 && now_.text[begin() - 1] == ' ';
    if (begins_word) last_ = Kind::None; // each word is a step
    return replace(begin(), end(), text, Kind::Type);
}

bool TextEdit::paste(std::string_view text) { return replace(begin(), end(), text, Kind::None); }

void TextEdit::erase(int direction, bool word) {
    if (has_selection()) {
        replace(begin(), end(), {}, Kind::None);
        return;
    }
    const std::size_t here = now_.caret;
    const std::size_t there = direction < 0 ? on_caret(before(here, word ? WordStart : Caret))
                                            : on_caret(after(here, word ? WordEnd : Caret));
    if (here == there) return;
    const Kind kind = word ? Kind::None : direction < 0 ? Kind::Back : Kind::Forward;
    replace(std::min(here, there), std::max(here, there), {}, kind);
}

void TextEdit::replace_all(std::string_view text, std::size_t caret) {
    if (text != now_.text) {
        keep(Kind::None);
        const std::string valid = repaired(text);
        put({.text = std::string(beginning(valid, limit_))});
    }
    move_to(caret);
}

void TextEdit::undo() {
    if (!can_undo()) return;
    redone_to_.push_back(std::move(now_));
    State state = std::move(undone_to_.back());
    undone_to_.pop_back();
    put(std::move(state));
    last_ = Kind::None;
}

void TextEdit::redo() {
    if (!can_redo()) return;
    undone_to_.push_back(std::move(now_));
    State state = std::move(redone_to_.back());
    redone_to_.pop_back();
    put(std::move(state));
    last_ = Kind::None;
}

} // namespace heed
