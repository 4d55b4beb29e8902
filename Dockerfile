# The service alone. PostgreSQL, NATS and the chains are named in its settings (see .env.example).
FROM node:26-slim

WORKDIR /app
COPY package.json package-lock.json ./
# The only install script prefetches programs of the local default, which this image does not use.
RUN npm ci --ignore-scripts && npm cache clean --force
COPY . .
# Built here, because the account below may write nothing.
RUN node scripts/run.mjs scripts/build-web.ts

# Keeps the master key where MASTER_KEY is not set.
RUN mkdir /data && chown node:node /data
VOLUME /data

ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
USER node
EXPOSE 3000
CMD ["node", "scripts/run.mjs", "src/main.ts"]
