#!/usr/bin/env bash
# Guess: a bar chart has a bar for each name that is given, a legend each label, and numbers given as texts are at their places.
# True:  in matplotlib 3.11.2 equal names are one place: the bars stand one over the other, and the chart shows two of three, without a
#        word. A label that begins with an underscore is in no legend. Texts of digits are names, too, and stand at 0, 1, 2 in
#        the order in which they come; there is only a message to the log.
# Hurts: those who draw concepts or systems by name (two of one name, _baseline), or columns of a file as they were read.
. "$(dirname "$0")/common.bash"
pypi matplotlib==3.11.2
python - <<'PY' 2>/dev/null | seen "matplotlib 3.11.2
bars: dog 1 at -0.4, cat 2 at 0.6, dog 3 at -0.4
names of the axis: dog cat
legend: ours
'10', '9', '100' at 0.0, 1.0, 2.0"
import matplotlib
from matplotlib.figure import Figure

print("matplotlib", matplotlib.__version__)
names = ["dog", "cat", "dog"]
axes = Figure().add_subplot()
bars = axes.bar(names, [1, 2, 3])
print("bars:", ", ".join(f"{name} {bar.get_height()} at {bar.get_x():.1f}" for name, bar in zip(names, bars)))
print("names of the axis:", *(label.get_text() for label in axes.get_xticklabels()))
axes = Figure().add_subplot()
for label in ("_baseline", "ours"):
    axes.plot([1, 2], label=label)
print("legend:", *(text.get_text() for text in axes.legend().get_texts()))
axes = Figure().add_subplot()
(line,) = axes.plot(["10", "9", "100"], [1, 2, 3])
print("'10', '9', '100' at", ", ".join(str(float(place)) for place in line.get_xdata(orig=False)))
PY
