/** The folders of ARCHITECTURE.md: which may know which, and what stays pure. */
import { posix } from 'node:path'
import { describe, expect, test } from 'vitest'
import { sourceFiles } from './source-files.ts'

/** The messages that the machines take, the shapes, times and reasons in them, and the types of their states. */
const messagesOfMachines = /^machines\/(.+\.events|primitives|durations|reasons|actors)\.ts$/

/** The parts of the pages that need no browser: their texts, and their reading of their addresses. */
const textsOfThePages =
  /^web\/(messages\/.+|browser\/service-clock|input\/[^/]+|checkout\/[^/]+|parts\/(digit-groups|draw-qr-code|money-text|shop)|session\/page-settings|walletconnect\/settings)\.ts$/

const service = ['src', 'machines', 'web', 'packages', 'examples']

/** A folder, and what it may import: other folders, single files, or the messages of the machines. */
const mayImport: Record<string, (string | RegExp)[]> = {
  // Merchants install the package, which knows the service by HTTP only.
  packages: [],
  machines: [],
  'src/shared': ['machines/actors.ts', 'machines/durations.ts'],
  // Decides, tells, draws and simulates; it reads and writes nothing.
  'src/core': ['machines', 'src/shared'],
  'src/bus': ['src/shared', messagesOfMachines],
  'src/webhooks': ['src/shared', messagesOfMachines],
  'src/store': ['src/shared', 'machines', 'src/core'],
  // What is stored of the chains: no file of it has a client, so nothing in it asks a node.
  'src/chain/rows': ['src/shared', 'src/core', 'src/store', messagesOfMachines],
  'src/chain': [
    'src/shared',
    'src/core',
    'src/bus',
    'src/store',
    'src/chain/rows',
    messagesOfMachines,
  ],
  // Tells actors what the rows say. It cannot ask a node, and has none of its chain's.
  'src/reporter': [
    'src/shared',
    'src/core',
    'src/bus',
    'src/store',
    'src/chain/rows',
    'src/chain/funds-message.ts',
    messagesOfMachines,
  ],
  // The chain comes in and transactions go out: neither knows the other, only what both know.
  'src/reader': [
    'src/shared',
    'src/core',
    'src/bus',
    'src/store',
    'src/chain',
    'src/reporter',
    messagesOfMachines,
  ],
  'src/watching': [
    'src/shared',
    'src/core',
    'src/bus',
    'src/store',
    'src/chain',
    'src/reporter',
    'src/reader',
    messagesOfMachines,
  ],
  'src/sending': [
    'src/shared',
    'src/core',
    'src/bus',
    'src/store',
    'src/chain',
    messagesOfMachines,
  ],
  'src/mailing': ['src/shared', 'src/core', 'src/store', messagesOfMachines],
  'src/actors': ['machines', 'src/core', 'src/store', 'src/bus', 'src/shared'],
  'src/relays': [
    'src/core',
    'src/store',
    'src/bus',
    'src/chain',
    'src/webhooks',
    'src/shared',
    'machines/durations.ts',
  ],
  // Watches all roles, and knows what they share.
  'src/operating': ['src/shared', 'src/core', 'src/bus', 'src/store'],
  web: [
    'src/shared/money.ts',
    'src/core/story/moments.ts',
    'src/core/simulating',
    'src/chain/abi',
    messagesOfMachines,
  ],
  // The page is built on demand, served as files, and spoken for where scripts are off.
  'src/http': [
    'src/core',
    'src/bus',
    'src/store',
    'src/operating',
    'src/webhooks',
    'src/shared',
    messagesOfMachines,
    'web/build.ts',
    textsOfThePages,
  ],
  'src/embedded': ['src/shared', 'src/bus', 'src/store', 'src/chain'],
  // Files directly in src put the folders together.
  src: ['src', 'machines', 'web/build.ts'],
  examples: ['packages'],
  // What is not the service may use all of it, and nothing of the service knows it.
  scripts: service,
  test: [...service, 'scripts'],
  proof: [...service, 'scripts', 'test'],
  benchmarks: [...service, 'test', 'proof'],
}

/** One machine may know this of the others. */
const sharedByMachines =
  /^machines\/(durations\.ts|effect\.ts|event-of\.ts|primitives\.ts|reasons\.ts|.+\.events\.ts)$/
const packagesOfMachines = ['xstate', 'zod']

