/** The documents of the project that the service serves, so that whoever has the service alone can read them: each at an address of its own. */
import { globSync } from 'node:fs'
import { extname, resolve } from 'node:path'

export const projectRoot = resolve(import.meta.dirname, '../../../..')

/** Everything in `docs/`, and what its pages lead to. */
const served = [
  'docs/**/*.*',
  '{README,ARCHITECTURE,CONTRIBUTING,SECURITY,CHANGELOG}.md',
  '{packages/node,contracts,web}/README.md',
  'examples/verify-webhook.*',
  'examples/first-webhook.ts',
  'nats.conf',
  '.env.example',
]

export const guidesAddress = '/docs/guides'
export const firstGuide = 'docs/README.md'

/** These are served already, as this service runs them. */
const elsewhere: Record<string, string> = {
  [firstGuide]: guidesAddress,
  'docs/openapi.json': '/openapi.json',
}

/** The address of each served file, by its path in the project; without the file, nothing is at it. */
export function findServedFiles(): Map<string, string> {
  const paths = globSync(served, { cwd: projectRoot }).toSorted()
  return new Map(paths.map((path) => [path, elsewhere[path] ?? addressOf(path)]))
}

/** `docs/webhooks.md` is at `/docs/guides/webhooks`, `SECURITY.md` at `/docs/guides/SECURITY`. */
const addressOf = (path: string): string =>
  `${guidesAddress}/${path.replace(/^docs\//, '').replace(/\.md$/, '')}`

export const isGuide = (path: string): boolean => path.endsWith('.md')

/** Whatever is no picture is read as text: nothing of it runs. */
export const typeOf = (path: string): string =>
  extname(path) === '.png' ? 'image/png' : 'text/plain; charset=utf-8'
