/** The rooms of ARCHITECTURE.md: which may know which, and what stays pure. */
import { posix } from 'node:path'
import { describe, expect, test } from 'vitest'
import { sourceFiles } from './source-files.ts'

/** The words of the machines: their messages, and the shapes in them. */
const words = /^machines\/(.+\.events|primitives)\.ts$/

/** What of the checkout page needs no browser: its words, and what it makes of its address. */
const wordsOfThePage = /^web\/checkout\/(messages\/.+|[^/]+)\.ts$/

/** What actors remember, as types. */
const contexts = 'machines/actors.ts'

/** A room, and what it may import: other rooms, single files, or the words of the machines. */
const mayImport: Record<string, (string | RegExp)[]> = {
  machines: [],
  'src/shared': [contexts],
  'src/bus': ['src/shared', words],
  'src/store': ['src/shared', 'machines', 'migrations'],
  'src/chain': ['src/shared', 'src/bus', 'src/store', words],
  'src/webhooks': ['src/shared', words],
  'src/actors': ['machines', 'src/store', 'src/bus', 'src/shared'],
  'src/relays': ['src/store', 'src/bus', 'src/chain', 'src/webhooks', 'src/shared'],
  // The page is built on demand, served as files, and spoken for where scripts are off.
  'src/http': [
    'src/bus',
    'src/store',
    'src/webhooks',
    'src/shared',
    words,
    'web/build.ts',
    wordsOfThePage,
  ],
  'src/embedded': ['src', 'machines'],
  // What stands directly in src puts the rooms together.
  src: ['src', 'machines'],
  web: ['src/shared/money.ts', 'src/chain/abi', words],
}

/** What one machine may know of the others. */
const sharedByMachines = /^machines\/(effect\.ts|primitives\.ts|.+\.events\.ts)$/
const packagesOfMachines = ['xstate', 'zod']

/** Would make a transition depend on when and where it runs. */
const impure = /\b(Date\.now|new Date\(\)|Math\.random|process\.|fetch\(|async |await |node:)/

const files = sourceFiles(['machines', 'src', 'web'], ['.ts', '.tsx', '.js', '.jsx'])
const machineFiles = files.filter(({ path }) => path.startsWith('machines/'))

test.each(files)('$path imports only the rooms it may', ({ path, text }) => {
  const room = roomOf(path)
  const forbidden = importsOf(path, text).filter(
    (target) => roomOf(target) !== room && !mayImport[room]!.some((known) => covers(known, target)),
  )
  expect(forbidden).toEqual([])
})

test('src/shared takes nothing but types from the machines', () => {
  const values = /^import (?!type\b)[^'"]*['"][^'"]*machines\/[^'"]*['"]/m
  const takers = files.filter(
    ({ path, text }) => path.startsWith('src/shared/') && values.test(text),
  )
  expect(takers.map(({ path }) => path)).toEqual([])
})

test('no room says what an actor remembers: its kind says it', () => {
  const casts = /\bsnapshot\??\.context as (?!const\b)/
  const casting = files.filter(({ path, text }) => path.startsWith('src/') && casts.test(text))
  expect(casting.map(({ path }) => path)).toEqual([])
})

test('every folder of src is a room of its own', () => {
  const rooms = files.filter(({ path }) => roomOf(path) === 'src').map(({ path }) => path)
  expect(rooms.filter((path) => path.split('/').length > 2)).toEqual([])
})

describe.each(machineFiles)('$path', ({ path, text }) => {
  test('is pure', () => {
    expect(text.match(impure)?.[0]).toBeUndefined()
  })

  test('knows of other machines only what they may be told', () => {
    const folder = posix.dirname(path).split('/').slice(0, 2).join('/')
    const foreign = importsOf(path, text).filter((target) => !target.startsWith(`${folder}/`))
    expect(foreign.filter((target) => !sharedByMachines.test(target))).toEqual([])
  })

  test('needs nothing but xstate and zod', () => {
    const packages = specifiersOf(text).filter((specifier) => !specifier.startsWith('.'))
    expect(packages.filter((name) => !packagesOfMachines.includes(name))).toEqual([])
  })
})

function roomOf(path: string): string {
  const rooms = Object.keys(mayImport).filter(
    (room) => path === room || path.startsWith(`${room}/`),
  )
  return rooms.toSorted((a, b) => b.length - a.length)[0] ?? ''
}

function covers(known: string | RegExp, target: string): boolean {
  if (typeof known !== 'string') return known.test(target)
  return target === known || target.startsWith(`${known}/`)
}

/** The paths of our own files that a file imports. */
function importsOf(path: string, text: string): string[] {
  return specifiersOf(text)
    .filter((specifier) => specifier.startsWith('.'))
    .map((specifier) => posix.join(posix.dirname(path), specifier))
}

function specifiersOf(text: string): string[] {
  const statements = /\b(?:from|import)\s*\(?\s*['"]([^'"\n]+)['"]/g
  return [...text.matchAll(statements)].map(([, specifier]) => specifier!)
}
