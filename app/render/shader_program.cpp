#include "app/render/shader_program.h"

#include <algorithm>
#include <cassert>
#include <fstream>
#include <iterator>
#include <set>

namespace heed {
namespace {

std::string read_file(const std::filesystem::path& file) {
    std::ifstream in(file, std::ios::binary);
    if (!in) throw ShaderProblem{file.string() + ": cannot be read"};
    return {std::istreambuf_iterator<char>(in), {}};
}

std::string log_of(GLuint id, bool program) {
    std::string log(4096, '\0');
    GLsizei length = 0;
    if (program)
        glGetProgramInfoLog(id, static_cast<GLsizei>(log.size()), &length, log.data());
    else
        glGetShaderInfoLog(id, static_cast<GLsizei>(log.size()), &length, log.data());
    log.resize(static_cast<std::size_t>(std::max(length, 0)));
    return log;
}

void attach(GLuint program, GLenum stage, const std::filesystem::path& file) {
    const std::string source = read_file(file);
    const char* text = source.c_str();
    const GLuint shader = glCreateShader(stage);
    glShaderSource(shader, 1, &text, nullptr);
    glCompileShader(shader);
    GLint done = 0;
    glGetShaderiv(shader, GL_COMPILE_STATUS, &done);
    const std::string log = done ? "" : log_of(shader, false);
    glAttachShader(program, shader);
    glDeleteShader(shader); // lives as long as the program
    if (!done) throw ShaderProblem{file.filename().string() + ": " + log};
}

std::set<std::string> active_uniforms(GLuint program) {
    GLint count = 0;
    glGetProgramiv(program, GL_ACTIVE_UNIFORMS, &count);
    std::set<std::string> names;
    for (GLint n = 0; n < count; ++n) {
        char name[128] = {};
        GLint size = 0;
        GLenum type = 0;
        glGetActiveUniform(program, static_cast<GLuint>(n), sizeof name, nullptr, &size, &type, name);
        names.insert(name);
    }
    return names;
}

} // namespace

ShaderProgram::ShaderProgram(const std::filesystem::path& vertex, const std::filesystem::path& fragment,
                             const std::vector<std::string>& uniforms)
    : program_(gl::Program::make()) {
    attach(program_.id(), GL_VERTEX_SHADER, vertex);
    attach(program_.id(), GL_FRAGMENT_SHADER, fragment);
    glLinkProgram(program_.id());
    GLint done = 0;
    glGetProgramiv(program_.id(), GL_LINK_STATUS, &done);
    if (!done) throw ShaderProblem{fragment.filename().string() + ": " + log_of(program_.id(), true)};

    std::set<std::string> active = active_uniforms(program_.id());
    for (const std::string& name : uniforms) {
        if (active.erase(name) == 0)
            throw ShaderProblem{fragment.filename().string() + ": uniform " + name + ": expected, not found"};
        places_[name] = glGetUniformLocation(program_.id(), name.c_str());
    }
    if (!active.empty())
        throw ShaderProblem{fragment.filename().string() + ": uniform " + *active.begin() + " is never set"};
}

GLint ShaderProgram::place(const std::string& name) const {
    const auto found = places_.find(name);
    assert(found != places_.end() && "a uniform must be named when the program is made");
    return found == places_.end() ? -1 : found->second;
}

} // namespace heed
