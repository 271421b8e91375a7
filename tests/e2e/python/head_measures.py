#!/usr/bin/env python3
"""The measures of heed heads once more, from the maps that heed trace writes: nothing of Heed's own code.

    head_measures.py HEED MODEL PAIRS.tsv [COUNT]

Runs HEED trace MODEL on each of the first COUNT pairs, folds pieces into words by the spaces of the text,
measures every head, and compares with HEED heads MODEL. Prints the largest difference; exit status 1 where
one is above 1e-6. Pieces begin words where they begin with U+2581; a model without such pieces has whole words.
"""
import json, math, subprocess, sys, tempfile

STOPS = {".", "!", "?", "…", "。", "！", "？", "।", "؟", "۔"}


def words_of(tokens, frames, pieces):
    """[(first, last, frames)] of consecutive tokens."""
    words, special = [], True
    for t, text in enumerate(tokens):
        starts = not pieces or special or frames[t] or text.startswith("▁")
        if starts:
            words.append([t, t + 1, frames[t]])
        else:
            words[-1][1] = t + 1
        special = frames[t]
    return words


def folded(rows, looked, looking, shift):
    """rows[i][j]; a list for each word that looks, as far as its rows are there."""
    result = []
    for first, last, _ in looking:
        if last + shift > len(rows):
            continue
        mine = rows[first + shift:last + shift]
        result.append([sum(sum(row[a:b]) for row in mine) / len(mine) for a, b, _ in looked])
    return result


def stop_weights(rows, stops, looking, shift):
    result = []
    for first, last, _ in looking:
        if last + shift <= len(rows):
            mine = rows[first + shift:last + shift]
            result.append(sum(row[j] for row in mine for j in stops) / len(mine))
    return result


def share(row):
    total = sum(row)
    return [w / total for w in row] if total > 0 else list(row)


class Sums(dict):
    def put(self, key, value, weight=1):
        a, b = self.get(key, (0, 0))
        self[key] = (a + value, b + weight)

    def value(self, key):
        a, b = self.get(key, (0, 0))
        return a / b if b > 0 else None


def measure(sums, rows, stops, columns, count, mean):
    words = [j for j, c in enumerate(columns) if not c[2]]
    ends = [j for j, c in enumerate(columns) if c[2] and words and j == words[-1] + 1]  # what ends the text
    read = [0.0] * len(columns)
    before = None
    for r, row in enumerate(rows):
        w = share(row)
        entropy = -sum(a * math.log(a) for a in w if a > 0)
        places = sum(1 for a in w if a > 0)
        sums.put("entropy", entropy)
        sums.put("evenness", entropy / math.log(places) if places > 1 else 0)
        sums.put("end", sum(w[j] for j in ends))
        sums.put("first", w[0])
        sums.put("stop", stops[r] / sum(row))
        m = share(mean[r])
        sums.put("agreement", 1 - sum(abs(a - b) for a, b in zip(w, m)) / 2)
        own = math.floor(r * (len(words) - 1) / (count - 1) + .5) if count > 1 else 0
        for key, at in (("diagonal", own), ("previous", own - 1), ("next", own + 1)):
            sums.put(key, w[words[at]] if 0 <= at < len(words) else 0)
        for j, a in enumerate(w):
            read[j] += a
        strongest = max(range(len(w)), key=lambda j: (w[j], -j))
        if strongest in words:
            if before is not None:
                sums.put("monotonic", strongest >= before)
            before = strongest
    for j in words:
        sums.put("coverage", min(1, read[j]))


def judge(sums, rows, columns, sure, possible):
    """AER's four sizes, and hits."""
    words = [j for j, c in enumerate(columns) if not c[2]]
    frame = [j for j, c in enumerate(columns) if c[2]]
    gold = sure | possible
    for i in sorted({i for _, i in gold}):
        at, strongest = None, None
        if i < len(rows):
            best = max(words, key=lambda j: (rows[i][j], -j))
            strongest = words.index(best)
            if not any(rows[i][j] > rows[i][best] for j in frame):
                at = words.index(best)
        hit = (at, i) in gold
        sums.put("in_gold", (strongest, i) in gold)
        sums["A"] = sums.get("A", 0) + (at is not None)
        sums["AS"] = sums.get("AS", 0) + ((at, i) in sure)
        sums["AP"] = sums.get("AP", 0) + hit
    sums["S"] = sums.get("S", 0) + len(sure)


