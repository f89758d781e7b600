#!/usr/bin/env bash
# Guess: a task runs once for each submitted argument, in whichever way it is submitted.
# True:  in distributed 2026.8.0 client.map and client.submit take equal arguments of one function for one task: it runs
#        once, and all get that result. The executor of client.get_executor(), a concurrent.futures.Executor, does the
#        same. pure=False turns it off.
# Hurts: random searches over a list with repeated pairs: what looks like ten runs is one, and times are of one.
. "$(dirname "$0")/common.bash"
pypi distributed==2026.8.0
cat > run.py <<'PY'
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import distributed

runs = Path("runs")

def run(number):
    with runs.open("a") as file:
        file.write("x")
    return number

def counted(what, submit):
    runs.write_text("")
    submit()
    print(f"{what}: {len(runs.read_text())} runs")

if __name__ == "__main__":
    print("distributed", distributed.__version__)
    with distributed.Client(processes=False, n_workers=1, threads_per_worker=1, dashboard_address=None) as client:
        plain, pool = client.get_executor(), ThreadPoolExecutor()
        counted("ThreadPoolExecutor.map", lambda: list(pool.map(run, [7, 7, 7])))
        counted("ThreadPoolExecutor.submit", lambda: [pool.submit(run, 7).result() for _ in range(3)])
        counted("client.map", lambda: client.gather(client.map(run, [1, 1, 1])))
        counted("client.submit", lambda: client.gather([client.submit(run, 2) for _ in range(3)]))
        counted("client.map, pure=False", lambda: client.gather(client.map(run, [3, 3, 3], pure=False)))
        counted("executor.map", lambda: list(plain.map(run, [4, 4, 4])))
        counted("executor.submit", lambda: [each.result() for each in [plain.submit(run, 5) for _ in range(3)]])
PY
python run.py 2> log | seen 'distributed 2026.8.0
ThreadPoolExecutor.map: 3 runs
ThreadPoolExecutor.submit: 3 runs
client.map: 1 runs
client.submit: 1 runs
client.map, pure=False: 3 runs
executor.map: 1 runs
executor.submit: 1 runs'
