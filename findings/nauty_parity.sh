#!/usr/bin/env bash
# Guess: programs of nauty that read sparse6, which may hold an edge several times, count such an edge once.
# True:  in 2.8.6 labelg and showg do. copyg and countg take a second mention back: of a doubled edge nothing is left,
#        a tripled one is there again.
# Hurts: those who convert multigraphs (networkx writes them as sparse6) with copyg -g, or count edges with countg.
. "$(dirname "$0")/common.bash"
debian nauty=2.8.6+ds-2 libnauty2=2.8.6+ds-2
pypi networkx==3.6.1
python - <<'PY'
import networkx
for times in (1, 2, 3):
    graph = networkx.MultiGraph([(0, 1)] * times + [(1, 2)])
    networkx.write_sparse6(graph, f"{times}.s6", header=False)
PY
{
    dpkg-deb -f nauty_*.deb Version
    for times in 1 2 3; do
        echo "edge 0-1 $times times: showg $(nauty-showg -e $times.s6 | tail -1 | tr -s ' ')," \
            "labelg $(nauty-labelg -qg $times.s6 | nauty-countg --e 2> log | grep -o 'e=.')," \
            "copyg $(nauty-copyg -qg $times.s6 | nauty-countg --e 2> log | grep -o 'e=.')," \
            "countg $(nauty-countg --e $times.s6 2> log | grep -o 'e=.')"
    done
} | seen '2.8.6+ds-2
edge 0-1 1 times: showg 0 1 1 2, labelg e=2, copyg e=2, countg e=2
edge 0-1 2 times: showg 0 1 1 2, labelg e=2, copyg e=1, countg e=1
edge 0-1 3 times: showg 0 1 1 2, labelg e=2, copyg e=2, countg e=2'
