/** The environment files of the documents: systemd and a shell have to read the same in them, whatever is in a password. */
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { settingNames } from '../../src/shared/settings.ts'

const directory = 'docs/operations/systemd'
const files = readdirSync(directory).filter((name) => name.endsWith('.env'))
const passwordsOfNats = /^NATS_(HTTP|WORKER|RELAYS|WATCHER)_PASSWORD$/

/** Reads a file as systemd.exec(5) says of `EnvironmentFile`. */
function readAsSystemd(text: string): Record<string, string> {
  const values: Record<string, string> = {}
  // Lines are joined by a backslash at their end; those that begin with # or ; are comments.
  for (const line of text.replaceAll('\\\n', '').split('\n')) {
    const [, name, written = ''] = /^\s*([A-Za-z_]\w*)=\s*(.*?)\s*$/.exec(line) ?? []
    if (name && !/^\s*[#;]/.test(line)) values[name] = unquote(written)
  }
  return values
}

/** Quotes count where a value begins with them; a `$`, `&`, `;` or `#` is nothing but itself. */
function unquote(written: string): string {
  const single = /^'([^']*)'(.*)$/.exec(written)
  if (single) return single[1]! + unquote(single[2]!)
  const double = /^"((?:[^"\\]|\\.)*)"(.*)$/.exec(written)
  if (double) return double[1]!.replaceAll(/\\(["\\`$])/g, '$1') + unquote(double[2]!)
  return written.replaceAll(/\\(.)/g, '$1')
}

/** Reads it as `set -a; . file` of a shell does, which has no other variable. */
function readInShell(text: string): Record<string, string> {
  const printed = execFileSync('sh', ['-c', 'set -a; eval "$1"; exec env -0', 'sh', text], {
    env: { PATH: '/usr/bin:/bin' },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const lines = printed.toString().split('\0').filter(Boolean)
  const pairs = lines.map((line): [string, string] => {
    const at = line.indexOf('=')
    return [line.slice(0, at), line.slice(at + 1)]
  })
  return Object.fromEntries(pairs.filter(([name]) => !['PATH', 'PWD', '_', 'SHLVL'].includes(name)))
}

test.for(files)('%s is the same for systemd and for a shell, and names settings only', (name) => {
  const text = readFileSync(join(directory, name), 'utf8')
  const read = readAsSystemd(text)
  expect(Object.keys(read).length).toBeGreaterThan(1)
  expect(readInShell(text)).toEqual(read)
  for (const setting of Object.keys(read))
    if (!passwordsOfNats.test(setting)) expect(settingNames).toContain(setting)
})

const pages = readdirSync('docs/operations')
  .filter((name) => name.endsWith('.md'))
  .map((name) => `docs/operations/${name}`)

test.for([...pages, '.env.example'])('%s has addresses and senders in quotes', (page) => {
  for (const line of readFileSync(page, 'utf8').split('\n'))
    expect(line).not.toMatch(/^(\s{4}|# )(DATABASE_URL|NATS_\w*URL|SMTP_URL|MAIL_FROM)=[^'\s…]\S*$/)
})

test('what stands in quotes is read alike, and what does not is cut off by a shell', () => {
  const odd = `p&a$HOME;b#c "d" \\e`
  for (const text of [`DATABASE_URL='${odd}'\n`, `# a & b\nDATABASE_URL='${odd}'`]) {
    expect(readInShell(text)).toEqual({ DATABASE_URL: odd })
    expect(readAsSystemd(text)).toEqual({ DATABASE_URL: odd })
  }
  const bare = 'DATABASE_URL=postgresql://a/b?sslmode=verify-full&sslrootcert=/c\n'
  expect(readInShell(bare)).not.toEqual(readAsSystemd(bare))
})
