# The command `smatchproof` with its tables and pages, from a checkout: docker build -t smatchproof .
FROM python:3.12-slim AS build
# hadolint ignore=DL3008
RUN apt-get update \
    && apt-get install --yes --no-install-recommends gcc libc6-dev \
    && rm -rf /var/lib/apt/lists/*
WORKDIR /source
COPY . .
RUN pip wheel --no-cache-dir --no-deps --wheel-dir /wheels .

FROM python:3.12-slim
COPY --from=build /wheels /wheels
COPY constraints.txt /wheels/
# The libraries that decide bytes of a leaderboard have the versions of constraints.txt.
RUN set -- /wheels/*.whl \
    && pip install --no-cache-dir --constraint /wheels/constraints.txt "$1[pages,progress]" \
    && rm -rf /wheels
# Figures need a folder for matplotlib's cache, whatever the user is.
ENV MPLCONFIGDIR=/tmp/matplotlib
USER 65534
WORKDIR /work
ENTRYPOINT ["smatchproof"]
