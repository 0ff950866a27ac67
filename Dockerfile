# syntax=docker/dockerfile:1

# npm, of any Node from 20 up: it installs the Node that the project pins, which needs libatomic and does the rest.
FROM node:24-bookworm-slim AS manifests
RUN apt-get update \
  && apt-get install -y --no-install-recommends libatomic1 \
  && rm -rf /var/lib/apt/lists/*
WORKDIR /app
COPY package.json package-lock.json ./
COPY server/package.json server/
COPY bench/package.json bench/
COPY dashboard/package.json dashboard/
COPY mcp/package.json mcp/
COPY cli/package.json cli/
COPY clients/typescript/package.json clients/typescript/

FROM manifests AS build
RUN npm ci --include=dev --no-audit --no-fund
COPY . .
RUN npm run build

# What the server itself is built on, and nothing that builds or tests it. None of it has a script to run.
FROM manifests AS modules
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund

FROM debian:bookworm-slim
RUN apt-get update \
  && apt-get install -y --no-install-recommends libatomic1 libstdc++6 \
  && rm -rf /var/lib/apt/lists/* \
  && groupadd --system --gid 10001 mayfly \
  && useradd --system --uid 10001 --gid mayfly --home-dir /data --no-create-home --shell /usr/sbin/nologin mayfly \
  && install -d -o mayfly -g mayfly -m 700 /data
WORKDIR /app
COPY --from=build /app/node_modules/node/bin/node /usr/local/bin/node
COPY --from=modules /app/node_modules node_modules
COPY package.json LICENSE ./
COPY server/package.json server/
COPY server/src server/src
COPY mcp/package.json mcp/
COPY mcp/src mcp/src
COPY --from=build /app/dashboard/dist dashboard/dist

# One heap of the C library for all threads, as npm start has it. From outside only published ports can be reached.
ENV MALLOC_ARENA_MAX=1 \
  MAYFLY_HOST=0.0.0.0 \
  MAYFLY_DATA_DIR=/data
USER mayfly
VOLUME /data
# HTTP, SMTP, IMAP with STARTTLS, IMAPS
EXPOSE 8025 1025 1143 1993

# A node without the HTTP API answers on MAYFLY_METRICS_PORT, where one is set.
HEALTHCHECK --interval=10s --timeout=5s --start-period=20s --retries=3 \
  CMD ["node", "-e", "const { MAYFLY_HTTP_PORT = '8025', MAYFLY_METRICS_PORT = MAYFLY_HTTP_PORT } = process.env; const ask = async (port) => { if (!(await fetch(`http://127.0.0.1:${port}/readyz`)).ok) throw new Error('not ready') }; Promise.any([MAYFLY_HTTP_PORT, MAYFLY_METRICS_PORT].map(ask)).then(() => process.exit(0), () => process.exit(1))"]

ENTRYPOINT ["node", "--max-semi-space-size=4", "server/src/main/mayflyd.ts"]
CMD ["serve"]
