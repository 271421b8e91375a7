// What shaders draw: heatmaps and glows. Where a shader does not compile, `available` is false and the scene
// renderer draws the same with filled rectangles.
#pragma once

#include "app/figures/base/scene.h"
#include "app/render/maps/map_page.h"
#include "app/render/maps/map_textures.h"
#include "app/render/shader_program.h"

#include <map>
#include <memory>
#include <optional>
#include <string>

namespace heed {

class Effects {
public:
    /// Compiles the shaders of the folder. A current OpenGL 3.3 context is needed.
    explicit Effects(const std::filesystem::path& shaders);

    bool available() const { return heatmap_ && touching_ && glow_; }
    /// Why not, in the driver's words.
    const std::string& problem() const { return problem_; }

    /// Px of the picture that is being drawn.
    struct Target {
        int width = 0, height = 0;
    };
    void begin_frame(Target target);

    /// Draws at once, with the scissor as it is. Boxes in device px.
    void draw_matrix(const MatrixItem& item, Box box, float scale);
    void draw_tiles(const TiledItem& item, Box box, float scale);
    /// Small ones that show the whole of a map (MapPage::takes) and have the same colours, at once.
    void draw_maps(const std::vector<PlacedMap>& maps, float scale);
    void draw_glow(const GlowItem& item, Box box, float reach);
    /// Cut to the scissor.
    void fill(Box box, Color color) const;

private:
    struct CachedValues {
        std::weak_ptr<const std::vector<float>> values;
        gl::Texture texture;
    };
    /// `least` and `most` are at either end of the colours.
    struct Look {
        ColorMapId map;
        ValueScale scale;
        bool dark;
        float least, most;
    };
    /// A box that shows a part of a texture, as shaders/cells.vert reads it.
    struct Cells {
        float box[4];      // px
        float part[4];     // texels
        float gap, radius; // px
    };
    static Cells cells_of(Box box, int x, int y, int columns, int rows, float gap, float radius);
    void draw_cells(GLuint texture, const std::vector<Cells>& cells, const Look& look);
    GLuint texture_of(const MatrixItem& item);
    GLuint colors_of(ColorMapId map, bool dark);

    std::optional<ShaderProgram> heatmap_, touching_, glow_; // the second: of cells without a gap
    gl::VertexArray corners_, instances_;
    gl::Buffer buffer_; // of Cells
    std::string problem_;
    Target target_;
    std::map<const void*, CachedValues> values_;
    MapTextures maps_;
    MapPage page_;
    std::map<std::pair<ColorMapId, bool>, gl::Texture> colors_;
};

} // namespace heed
