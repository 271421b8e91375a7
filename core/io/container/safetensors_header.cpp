#include "core/io/container/safetensors_header.h"

#include "core/base/error.h"
#include "core/text/escape.h"

#include <array>
#include <nlohmann/json.hpp>
#include <optional>
#include <unordered_set>

namespace heed::io {

namespace {

using Json = nlohmann::json;

std::optional<NumberType> number_type(std::string_view name) {
    for (int n = 0; n <= static_cast<int>(NumberType::Bool); ++n) {
        if (to_string(static_cast<NumberType>(n)) == name) return static_cast<NumberType>(n);
    }
    return std::nullopt;
}

/// Receives the JSON as it is read. At any moment it knows what may come next and refuses the rest, so depth
/// and memory are bounded by the format, not by the file.
class HeaderReader : public nlohmann::json_sax<Json> {
public:
    HeaderReader(const std::string& subject, std::string_view text) : subject_(subject), text_(text) {}

    SafetensorsHeader take() { return std::move(header_); }

    bool null() override { return unexpected("null"); }
    bool boolean(bool) override { return unexpected("true or false"); }
    bool number_integer(number_integer_t value) override {
        return unexpected(std::to_string(value));
    } // negative
    bool number_float(number_float_t, const string_t& text) override { return unexpected(text); }
    bool binary(binary_t&) override { return unexpected("bytes"); }

    bool number_unsigned(number_unsigned_t value) override {
        if (state_ == State::Shape) {
            if (value > static_cast<std::uint64_t>(INT64_MAX)) return unexpected(std::to_string(value));
            if (entry_.shape.size() == largest_rank) fail_tensor("too many dimensions", "at most 8", "more");
            entry_.shape.push_back(static_cast<std::int64_t>(value));
            return true;
        }
        if (state_ != State::Offsets || offsets_ == 2) return unexpected(std::to_string(value));
        (offsets_++ == 0 ? entry_.begin : entry_.end) = value;
        return true;
    }

    bool string(string_t& value) override {
        if (state_ == State::MetadataValue) {
            header_.metadata[key_] = std::move(value);
            state_ = State::Metadata;
            return true;
        }
        if (state_ != State::Type) return unexpected(in_quotes(value, 40));
        const auto type = number_type(value);
        if (!type) fail_tensor("type", "F32, F16, BF16, F64, whole numbers or BOOL", in_quotes(value, 40));
        entry_.type = *type;
        return field_done();
    }

    bool start_object(std::size_t) override {
        if (state_ == State::Start)
            state_ = State::Top;
        else if (state_ == State::TopValue)
            state_ = is_metadata_ ? State::Metadata : State::Tensor;
        else
            return unexpected("an object");
        return true;
    }

    bool key(string_t& value) override {
        if (state_ == State::Top) return top_key(value);
        if (state_ == State::Tensor) return field_key(value);
        key_ = value; // of the metadata
        state_ = State::MetadataValue;
        return true;
    }

    bool end_object() override {
        if (state_ == State::Tensor) {
            for (std::size_t n = 0; n < fields.size(); ++n) {
                if (!seen_[n]) fail_tensor("incomplete", "a field " + std::string(fields[n].name), "none");
            }
            header_.tensors.push_back(std::move(entry_));
        }
        state_ = state_ == State::Top ? State::End : State::Top;
        return true;
    }

    bool start_array(std::size_t) override {
        if (state_ == State::ShapeStart)
            state_ = State::Shape;
        else if (state_ == State::OffsetsStart)
            state_ = State::Offsets;
        else
            return unexpected("a list");
        return true;
    }

    bool end_array() override {
        if (state_ == State::Offsets && offsets_ != 2)
            fail_tensor("data_offsets", "two numbers", std::to_string(offsets_));
        return field_done();
    }

    bool parse_error(std::size_t position, const std::string&, const nlohmann::detail::exception&) override {
        const std::size_t byte = position > 0 ? position - 1 : 0;
        throw Error(subject_, "the header is not JSON", "a safetensors header",
                    byte < text_.size() ? "\"" + escaped(text_.substr(byte, 20), 40) + "\" at byte " +
                                              std::to_string(8 + byte)
                                        : "its end too early");
    }

private:
    enum class State {
        Start,
        Top,
        TopValue,
        Metadata,
        MetadataValue,
        Tensor,
        Type,
        ShapeStart,
        Shape,
        OffsetsStart,
        Offsets,
        End
    };
    struct Field {
        std::string_view name;
        State state;
        const char* expected;
    };
    static constexpr std::array<Field, 3> fields = {
        {{"dtype", State::Type, "a name of a type"},
         {"shape", State::ShapeStart, "a list of whole numbers"},
         {"data_offsets", State::OffsetsStart, "two whole numbers"}}};

    bool top_key(string_t& value) {
        is_metadata_ = value == "__metadata__";
        if (!names_.insert(value).second) {
            throw Error(subject_, "tensor \"" + escaped(value) + "\"", "each name once", "it twice");
        }
        entry_ = {};
        entry_.name = std::move(value);
        seen_ = {};
        state_ = State::TopValue;
        return true;
    }

    bool field_key(const string_t& value) {
        for (std::size_t n = 0; n < fields.size(); ++n) {
            if (value != fields[n].name) continue;
            if (seen_[n]) fail_tensor(value, "it once", "it twice");
            seen_[n] = true;
            field_ = n;
            offsets_ = 0;
            state_ = fields[n].state;
            return true;
        }
        fail_tensor("unknown field", "dtype, shape or data_offsets", in_quotes(value, 40));
    }

    bool field_done() {
        state_ = State::Tensor;
        return true;
    }

    bool unexpected(const std::string& found) const {
        if (state_ == State::Start) throw Error(subject_, "the header", "an object", found);
        if (state_ == State::MetadataValue) throw Error(subject_, "__metadata__", "text", found);
        if (state_ == State::TopValue)
            throw Error(subject_, "tensor \"" + escaped(entry_.name) + "\"", "an object", found);
        const Field& field = fields[field_];
        fail_tensor(std::string(field.name), field.expected, found);
    }

    [[noreturn]] void fail_tensor(const std::string& problem, const std::string& expected,
                                  const std::string& found) const {
        throw Error(subject_, "tensor \"" + escaped(entry_.name) + "\": " + problem, expected, found);
    }

    const std::string& subject_;
    std::string_view text_;
    SafetensorsHeader header_;
    std::unordered_set<std::string> names_;
    State state_ = State::Start;
    bool is_metadata_ = false;
    std::string key_;
    TensorEntry entry_;
    std::array<bool, 3> seen_{};
    std::size_t field_ = 0;
    int offsets_ = 0;
};

} // namespace

SafetensorsHeader parse_safetensors_header(std::string_view text, const std::string& subject) {
    HeaderReader reader(subject, text);
    Json::sax_parse(text, &reader);
    return reader.take();
}

} // namespace heed::io
