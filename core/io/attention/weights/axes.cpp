#include "core/io/attention/weights/axes.h"

#include "core/base/error.h"
#include "core/io/attention/file.h"
#include "core/io/attention/weights/ordered.h"
#include "core/text/strings.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

namespace heed::io {

namespace {

/// The orders that are written, the usual ones of a rank first.
constexpr std::string_view orders[] = {
    "TS",     "ST",                                                                           //
    "HTS",    "HST",    "TSH",   "THS",   "BTS",   "BST",   "TBS",   "TOS",                   //
    "LHTS",   "BHTS",   "LHST",  "BHST",  "LTHS",  "TLHS",  "LTSH",  "THOS",  "TBHS", "LBTS", //
    "LBHTS",  "BLHTS",  "LBHST", "BLHST", "TLBHS", "TLHOS", "LBTHS", "TBHOS",                 //
    "TLBHOS", "TBLHOS",
};
/// Orders that nobody is known to write, with layers before heads: taken where their rows sum to 1.
constexpr std::string_view rare_orders[] = {"STH",  "SHT",  "TSLH", "TLSH", "STLH",
                                            "SLTH", "SLHT", "LSTH", "LSHT"};
constexpr std::string_view asked_words = "to be told which, ";

bool has(std::string_view order, char axis) { return order.find(axis) != order.npos; }

bool are_steps(std::string_view order) { return has(order, 'O') || order.starts_with("TL"); }

bool fits(std::string_view order, char axis, std::int64_t length, const AxisLengths& want, bool exactly) {
    // So many as there are words, or more: for the end, for a start; or one less: none for the start.
    const auto may_be = [&](std::int64_t count, std::int64_t words, int more, bool less) {
        if (words == 0 || count == words) return true;
        return !exactly && ((count > words && count <= words + more) || (less && count + 1 == words));
    };
    switch (axis) {
    case 'T':
        return may_be(length, want.outputs, want.more, are_steps(order) || want.output_start);
    case 'S':
        return may_be(length, want.sources, want.more, want.source_start);
    case 'B':
        return want.sentences == 0 || length == want.sentences;
    case 'O':
        return length == 1;
    default:
        return true;
    }
}

bool fits(std::string_view order, const GivenArray& array, const AxisLengths& want, bool exactly) {
    if (order.size() != array.shape.size() || (want.sentences > 1 && !has(order, 'B'))) return false;
    const bool blind = want.outputs == 0 && want.sources == 0;
    if (order == "LBTS" && (blind || want.sentences == 1)) return false; // rather heads of layers
    if (want.layers_first && order.find('B') < order.find('L') && has(order, 'L')) return false;
    for (std::size_t axis = 0; axis < order.size(); ++axis)
        if (!fits(order, order[axis], array.shape[axis], want, exactly)) return false;
    return true;
}

std::string or_one_more(std::int64_t count) {
    return std::to_string(count) + ", or " + std::to_string(count + 1) + " with the end";
}

std::string_view usual_order(std::size_t rank) {
    return *std::find_if(std::begin(orders), std::end(orders),
                         [&](std::string_view o) { return o.size() == rank; });
}

/// Of that order, the first axis that is at fault.
Error misfit(const GivenArray& array, std::string_view order, const AxisLengths& want,
             const std::string& what) {
    const std::size_t rank = array.shape.size();
    const auto name = [&](char axis) {
        return axis == 'B'   ? "the batch"
               : axis == 'O' ? "the outputs of a step"
               : axis == 'T' ? "the outputs"
                             : "the source tokens";
    };
    const auto wanted = [&](char axis) {
        return axis == 'B'   ? want.sentences == 1 ? std::string("1 sentence")
                                                   : std::to_string(want.sentences) + " sentences"
               : axis == 'O' ? std::string("1")
                             : or_one_more(axis == 'T' ? want.outputs : want.sources);
    };
    for (const char axis : std::string_view("BOST")) {
        if (!has(order, axis) || fits(order, axis, length_of(array, order, axis), want, false)) continue;
        return {what,
                "axis " + std::to_string(order.find(axis) + 1) + " of " + std::to_string(rank) + ", " +
                    name(axis),
                wanted(axis), std::to_string(length_of(array, order, axis))};
    }
    return {what, "weights", std::string(expected_axes), axes_text(array.shape)};
}

bool is_turned(std::string_view order) { return order.find('S') < order.find('T'); }

/// With outputs before sources.
std::string unturned(std::string_view order) {
    std::string plain(order);
    if (plain.ends_with("ST")) plain.replace(plain.size() - 2, 2, "TS");
    return plain;
}

/// Nothing but its lengths tells of the axis that these orders call differently: it must be said.
Error unclear(const GivenArray& array, const std::vector<std::string>& between, const std::string& what) {
    std::size_t axis = 0;
    const auto same = [&](const std::string& order) { return order[axis] == between.front()[axis]; };
    while (std::all_of(between.begin(), between.end(), same)) ++axis;
    std::vector<std::string> names, told;
    for (const std::string& order : between) {
        const char letter = order[axis];
        const std::string name = letter == 'L'   ? "layers"
                                 : letter == 'H' ? "heads"
                                 : letter == 'B' ? "sentences of a batch"
                                                 : "outputs";
        if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
        told.push_back(order + " (" + order_words(order) + ")");
    }
    return {what,
            "axis " + std::to_string(axis + 1) + " of " + std::to_string(array.shape.size()) + ", " +
                listed(names, " or "),
            std::string(asked_words) + listed(told, " or "), std::to_string(array.shape[axis]) + " of them"};
}

/// Of what a list of layers holds, [batch, head, …], one sentence is likelier than one layer.
void prefer_one_sentence(const GivenArray& array, std::vector<std::string_view>& fitting) {
    const auto single = [&](std::string_view order) { return length_of(array, order, 'B') == 1; };
    const bool usual = std::any_of(fitting.begin(), fitting.end(), [&](std::string_view order) {
        return (order.starts_with("LB") || order.starts_with("TLB")) && single(order);
    });
    if (usual) std::erase_if(fitting, [&](std::string_view order) { return !single(order); });
}

/// No words tell an axis by its length: what may be layers as well as a batch must be said, heads are
/// assumed.
void settle_blindly(const GivenArray& array, const std::vector<std::string_view>& candidates,
                    const std::string& what, AxesFound& found) {
    std::vector<std::string> between{found.order};
    for (const std::string_view other : candidates) {
        const auto is_other = [&](const std::string& one) { return unturned(one) == unturned(other); };
        const bool known = std::any_of(between.begin(), between.end(), is_other);
        if (!known && !same_maps(array, found.order, other)) between.emplace_back(other);
    }
    if (between.size() == 1) return;
    const bool heads = unturned(found.order) == "HTS" && array.shape[1] > 1;
    if (!heads) throw unclear(array, between, what);
    found.assumed = "Axis 1 of 3 is taken for heads";
    found.others.assign(between.begin() + 1, between.end());
}

AxesFound as_said(const GivenArray& array, const AxisLengths& want, const std::string& what,
                  const std::string& said) {
    if (said.size() != array.shape.size())
        throw Error(what, "axes", said + ", " + plural(said.size(), "axis", "axes"), axes_text(array.shape));
    if (want.sentences > 1 && !has(said, 'B'))
        throw Error(what, "axes",
                    "B among them: there are tokens of " + std::to_string(want.sentences) + " sentences",
                    said);
    for (const char axis : said)
        if (!fits(said, axis, length_of(array, said, axis), want, false))
            throw misfit(array, said, want, what);
    return {said, is_turned(said)};
}

/// What a key says of its axes.
AxesFound sources_first(const GivenArray& array, const AxisLengths& want, const std::string& what) {
    const std::size_t rank = array.shape.size();
    if (rank != 2 && rank != 4)
        throw Error(what, "weights", "source tokens × outputs, or with layers and heads behind them",
                    axes_text(array.shape));
    const std::string order = rank == 2 ? "ST" : "STLH";
    if (!fits(order, array, want, false)) throw misfit(array, order, want, what);
    return {order};
}

/// The orders that the lengths allow.
std::vector<std::string_view> fitting_orders(const GivenArray& array, const AxisLengths& want, bool blind) {
    std::vector<std::string_view> fitting;
    for (const bool exactly : {true, false}) {
        if (exactly && (want.outputs == 0 || want.sources == 0)) continue; // half of it tells nothing
        for (const std::string_view order : orders) {
            const bool known = std::find(fitting.begin(), fitting.end(), order) != fitting.end();
            const bool plain = order.ends_with("TS") || order.ends_with("ST") || has(order, 'O');
            if (!known && (plain || !blind) && fits(order, array, want, exactly)) fitting.push_back(order);
        }
        if (!fitting.empty()) break;
    }
    // generate() returns [step][layer][batch, …]: a batch over one layer is no list of layers.
    const std::vector<std::int64_t>& shape = array.shape;
    if (shape.size() == 6 && shape[1] == 1 && shape[2] > 1) std::erase(fitting, "TBLHOS");
    const auto in_batch = [](std::string_view order) { return has(order, 'B'); };
    if (want.batch && std::any_of(fitting.begin(), fitting.end(), in_batch))
        std::erase_if(fitting, [&](std::string_view order) { return !in_batch(order); });
    return fitting;
}

std::string several_fit(std::string_view order) {
    return "Several orders of the axes fit: read as " + order_words(order);
}

/// The rare orders whose axes are as long as both sides have words, and whose rows sum to 1.
std::vector<std::string_view> sound_rare_orders(const GivenArray& array, const AxisLengths& want) {
    std::vector<std::string_view> found;
    if (want.outputs == 0 || want.sources == 0) return found;
    for (const std::string_view order : rare_orders)
        if (fits(order, array, want, true) && is_sound(array, order)) found.push_back(order);
    return found;
}

/// A rare order is doubted where the usual one is as good, and taken where that is not.
void look_at_rare(const GivenArray& array, const std::vector<std::string_view>& rare, AxesFound& found) {
    const auto same = [&](std::string_view other) { return same_maps(array, found.order, other); };
    if (rare.empty() || (!found.order.empty() && std::any_of(rare.begin(), rare.end(), same))) return;
    if (!found.order.empty() && is_sound(array, found.order)) {
        found.others.insert(found.others.end(), rare.begin(), rare.end());
        if (found.assumed.empty()) found.assumed = several_fit(found.order);
        return;
    }
    const std::string before = found.order;
    found = {std::string(rare.front())};
    found.others.assign(rare.begin() + 1, rare.end());
    if (!before.empty()) found.others.push_back(before);
    found.assumed = "Read as " + order_words(found.order) + ": only so an output's weights sum to 1";
}

/// "Axes 1 and 2 of 4 are taken for layers and heads".
std::string taken_for(std::string_view order, const std::vector<std::size_t>& axes) {
    std::vector<std::string> places, names;
    for (const std::size_t axis : axes) {
        places.push_back(std::to_string(axis + 1));
        names.emplace_back(order[axis] == 'L' ? "layers" : "heads");
    }
    return (axes.size() == 1 ? "Axis " : "Axes ") + listed(places, " and ") + " of " +
           std::to_string(order.size()) + (axes.size() == 1 ? " is" : " are") + " taken for " +
           listed(names, " and ");
}

/// With the tokens of one sentence, what is read as layers or heads may be a batch of which it is one.
void doubt_leading(const GivenArray& array, const AxisLengths& want, AxesFound& found) {
    const std::string& order = found.order;
    if (want.sentences != 1 || order == "TLBHOS") return; // generate() alone has six
    AxisLengths open = want;
    open.sentences = 0;
    const bool sound = is_sound(array, order);
    std::vector<std::size_t> leading;
    bool other_axes = false;
    for (const std::string_view other : fitting_orders(array, open, false)) {
        if (length_of(array, other, 'B') < 2 || is_turned(other) != found.turned) continue;
        const std::size_t batch = other.find('B');
        const char letter = order[batch]; // what a batch is taken for
        const bool told = (letter == 'L' && want.layers_told) || (letter == 'H' && want.heads_told);
        if (told && !has(other, letter)) continue; // there is such an axis
        if (sound && !is_sound(array, other)) continue;
        if (std::string_view("LH").find(letter) == std::string_view::npos)
            other_axes = true;
        else if (std::find(leading.begin(), leading.end(), batch) == leading.end())
            leading.push_back(batch);
        found.others.emplace_back(other);
    }
    std::sort(leading.begin(), leading.end());
    if (!found.assumed.empty() || found.others.empty()) return;
    found.assumed = other_axes ? several_fit(order) : taken_for(order, leading);
}

/// Layers and heads have no words whose number tells them apart: which is which is said where nothing else
/// is.
void note_layers_and_heads(const GivenArray& array, const AxisLengths& want, AxesFound& found) {
    const std::string& order = found.order;
    const bool both = length_of(array, order, 'L') > 1 && length_of(array, order, 'H') > 1;
    const bool said = found.assumed.find("layers") != found.assumed.npos ||
                      found.assumed.find("heads") != found.assumed.npos;
    if (!both || said || want.layers_told || want.heads_told || has(order, 'O')) return; // O: of generate()
    std::vector<std::size_t> axes{order.find('L'), order.find('H')};
    std::sort(axes.begin(), axes.end());
    found.noted = taken_for(order, axes);
}

/// Nor does anything tell that they are not the other way round, which can be said.
void offer_exchanged(const GivenArray& array, const AxisLengths& want, AxesFound& found) {
    const bool both = length_of(array, found.order, 'L') > 1 && length_of(array, found.order, 'H') > 1;
    if (!both || want.layers_told || want.heads_told || has(found.order, 'O')) return;
    std::string other = found.order;
    std::swap(other[other.find('L')], other[other.find('H')]);
    found.others.push_back(std::move(other));
}

/// Without tokens any axis may be any: which orders are usual is all that tells.
void doubt_blindly(const GivenArray& array, AxesFound& found) {
    const bool sound = is_sound(array, found.order);
    const auto differs = [&](std::string_view other) {
        return (!sound || is_sound(array, other)) && !same_maps(array, found.order, other);
    };
    const std::vector<std::string_view> any = fitting_orders(array, {}, false);
    if (std::any_of(any.begin(), any.end(), differs))
        found.assumed = "Axes are taken for " + order_words(found.order) + ": no tokens tell";
}

/// Other orders fit as well, and nothing but custom is for the one that was taken.
void doubt_order(const GivenArray& array, const std::vector<std::string_view>& candidates, AxesFound& found) {
    for (const std::string_view other : candidates)
        if (other != found.order && !same_maps(array, found.order, other)) found.others.emplace_back(other);
    if (found.others.empty()) return;
    const bool flat = found.order.size() == 2;
    found.assumed =
        flat ? "Rows are taken for outputs: neither lengths nor sums tell" : several_fit(found.order);
}

} // namespace

bool only_columns_sum(const GivenArray& array) {
    const auto link = [](float w) { return w == 0 || w == 1; };
    return array.shape.size() == 2 && !is_sound(array, "TS") && is_sound(array, "ST") &&
           !std::all_of(array.values.begin(), array.values.end(), link);
}

AxesFound axes_of(const GivenArray& array, const AxisLengths& want, const std::string& what,
                  const std::string& said) {
    const std::size_t rank = array.shape.size();
    if (rank < fewest_axes || rank > most_axes || array.numbers() == 0 ||
        array.values.size() != array.numbers())
        throw Error(what, "weights", std::string(expected_axes),
                    axes_text(array.shape) + (rank == 1 ? ": a row alone is [[…]]" : ""));
    if (!said.empty()) return as_said(array, want, what, said);
    if (array.written) { // never turned by lengths or sums
        if (!fits("TS", array, want, false)) throw misfit(array, "TS", want, what);
        return {"TS"};
    }
    if (want.sources_first) return sources_first(array, want, what);
    // No words tell an axis by its length: the usual order, or its last two turned.
    const bool blind = want.outputs == 0 && want.sources == 0;
    std::vector<std::string_view> fitting = fitting_orders(array, want, blind);
    const std::vector<std::string_view> rare = sound_rare_orders(array, want);
    if (fitting.empty() && rare.empty()) throw misfit(array, usual_order(rank), want, what);
    if (fitting.empty()) {
        AxesFound found;
        look_at_rare(array, rare, found);
        return found;
    }
    if (blind) prefer_one_sentence(array, fitting);
    std::vector<std::string_view> sound;
    if (fitting.size() > 1)
        for (const std::string_view order : fitting)
            if (is_sound(array, order)) sound.push_back(order);
    const std::vector<std::string_view>& candidates = sound.empty() ? fitting : sound;
    AxesFound found{std::string(candidates.front())};
    found.turned = is_turned(found.order);
    const auto all_turned = [](const std::vector<std::string_view>& some) {
        return std::all_of(some.begin(), some.end(), is_turned);
    };
    found.by_sums = !sound.empty() && all_turned(sound) && !all_turned(fitting);
    if (blind && rank > 2) settle_blindly(array, candidates, what, found);
    if (found.assumed.empty()) doubt_order(array, candidates, found);
    if (!blind)
        doubt_leading(array, want, found);
    else if (rank > 2 && found.assumed.empty())
        doubt_blindly(array, found);
    look_at_rare(array, rare, found);
    note_layers_and_heads(array, want, found);
    offer_exchanged(array, want, found);
    return found;
}

bool rows_sum_to(const GivenArray& array, float total) {
    const float rounding = total > 1 ? rounding_of_percent : rounding_of_shares;
    return std::any_of(std::begin(orders), std::end(orders), [&](std::string_view order) {
        const bool plain = order.ends_with("TS") || order.ends_with("ST") || has(order, 'O');
        return plain && fits(order, array, {}, false) && sums_are(array, order, total, rounding);
    });
}

std::vector<std::string> axes_asked(std::string_view problem) {
    const std::size_t at = problem.find(asked_words);
    std::vector<std::string> asked;
    if (at == problem.npos) return asked;
    for (const std::string& word : words_of(problem.substr(at + asked_words.size())))
        if (word.size() > fewest_axes && word == axis_order(word)) asked.push_back(word);
    return asked;
}

std::string batch_order(std::string_view problem) {
    constexpr std::string_view begin = "axis ", middle = " of ",
                               end = ", the batch: expected 1 sentence, found ";
    const std::size_t after = problem.find(end);
    const std::size_t at = after == problem.npos ? after : problem.rfind(begin, after);
    if (at == problem.npos || after != at + begin.size() + 1 + middle.size() + 1) return {};
    const auto place = static_cast<std::size_t>(problem[at + begin.size()] - '1'),
               rank = static_cast<std::size_t>(problem[after - 1] - '0');
    for (const std::string_view order : orders)
        if (order.size() == rank && place < rank && order[place] == 'B') return std::string(order);
    return {};
}

} // namespace heed::io
