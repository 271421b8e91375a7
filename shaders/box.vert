#version 330 core
// A rectangle of the window, in px from its top left. Drawn as a strip of four corners, without a buffer.
uniform vec4 box;      // x, y, width, height
uniform vec2 viewport; // of the whole picture, px
out vec2 at;           // px from the box's top left

void main() {
    vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1);
    at = corner * box.zw;
    vec2 pixel = box.xy + at;
    gl_Position = vec4(pixel.x / viewport.x * 2.0 - 1.0, 1.0 - pixel.y / viewport.y * 2.0, 0.0, 1.0);
}