def aer(sums):
    total = sums.get("A", 0) + sums.get("S", 0)
    return 1 - (sums["AS"] + sums["AP"]) / total if total else None


def links(text):
    return {tuple(int(n) for n in link.split("-")) for link in text.split()}


def heads_of(trace):
    found = [m for m in trace["maps"] if ".heads." in m["name"]]
    return found or [m for m in trace["maps"] if m["name"] == "decoder.attention"]


def is_stop(token):
    return (token[1:] if token.startswith(("▁", "Ġ")) else token) in STOPS


def add_pair(heads, trace, sure, possible, pieces):
    source, target = trace["source"]["tokens"], trace["target"]["tokens"]
    end = lambda t, k, tokens: k == len(tokens) - 1 and t == "</s>"
    source_words = words_of(source, [end(t, k, source) for k, t in enumerate(source)], pieces)
    target_words = words_of(target, [end(t, k, target) for k, t in enumerate(target)], pieces)
    maps = heads_of(trace)
    groups = {}
    for m in maps:
        kind = "encoder" if m["name"].startswith("encoder") else "decoder" if ".self." in m["name"] else "cross"
        groups.setdefault(kind, []).append(m)
    for kind, group in groups.items():
        if kind == "decoder":
            labels = group[0]["columns"]["labels"]
            columns = [[0, 1, True]] + [[a + 1, min(b + 1, len(labels)), f] for a, b, f in target_words
                                        if a + 1 < len(labels)]
            tokens = labels
        else:
            columns, tokens = source_words, source
        looking = [w for w in (source_words if kind == "encoder" else columns if kind == "decoder"
                               else target_words) if not w[2]]
        stops = [j for j, t in enumerate(tokens) if is_stop(t)]
        for reading, shift in (("predicts", 0), ("reads", 1)):
            if reading == "reads" and kind != "cross":
                continue
            rows = [folded(m["weights"], columns, looking, shift) for m in group]
            mean = [[sum(col) / len(group) for col in zip(*same)] for same in zip(*rows)]
            for m, mine in zip(group, rows):
                sums = heads.setdefault((m["name"], reading), Sums())
                measure(sums, mine, stop_weights(m["weights"], stops, looking, shift), columns, len(looking),
                        mean)
                if kind == "cross" and sure is not None:
                    judge(sums, mine, columns, sure, possible)


def main():
    heed, model, pairs = sys.argv[1:4]
    count = int(sys.argv[4]) if len(sys.argv) > 4 else 10
    lines = [line.rstrip("\n") for line in open(pairs, encoding="utf-8")][:count]
    heads, ids = {}, None
    for line in lines:
        parts = line.split("\t")
        text = subprocess.run([heed, "trace", model, parts[0], "--target", parts[1], "--json", "-"], check=True,
                              capture_output=True, text=True).stdout
        trace = json.loads(text)
        pieces = any(t.startswith("▁") and len(t) > 1 for t in trace["source"]["tokens"])
        sure = links(parts[2]) if len(parts) > 2 else None
        add_pair(heads, trace, sure, links(parts[3]) if len(parts) > 3 else set(), pieces)
    with tempfile.NamedTemporaryFile("w", suffix=".tsv", encoding="utf-8") as file:
        file.write("\n".join(lines) + "\n")
        file.flush()
        text = subprocess.run([heed, "heads", model, file.name, "--json", "-"], check=True, capture_output=True,
                              text=True).stdout
    said = json.loads(text)
    worst, where, compared = 0, "", 0
    for head in said["maps"]:
        for reading in ("predicts", "reads"):
            if reading not in head:
                continue
            mine = heads.pop((head["name"], reading))
            for key, value in head[reading].items():
                expected = aer(mine) if key == "aer" else mine.value(key)
                if (value is None) != (expected is None):
                    sys.exit(f"{head['name']} {reading} {key}: {value}, expected {expected}")
                if value is None:
                    continue
                compared += 1
                if abs(value - expected) > worst:
                    worst, where = abs(value - expected), f"{head['name']} {reading} {key}"
    if heads:
        sys.exit(f"not measured by heed heads: {sorted(heads)}")
    print(f"{len(lines)} pairs, {len(said['maps'])} maps, {compared} numbers; largest difference {worst:.2g} {where}")
    sys.exit(worst > 1e-6)


main()
