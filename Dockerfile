# Notifly as a container: docs/operating.md, "In a container". Both images need Node 24 or newer; the first one npm, too.
ARG BUILD_IMAGE=node:26-bookworm-slim
ARG RUN_IMAGE=node:26-bookworm-slim

FROM ${BUILD_IMAGE} AS build
WORKDIR /app
COPY . .
RUN npm ci --no-audit --no-fund && node scripts/build.ts

# Only what the server needs to run: no build tool, no test, no source of the dashboard.
FROM ${BUILD_IMAGE} AS packages
WORKDIR /app
COPY package.json package-lock.json ./
COPY contracts/package.json contracts/
COPY server/package.json server/
COPY sandbox/package.json sandbox/
# The compiler of TypeScript comes along because a reader of settings files could use it, if it were there. It need not be.
RUN npm ci --omit=dev --workspace=@notifly/server --no-audit --no-fund --ignore-scripts \
    && rm -rf node_modules/typescript node_modules/@typescript

FROM ${RUN_IMAGE}
ENV NODE_ENV=production \
    NOTIFLY_HOST=0.0.0.0 \
    NOTIFLY_DATA_DIR=/data
WORKDIR /app
COPY --from=packages /app ./
COPY --from=build /app/contracts ./contracts
COPY --from=build /app/server ./server
COPY --from=build /app/sandbox ./sandbox
COPY --from=build /app/web/dist ./web/dist
COPY --from=build /app/site-sdk/dist ./site-sdk/dist
COPY --from=build /app/deploy/container/ready.mjs ./deploy/container/ready.mjs
# Once, for processes that have to be small: the user cannot write there.
RUN node --disable-warning=ExperimentalWarning server/src/lib/process/strip-once.mjs
# An id of its own, in case the image has no such user: volumes keep it.
RUN mkdir /data && chown 1000:1000 /data
USER 1000:1000
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s --retries=4 CMD ["node", "deploy/container/ready.mjs"]
CMD ["node", "--disable-warning=ExperimentalWarning", "--import=./server/src/lib/process/strip-once.mjs", "server/src/main.ts"]
