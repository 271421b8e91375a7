// A GLSL program whose uniforms are known by name, and checked.
#pragma once

#include "app/render/gl_handle.h"

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace heed {

/// What went wrong with a shader: the driver's words, for "Copy details".
struct ShaderProblem {
    std::string text;
};

class ShaderProgram {
public:
    /// Reads, compiles and links two files. Throws ShaderProblem: a file that cannot be read, the compiler's
    /// log, and any difference between `uniforms` and the active uniforms of the program, by name.
    ShaderProgram(const std::filesystem::path& vertex, const std::filesystem::path& fragment,
                  const std::vector<std::string>& uniforms);

    void use() const { glUseProgram(program_.id()); }
    /// The name must be one of those the program was made with.
    void set(const std::string& name, float x) const { glUniform1f(place(name), x); }
    void set(const std::string& name, int x) const { glUniform1i(place(name), x); }
    void set(const std::string& name, float x, float y) const { glUniform2f(place(name), x, y); }
    void set(const std::string& name, float x, float y, float z, float w) const {
        glUniform4f(place(name), x, y, z, w);
    }

private:
    GLint place(const std::string& name) const;

    gl::Program program_;
    std::map<std::string, GLint> places_;
};

} // namespace heed