/** Would make a transition depend on when and where it runs. */
const impure = /\b(Date\.now|new Date\(\)|Math\.random|process\.|fetch\(|async |await |node:)/

const files = sourceFiles(
  [...service, 'scripts', 'test', 'proof', 'benchmarks'],
  ['.ts', '.tsx', '.js', '.jsx'],
)
const machineFiles = files.filter(({ path }) => path.startsWith('machines/'))

test('every file imports only the folders it may', () => {
  const forbidden = files.flatMap(({ path, text }) => {
    const folder = folderOf(path)
    const foreign = importsOf(path, text).filter((target) => folderOf(target) !== folder)
    return foreign
      .filter((target) => !mayImport[folder]!.some((known) => covers(known, target)))
      .map((target) => `${path} imports ${target}`)
  })
  expect(forbidden).toEqual([])
})

test('no arrow runs back up: every folder is written below those that it imports', () => {
  const order = Object.keys(mayImport)
  const wayUp = files.flatMap(({ path, text }) =>
    importsOf(path, text)
      .filter((target) => order.indexOf(folderOf(target)) > order.indexOf(folderOf(path)))
      .map((target) => `${path} imports ${target}`),
  )
  expect(wayUp).toEqual([])
})

test('what is told of a chain is told from rows: neither they nor the reporter have a client', () => {
  const clients =
    /from 'viem\/actions'|import [^;]*?\b(Client|createClient|http)\b[^;]*? from 'viem'/
  const asking = files.filter(
    ({ path, text }) => /^src\/(reporter|chain\/rows)\//.test(path) && clients.test(text),
  )
  expect(asking.map(({ path }) => path)).toEqual([])
})

test('the reporter alone tells actors what happened on a chain', () => {
  const telling = files.filter(
    ({ path, text }) => /^src\/(reader|watching)\//.test(path) && text.includes("/outbox.ts'"),
  )
  expect(telling.map(({ path }) => path)).toEqual([])
})

test('no folder says what an actor remembers: its kind says it', () => {
  const casts = /\bsnapshot\??\.context as (?!const\b)/
  const casting = files.filter(({ path, text }) => path.startsWith('src/') && casts.test(text))
  expect(casting.map(({ path }) => path)).toEqual([])
})

test('every folder of src stands in the table of layers', () => {
  const folders = files.filter(({ path }) => folderOf(path) === 'src').map(({ path }) => path)
  expect(folders.filter((path) => path.split('/').length > 2)).toEqual([])
})

describe('the machines', () => {
  test('read no clock, environment, network or chance', () => {
    const found = machineFiles.map(({ path, text }) => [path, text.match(impure)?.[0]])
    expect(found.filter(([, reading]) => reading !== undefined)).toEqual([])
  })

  test('import of other machines only their messages', () => {
    const foreign = machineFiles.flatMap(({ path, text }) => {
      const folder = posix.dirname(path).split('/').slice(0, 2).join('/')
      return importsOf(path, text)
        .filter((target) => !target.startsWith(`${folder}/`) && !sharedByMachines.test(target))
        .map((target) => `${path} imports ${target}`)
    })
    expect(foreign).toEqual([])
  })

  test('import no package but xstate and zod', () => {
    const packages = machineFiles.flatMap(({ path, text }) =>
      specifiersOf(text)
        .filter((name) => !name.startsWith('.') && !packagesOfMachines.includes(name))
        .map((name) => `${path} imports ${name}`),
    )
    expect(packages).toEqual([])
  })
})

function folderOf(path: string): string {
  const folders = Object.keys(mayImport).filter(
    (folder) => path === folder || path.startsWith(`${folder}/`),
  )
  return folders.toSorted((a, b) => b.length - a.length)[0] ?? ''
}

function covers(known: string | RegExp, target: string): boolean {
  if (typeof known !== 'string') return known.test(target)
  return target === known || target.startsWith(`${known}/`)
}

/** The paths of our own files that a file imports. */
function importsOf(path: string, text: string): string[] {
  return (
    specifiersOf(text)
      .filter((specifier) => specifier.startsWith('.'))
      .map((specifier) => posix.join(posix.dirname(path), specifier))
      // The text of a client that a generator writes imports what stands beside it there.
      .filter((target) => target.includes('/'))
  )
}

function specifiersOf(text: string): string[] {
  const statements = /\b(?:from|import)\s*\(?\s*['"]([^'"\n]+)['"]/g
  return [...text.matchAll(statements)].map(([, specifier]) => specifier!)
}
