#include "core/io/tokenizers/language_codes.h"

#include "core/text/strings.h"

#include <algorithm>

namespace heed::io {

namespace {

// In the order of the ids. mBART cc25 has the first 25.
constexpr std::size_t of_cc25 = 25;
constexpr std::string_view mbart_order[] = {
    "ar_AR", "cs_CZ", "de_DE", "en_XX", "es_XX", "et_EE", "fi_FI", "fr_XX", "gu_IN", "hi_IN", "it_IT",
    "ja_XX", "kk_KZ", "ko_KR", "lt_LT", "lv_LV", "my_MM", "ne_NP", "nl_XX", "ro_RO", "ru_RU", "si_LK",
    "tr_TR", "vi_VN", "zh_CN", "af_ZA", "az_AZ", "bn_IN", "fa_IR", "he_IL", "hr_HR", "id_ID", "ka_GE",
    "km_KH", "mk_MK", "ml_IN", "mn_MN", "mr_IN", "pl_PL", "ps_AF", "pt_XX", "sv_SE", "sw_KE", "ta_IN",
    "te_IN", "th_TH", "tl_XX", "uk_UA", "ur_PK", "xh_ZA", "gl_ES", "sl_SI"};

constexpr std::string_view m2m100_order[] = {
    "af", "am", "ar", "ast", "az", "ba",  "be", "bg", "bn", "br", "bs", "ca", "ceb", "cs", "cy", "da", "de",
    "el", "en", "es", "et",  "fa", "ff",  "fi", "fr", "fy", "ga", "gd", "gl", "gu",  "ha", "he", "hi", "hr",
    "ht", "hu", "hy", "id",  "ig", "ilo", "is", "it", "ja", "jv", "ka", "kk", "km",  "kn", "ko", "lb", "lg",
    "ln", "lo", "lt", "lv",  "mg", "mk",  "ml", "mn", "mr", "ms", "my", "ne", "nl",  "no", "ns", "oc", "or",
    "pa", "pl", "ps", "pt",  "ro", "ru",  "sd", "si", "sk", "sl", "so", "sq", "sr",  "ss", "su", "sv", "sw",
    "ta", "th", "tl", "tn",  "tr", "uk",  "ur", "uz", "vi", "wo", "xh", "yi", "yo",  "zh", "zu"};

constexpr std::string_view wmt21_order[] = {"en", "ha", "is", "ja", "cs", "ru", "zh", "de"};

constexpr auto is_small = [](char c) { return c >= 'a' && c <= 'z'; };
constexpr auto is_capital = [](char c) { return c >= 'A' && c <= 'Z'; };

/// "en_XX"
bool is_mbart_code(std::string_view token) {
    return token.size() == 5 && std::all_of(token.begin(), token.begin() + 2, is_small) && token[2] == '_' &&
           std::all_of(token.begin() + 3, token.end(), is_capital);
}

/// "fra_Latn"
bool is_nllb_code(std::string_view token) {
    return token.size() == 8 && std::all_of(token.begin(), token.begin() + 3, is_small) && token[3] == '_' &&
           is_capital(token[4]) && std::all_of(token.begin() + 5, token.end(), is_small);
}

} // namespace

std::span<const std::string_view> mbart_codes() { return std::span(mbart_order).first(of_cc25); }
std::span<const std::string_view> mbart50_codes() { return mbart_order; }
std::span<const std::string_view> m2m100_codes() { return m2m100_order; }
std::span<const std::string_view> wmt21_codes() { return wmt21_order; }

std::string_view language_code(std::string_view token) {
    if (is_mbart_code(token) || is_nllb_code(token)) return token;
    if (token.size() > 4 && token.starts_with("__") && token.ends_with("__"))
        return token.substr(2, token.size() - 4);
    if (token.size() > 4 && token.starts_with(">>") && token.ends_with("<<"))
        return token.substr(2, token.size() - 4);
    return {};
}

std::size_t marian_code(std::string_view text) {
    const std::size_t end = text.starts_with(">>") ? text.find("<<") : text.npos;
    return end == text.npos ? 0 : end + 2;
}

} // namespace heed::io
