#!/usr/bin/env bash
# Guess: futures of distributed's executor keep the contract of concurrent.futures: running() is true while a task runs,
#        and cancel() of it returns False.
# True:  in distributed 2026.8.0 running() stays False, and cancel() returns True, although the task runs to its end on
#        the worker, with all that it writes.
# Hurts: those who start the next task, or delete files, once cancel() has returned True.
. "$(dirname "$0")/common.bash"
pypi distributed==2026.8.0
cat > run.py <<'PY'
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import distributed

def run(name):
    Path(name + "-begun").touch()
    time.sleep(1)
    Path(name + "-ended").touch()

def tried(name, executor):
    future = executor.submit(run, name)
    while not Path(name + "-begun").exists():
        time.sleep(0.01)
    print(f"{name}: running() {future.running()}, cancel() {future.cancel()}, ", end="")
    time.sleep(2)
    print("cancelled()", future.cancelled(), "- the task has ended:", Path(name + "-ended").exists())

if __name__ == "__main__":
    print("distributed", distributed.__version__)
    tried("threads", ThreadPoolExecutor())
    with distributed.Client(processes=False, n_workers=1, threads_per_worker=1, dashboard_address=None) as client:
        tried("distributed", client.get_executor())
PY
python run.py 2> log | seen 'distributed 2026.8.0
threads: running() True, cancel() False, cancelled() False - the task has ended: True
distributed: running() False, cancel() True, cancelled() True - the task has ended: True'
