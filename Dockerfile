# The shop in one small image: what it needs to run, no npm, no shell, not root, nothing writable but /data and /tmp.
FROM node:24-bookworm-slim AS build
WORKDIR /shop
COPY package.json package-lock.json .npmrc ./
RUN npm ci --no-audit --no-fund
COPY . .
RUN node scripts/build.ts && npm prune --omit=dev --no-audit --no-fund \
  && rm -rf node_modules/node/include node_modules/node/share node_modules/node/lib && mkdir /data

FROM gcr.io/distroless/cc-debian12:nonroot
WORKDIR /shop
# The project brings its own Node as a package, so the image has exactly the one that was tested.
COPY --from=build /shop/node_modules ./node_modules
COPY --from=build /shop/build ./build
COPY --from=build /shop/db ./db
COPY --from=build /shop/domain ./domain
COPY --from=build /shop/server ./server
COPY --from=build /shop/scripts ./scripts
COPY --from=build /shop/server.ts /shop/package.json ./
COPY --from=build --chown=65532:65532 /data /data
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
EXPOSE 3000
VOLUME /data
USER 65532:65532
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s CMD ["/shop/node_modules/node/bin/node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/ready').then((a) => process.exit(a.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["/shop/node_modules/node/bin/node", "server.ts"]
