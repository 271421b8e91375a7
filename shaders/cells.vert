#version 330 core
// Maps of the window, any number at once: a strip of four corners for each, an entry of the buffers a map.
layout(location = 0) in vec4 box;  // x, y, width, height, px from the picture's top left
layout(location = 1) in vec4 part; // of the texture: its first column and row, and how many of each
layout(location = 2) in vec2 look; // px left free between two cells, and of a cell's corners
uniform vec2 viewport;             // of the whole picture, px
out vec2 at;                       // px from the box's top left
flat out vec2 first, cells, cell;
flat out float gap, radius;

void main() {
    vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1);
    at = corner * box.zw;
    first = part.xy;
    cells = part.zw;
    cell = box.zw / part.zw;
    gap = look.x;
    radius = look.y;
    vec2 pixel = box.xy + at;
    gl_Position = vec4(pixel.x / viewport.x * 2.0 - 1.0, 1.0 - pixel.y / viewport.y * 2.0, 0.0, 1.0);
}
