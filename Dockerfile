# A container in which both commands of README.md work, without network:
#   docker build -t murmuration .
#   docker run murmuration                   # ./dev run: renders a film, build/flock.mp4
#   docker run murmuration ./dev test
FROM debian:12
RUN apt-get update && apt-get install -y --no-install-recommends ca-certificates git
WORKDIR /murmuration
COPY . .
# Installs what building and testing need, builds everything and lists the tests.
RUN ./dev test --show-only
CMD ["./dev", "run"]
