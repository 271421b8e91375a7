// The baked fonts: every face at every size that was asked for, in one atlas that is rebuilt between frames;
// and beside them the lines that Pango lays out, for text that they cannot draw.
#pragma once

#include "app/render/font_source.h"
#include "app/window/font_files.h"

#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

struct ImFontAtlas;

namespace heed {

class FontBook : public FontSource {
public:
    /// Finds the files of the faces. Throws heed::Error when the system has no font at all.
    FontBook();
    ~FontBook() override;

    /// What ImGui draws with; it must not outlive this book.
    ImFontAtlas& atlas() { return *atlas_; }
    /// Bakes what is wanted for this scale when that differs from what is baked. Needs neither a window nor
    /// ImGui, so that another thread can do it while the window opens.
    void build(float scale);
    /// build, and uploads what is new. Returns whether anything was. Only between frames, with the context
    /// current.
    bool bake(float scale);
    /// Whether something was asked for that the next bake will bring.
    bool stale() const { return stale_; }

    bool plain(const std::string& text, Face face) const override;
    FontChoice font(Face face, float pixels) const override;
    void want(const std::string& text, Face face) const override;
    Laid line(const std::string& text, Face face, float pixels) const override;
    float width(const std::string& text, Face face, float size) const override;
    TextPlaces places(const std::string& text, Face face, float size) const override;

private:
    using Key = std::pair<Face, int>; // face, em in device px

    static int whole(float pixels);
    void add_to_atlas(Key key);

    std::unique_ptr<ImFontAtlas> atlas_;
    std::map<Face, FontFile> files_;
    mutable TextSetter lines_{TextSetter::On::Screen};
    float scale_ = 0;
    std::map<Key, ImFont*> fonts_;
    std::vector<unsigned short>
        ranges_; // what is baked now: pairs, ended by 0; read by ImGui while it builds
    mutable std::set<Key> wanted_sizes_;
    mutable std::set<char32_t> wanted_points_; // outside the first ranges
    mutable bool stale_ = true;
    bool uploaded_ = false, has_texture_ = false; // the second: of any bake
};

} // namespace heed
