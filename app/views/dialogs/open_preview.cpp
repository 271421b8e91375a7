#include "app/views/dialogs/open_preview.h"

#include "app/views/base/widgets.h"
#include "app/views/standing.h"
#include "core/text/strings.h"

#include <algorithm>
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>

namespace heed {
namespace {

/// Which files hold the words of a model of another toolkit.
void vocabularies(Ui& ui, const FilePreview& p, float x, float& y, float w) {
    const Palette& c = ui.colors;
    ui.fill({x, y + 6, w, 1}, c.line);
    y += 30;
    ui.text({x, y}, "Vocabularies", Face::Semibold, 11, c.t3);
    y += 12;
    const auto found = [&](const char* side, const std::string& file) {
        if (file.empty()) return;
        y += 24;
        ui.draw(icon(Icon::Check, c.t1), {x + 6, y - 8});
        ui.text({x + 20, y - 8}, side, Face::Regular, 13, c.t2);
        ui.text({x + w, y - 8}, ui.cut(file, Face::Mono, 11, w - 90), Face::Mono, 11, c.t1, Align::Right);
    };
    const bool one = !p.source_words.empty() && p.source_words == p.target_words;
    found(one ? "both sides" : "source", p.source_words);
    if (!one) found("target", p.target_words);
    if (p.asks_words) {
        y += 6;
        const bool half = !p.source_words.empty() || !p.target_words.empty();
        y += ui.paragraph({x, y, w, 0},
                          half ? "The other is not beside it; you will be asked."
                               : "None beside it; you will be asked.",
                          Face::Regular, 13, 20, c.t2);
    } else if (p.source_words.empty() && p.target_words.empty()) {
        y += 6;
        y += ui.paragraph({x, y, w, 0}, p.folder ? "Inside the folder." : "Inside the file.", Face::Regular,
                          13, 20, c.t2);
    }
    y += 8;
}

/// As many of the parts between commas as fit: the load report has the rest.
std::string brief(const Ui& ui, std::string value, float room) {
    for (const auto& [longer, shorter] :
         {std::pair{"both directions", "both ways"}, std::pair{"one direction", "one way"}})
        if (const std::size_t at = value.find(longer); at != std::string::npos)
            value.replace(at, std::string_view(longer).size(), shorter);
    while (ui.text_width(value, Face::Regular, 13) > room) {
        const std::size_t comma = value.rfind(", ");
        if (comma == std::string::npos) return ui.cut(value, Face::Regular, 13, room);
        value.resize(comma);
    }
    return value;
}

/// By which family it is read, and those it could be read by.
void families(Ui& ui, const FilePreview& p, float x, float& y, float w) {
    const OpenDialog& open = ui.state.open;
    const Palette& c = ui.colors;
    const bool mapped = open.family.starts_with('{');
    if (p.families.empty() || (p.families.size() == 1 && open.family.empty())) return;
    const auto chosen = std::find_if(p.families.begin(), p.families.end(),
                                     [&](const io::FittingFamily& f) { return f.id == open.family; });
    const std::string now = mapped                ? "As you mapped it"
                            : open.family.empty() ? p.families.front().title
                            : chosen == p.families.end()
                                ? std::filesystem::path(open.family).filename().string()
                                : chosen->title;
    ui.text({x, y + 10}, "family", Face::Regular, 11, c.t3);
    y += 22;
    const bool by_key = ui.pressed("Enter") || ui.pressed("Space");
    if (menu_button(ui, "open:family", {x, y, w, 28}, now, "", true))
        ui.send({open.families_shown && by_key ? "open-family-take" : "open-families"});
    y += 36;
    if (!open.families_shown) return;
    int n = 0;
    const auto row = [&](const std::string& id, const std::string& title, const std::string& note) {
        const Box box{x, y, w, 40};
        const Ui::Hit hit = ui.press("open:family:" + id, box, 5, false);
        row_ground(ui, box, hit, n++ == open.family_pointed);
        ui.text({x + 10, y + 13}, ui.cut(title, Face::Regular, 13, w - 20), Face::Regular, 13, c.t1);
        ui.text({x + 10, y + 29}, ui.cut(note, Face::Regular, 11, w - 20), Face::Regular, 11, c.t3);
        if (hit.clicked) {
            Command command{"open-family"};
            command.family = id;
            ui.send(command);
        }
        y += 42;
    };
    row("", "Found by its tensors", p.families.front().title);
    for (const io::FittingFamily& f : p.families)
        row(f.id, f.title, std::to_string(f.taken) + " of " + std::to_string(f.tensors) + " tensors");
    y += 6;
}

/// How well it is understood, as far as names and shapes tell.
void understanding(Ui& ui, const io::Understanding& u, float x, float& y, float w) {
    if (u.tensors == 0) return;
    const Palette& c = ui.colors;
    ui.fill({x, y + 6, w, 1}, c.line);
    y += 18;
    const auto line = [&](Standing sign, const std::string& text) {
        standing_sign(ui, sign, {x + 6, y + 10});
        y += ui.paragraph({x + 22, y, w - 22, 0}, text, Face::Regular, 13, 20, c.t1) + 6;
    };
    const std::string all = counted(static_cast<int>(u.tensors), "tensor");
    if (u.unread > 0)
        line(Standing::NotUnderstood, counted(static_cast<int>(u.unread), "tensor") + " of " +
                                          std::to_string(u.tensors) + " (" + file_size(u.unread_bytes) +
                                          ") not understood");
    else
        line(Standing::Verified, all + ", all known");
    if (u.example)
        line(Standing::Unsaid, "Its example is run when it is opened.");
    else if (u.unsettled > 0)
        line(Standing::InDoubt, counted(static_cast<int>(u.unsettled), "thing") +
                                    " its files cannot tell, and no example settles");
    else
        line(Standing::NotVerified, "No example beside it: not verified");
    if (u.words_unseen && !u.example) line(Standing::Unsaid, "Its words are looked at when it is opened.");
}

/// Written downwards from `top`; where it ends.
float preview(Ui& ui, Box box, float top) {
    const FilePreview& p = ui.state.open.preview;
    const Palette& c = ui.colors;
    const float x = box.x + 16, w = box.w - 40;
    ui.text({x, top + 27}, ui.cut(p.title, Face::Semibold, 15, w), Face::Semibold, 15, c.t1);
    ui.text({x, top + 50}, ui.cut(p.subtitle, Face::Regular, 11, w), Face::Regular, 11, c.t3);
    float y = top + 68;
    const std::string name = p.path.string() + ": "; // the title says it
    const std::string words = p.text.starts_with(name) ? capitalized(p.text.substr(name.size())) : p.text;
    if (!words.empty()) y += ui.paragraph({x, y, w, 0}, words, Face::Regular, 13, 20, c.t2) + 14;
    if (p.mappable) {
        if (button(ui, "open:map", {x, y, 140, 28}, "Map it by hand"))
            ui.send({"assistant", p.path.string()});
        y += 36;
        y += ui.paragraph({x, y, w, 0}, "Tensor by tensor, with what its shapes leave open as questions.",
                          Face::Regular, 11, 17, c.t3) +
             8;
    }
    families(ui, p, x, y, w);
    for (const auto& [name, value] : p.facts) {
        ui.text({x, y + 10}, name, Face::Regular, 11, c.t3);
        const float room = w - std::max(64.0f, ui.text_width(name, Face::Regular, 11) + 10);
        ui.text({x + w, y + 10}, brief(ui, value, room), Face::Regular, 13, c.t1, Align::Right);
        y += 24;
    }
    if (p.facts.empty()) return y;
    if (p.folder && ui.state.open.filter.empty()) {
        key_chip(ui, {x, y + 14}, "→");
        ui.text({x + 28, y + 14}, "looks inside this folder", Face::Regular, 11, c.t3);
        y += 28;
    }
    understanding(ui, p.understanding, x, y, w);
    if (p.foreign) vocabularies(ui, p, x, y, w);
    ui.fill({x, y + 8, w, 1}, c.line);
    ui.draw(icon(Icon::Lock, c.t3), {x + 6, y + 30});
    return y + 28 +
           ui.paragraph({x + 22, y + 20, w - 22, 0},
                        "Nothing inside the files is run. Only numbers and names are read.", Face::Regular,
                        11, 17, c.t3);
}

} // namespace

void open_preview(Ui& ui, Box box) {
    const FilePreview& p = ui.state.open.preview;
    if (p.path.empty()) return;
    const std::string id = "open:preview:" + p.path.string();
    float& height = ui.memory.scroll[id + ":height"]; // of the frame before
    float& scroll = scrolled(ui, id, box, height);
    ui.clip(box);
    const float now = preview(ui, box, box.y - scroll) + scroll - box.y;
    if (now != height) ui.memory.animating = true;
    height = now;
    scroll_bar(ui, id + ":bar", {box.right() - 8, box.y, 8, box.h}, height, scroll);
    ui.end_clip();
}

} // namespace heed
