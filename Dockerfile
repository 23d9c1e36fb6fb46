# The machine that builds makes the executable for any other.
FROM --platform=$BUILDPLATFORM oven/bun:1.4.5 AS build
ARG TARGETARCH
WORKDIR /build
COPY . .
RUN bun run build linux-$(echo ${TARGETARCH:-$(uname -m)} | sed 's/amd64\|x86_64/x64/;s/aarch64/arm64/')

# The executable needs glibc; the health check needs bash.
FROM debian:12-slim AS serve
COPY --from=build /build/dist/tagline /usr/local/bin/tagline
RUN useradd --system --uid 10001 --home /data --create-home tagline && install -d -m 700 -o tagline /backups
USER tagline
WORKDIR /data
ENV DATA_DIR=/data HOST=0.0.0.0 PORT=3000
VOLUME /data /backups
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --start-period=10s CMD bash -c 'exec 3<>/dev/tcp/127.0.0.1/$PORT && printf "GET /readyz HTTP/1.0\r\nHost: localhost\r\n\r\n" >&3 && head -1 <&3 | grep -q " 200 "'
ENTRYPOINT ["tagline"]

# With Litestream, for REPLICA_URL and LEASE. A standby does not listen, so it has no health check.
FROM serve AS cell
COPY --from=litestream/litestream:0.5.17 /usr/local/bin/litestream /usr/local/bin/
HEALTHCHECK NONE

# What is built without a target.
FROM serve
