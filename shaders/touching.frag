#version 330 core
// As heatmap.frag, of maps whose cells touch: fewer orders a pixel, for hundreds of small maps at once.
uniform sampler2D values; // R32F, nearest; NaN: not computed yet
uniform sampler2D colors; // 256 x 1
uniform float bottom;     // value at the lower end of the map
uniform float top;        // and at the upper end
uniform int lift;         // 1: the square root is shown, so that small weights are seen
in vec2 at;
flat in vec2 first;       // texel of the map's upper left cell
flat in vec2 cells;       // columns, rows
flat in vec2 cell;        // size of one, px
out vec4 color;

void main() {
    vec2 index = min(floor(at / cell), cells - 1.0);
    float value = texelFetch(values, ivec2(first + index), 0).r;
    if (isnan(value)) discard;
    float share = clamp((value - bottom) / (top - bottom), 0.0, 1.0);
    if (lift == 1) share = sqrt(share);
    color = vec4(texelFetch(colors, ivec2(int(share * 255.0 + 0.5), 0), 0).rgb, 1.0);
}
