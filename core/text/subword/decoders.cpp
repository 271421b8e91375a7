#include "core/text/subword/decoders.h"

#include "core/text/strings.h"
#include "core/text/subword/aligned_text.h"
#include "core/text/tokenizer.h"

#include <algorithm>
#include <array>
#include <utility>

namespace heed::subword {

namespace {

/// The byte that "<0x0A>" stands for; -1 for another token.
int byte_of_token(std::string_view token) {
    if (token.size() != 6 || !token.starts_with("<0x") || token.back() != '>') return -1;
    unsigned byte = 0;
    const char* const end = token.data() + 5;
    const auto [stop, error] = std::from_chars(token.data() + 3, end, byte, 16);
    return error == std::errc() && stop == end ? static_cast<int>(byte) : -1;
}

std::string joined(const std::vector<std::string>& tokens) {
    std::string all;
    for (const std::string& token : tokens) all += token;
    return all;
}

/// The bytes that a byte-level token spells; the token itself where one of its characters spells none.
std::string spelled(const std::string& token) {
    std::string bytes;
    for (std::size_t at = 0; at < token.size();) {
        const CodePoint c = decode_utf8(token, at);
        const int byte = c.valid ? byte_of_printable(c.value) : -1;
        if (byte < 0) return token;
        bytes += static_cast<char>(static_cast<unsigned char>(byte));
        at += c.length;
    }
    return bytes;
}

/// How many bytes from there on begin a character that the next does not go on with.
std::size_t broken_length(std::string_view bytes, std::size_t at) {
    const auto byte = [&](std::size_t n) { return static_cast<unsigned char>(bytes[n]); };
    const unsigned lead = byte(at);
    const std::size_t whole = lead >= 0xC2 && lead < 0xE0   ? 2
                              : lead >= 0xE0 && lead < 0xF0 ? 3
                              : lead >= 0xF0 && lead < 0xF5 ? 4
                                                            : 1;
    std::size_t length = 1;
    for (; length < whole && at + length < bytes.size(); ++length) {
        const unsigned next = byte(at + length);
        const unsigned least = length > 1 ? 0x80 : lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
        const unsigned most = length > 1 ? 0xBF : lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
        if (next < least || next > most) break;
    }
    return length;
}

} // namespace

std::string repaired(std::string_view bytes) {
    std::string text;
    text.reserve(bytes.size());
    for (std::size_t at = 0; at < bytes.size();) {
        const CodePoint c = decode_utf8(bytes, at);
        const std::size_t length = c.valid ? c.length : broken_length(bytes, at);
        text += c.valid ? std::string(bytes.substr(at, length)) : encode_utf8(c.value);
        at += length;
    }
    return text;
}

std::string tidied(std::string text) {
    constexpr std::array pairs =
        std::to_array<std::pair<std::string_view, std::string_view>>({{" .", "."},
                                                                      {" ?", "?"},
                                                                      {" !", "!"},
                                                                      {" ,", ","},
                                                                      {" ' ", "'"},
                                                                      {" n't", "n't"},
                                                                      {" 'm", "'m"},
                                                                      {" 's", "'s"},
                                                                      {" 've", "'ve"},
                                                                      {" 're", "'re"}});
    for (const auto& [what, by] : pairs) text = replaced(std::move(text), what, by);
    return text;
}

Decoder byte_level_decoder() {
    return [](std::vector<std::string>& tokens) {
        std::string bytes;
        for (const std::string& token : tokens) bytes += spelled(token);
        tokens = {repaired(bytes)};
    };
}

Decoder wordpiece_decoder(std::string prefix, bool tidy) {
    return [prefix = std::move(prefix), tidy](std::vector<std::string>& tokens) {
        for (std::size_t n = 0; n < tokens.size(); ++n) {
            std::string& token = tokens[n];
            if (n > 0 && token.starts_with(prefix))
                token.erase(0, prefix.size());
            else if (n > 0)
                token.insert(0, " ");
            if (tidy) token = replaced(tidied(std::move(token)), " do not", " don't");
        }
    };
}

Decoder metaspace_decoder(std::string replacement, Prefixed prefixed) {
    return [replacement = std::move(replacement), prefixed](std::vector<std::string>& tokens) {
        for (std::size_t n = 0; n < tokens.size(); ++n)
            tokens[n] =
                replaced(std::move(tokens[n]), replacement, n == 0 && prefixed != Prefixed::Never ? "" : " ");
    };
}

Decoder suffix_decoder(std::string suffix) {
    return [suffix = std::move(suffix)](std::vector<std::string>& tokens) {
        for (std::size_t n = 0; n < tokens.size(); ++n)
            tokens[n] = replaced(std::move(tokens[n]), suffix, n + 1 < tokens.size() ? " " : "");
    };
}

Decoder byte_fallback_decoder() {
    return [](std::vector<std::string>& tokens) {
        std::vector<std::string> anew;
        std::string bytes;
        const auto settle = [&] {
            if (bytes.empty()) return;
            const std::string text = repaired(bytes);
            if (text == bytes) {
                anew.push_back(text);
            } else { // one U+FFFD for each byte of a run that is no UTF-8
                for (std::size_t n = 0; n < bytes.size(); ++n) anew.push_back(encode_utf8(0xFFFD));
            }
            bytes.clear();
        };
        for (std::string& token : tokens) {
            if (const int byte = byte_of_token(token); byte >= 0) {
                bytes += static_cast<char>(static_cast<unsigned char>(byte));
                continue;
            }
            settle();
            anew.push_back(std::move(token));
        }
        settle();
        tokens = std::move(anew);
    };
}

Decoder fuse_decoder() {
    return [](std::vector<std::string>& tokens) { tokens = {joined(tokens)}; };
}

Decoder replace_decoder(Pattern pattern, std::string content) {
    return [pattern = std::move(pattern), content = std::move(content)](std::vector<std::string>& tokens) {
        for (std::string& token : tokens) {
            std::string anew;
            for (const Found& part : pattern(token)) {
                anew += part.match ? content : token.substr(part.begin, part.end - part.begin);
                check_growth(token.size(), anew.size());
            }
            token = std::move(anew);
        }
    };
}

Decoder strip_decoder(std::string content, std::size_t start, std::size_t stop) {
    return [content = std::move(content), start, stop](std::vector<std::string>& tokens) {
        for (std::string& token : tokens) {
            for (std::size_t n = 0; n < start && token.starts_with(content); ++n)
                token.erase(0, content.size());
            for (std::size_t n = 0; n < stop && token.ends_with(content); ++n)
                token.erase(token.size() - content.size());
        }
    };
}

} // namespace heed::subword
