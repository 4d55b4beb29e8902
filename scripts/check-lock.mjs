/**
 * Fails where package-lock.json would make `npm ci` fail, or leave something out without a word, and where
 * docs/dependencies.md does not say of each package why it is here.
 * Run it after every change of dependencies; it needs nothing installed.
 */
import { readFileSync } from 'node:fs'

const lock = JSON.parse(read('../package-lock.json'))
const lockedNames = new Set(Object.keys(lock.packages).map(nameOf))
const problems = Object.entries(lock.packages).flatMap(([path, entry]) =>
  problemsOf(path, entry).map((problem) => `${path || 'package.json'}: ${problem}`),
)
problems.push(...problemsOfReasons())

for (const problem of problems) console.error(problem)
console.log(problems.length ? `${problems.length} problems in the lock` : 'the lock is sound')
process.exitCode = problems.length ? 1 : 0

function problemsOfReasons() {
  const rows = read('../docs/dependencies.md').match(/^\| `[^|]+/gm) ?? []
  const explained = rows.flatMap((row) => [...row.matchAll(/`([^`]+)`/g)].map(([, name]) => name))
  const wanted = ['../package.json', '../proof/package.json'].flatMap((path) => {
    const { dependencies, devDependencies, optionalDependencies } = JSON.parse(read(path))
    return Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies })
  })
  return [
    ...wanted.filter((name) => !explained.includes(name)).map((name) => `${name}: says no reason`),
    ...explained.filter((name) => !wanted.includes(name)).map((name) => `${name}: is not used`),
  ].map((problem) => `docs/dependencies.md: ${problem}`)
}

function read(path) {
  return readFileSync(new URL(path, import.meta.url), 'utf8')
}

function nameOf(path) {
  return path.split('node_modules/').at(-1)
}

function problemsOf(path, entry) {
  const isPackage = path !== '' && !entry.link
  const missing = Object.keys(entry.optionalDependencies ?? {}).filter(
    (name) => !lockedNames.has(name),
  )
  return [
    missing.length > 0 && `not in the lock, so that \`npm ci\` fails: ${missing.join(', ')}`,
    isPackage && !entry.integrity && 'has no integrity',
    entry.resolved && 'names a download address, which holds for one registry only',
    excludesOldNode(entry) &&
      `optional, and asks for Node ${entry.engines.node}: npm on Node 20 leaves it out silently`,
  ].filter(Boolean)
}

function excludesOldNode({ optional, engines }) {
  return optional && /^>=\s*2[1-9]/.test(engines?.node ?? '')
}
