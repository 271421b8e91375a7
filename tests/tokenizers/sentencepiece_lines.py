"""Lines of mixed scripts and noise, and what SentencePiece's own library makes of each.

sentencepiece_lines.py MODEL COUNT: a JSON object a line, {"text", "pieces": [[id, first byte, last byte]], "decoded"}.
"""

import json
import random
import sys

import sentencepiece

SCRIPTS = [(0x20, 0x7E)] * 5 + [
    (0xA0, 0x24F), (0x300, 0x36F), (0x370, 0x3FF), (0x400, 0x52F), (0x590, 0x6FF), (0x900, 0xDFF),
    (0xE00, 0xE7F), (0x1100, 0x11FF), (0x1E00, 0x206F), (0x2070, 0x27FF), (0x3000, 0x30FF), (0x4E00, 0x9FFF),
    (0xAC00, 0xD7A3), (0xF900, 0xFFEF), (0x1F300, 0x1F6FF), (0x1, 0x1F), (0x10000, 0x10FFFF)]
WORDS = "the large trees were old café ☃ naïve 日本 ab abab .. ....... XX XXX ▁ ▁▁tr n't 12.5 Привет".split()


def character(chance):
    low, high = chance.choice(SCRIPTS)
    return chr(chance.randint(low, high))


def line(chance):
    parts = []
    for _ in range(chance.randint(0, 24)):
        parts.append(chance.choice([chance.choice(WORDS), " ", "  ", character(chance), ".", "\u0301", "\t", "\n"]))
    return "".join(parts)


def main():
    model = sentencepiece.SentencePieceProcessor()
    model.Load(sys.argv[1])
    chance = random.Random(sys.argv[1].rsplit("/", 1)[-1])
    for _ in range(int(sys.argv[2])):
        text = line(chance)
        begins = [0]
        for each in text:
            begins.append(begins[-1] + len(each.encode()))
        pieces = [[p.id, begins[p.begin], begins[p.end]] for p in model.encode_as_immutable_proto(text).pieces]
        print(json.dumps({"text": text, "pieces": pieces, "decoded": model.decode([p[0] for p in pieces])}))


main()
