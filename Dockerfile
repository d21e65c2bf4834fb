# The calendar server with its plugins, on what is locked in package-lock.json. Data are in /data, where kalends.config.json may lie.
FROM node:24.21.0-bookworm-slim AS build
# For native modules that have no ready-made build for this platform.
RUN apt-get update \
  && apt-get install -y --no-install-recommends g++ make python3 \
  && rm -rf /var/lib/apt/lists/*
WORKDIR /app
COPY . .
RUN npm ci && npm run build
# What runs, and nothing that only builds or tests.
RUN npm ci --omit=dev --include-workspace-root --workspace packages/kalends --workspace plugins \
  && rm -rf packages/*/src plugins/*/src plugins/*/test

FROM node:24.21.0-bookworm-slim
ENV NODE_ENV=production \
  KALENDS_HOST=0.0.0.0 \
  KALENDS_PORT=8080 \
  KALENDS_STORAGE=sqlite:/data/kalends.db \
  KALENDS_MEDIA=/data/media \
  MALLOC_ARENA_MAX=2
COPY --from=build /app/package.json /app/package.json
COPY --from=build /app/node_modules /app/node_modules
COPY --from=build /app/packages /app/packages
COPY --from=build /app/plugins /app/plugins
RUN ln -s /app/packages/kalends/bin/kalends.js /usr/local/bin/kalends \
  && install --directory --owner=node --group=node /data
USER node
WORKDIR /data
VOLUME /data
EXPOSE 8080
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s \
  CMD ["node", "--eval", "fetch(`http://127.0.0.1:${process.env.KALENDS_PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "/app/packages/kalends/bin/kalends.js", "serve"]
