# docker build -t gpulse .     needs BuildKit, the builder of Docker since 23

FROM node:24-bookworm-slim AS dashboard
WORKDIR /build/frontend
COPY frontend/package.json frontend/package-lock.json frontend/.npmrc ./
RUN --mount=type=cache,target=/root/.npm PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD=1 npm ci
COPY frontend/ ./
RUN npm run build

FROM maven:3.9-eclipse-temurin-25 AS jar
SHELL ["/bin/bash", "-euo", "pipefail", "-c"]
WORKDIR /build
COPY .mvn/ .mvn/
COPY pom.xml ./
COPY src/build/ src/build/
COPY src/main/ src/main/
COPY --from=dashboard /build/target/frontend/ target/frontend/
# -DskipUi: the dashboard has been built above. Tests and formatting are for `mvn verify`.
RUN --mount=type=cache,target=/root/.m2 \
    mvn -B -q -DskipUi -Dmaven.test.skip=true -Dspotless.check.skip=true package
# The native libraries are unpacked here: a container may have no folder that is both writable and executable.
WORKDIR /unpacked
RUN mv /build/target/gpulse /image \
    && for jar in /image/lib/jna-*.jar /image/lib/netty-transport-native-epoll-*.jar /image/lib/sqlite-jdbc-*.jar; do jar xf "$jar"; done \
    && rm -rf /image/native && mkdir /image/native \
    && cp "com/sun/jna/linux-$(uname -m | tr _ -)"/*.so /image/native/ \
    && cp "org/sqlite/native/Linux/$(uname -m)/libsqlitejdbc.so" /image/native/ \
    && find META-INF/native -name "*_$(uname -m).so" -exec cp -t /image/native/ {} +

# Based on glibc: the driver's library, which the container gets from its host, is linked against it.
FROM eclipse-temurin:25-jre
SHELL ["/bin/bash", "-euo", "pipefail", "-c"]
WORKDIR /app
RUN useradd --system --uid 10001 --no-create-home --home-dir /nonexistent --shell /usr/sbin/nologin gpulse \
    && install --directory --owner=10001 --group=10001 /var/lib/gpulse
COPY --from=jar /image/lib/ lib/
COPY --from=jar /image/native/ native/
COPY --from=jar /image/gpulse.jar ./

COPY <<"EOF" jvm.options
-Dspring.aot.enabled=true
-XX:+UseSerialGC
-XX:-UsePerfData
-Xss512k
-Xms32m
-Xmx128m
-XX:TrimNativeHeapInterval=5000
-XX:+UseCompactObjectHeaders
-XX:+ExitOnOutOfMemoryError
--enable-native-access=ALL-UNNAMED
-Djna.boot.library.path=/app/native
-Djna.nounpack=true
-Dorg.sqlite.lib.path=/app/native
-Dorg.sqlite.lib.name=libsqlitejdbc.so
-Djava.library.path=/app/native
EOF

COPY --chmod=755 <<"EOF" ask
#!/bin/bash
# ask PATH [MEDIA-TYPE]: prints the response of gpulse; fails unless it is 200. The image has no curl.
exec 3<> "/dev/tcp/127.0.0.1/${SERVER_PORT:-8080}" || exit 1
printf 'GET %s HTTP/1.1\r\nHost: localhost\r\nAccept: %s\r\nConnection: close\r\n\r\n' "$1" "${2:-*/*}" >&3
read -r _ status _ <&3
cat <&3
[ "$status" = 200 ]
EOF

# A cache of loaded classes and profiles halves the time of the start. It is recorded by a real run, and it is valid for
# this JVM, this folder and these options only; the second run stops the build if the cache does not match.
RUN <<"EOF"
rehearse() {
    setpriv --reuid "$1" --regid "$1" --clear-groups -- java "${@:2}" @jvm.options -jar gpulse.jar \
        --server.address=127.0.0.1 --gpulse.demo-when-no-gpu=true "--gpulse.history.dir=/tmp/history-$1" &
    gpulse=$!
    for _ in {1..120}; do
        ./ask /actuator/health/readiness > /dev/null 2>&1 && break
        kill -0 "$gpulse"
        sleep 0.5
    done
    for _ in {1..5}; do
        ./ask / text/html > /dev/null
        for path in / /api/v1/{snapshot,gpus,host,catalogue,status} /metrics /actuator/prometheus; do
            ./ask "$path" > /dev/null
        done
        timeout 2 ./ask /api/v1/stream > /dev/null || true
    done
    for library in native/*.so; do
        grep -q "/app/$library" "/proc/$gpulse/maps"
    done
    kill "$gpulse"
    wait "$gpulse" || [ $? -eq 143 ]
}
rehearse 0 -XX:AOTCacheOutput=gpulse.aot -Xlog:aot=error
echo -XX:AOTCache=gpulse.aot >> jvm.options
rehearse 10001 -XX:AOTMode=on
rm -rf /tmp/*
EOF

USER 10001:10001
# Only the part of the driver that reports about GPUs, none that computes with them. Without a limit, glibc keeps freed
# memory in eight arenas for each processor.
ENV NVIDIA_VISIBLE_DEVICES=all \
    NVIDIA_DRIVER_CAPABILITIES=utility \
    MALLOC_ARENA_MAX=2 \
    SERVER_ADDRESS=0.0.0.0 \
    STATE_DIRECTORY=/var/lib/gpulse
# The history. Without a volume it is deleted with the container.
VOLUME /var/lib/gpulse
EXPOSE 8080
# Readiness means that the last snapshot is fresh; it does not depend on GPUs.
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s --start-interval=1s CMD ["./ask", "/actuator/health/readiness"]
ENTRYPOINT ["java", "@jvm.options", "-jar", "gpulse.jar"]
