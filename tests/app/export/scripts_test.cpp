// Every code point of twelve scripts, through everything that an input passes.
#include "app/export/export.h"
#include "app/figures/base/format.h"
#include "app/state/commands/command.h"
#include "app/state/session/session.h"
#include "app/state/update.h"
#include "app/text/edit.h"
#include "core/models/model.h"
#include "core/text/lines.h"
#include "core/text/strings.h"
#include "core/text/tokenizer.h"
#include "tests/support/samples/sample_trace.h"
#include "tests/support/scripts.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace heed {
namespace {

class Scripts : public testing::TestWithParam<ScriptSample> {
protected:
    std::string text() const { return std::string(GetParam().text); }
};

std::vector<std::string> code_points(const std::string& text) {
    std::vector<std::string> all;
    for (std::size_t at = 0; at < text.size();) {
        const CodePoint c = decode_utf8(text, at);
        all.push_back(text.substr(at, c.length));
        at += c.length;
    }
    return all;
}

TEST_P(Scripts, TypedOneByOneAndPasted) {
    TextEdit typed, pasted;
    for (const std::string& c : code_points(text())) typed.type(c);
    pasted.paste(one_line("\n" + text() + "\r\n"));
    EXPECT_EQ(typed.text(), text());
    EXPECT_EQ(pasted.text(), text());
    pasted.select_all();
    EXPECT_EQ(pasted.selected(), text()) << "what is copied";
}

TEST_P(Scripts, TokensAreTheTextAgain) {
    const Tokenizer characters{TokenLevel::Character, false};
    std::string all;
    for (const auto& piece : characters.split(text())) all += piece.text;
    EXPECT_EQ(all, text());
    for (const auto& piece : Tokenizer{TokenLevel::Given, false}.split(text())) {
        EXPECT_EQ(piece.text, text().substr(piece.begin, piece.end - piece.begin));
        EXPECT_EQ(shown(piece.text), piece.text) << "as figures write it";
    }
}

TEST_P(Scripts, ASessionAndARecordingKeepIt) {
    AppState s;
    s.model = std::make_shared<Model>();
    s.model_name = "dates";
    update(s, {"type", text()});
    EXPECT_EQ(s.input, text());
    EXPECT_EQ(parse_session(session_text(s), "f").version.input, text());
    const Command back = command_from_json(nlohmann::json::parse(command_to_json({"type", text()}).dump()));
    EXPECT_EQ(back.text, text());
}

TEST_P(Scripts, FiguresAndTablesHoldIt) {
    Scene scene;
    scene.width = 400;
    scene.height = 40;
    for (const Align align : {Align::Left, Align::Centre, Align::Right})
        scene.add(
            TextItem{.at = {200, 20}, .text = text(), .size = 12, .color = {0, 0, 0, 255}, .align = align});
    const std::string svg = render_picture(scene, FileKind::Svg);
    EXPECT_NE(svg.find(">" + text() + "</text>"), std::string::npos);
    EXPECT_EQ(render_picture(scene, FileKind::Pdf).substr(0, 5), "%PDF-");
    scene.background = {255, 255, 255, 255};
    int width = 0, height = 0;
    const std::string pixels = render_rgba(scene, 2, width, height);
    EXPECT_NE(pixels.find('\0'), std::string::npos) << "there is ink";

    Trace trace = sample_trace(2, 2);
    trace.source[0].text = text();
    const std::string csv = trace_csv(trace);
    EXPECT_TRUE(csv.starts_with("output," + csv_field(text()) + ",")) << csv.substr(0, 200);
}

INSTANTIATE_TEST_SUITE_P(All, Scripts, testing::ValuesIn(script_samples),
                         [](const auto& info) { return std::string(info.param.name); });

} // namespace
} // namespace heed
