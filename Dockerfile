# SIGEC-VE for a server with a PostgreSQL of its own. The embedded one stays out, so the image holds Node and our code.
FROM node:24.21.0-bookworm-slim AS build
WORKDIR /build
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts
COPY . .
RUN npm run build && npm prune --omit=dev --omit=optional --ignore-scripts

FROM node:24.21.0-bookworm-slim
ENV NODE_ENV=production \
    HOST=0.0.0.0 \
    DATA_DIR=/var/lib/sigec
WORKDIR /opt/sigec
RUN useradd --system --uid 10001 --home-dir /var/lib/sigec --create-home --shell /usr/sbin/nologin sigec
COPY --from=build /build/package.json /build/LICENSE ./
COPY --from=build /build/node_modules node_modules
COPY --from=build /build/bin bin
COPY --from=build /build/dist dist
COPY --from=build /build/console/dist console/dist
USER sigec
VOLUME /var/lib/sigec
# Agents, console and API, stations, devices, devices over MQTT, the shop; stations and MQTT over TLS.
EXPOSE 8000 8001 9000 8003 1883 8182 9443 8883 8884/udp
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=6 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.API_PORT || 8001}/readyz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "--conditions=built", "bin/sigec.js"]
CMD ["serve"]
