#version 330 core
// Soft light around a box: strongest at its edge, gone after `reach` px.
uniform vec4 inner;  // the box that shines, px within the drawn one
uniform vec4 light;  // colour and strength
uniform float reach; // px
in vec2 at;
out vec4 color;

void main() {
    vec2 half_size = inner.zw * 0.5;
    vec2 past = max(abs(at - inner.xy - half_size) - half_size, 0.0);
    float falls = clamp(1.0 - length(past) / reach, 0.0, 1.0);
    color = vec4(light.rgb, light.a * falls * falls);
}
