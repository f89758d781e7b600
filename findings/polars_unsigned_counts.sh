#!/usr/bin/env bash
# Guess: the number of items of one list less that of another is negative where the other is longer.
# True:  lengths and counts of Polars 2.1.0 are unsigned, and so are their differences: 2 less 3 is 4294967295, for len, count,
#        list.len, str.len_chars, value_counts and row numbers alike. A sum of large integers wraps, too. And quantile(0.5) of 1 to 4 is 3,
#        the median 2.5.
# Hurts: those who subtract what one graph has from what the other has; means and charts of such differences.
. "$(dirname "$0")/common.bash"
pypi polars==2.1.0
python - <<'PY' | seen 'polars 2.1.0
2 items less 3: 4294967295
mean of it and 1: 2147483648.0
3 letters less 5: 4294967294
1 row less 2: 4294967295
counts less 2: [0, 4294967295]
3 times 2^62: -4611686018427387904
of 1 to 4: 3.0 2.5'
from importlib.metadata import version

import polars
from polars import col

print("polars", version("polars"))
table = polars.DataFrame({"gold": [["a", "b"]], "test": [["a", "b", "c"]], "word": ["boy"]})
print("2 items less 3:", table.select(col("gold").list.len() - col("test").list.len()).item())
print("mean of it and 1:", polars.Series([table.select(col("gold").list.len() - col("test").list.len()).item(), 1]).mean())
print("3 letters less 5:", table.select(col("word").str.len_chars() - 5).item())
print("1 row less 2:", table.select(polars.len() - 2).item())
print("counts less 2:", polars.Series(["b", "a", "b"]).value_counts(sort=True).select(col("count") - 2)["count"].to_list())
print("3 times 2^62:", polars.Series([2**62] * 3).sum())
print("of 1 to 4:", polars.Series([1, 2, 3, 4]).quantile(0.5), polars.Series([1, 2, 3, 4]).median())
PY
