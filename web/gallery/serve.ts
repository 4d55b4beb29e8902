/** Shows the page in every state, for work on it: `node scripts/run.mjs web/gallery/serve.ts`. */
import { join, resolve } from 'node:path'
import { createServer } from 'vite'

const root = resolve(import.meta.dirname, '..')
const server = await createServer({
  configFile: false,
  root,
  cacheDir: join(root, '../.cache/vite'),
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  server: { host: '127.0.0.1', open: false, fs: { allow: [resolve(root, '..')] } },
})
await server.listen()
const [address = ''] = server.resolvedUrls?.local ?? []
process.stdout.write(`The checkout page in every state: ${address}gallery/\n`)
