/**
 * The built pages use nothing that the oldest browsers lack for which they are built. Vite writes syntax and styles in an older
 * way (`web/run-vite.ts`); functions and what styles mean it leaves as they are.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { findPages, payerPageNames } from '../../web/build.ts'
import { type Browsers, lacksOfScript, lacksOfStyle } from '../support/browser-support.ts'

/** As `docs/checkout.md` and `docs/dashboard.md` say. */
const ofPayers: Browsers = { safari_ios: 15, safari: 15, chrome: 100, firefox: 100 }
const ofPeople: Browsers = { safari_ios: 17.4, safari: 17.4, chrome: 119, firefox: 121 }

/** Without these a page looks plainer, and nothing of it is lost. */
const styleEnhancements = [
  // A browser without it draws its own ring around what has the focus.
  ':focus-visible',
  // Marks the label of a choice; the choice itself is marked by the browser.
  ':has',
  'accent-color',
  'scrollbar-width',
  'text-wrap',
  'user-select',
  // The next font of the list is taken.
  'font-family: ui-monospace',
  // Phones keep the size of text that is wider than their screen; they have it by a prefix, which Vite writes.
  'text-size-adjust',
  // A long reference takes more lines than two.
  'line-clamp',
  // The data counts phones that show no cursor, and words of another property of the same name.
  'align-content: start',
  'break-after: avoid',
  'cursor',
  'text-decoration: dotted',
]

/** By the name of the built file: functions that a browser may lack, and why that harms nobody. */
const usedWithCare: Record<string, Record<string, string>> = {
  common: {
    displayName: 'names a component for who debugs it',
    maximize: 'one of Intl.Locale, which all have; windows have another of that name',
    take: 'a method of our own',
  },
  speech: { maximize: 'one of Intl.Locale, which all have; windows have another of that name' },
  widget: { displayName: 'a field of our own', locks: 'asked for before it is used' },
  manage: { displayName: 'a field of our own', command: 'a field of our own' },
  dashboard: {
    'PublicKeyCredential.parseCreationOptionsFromJSON': 'asked for before it is used',
    'PublicKeyCredential.parseRequestOptionsFromJSON': 'asked for before it is used',
    take: 'a method of our own',
  },
  'remote-wallet': {
    'Object.hasOwn': 'filled in by `web/walletconnect/client.ts`',
    SharedArrayBuffer: 'asked for before it is used',
    'Uint8Array.fromBase64': 'asked for before it is used',
    'Uint8Array.fromHex': 'asked for before it is used',
    randomUUID: 'asked for before it is used',
    toBase64: 'asked for before it is used',
    fromHex: 'asked for before it is used',
    toHex: 'asked for before it is used',
    ...ownNames(['bytes', 'caches', 'connection', 'delay', 'dispose', 'getPublicKey', 'isValid']),
    ...ownNames(['respond', 'storage', 'watch', 'windows']),
  },
  secp256k1: {
    'Uint8Array.fromHex': 'asked for before it is used',
    fromHex: 'asked for before it is used',
    toHex: 'asked for before it is used',
    ...ownNames(['isValid', 'windows']),
  },
  simulator: {
    'Error.captureStackTrace': 'asked for before it is used',
    'URL.canParse': 'asked for before it is used',
    stackTraceLimit: 'asked for before it is used',
    ...ownNames(['command', 'config', 'contentEncoding', 'delay', 'element', 'external']),
    ...ownNames(['states', 'when']),
  },
}

function ownNames(names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, 'a name of its own']))
}

const { folder } = await findPages()
const assets = readdirSync(join(folder, 'assets')).filter((name) => /\.(?:js|css)$/.test(name))
const read = (name: string): string => readFileSync(join(folder, 'assets', name), 'utf8')

/** All files that a page may ever load. */
function filesOf(page: string): string[] {
  const found = new Set<string>()
  const follow = (text: string): void => {
    for (const [name = ''] of text.matchAll(/[\w.~-]+\.(?:js|css)\b/g)) {
      if (found.has(name) || !assets.includes(name)) continue
      found.add(name)
      follow(read(name))
    }
  }
  follow(readFileSync(join(folder, `${page}.html`), 'utf8'))
  return [...found]
}

const pages = [
  ...payerPageNames.map((page) => ({ page, browsers: ofPayers })),
  { page: 'dashboard', browsers: ofPeople },
  { page: 'docs', browsers: ofPeople },
  { page: 'machines', browsers: ofPeople },
]

describe.each(pages)('the page $page', ({ page, browsers }) => {
  const files = filesOf(page)

  test('is its scripts, of which only the documentation has one alone, and its style', () => {
    const scripts = files.filter((name) => name.endsWith('.js'))
    expect(scripts.length).toBeGreaterThanOrEqual(page === 'docs' ? 1 : 2)
    expect(files.some((name) => name.endsWith('.css'))).toBe(true)
  })

  test('calls no function that its browsers lack', () => {
    const lacks = files
      .filter((name) => name.endsWith('.js'))
      .flatMap((name) => {
        const isKnown = usedWithCare[name.replace(/-[\w-]{8}\.js$/, '')] ?? {}
        const unknown = lacksOfScript(read(name), browsers).filter((lack) => !(lack in isKnown))
        return unknown.map((lack) => `${name}: ${lack}`)
      })
    expect(lacks).toEqual([])
  })

  test('has no style whose lack would be more than a plainer look', () => {
    const isKnown = (lack: string) =>
      styleEnhancements.some((known) => lack === known || lack.startsWith(`${known}: `))
    const lacks = files
      .filter((name) => name.endsWith('.css'))
      .flatMap((name) => lacksOfStyle(read(name), browsers).map((lack) => ({ name, lack })))
    expect(lacks.filter(({ lack }) => !isKnown(lack))).toEqual([])
  })
})

test('what a browser lacks is found, however it is written', () => {
  const script = `a.toSorted(); b?.findLast(f); AbortSignal.timeout(1); structuredClone(c); /(?<=d)e/.test(f)
    Object.groupBy(g, h); i.at(-1); new Set(j).union(k); const l = (m) => m.with(0, 1)`
  expect(lacksOfScript(script, ofPayers)).toEqual(
    expect.arrayContaining([
      'toSorted',
      'findLast',
      'AbortSignal.timeout',
      'structuredClone',
      '\\(\\?<[=!]',
      'Object.groupBy',
      'at',
      'union',
      'with',
    ]),
  )
  expect(lacksOfScript('a.sort(); b.find(f); fetch(c); new AbortController()', ofPayers)).toEqual(
    [],
  )
  const style =
    '.a:has(b){height:10dvh;margin:1lh;color:light-dark(red,blue);rotate:1turn}@layer c{d{color:red}}'
  expect(lacksOfStyle(style, ofPayers)).toEqual(
    expect.arrayContaining([':has', 'dvh', 'lh', 'light-dark()', 'rotate', '@layer']),
  )
})
