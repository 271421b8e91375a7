#!/usr/bin/env python3
"""Links between words from one cross-attention head, by the weights of pieces alone.

    reference.py HEED MODEL PAIRS LAYER HEAD > links.txt

Reads each pair's run as `heed trace --target … --json -` writes it, folds pieces into words (a word begins at
a piece with "▁"): weights summed over the pieces of a source word, averaged over those of a target word. A
target word is linked to the source word with the largest weight, to none where the end token has it.
"""
import json
import subprocess
import sys

heed, model, pairs, layer, head = sys.argv[1:]
for line in open(pairs, encoding="utf-8"):
    source, target = line.rstrip("\n").split("\t")[:2]
    made = subprocess.run([heed, "trace", model, source, "--target", target, "--json", "-"], capture_output=True, check=True)
    run = json.loads(made.stdout)
    name = f"decoder.layers.{layer}.cross.heads.{head}"
    weights = next(m["weights"] for m in run["maps"] if m["name"] == name)

    def words(tokens):
        groups = []
        for place, token in enumerate(tokens):
            if token == "</s>":
                groups.append((token, [place]))
            elif place == 0 or token.startswith("▁"):
                groups.append(("word", [place]))
            else:
                groups[-1][1].append(place)
        return groups

    columns, rows = words(run["source"]["tokens"]), words(run["target"]["tokens"])
    links = []
    for j, (kind, places) in enumerate(r for r in rows if r[0] == "word"):
        row = [sum(weights[i][k] for i in places for k in of) / len(places) for _, of in columns]
        best = max(range(len(row)), key=row.__getitem__)
        if columns[best][0] == "word":
            links.append(f"{best}-{j}")
    print(" ".join(links))
