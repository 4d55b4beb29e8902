import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { buildPages, payerPageNames } from '../../web/build.ts'

/**
 * A page may load so much, compressed: HTML, style, the longest language, and every script, also those that are loaded
 * once they are pressed for. Only WalletConnect's client is left out.
 */
const downloadBytesMax = 62_000
/** A page that shows nothing before its scripts shows something after at most so many files. */
const firstFilesMax = 8
/** The dashboard's first screen needs so much script, compressed. */
const dashboardBytesMax = 90_000
/** The simulator needs so much, with all machines: loaded by its page alone. */
const simulatorBytesMax = 110_000
const freshBuildMs = 500

const { folder } = await buildPages()
const assets = readdirSync(join(folder, 'assets')).map((name) => join(folder, 'assets', name))

const isLanguage = (name: string) => /^(?:\w+-)?(?:english|spanish|russian)-[\w-]+\.js$/.test(name)
/** Loaded when a payer chooses a wallet elsewhere. */
const isWalletConnect = (name: string) => name.startsWith('remote-wallet-')
const bytesOf = (names: Iterable<string>) =>
  [...names].reduce((sum, name) => sum + statSync(join(folder, 'assets', `${name}.gz`)).size, 0)

/** Every file of a page that may ever be loaded, from the ones that it names on. */
function reachableFrom(names: readonly string[]): Set<string> {
  const reached = new Set<string>()
  const reach = (name: string) => {
    if (reached.has(name) || isWalletConnect(name)) return
    reached.add(name)
    if (!name.endsWith('.js')) return
    const code = readFileSync(join(folder, 'assets', name), 'utf8')
    for (const [, next] of code.matchAll(/["'`]\.\/(?:assets\/)?([\w-]+\.(?:js|css))["'`]/g))
      reach(next!)
  }
  names.forEach(reach)
  return reached
}

/** The files and what they import at once, which the browser loads before it runs them. */
function importedBy(names: readonly string[]): Set<string> {
  const needed = new Set(names)
  for (const name of needed) {
    const code = readFileSync(join(folder, 'assets', name), 'utf8')
    const imported = code.matchAll(/\b(?:from|import)\s*["'`]\.\/([\w-]+\.js)["'`]/g)
    for (const [, next] of imported) needed.add(next!)
  }
  return needed
}

describe.each(payerPageNames)('the built page %s', (page) => {
  const html = readFileSync(join(folder, `${page}.html`), 'utf8')
  /** The files that the page's HTML names: all that are loaded before a payer chooses anything. */
  const firstLoaded = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address]) => address!)

  const all = [...reachableFrom(firstLoaded.map((address) => basename(address)))]
  const longestLanguage = Math.max(
    ...['english', 'spanish', 'russian'].map((language) =>
      bytesOf(all.filter((name) => isLanguage(name) && name.includes(language))),
    ),
  )

  test('loads in few files what it loads at once', () => {
    expect(firstLoaded.length).toBeLessThanOrEqual(firstFilesMax)
  })

  test('loads at most 62 kB in all: whatever is pressed, in the longest language', () => {
    const rest = bytesOf(all.filter((name) => !isLanguage(name)))
    expect(html.length + rest + longestLanguage).toBeLessThan(downloadBytesMax)
  })

  test('loads the client of WalletConnect in a file of its own', () => {
    const names = assets.map((path) => basename(path))
    expect(names).toContainEqual(expect.stringMatching(/^remote-wallet-.*\.js$/))
    expect(html).not.toContain('remote-wallet')
  })

  test('has no inline script and no inline style, as its policy asks', () => {
    expect(html).not.toMatch(/<script(?![^>]*\bsrc=)|<style|\son\w+=|style="/)
  })

  test('finds its files beside its own address, under any path', () => {
    expect(firstLoaded.length).toBeGreaterThan(2)
    for (const address of firstLoaded) {
      expect(address).toMatch(/^\.\/assets\//)
      expect(existsSync(join(folder, address))).toBe(true)
    }
  })

  test('names every file that it needs at once, so that none waits for another', () => {
    for (const script of firstLoaded.filter((address) => address.endsWith('.js'))) {
      const code = readFileSync(join(folder, script), 'utf8')
      const imported = [...code.matchAll(/\bfrom\s*"\.\/([^"]+)"/g)].map(([, name]) => name!)
      for (const name of imported) expect(firstLoaded).toContain(`./assets/${name}`)
    }
  })

  test('keeps the places that the service fills in', () => {
    for (const place of ['head', 'data', 'noscript']) expect(html).toContain(`<!--page:${place}-->`)
    expect(html).toContain('<html lang="en">')
  })
})

describe('the built dashboard', () => {
  const html = readFileSync(join(folder, 'dashboard.html'), 'utf8')
  const firstLoaded = [...html.matchAll(/(?:src|href)="\.\/assets\/([^"]+)"/g)].map(
    ([, name]) => name!,
  )

  test('loads at most 90 kB of script before it shows its first screen, all menu entries included', () => {
    const scripts = firstLoaded.filter((name) => name.endsWith('.js'))
    const screens = assets
      .map((path) => basename(path))
      .filter((name) => /^home-.*\.js$/.test(name))
    expect(screens).toHaveLength(1)
    const needed = importedBy([...scripts, ...screens])
    expect(bytesOf(needed)).toBeLessThan(dashboardBytesMax)
  })

  test('has no inline script and no inline style, as its policy asks', () => {
    expect(html).not.toMatch(/<script(?![^>]*\bsrc=)|<style|\son\w+=|style="/)
  })

  test('shares no file with the pages of payers', () => {
    const ofPayers = payerPageNames.flatMap((page) => [
      ...readFileSync(join(folder, `${page}.html`), 'utf8').matchAll(/assets\/([^"]+)/g),
    ])
    const names = ofPayers.map(([, name]) => name!).filter((name) => !name.endsWith('.svg'))
    const all = reachableFrom(firstLoaded)
    expect(names.filter((name) => all.has(name))).toEqual([])
  })
})

test('the pages of the machines load the simulator only where it is asked for', () => {
  const html = readFileSync(join(folder, 'machines.html'), 'utf8')
  const named = [...html.matchAll(/assets\/([^"]+\.(?:js|css))/g)].map(([, name]) => name!)
  const ofSimulator = [...reachableFrom(named)].filter((name) => name.startsWith('simulator-'))
  expect(ofSimulator).toHaveLength(2)
  const atOnce = importedBy(named.filter((name) => name.endsWith('.js')))
  expect(ofSimulator.filter((name) => atOnce.has(name))).toEqual([])
  expect(bytesOf(ofSimulator)).toBeLessThan(simulatorBytesMax)
})

test('what a page may ever load was counted: no file is left that none leads to', () => {
  const pages = [...payerPageNames, 'dashboard', 'docs', 'machines'].flatMap((page) => {
    const html = readFileSync(join(folder, `${page}.html`), 'utf8')
    return [...html.matchAll(/assets\/([^"]+)/g)].map(([, name]) => name!)
  })
  const reached = reachableFrom(pages)
  const left = assets.map((path) => basename(path)).filter((name) => /\.(?:js|css)$/.test(name))
  expect(left.filter((name) => !reached.has(name) && !isWalletConnect(name))).toEqual([
    // Only WalletConnect's client leads to it.
    expect.stringMatching(/^secp256k1-/),
  ])
})

test('no page evaluates text as code', () => {
  for (const script of assets.filter((path) => path.endsWith('.js')))
    expect(readFileSync(script, 'utf8')).not.toContain('eval(')
})

test('the pages are not built again while nothing has changed', async () => {
  const startedAt = performance.now()
  expect((await buildPages()).folder).toBe(folder)
  expect(performance.now() - startedAt).toBeLessThan(freshBuildMs)
})
