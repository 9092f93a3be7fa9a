# An image of the program, which needs no network when it runs:
#   docker build -t murmur .
#   docker run --rm murmur verify --preset murmuration --boids 1k --steps 20
#   docker run --rm -v "$PWD:/work" murmur render --preset murmuration --frames 100 --output flock.mp4
# A container in which both commands of README.md work:
#   docker build --target tests -t murmur-tests .
#   docker run murmur-tests ./dev test
FROM debian:12 AS source
RUN apt-get update && apt-get install -y --no-install-recommends ca-certificates git
WORKDIR /murmuration
COPY . .

# Installs what building and testing need, builds everything and lists the tests.
FROM source AS tests
RUN ./dev test --show-only
CMD ["./dev", "run"]

FROM source AS package
RUN ./dev package

FROM debian:12-slim
COPY --from=package /murmuration/build/packages/*.deb /tmp/
RUN apt-get update && apt-get install -y --no-install-recommends ffmpeg /tmp/*.deb && rm -rf /tmp/*.deb /var/lib/apt/lists/*
WORKDIR /work
ENTRYPOINT ["murmur"]
CMD ["--help"]
