#include "app/state/heads/pair_lines.h"

#include "core/base/error.h"

namespace heed {

std::vector<PairLine> read_pair_lines(const Model& model, io::LineSource& source,
                                      const std::function<bool()>& enough) {
    using Read = io::LineSource::Read;
    std::vector<PairLine> lines;
    std::string text;
    for (Read read; !(enough && enough()) && (read = source.next(text)) != Read::End;) {
        if (read == Read::Line && text.empty()) continue;
        PairLine line{source.number(), {}, {}};
        try {
            if (read == Read::TooLong)
                throw Error(source.name() + ": line " + std::to_string(line.number) +
                            ": longer than a mebibyte");
            line.pair = heads::read_pair(model, text, source.name(), line.number);
        } catch (const Error& error) {
            line.error = error.what();
        }
        lines.push_back(std::move(line));
    }
    return lines;
}

} // namespace heed
