/** Tests that whoever reads a path of an API anywhere can call it: in pages, messages, problems, documents, examples. */
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { sourceFiles } from './source-files.ts'

const root = resolve(import.meta.dirname, '../..')
const folders = ['src', 'web', 'machines', 'scripts', 'packages', 'examples', 'docs', '.github']
const files = sourceFiles(
  [...folders, 'README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'SECURITY.md', '.env.example'],
  ['.md', '.ts', '.tsx', '.mjs', '.html', '.example'],
)

/** So many are written at least: a pattern that finds none would find no wrong one either. */
const pathsMin = 150

/** The calls that the two written descriptions name, such as `GET /integration/assets`. */
const calls = [
  ...readFileSync(resolve(root, 'docs/api-surface.txt'), 'utf8').matchAll(
    /^(GET|POST|PUT|PATCH|DELETE) (\S+)/gm,
  ),
  ...Object.entries(readDescription().paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => ['', method.toUpperCase(), path]),
  ),
].map(([, method, path]) => ({ method, parts: partsOf(path!) }))

/**
 * A path where somebody may read or call it: behind its method, a quote, a space or the service's address, and not in
 * the address of a file or another page.
 */
const written =
  /(?:\b(GET|POST|PUT|PATCH|DELETE) )?(?<![\w./…)-])(?:\$B|\$\{\w+\})?(\/(?:integration|testing|session|dashboard\/api)(?:\/(?:\$\{[^}\n]*\}|[\w{}$…|.:-])+)*(?:\/(?=…))?)/g

test('every path of an API that somebody reads is one of a call, with the method that is named', () => {
  const read = files.flatMap(({ path: file, text }) =>
    [...withoutBase(text).matchAll(written)].map(([whole, method, path]) => ({
      place: `${file}: ${whole}`,
      isRight: isCall(method, path!),
    })),
  )
  expect(read.filter(({ isRight }) => !isRight).map(({ place }) => place)).toEqual([])
  expect(read.length).toBeGreaterThan(pathsMin)
})

function readDescription(): { paths: Record<string, object> } {
  return JSON.parse(readFileSync(resolve(root, 'docs/openapi.json'), 'utf8')) as never
}

/** Some documents name the address of an API once, and write `$B` below it. */
function withoutBase(text: string): string {
  const base = /^B=https?:\/\/[^/\s]+(\/\S+)$/m.exec(text)?.[1]
  return base === undefined ? text : text.replaceAll('$B/', `$B${base}/`)
}

function partsOf(path: string): string[] {
  return path.split('/').slice(1)
}

/** What stands for something else: `{id}`, `${id}`, `$ID`, `0x…`, `…`. */
const isAny = (part: string): boolean => /[{$…]/.test(part)

function isCall(method: string | undefined, path: string): boolean {
  const parts = partsOf(path.replace(/[.:|]+$/, ''))
  return calls.some((call) => {
    if (method !== undefined && call.method !== method) return false
    // A path may end before its call does: what a document calls `/session` is all below it. A name is no value there.
    const last = call.parts[parts.length - 1]
    const isBeginning = method === undefined && (parts.at(-1) === last || isAny(parts.at(-1)!))
    if (parts.length > call.parts.length) return false
    if (parts.length < call.parts.length && !isBeginning) return false
    return parts.every((part, at) => fits(part, call.parts[at]!))
  })
}

function fits(part: string, named: string): boolean {
  if (named === '{network}') return isAny(part) || part === 'test' || part === 'main'
  return part === named || isAny(part) || isAny(named)
}
