#include "core/text/fold.h"

#include "core/text/tokenizer.h"

#include <algorithm>
#include <vector>

namespace heed {
namespace {

/// Letters with accents, and what is left without them; as Unicode takes them apart, and a few that a
/// keyboard without them writes otherwise.
struct Letters {
    const char *plain, *accented;
};
// clang-format off
constexpr Letters letters[] = {
    {"a", "àáâãäåāăąǎǟǡǻȁȃȧḁạảấầẩẫậắằẳẵặ"},
    {"ae", "æǣǽ"},
    {"b", "ḃḅḇ"},
    {"c", "çćĉċčḉ"},
    {"d", "ðďđḋḍḏḑḓ"},
    {"e", "èéêëēĕėęěȅȇȩḕḗḙḛḝẹẻẽếềểễệ"},
    {"f", "ḟ"},
    {"g", "ĝğġģǧǵḡ"},
    {"h", "ĥħȟḣḥḧḩḫẖ"},
    {"i", "ìíîïĩīĭįıǐȉȋḭḯỉị"},
    {"j", "ĵǰ"},
    {"k", "ķǩḱḳḵ"},
    {"l", "ĺļľłḷḹḻḽ"},
    {"m", "ḿṁṃ"},
    {"n", "ñńņňŋǹṅṇṉṋ"},
    {"o", "òóôõöøōŏőơǒǫǭǿȍȏȫȭȯȱṍṏṑṓọỏốồổỗộớờởỡợ"},
    {"oe", "œ"},
    {"p", "ṕṗ"},
    {"r", "ŕŗřȑȓṙṛṝṟ"},
    {"s", "śŝşšșṡṣṥṧṩ"},
    {"ss", "ß"},
    {"t", "ţťŧțṫṭṯṱẗ"},
    {"th", "þ"},
    {"u", "ùúûüũūŭůűųưǔǖǘǚǜȕȗṳṵṷṹṻụủứừửữự"},
    {"v", "ṽṿ"},
    {"w", "ŵẁẃẅẇẉẘ"},
    {"x", "ẋẍ"},
    {"y", "ýÿŷȳẏẙỳỵỷỹ"},
    {"z", "źżžẑẓẕ"},
    {"ſ", "ẛ"},
    {"ʒ", "ǯ"},
    {"ʹ", "ʹ"},
    {"α", "άἀἁἂἃἄἅἆἇὰάᾀᾁᾂᾃᾄᾅᾆᾇᾰᾱᾲᾳᾴᾶᾷ"},
    {"ε", "έἐἑἒἓἔἕὲέ"},
    {"η", "ήἠἡἢἣἤἥἦἧὴήᾐᾑᾒᾓᾔᾕᾖᾗῂῃῄῆῇ"},
    {"ι", "ΐίϊἰἱἲἳἴἵἶἷὶίιῐῑῒΐῖῗ"},
    {"ο", "όὀὁὂὃὄὅὸό"},
    {"ρ", "ῤῥ"},
    {"σ", "ς"},
    {"υ", "ΰϋύὐὑὒὓὔὕὖὗὺύῠῡῢΰῦῧ"},
    {"ω", "ώὠὡὢὣὤὥὦὧὼώᾠᾡᾢᾣᾤᾥᾦᾧῲῳῴῶῷ"},
    {"ϒ", "ϓϔ"},
    {"а", "ӑӓ"},
    {"г", "ѓ"},
    {"е", "ѐёӗ"},
    {"ж", "ӂӝ"},
    {"з", "ӟ"},
    {"и", "йѝӣӥ"},
    {"к", "ќ"},
    {"о", "ӧ"},
    {"у", "ўӯӱӳ"},
    {"ч", "ӵ"},
    {"ы", "ӹ"},
    {"э", "ӭ"},
    {"і", "ї"},
    {"ѵ", "ѷ"},
    {"ә", "ӛ"},
    {"ө", "ӫ"},
};
// clang-format on

struct Fold {
    char32_t accented;
    std::string_view plain;
};

std::vector<Fold> by_letter() {
    std::vector<Fold> all;
    for (const Letters& row : letters)
        for (std::string_view rest = row.accented; !rest.empty();) {
            const CodePoint c = decode_utf8(rest, 0);
            all.push_back({c.value, row.plain});
            rest.remove_prefix(c.length);
        }
    std::sort(all.begin(), all.end(), [](const Fold& a, const Fold& b) { return a.accented < b.accented; });
    return all;
}

bool is_mark(char32_t c) { return c >= 0x300 && c <= 0x36F; }

} // namespace

std::string folded(std::string_view utf8) {
    static const std::vector<Fold> table = by_letter();
    std::string result;
    result.reserve(utf8.size());
    for (std::size_t at = 0; at < utf8.size();) {
        const CodePoint c = decode_utf8(utf8, at);
        const std::string_view bytes = utf8.substr(at, c.length);
        at += c.length;
        if (!c.valid) {
            result += bytes;
            continue;
        }
        if (is_mark(c.value)) continue;
        const char32_t small = lowercase(c.value);
        const auto known = std::lower_bound(table.begin(), table.end(), small,
                                            [](const Fold& f, char32_t v) { return f.accented < v; });
        if (known != table.end() && known->accented == small)
            result += known->plain;
        else if (small != c.value)
            result += encode_utf8(small);
        else
            result += bytes;
    }
    return result;
}

bool holds_folded(std::string_view text, std::string_view wanted) {
    return folded(text).find(folded(wanted)) != std::string::npos;
}

} // namespace heed
