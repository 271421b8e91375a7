#version 330 core
// Weights to colours: one float a cell, looked up in a colour map of 256 steps.
uniform sampler2D values; // R32F, nearest; NaN: not computed yet
uniform sampler2D colors; // 256 x 1
uniform float bottom;     // value at the lower end of the map
uniform float top;        // and at the upper end
uniform int lift;         // 1: the square root is shown, so that small weights are seen
in vec2 at;
flat in vec2 first;       // texel of the map's upper left cell
flat in vec2 cells;       // columns, rows
flat in vec2 cell;        // size of one, px
flat in float gap;        // px left free between two cells
flat in float radius;     // of a cell's corners, px
out vec4 color;

void main() {
    vec2 index = min(floor(at / cell), cells - 1.0);
    float value = texelFetch(values, ivec2(first + index), 0).r;
    if (isnan(value)) discard;

    // Distance to the rounded box of this cell, negative inside.
    vec2 half_size = (cell - gap) * 0.5;
    vec2 from_centre = abs(at - (index + 0.5) * cell);
    float r = min(radius, min(half_size.x, half_size.y));
    vec2 past = from_centre - half_size + r;
    float edge = length(max(past, 0.0)) + min(max(past.x, past.y), 0.0) - r;
    float cover = clamp(0.5 - edge, 0.0, 1.0);
    if (gap <= 0.0 && radius <= 0.0) cover = 1.0;
    if (cover <= 0.0) discard;

    float share = clamp((value - bottom) / (top - bottom), 0.0, 1.0);
    if (lift == 1) share = sqrt(share);
    color = vec4(texelFetch(colors, ivec2(int(share * 255.0 + 0.5), 0), 0).rgb, cover);
}
