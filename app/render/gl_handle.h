// Names of OpenGL objects that free themselves. A context must be current when one is made or destroyed.
#pragma once

#include <epoxy/gl.h>
#include <utility>

namespace heed::gl {

/// Kind has static create() and destroy(GLuint).
template <class Kind>
class Handle {
public:
    Handle() = default;
    static Handle make() { return Handle(Kind::create()); }
    explicit Handle(GLuint id) : id_(id) {}
    Handle(Handle&& other) noexcept : id_(std::exchange(other.id_, 0)) {}
    Handle& operator=(Handle&& other) noexcept {
        std::swap(id_, other.id_);
        return *this;
    }
    Handle(const Handle&) = delete;
    Handle& operator=(const Handle&) = delete;
    ~Handle() {
        if (id_ != 0) Kind::destroy(id_);
    }
    GLuint id() const { return id_; }
    explicit operator bool() const { return id_ != 0; }

private:
    GLuint id_ = 0;
};

struct TextureKind {
    static GLuint create() {
        GLuint id = 0;
        glGenTextures(1, &id);
        return id;
    }
    static void destroy(GLuint id) { glDeleteTextures(1, &id); }
};
struct FramebufferKind {
    static GLuint create() {
        GLuint id = 0;
        glGenFramebuffers(1, &id);
        return id;
    }
    static void destroy(GLuint id) { glDeleteFramebuffers(1, &id); }
};
struct RenderbufferKind {
    static GLuint create() {
        GLuint id = 0;
        glGenRenderbuffers(1, &id);
        return id;
    }
    static void destroy(GLuint id) { glDeleteRenderbuffers(1, &id); }
};
struct VertexArrayKind {
    static GLuint create() {
        GLuint id = 0;
        glGenVertexArrays(1, &id);
        return id;
    }
    static void destroy(GLuint id) { glDeleteVertexArrays(1, &id); }
};
struct BufferKind {
    static GLuint create() {
        GLuint id = 0;
        glGenBuffers(1, &id);
        return id;
    }
    static void destroy(GLuint id) { glDeleteBuffers(1, &id); }
};
struct ProgramKind {
    static GLuint create() { return glCreateProgram(); }
    static void destroy(GLuint id) { glDeleteProgram(id); }
};

using Texture = Handle<TextureKind>;
using Framebuffer = Handle<FramebufferKind>;
using Renderbuffer = Handle<RenderbufferKind>;
using VertexArray = Handle<VertexArrayKind>;
using Buffer = Handle<BufferKind>;
using Program = Handle<ProgramKind>;

} // namespace heed::gl
