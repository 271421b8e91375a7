// Lines of mixed scripts and noise, and what Hugging Face's own library (the npm package tokenizers) makes of each.
// tokenizer_lines.js COUNT SEED reads a tokenizer.json from its input: a JSON object a line, {"text", "pieces": [[id, first
// byte, last byte]], "decoded"}.
"use strict";

const fs = require("fs");
const { Tokenizer } = require("tokenizers");

const SCRIPTS = [
    [0x20, 0x7e], [0x20, 0x7e], [0x20, 0x7e], [0x20, 0x7e], [0xa0, 0x24f], [0x300, 0x36f], [0x370, 0x3ff],
    [0x400, 0x52f], [0x590, 0x6ff], [0x900, 0xdff], [0xe00, 0xe7f], [0x1100, 0x11ff], [0x1e00, 0x206f],
    [0x2070, 0x27ff], [0x3000, 0x30ff], [0x4e00, 0x9fff], [0xac00, 0xd7a3], [0xf900, 0xffef], [0x1f300, 0x1f6ff],
    [0x1, 0x1f]];
const WORDS = ("the large trees were old café ☃ naïve 日本 ab abab .. ....... XX XXX ▁ ▁▁tr n't 12.5 Привет 'S it's we'll " +
    "</s> <s> [MASK] <unk> <pad> <mask> Straße İstanbul ﬁne ½ Ⅷ ①②").split(" ");

/// Park and Miller 1988: the same lines on every machine.
let state = (Number(process.argv[3] || 1) % 2147483646) + 1;
function chance(n) {
    state = (state * 48271) % 2147483647;
    return state % n;
}

function character() {
    const [low, high] = SCRIPTS[chance(SCRIPTS.length)];
    const code = low + chance(high - low + 1);
    return code >= 0xd800 && code < 0xe000 ? "x" : String.fromCodePoint(code);
}

function line() {
    const parts = [];
    for (let n = chance(25); n > 0; --n) {
        const kind = chance(10);
        parts.push(kind < 5 ? WORDS[chance(WORDS.length)] + (chance(2) ? " " : "") : kind < 6 ? [" ", "  ", "\t", "\n", "\u00a0", "\u3000"][chance(6)]
            : kind < 9 ? character() : [".", "\u0301", "-", "'s"][chance(4)]);
    }
    return parts.join("");
}

/// The first byte of each character, and the end.
function byteOffsets(text) {
    const begins = [0];
    for (const each of text) begins.push(begins[begins.length - 1] + Buffer.byteLength(each));
    return begins;
}

async function main() {
    const tokenizer = Tokenizer.fromString(fs.readFileSync(0, "utf8"));
    const out = [];
    for (let n = Number(process.argv[2]); n > 0; --n) {
        const text = line(), begins = byteOffsets(text);
        const encoded = await tokenizer.encode(text);
        const ids = encoded.getIds(), offsets = encoded.getOffsets();
        out.push(JSON.stringify({
            text, pieces: ids.map((id, k) => [id, begins[offsets[k][0]], begins[offsets[k][1]]]),
            decoded: await tokenizer.decode(ids, true)
        }));
    }
    process.stdout.write(out.join("\n") + "\n");
}

main();
