// "What you will see": the inspector before the first step (design 7-first-run).
#include "app/figures/inspector/column.h"
#include "app/figures/seq2seq/inspector/inspector.h"
#include "core/models/seq2seq/facts.h"

#include <array>
#include <vector>

namespace heed {
namespace {

using inspector::WelcomePart;

std::vector<WelcomePart> roles_of(const ModelFacts& model) {
    std::vector<WelcomePart> roles{
        {"Forward reader", "Reads the source left to right and keeps a running state.", &Palette::forward}};
    if (seq2seq_facts(model).bidirectional)
        roles.push_back({"Backward reader", "Reads it right to left. Together they describe each position.",
                         &Palette::backward});
    if (model.score == "none")
        roles.push_back({"Context", "The readers’ last states: all that is passed on, the same each time.",
                         &Palette::attention});
    else
        roles.push_back(
            {"Attention", "Decides how much of each position to use right now.", &Palette::attention});
    roles.push_back({"Decoder", "Its state remembers what has been written so far.", &Palette::decoder});
    roles.push_back({"Output", "Picks the next token, then everything above repeats.", &Palette::output});
    return roles;
}

struct WelcomeLink {
    const char *words, *hint, *button; // the name a PickKind::Button carries
    bool key;                          // the hint is a key, set in Mono
};

std::array<WelcomeLink, 4> links_of(const ModelFacts& model) {
    const bool dates = model.task == "dates";
    return {{{dates ? "Type your own date in the line above" : "Type your own text in the line above",
              dates ? "any style" : "/", "focus-input", !dates},
             {"Compare scoring functions", "Ctrl 2", "view-compare", true},
             {model.score == "none" ? "Export the figure" : "Export the heatmap", "Ctrl E", "export", true},
             {"Open a model of your own", "Ctrl O", "open", true}}};
}

} // namespace

Scene welcome_figure(float width, const FigureStyle& style, const ModelFacts* loaded) {
    ModelFacts model; // what the program opens with
    model.task = "dates";
    model.score = "additive";
    if (loaded) model = *loaded;
    inspector::Column c(width, style);
    const Palette& p = style.colors();
    c.text(0, 26, "What you will see", Face::Semibold, 15, p.t1);
    c.y = 51;
    for (const WelcomePart& role : roles_of(model)) {
        add_fill(c.scene, {c.left, c.y, 4, 46}, p.*role.color, 2);
        c.text(18, c.y + 7, role.name, Face::Semibold, 13, p.t1);
        float y = c.y + 28;
        for (const std::string& line : wrap(role.gloss, c.width - 18, Face::Regular, 13, *style.metrics)) {
            c.text(18, y, line, Face::Regular, 13, p.t2);
            y += 19;
        }
        c.y += 70;
    }
    c.y -= 6;
    add_fill(c.scene, {c.left, c.y, c.width, 1}, p.line);
    c.y += 26;
    c.text(0, c.y, "Then try", Face::Semibold, 15, p.t1);
    c.y += 22;
    for (const WelcomeLink& link : links_of(model)) {
        const Box box{c.left, c.y, c.width, 34};
        add_fill(c.scene, box, p.bg2, 6);
        const float hint = c.measure(link.hint, link.key ? Face::Mono : Face::Regular, 11);
        c.text_within(12, c.y + 17, c.width - 32 - hint, link.words, Face::Medium, 13, p.t1);
        c.text(c.width - 12, c.y + 17, link.hint, link.key ? Face::Mono : Face::Regular, 11, p.t3,
               Align::Right);
        c.scene.pick(box, {.kind = PickKind::Button, .name = link.button});
        c.y += 40;
    }
    c.scene.height = c.y + 14;
    return std::move(c.scene);
}

} // namespace heed
