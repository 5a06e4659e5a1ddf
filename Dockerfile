# The shop in a small image: the output of `npm run pack`, without npm, shell or root; only /data and /tmp are writable.
# Both base images are pinned by digest; docs/decisions/038-small-locked-runtime.md says how to update them.
FROM node:24-bookworm-slim@sha256:6f7b03f7c2c8e2e784dcf9295400527b9b1270fd37b7e9a7285cf83b6951452d AS build
WORKDIR /shop
COPY package.json package-lock.json .npmrc ./
RUN npm ci --include=dev --ignore-scripts --no-audit --no-fund
COPY . .
RUN node_modules/.bin/node scripts/pack.ts --folder /packed && mkdir -m 700 /data

FROM gcr.io/distroless/cc-debian12:nonroot@sha256:9dac0a79194e45a7da0158a9c6da57b217585af0786db3845d1f0ec1a0dd182f
WORKDIR /shop
COPY --from=build /packed ./
COPY --from=build --chown=65532:65532 /data /data
ENV HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
EXPOSE 3000
VOLUME /data
USER 65532:65532
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s CMD ["/shop/node_modules/.bin/node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/ready').then((a) => process.exit(a.ok ? 0 : 1), () => process.exit(1))"]
# Node comes from the project's own package, so the image runs exactly the version that was tested.
ENTRYPOINT ["/shop/node_modules/.bin/node", "server.mjs"]
