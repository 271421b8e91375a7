#include "app/figures/inspector/column.h"

namespace heed::inspector {

void Column::text(float x, float at_y, std::string words, Face face, float size, Color color, Align align) {
    if (words.empty()) return;
    scene.add(TextItem{{left + x, at_y}, std::move(words), face, size, color, align});
}

void Column::text_within(float x, float at_y, float room, const std::string& words, Face face, float size,
                         Color color) {
    text(x, at_y, fit(words, room, face, size, *style.metrics), face, size, color);
}

void head(Column& c, const std::string& title, Color dot, int ordinal, int count) {
    const float y = c.y + 26;
    c.scene.add(CircleItem{.centre = {c.left + 5, y}, .radius = 5, .fill = dot});
    c.text(18, y, title, Face::Semibold, 15, c.colors().t1);
    if (count > 0)
        c.text(c.width, y, std::to_string(ordinal) + " of " + std::to_string(count), Face::Mono, 11,
               c.colors().t3, Align::Right);
    c.y += 43;
}

void meaning(Column& c, const std::string& words) {
    for (const std::string& line : wrap(words, c.width, Face::Regular, 13, *c.style.metrics)) {
        c.text(0, c.y + 10, line, Face::Regular, 13, c.colors().t2);
        c.y += 20;
    }
    c.y += 17;
}

void opening(Column& c, const std::string& title, Color dot, int ordinal, int count,
             const std::string& words) {
    head(c, title, dot, ordinal, count);
    meaning(c, words);
    c.y -= 5;
}

void note(Column& c, const std::string& words, Color color) {
    c.y += 9;
    for (const std::string& line : wrap(words, c.width, Face::Regular, 11, *c.style.metrics)) {
        c.text(0, c.y + 8.5f, line, Face::Regular, 11, color);
        c.y += 17;
    }
}

void section(Column& c, const std::string& title, const std::string& caption, bool rule) {
    const float y = c.y + 23, used = caption.empty() ? 0 : c.measure(caption, Face::Regular, 11) + 12;
    c.text_within(0, y, c.width - used, title, Face::Semibold, 13, c.colors().t1);
    if (!caption.empty()) c.text(c.width, y, caption, Face::Regular, 11, c.colors().t3, Align::Right);
    if (rule) add_fill(c.scene, {c.left, y + 10, c.width, 1}, c.colors().line);
    c.y += rule ? 35.5f : 34;
}

void heading(Column& c, const std::string& title, const std::string& caption, float above) {
    const float y = c.y + above, used = caption.empty() ? 0 : c.measure(caption, Face::Regular, 11) + 12;
    c.text_within(0, y, c.width - used, title, Face::Semibold, 13, c.colors().t1);
    if (!caption.empty()) c.text(c.width, y, caption, Face::Regular, 11, c.colors().t3, Align::Right);
    c.y = y + 12;
}

void welcome(Column& c, const std::vector<WelcomePart>& parts) {
    const Palette& p = c.colors();
    c.text(0, 26, "What you will see", Face::Semibold, 15, p.t1);
    c.y = 48;
    for (const WelcomePart& part : parts) {
        const std::vector<std::string> lines =
            wrap(part.gloss, c.width - 16, Face::Regular, 11, *c.style.metrics);
        const float high = 18 + 16 * static_cast<float>(lines.size());
        add_fill(c.scene, {c.left, c.y, 4, high}, p.*part.color, 2);
        c.text(16, c.y + 8, part.name, Face::Semibold, 13, p.t1);
        for (std::size_t n = 0; n < lines.size(); ++n)
            c.text(16, c.y + 26 + 16 * static_cast<float>(n), lines[n], Face::Regular, 11, p.t2);
        c.y += high + 12;
    }
    c.y += 2;
}

} // namespace heed::inspector
