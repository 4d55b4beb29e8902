/** Folders, files and functions stay small enough to be read at one go. */
import { posix } from 'node:path'
import { describe, expect, test } from 'vitest'
import { sourceFiles } from './source-files.ts'

const fileLinesMax = 300
const medianFileLinesMax = 100
const functionLinesMax = 50
const folderFilesMax = 25

/** The most lines of each room: a hundredth more than it has had. Whoever needs more of one takes away first. */
const roomLinesMax: Record<string, number> = {
  machines: 5600,
  src: 550,
  'src/actors': 1400,
  'src/bus': 1450,
  'src/chain': 8150,
  'src/core': 9400,
  'src/embedded': 2000,
  'src/http': 23550,
  'src/mailing': 950,
  'src/operating': 1100,
  'src/reader': 4570,
  'src/relays': 1670,
  'src/reporter': 600,
  'src/sending': 4500,
  'src/shared': 3900,
  'src/store': 17850,
  'src/watching': 1600,
  'src/webhooks': 620,
  web: 30750,
  packages: 2450,
  scripts: 10150,
  benchmarks: 3600,
  examples: 600,
}

const folders = [
  'machines',
  'packages',
  'src',
  'web',
  'scripts',
  'test',
  'benchmarks',
  'examples',
  'migrations',
]
const files = sourceFiles(folders, ['.ts', '.tsx', '.mjs'])
const ownSource = files.filter(({ path }) => /^(machines|packages|src)\//.test(path))
const product = files.filter(({ path }) => /^(machines|packages|src|web)\//.test(path))

const statements = ['if', 'for', 'while', 'switch', 'catch', 'with']
const functionHeads = [
  /^(\s*)(?:export (?:default )?)?(?:async )?function\*? (\w+)/,
  /^(\s*)(?:export )?const (\w+) = .*=> \{$/,
  /^(\s*)(?:(?:static|async|get|set) )*(#?\w+)\([^)]*\)(?:: .+)? \{$/,
]

const linesOf = (text: string) => text.trimEnd().split('\n')

test(`no file has more than ${fileLinesMax} lines`, () => {
  const long = files.filter(({ text }) => linesOf(text).length > fileLinesMax)
  expect(long.map(({ path, text }) => `${path}: ${linesOf(text).length} lines`)).toEqual([])
})

test.each([
  ['all files', files],
  ['the product’s files', product],
])(`half of %s have at most ${medianFileLinesMax} lines`, (_, counted) => {
  const lengths = counted.map(({ text }) => linesOf(text).length).toSorted((a, b) => a - b)
  expect(lengths[Math.floor(lengths.length / 2)]).toBeLessThanOrEqual(medianFileLinesMax)
})

test(`no folder of the product lists more than ${folderFilesMax} files`, () => {
  const listings = Map.groupBy(product, ({ path }) => posix.dirname(path))
  const long = [...listings].filter(([, listed]) => listed.length > folderFilesMax)
  expect(long.map(([folder, listed]) => `${folder}: ${listed.length} files`)).toEqual([])
})

test('no room has more lines than its budget, and every room has one', () => {
  const rooms = Map.groupBy(
    files.filter(({ path }) => !/^(test|migrations)\//.test(path)),
    ({ path }) => roomOf(path),
  )
  const wrong = [...rooms].flatMap(([room, ofRoom]) => {
    const lines = ofRoom.reduce((sum, { text }) => sum + linesOf(text).length, 0)
    const most = roomLinesMax[room]
    return most !== undefined && lines <= most
      ? []
      : [`${room}: ${lines} lines, of ${most ?? 'no'}`]
  })
  expect(wrong).toEqual([])
  expect(Object.keys(roomLinesMax).filter((room) => !rooms.has(room))).toEqual([])
})

test(`no function has more than ${functionLinesMax} lines`, () => {
  const long = files.flatMap(({ path, text }) =>
    functionsOf(text)
      .filter(({ lines }) => lines > functionLinesMax)
      .map(({ name, lines }) => `${path}: ${name}, ${lines} lines`),
  )
  expect(long).toEqual([])
})

describe('the length of a function', () => {
  test('is counted from its head to the brace in the same column', () => {
    const text = 'export function ring(): void {\n  if (open) {\n    call()\n  }\n}\nring()\n'
    expect(functionsOf(text)).toEqual([{ name: 'ring', lines: 5 }])
  })

  test('is counted for methods and arrows as well', () => {
    const text =
      'const ring = async () => {\n  call()\n}\nclass Bell {\n  #ring(to: Ear) {\n  }\n}\n'
    expect(functionsOf(text)).toEqual([
      { name: 'ring', lines: 3 },
      { name: '#ring', lines: 2 },
    ])
  })
})

test('no marker of unfinished work and no debugging output is left in the code', () => {
  const leftovers = ownSource.flatMap(({ path, text }) =>
    linesOf(text)
      .filter((line) => /\b(TODO|FIXME|XXX|HACK)\b|\bconsole\.log\b|\bdebugger\b/.test(line))
      .map((line) => `${path}: ${line.trim()}`),
  )
  expect(leftovers).toEqual([])
})

test('no test runs alone, and none is left out', () => {
  const tests = files.filter(({ path }) => path.endsWith('.test.ts'))
  const partial = /\b(test|it|describe)\.(only|skip|todo)\b/
  expect(tests.filter(({ text }) => partial.test(text)).map(({ path }) => path)).toEqual([])
})

/** A folder directly below `src`, the files beside these, or another folder at the top. */
function roomOf(path: string): string {
  const [top, below] = path.split('/') as [string, string]
  return top === 'src' && !below.endsWith('.ts') ? `src/${below}` : top
}

/**
 * The functions of a formatted file, roughly: from the line that names one to the line that closes
 * a brace in the same column.
 */
function functionsOf(text: string): { name: string; lines: number }[] {
  const lines = linesOf(text)
  return lines.flatMap((line, index) => {
    const head = functionHeads.map((pattern) => pattern.exec(line)).find((match) => match !== null)
    const [, indent = '', name = ''] = head ?? []
    if (!head || statements.includes(name)) return []
    const isEnd = (other: string) => /^\}[;,)]*$/.test(other.slice(indent.length))
    const length = lines
      .slice(index + 1)
      .findIndex((other) => other.startsWith(`${indent}}`) && isEnd(other))
    return length < 0 ? [] : [{ name, lines: length + 2 }]
  })
}
