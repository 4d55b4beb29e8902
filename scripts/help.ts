/**
 * Says what each command of package.json is for: `npm run help`. With `--check` it fails where one of them is missing here,
 * or named and not there.
 */
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'

const groups: Record<string, Record<string, string>> = {
  'Try it': {
    start: 'the service, with PostgreSQL, NATS and a local chain of its own',
    'first-webhook':
      'asks for a payment and prints the webhook that tells of it, while `npm start` runs',
    demo: 'walks through payments and subscriptions, then makes a year of data, while `npm start` runs',
    help: 'this list',
  },
  'Change it': {
    check: 'format, lint, types, nothing unused, generated files in step',
    'machines:diff': 'what a revision changes for merchants and payers; `<revision> [<revision>]`',
    test: 'the tests; `-- <file or folder>` runs a part',
    format: 'formats all files',
    generate:
      'writes generated files; `-- diagrams openapi` only these, `-- lives gas` the slow ones',
    screens: 'pictures of the pages in all states',
  },
  'Prove it': {
    'test:proof': 'tests that take long or draw random cases; `-- --shard=2/6` a part',
    'test:all': 'test and test:proof',
    'test:contracts': 'the tests of the contracts, with forge',
    'test:paths': 'every transition, on this machine or on a deployment (docs/testing-paths.md)',
    drill: 'a whole fleet under load and faults (docs/operations/drill.md)',
    bench: 'how fast it is (docs/benchmarks.md)',
  },
  'Run it for real': {
    'create:secrets': 'draws the secrets that docker compose needs',
    'deploy:contracts': 'deploys the factories to a chain; `-- <chain>`',
    'create:operator': 'invites an operator; `-- <e-mail address>`',
    operator: 'preflight, accounts, upgrades, restores and what is rarer: lists its commands',
  },
}

/** npm runs these by itself. */
const unnamed = ['postinstall']
const named = Object.values(groups).flatMap((group) => Object.keys(group))

if (process.argv.includes('--check')) check()
else {
  const width = Math.max(...named.map(({ length }) => length))
  for (const [title, group] of Object.entries(groups)) {
    console.log(`${title}:`)
    for (const [name, what] of Object.entries(group))
      console.log(`  npm run ${name.padEnd(width)}  ${what}`)
    console.log()
  }
}

function check(): void {
  const text = readFileSync(resolve(import.meta.dirname, '../package.json'), 'utf8')
  const { scripts } = JSON.parse(text) as { scripts: Record<string, string> }
  const known = [...named, ...unnamed]
  const missing = Object.keys(scripts).filter((name) => !known.includes(name))
  const gone = known.filter((name) => !Object.hasOwn(scripts, name))
  if (missing.length > 0)
    console.error(`scripts/help.ts does not say what is: ${missing.join(', ')}`)
  if (gone.length > 0)
    console.error(`scripts/help.ts names what is not in package.json: ${gone.join(', ')}`)
  if (missing.length + gone.length > 0) process.exitCode = 1
}
