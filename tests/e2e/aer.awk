# Alignment error rate, computed apart from the program. Two files a line each: gold (source<TAB>target<TAB>sure
# <TAB>possible) and then links ("i-j …", or "i-j:weight …" with soft=1). Scored are the target tokens that gold
# says something about. Prints |A|, |S| and 1 - (|A in S| + |A in P|) / (|A| + |S|), counts pooled.
BEGIN { FS = "\t" }
FNR == NR { gold_sure[FNR] = $3; gold_possible[FNR] = $4; next }
{
    delete sure; delete possible; delete scored
    n = split(gold_sure[FNR], words, " ")
    for (k = 1; k <= n; ++k) {
        if (!(words[k] in sure)) ++S
        sure[words[k]] = possible[words[k]] = 1
        split(words[k], ends, "-"); scored[ends[2]] = 1
    }
    n = split(gold_possible[FNR], words, " ")
    for (k = 1; k <= n; ++k) { possible[words[k]] = 1; split(words[k], ends, "-"); scored[ends[2]] = 1 }
    n = split($0, words, " ")
    for (k = 1; k <= n; ++k) {
        split(words[k], parts, ":")
        split(parts[1], ends, "-")
        if (!(ends[2] in scored)) continue
        weight = soft ? parts[2] : 1
        A += weight
        if (parts[1] in sure) hits += weight
        if (parts[1] in possible) hits += weight
    }
}
END { printf "%.9g %d %.9g\n", A, S, 1 - hits / (A + S) }
