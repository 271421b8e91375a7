#include "app/figures/report/load_report.h"

#include "app/figures/base/equation.h"
#include "app/figures/base/marks.h"
#include "app/figures/report/doubt.h"
#include "core/text/escape.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <cstdio>
#include <utility>

namespace heed {
namespace {

constexpr float edge = 20, row_height = 29, group_height = 33, histogram_width = 76, histogram_height = 18;

struct Table {
    Scene& scene;
    const FigureStyle& style;
    ReportColumns at;
    float width;
    float y = 0;
    const Palette& colors() const { return style.colors(); }
};

void add_histogram(const Table& t, const std::array<float, 16>& shares, float middle, Color ink) {
    const float most = *std::max_element(shares.begin(), shares.end());
    if (!(most > 0)) return;
    const float pitch = histogram_width / static_cast<float>(shares.size()), left = t.at.values;
    for (std::size_t n = 0; n < shares.size(); ++n) {
        if (!(shares[n] > 0)) continue;
        const float h = std::max(1.0f, histogram_height * shares[n] / most);
        add_fill(t.scene,
                 {left + pitch * static_cast<float>(n), middle + histogram_height / 2 - h, pitch - 1, h}, ink,
                 0.5f);
    }
}

/// A range of positions reads with a dash, "columns 1–48", and directions are arrows: "→h".
std::string with_signs(std::string text) {
    for (const auto& [plain, sign] : {std::pair{"->", "→"}, std::pair{"<-", "←"}})
        for (std::size_t at = text.find(plain); at != std::string::npos; at = text.find(plain))
            text.replace(at, 2, sign);
    for (std::size_t at = text.find('-'); at != std::string::npos; at = text.find('-', at + 1)) {
        const bool between_digits = at > 0 && at + 1 < text.size() &&
                                    std::isdigit(static_cast<unsigned char>(text[at - 1])) &&
                                    std::isdigit(static_cast<unsigned char>(text[at + 1]));
        if (between_digits) text.replace(at, 1, "–");
    }
    return text;
}

/// "encoder.rnn.bias_ih_l0, bias_hh_l0" of "encoder.rnn.bias_ih_l0, encoder.rnn.bias_hh_l0".
std::string without_shared_beginnings(std::string names) {
    const std::size_t comma = names.find(", "), dot = names.substr(0, comma).rfind('.');
    if (comma == names.npos || dot == names.npos) return names;
    const std::string beginning = names.substr(0, dot + 1);
    for (std::size_t at = comma; at != names.npos; at = names.find(", ", at + 2))
        if (names.compare(at + 2, beginning.size(), beginning) == 0) names.erase(at + 2, beginning.size());
    return names;
}

/// An empty place for a part: what nothing reads.
void add_nobody(Scene& scene, Point at, Color ink) {
    constexpr float r = 4, arm = 2.2f;
    for (const float x : {-1.0f, 1.0f})
        for (const float y : {-1.0f, 1.0f}) {
            add_line(scene, {at.x + x * r, at.y + y * r}, {at.x + x * (r - arm), at.y + y * r}, ink);
            add_line(scene, {at.x + x * r, at.y + y * r}, {at.x + x * r, at.y + y * (r - arm)}, ink);
        }
}

/// Both ends tell a name apart, its layer and its part: "model.decoder.layers.1…attn.k_proj.weight"; where
/// there is little room, its end.
std::string fit_middle(const FigureStyle& style, const std::string& name, float room) {
    constexpr float least = 190, beginning = 0.45f;
    if (text_width(style, name, Face::Mono, 11) <= room) return name;
    if (room < least) return fit_end(name, room, Face::Mono, 11, *style.metrics);
    std::string first = fitted(style, name, Face::Mono, 11, room * beginning);
    if (first.ends_with("…")) first.resize(first.size() - std::string_view("…").size());
    return first +
           fit_end(name, room - text_width(style, first, Face::Mono, 11), Face::Mono, 11, *style.metrics);
}

void add_row(Table& t, const io::ReportRow& row, int index, bool hovered, bool used, bool missing,
             bool unread) {
    const Palette& c = t.colors();
    const Box box{edge - 8, t.y, t.width - 2 * edge + 16, row_height};
    const float middle = t.y + row_height / 2;
    if (hovered) add_fill(t.scene, box, c.bg3, 5);
    const Color name_ink = missing          ? c.error
                           : used || unread ? c.t1
                                            : c.t3,
                role_ink = unread            ? c.t1
                           : used || missing ? c.t2
                                             : c.t3;
    const std::string name = escaped(row.names), role = with_signs(row.role);
    const float indent = used || unread ? 18.0f : 0.0f;
    const float name_room = t.at.role - t.at.tensor - 20, role_room = t.at.shape - t.at.role - 12 - indent;
    const bool whole = text_width(t.style, name, Face::Mono, 11) <= name_room;
    const std::string shown_name =
                          fit_middle(t.style, whole ? name : without_shared_beginnings(name), name_room),
                      shown_role = fitted(t.style, role, Face::Regular, 13, role_room);
    add_text(t.scene, {t.at.tensor, middle}, shown_name, Face::Mono, 11, name_ink);
    if (used) t.scene.add(CircleItem{{t.at.role + 4, middle}, 4, role_color(row.part, c)});
    if (unread) add_nobody(t.scene, {t.at.role + 4, middle}, c.t3);
    add_text(t.scene, {t.at.role + indent, middle}, shown_role, Face::Regular, 13, role_ink);
    add_text(t.scene, {t.at.shape, middle}, shown_shape(row.shape), Face::Mono, 11, c.t2);
    if (t.at.type > 0) add_text(t.scene, {t.at.type, middle}, row.type, Face::Mono, 11, c.t3);
    if (row.bytes > 0)
        add_text(t.scene, {t.at.size, middle}, file_size(row.bytes), Face::Mono, 11, c.t3, Align::Right);
    if (t.at.values > 0) add_histogram(t, row.histogram, middle, used ? c.t3 : c.line2);
    std::string tip = shown_name == name ? "" : name;
    if (shown_role != role) tip += (tip.empty() ? "" : ": ") + role;
    t.scene.pick(box, {PickKind::TableRow, -1, -1, index}, tip);
    t.y += row_height;
}

void add_group(Table& t, const std::string& title, bool missing, bool unread) {
    const Palette& c = t.colors();
    const float middle = t.y + 18;
    float x = t.at.tensor;
    if (missing) { // a sign beside the words, since colour alone says nothing to some
        const Color ink = c.error;
        t.scene.add(LineItem{.points = {{x + 7, middle - 6}, {x + 14, middle + 6}, {x, middle + 6}},
                             .color = ink,
                             .width = 1.3f,
                             .closed = true});
        add_line(t.scene, {x + 7, middle - 2}, {x + 7, middle + 2}, ink, 1.3f);
        add_line(t.scene, {x + 7, middle + 3.6f}, {x + 7, middle + 4.6f}, ink, 1.3f);
        x += 22;
    }
    add_text(t.scene, {x, middle}, title, Face::Semibold, 11, missing ? c.error : unread ? c.t1 : c.t2);
    if (unread)
        add_text(t.scene, {x + text_width(t.style, title, Face::Semibold, 11) + 12, middle},
                 "first, so that it cannot be missed", Face::Regular, 11, c.t3);
    t.y += group_height;
}

} // namespace

ReportColumns report_columns(float width) {
    ReportColumns at;
    at.right = width - edge;
    float rest = width - 2 * edge;
    const bool values = width >= 620, type = width >= 760;
    constexpr float size_width = 66, shape_width = 92, type_width = 66, gap = 24;
    float x = at.right;
    if (values) {
        at.values = x - histogram_width;
        x = at.values - gap;
        rest -= histogram_width + gap;
    }
    at.size = x;
    rest -= size_width + shape_width;
    x -= size_width;
    if (type) {
        x -= type_width;
        at.type = x;
        rest -= type_width;
    }
    at.shape = x - shape_width;
    at.tensor = edge;
    at.role = edge + std::round(rest * 0.53f);
    return at;
}

std::string which_is_right(const io::LoadReport& report) {
    if (!report.own_case) return "Only an example can show which reading is right.";
    if (report.own_case->disagrees()) return "Its own example says that this reading is not right.";
    return report.agrees() ? "Its own example agrees with this one, without the tensors that are unread."
                           : "Its own example does not settle which reading is right.";
}

std::string file_size(std::uint64_t bytes) {
    const double n = static_cast<double>(bytes);
    char text[32];
    if (n < 1000)
        std::snprintf(text, sizeof text, "%.0f B", n);
    else if (n < 1e5)
        std::snprintf(text, sizeof text, "%.1f kB", n / 1e3);
    else if (n < 1e6)
        std::snprintf(text, sizeof text, "%.0f kB", n / 1e3);
    else if (n < 1e9)
        std::snprintf(text, sizeof text, "%.1f MB", n / 1e6);
    else
        std::snprintf(text, sizeof text, "%.2f GB", n / 1e9);
    return text;
}

std::string shown_shape(const std::vector<std::int64_t>& shape) {
    std::string text;
    for (const std::int64_t n : shape) text += (text.empty() ? "" : " × ") + std::to_string(n);
    return text;
}

Color role_color(io::PartRole part, const Palette& c) {
    constexpr Color Palette::*of[] = {&Palette::t2,      &Palette::forward,   &Palette::backward,
                                      &Palette::decoder, &Palette::attention, &Palette::output,
                                      &Palette::line2}; // as in PartRole
    return c.*of[static_cast<std::size_t>(part)];
}

Scene load_report_head(float width, const FigureStyle& style) {
    Scene scene{.width = width, .height = 24};
    const ReportColumns at = report_columns(width);
    const Palette& c = style.colors();
    const auto word = [&](float x, const char* text, Align align = Align::Left) {
        if (x > 0) add_text(scene, {x, 9}, text, Face::Regular, 11, c.t3, align);
    };
    word(at.tensor, "tensor");
    word(at.role, "part it plays");
    word(at.shape, "shape");
    word(at.type, "type");
    word(at.size, "size", Align::Right);
    if (at.values > 0) word(at.right, "values", Align::Right);
    add_line(scene, {at.tensor, 23.5f}, {at.right, 23.5f}, c.line);
    return scene;
}

Scene load_report_rows(const io::LoadReport& report, float width, int hovered, const FigureStyle& style) {
    Scene scene;
    scene.width = width;
    Table table{scene, style, report_columns(width), width};
    int index = 0;
    for (const io::ReportGroup& group : report.groups) {
        const bool missing = group.title == "Missing", unread = group.title == "Not understood",
                   used = !missing && !unread && group.title != "Not used";
        if (group.rows.empty()) continue;
        add_group(table, group.title, missing, unread);
        if (unread)
            add_hatching(scene, {edge - 13, table.y, 5, row_height * static_cast<float>(group.rows.size())},
                         1.5f, style.colors().attention);
        for (const io::ReportRow& row : group.rows) {
            add_row(table, row, index, index == hovered, used, missing, unread);
            ++index;
        }
    }
    scene.height = table.y + 8;
    return scene;
}

} // namespace heed
