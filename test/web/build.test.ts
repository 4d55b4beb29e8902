import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { buildCheckout } from '../../web/build.ts'

const downloadBytesMax = 60_000
const freshBuildMs = 500

const { folder } = await buildCheckout()
const html = readFileSync(join(folder, 'index.html'), 'utf8')
const assets = readdirSync(join(folder, 'assets')).map((name) => join(folder, 'assets', name))
/** The files that the page's HTML names. */
const firstLoaded = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address]) => address!)

describe('the built page', () => {
  test('loads at most 60 kB at once', () => {
    const bytes = firstLoaded.reduce(
      (sum, address) => sum + statSync(join(folder, `${address}.gz`)).size,
      html.length,
    )
    expect(bytes).toBeLessThan(downloadBytesMax)
  })

  test('loads the client of WalletConnect in a file of its own', () => {
    const names = assets.map((path) => basename(path))
    expect(names).toContainEqual(expect.stringMatching(/^remote-wallet-.*\.js$/))
    expect(html).not.toContain('remote-wallet')
  })

  test('has no inline script and no inline style, as its policy asks', () => {
    expect(html).not.toMatch(/<script(?![^>]*\bsrc=)|<style|\son\w+=|style="/)
  })

  test('finds its files beside the payment’s address, under any path', () => {
    expect(firstLoaded.length).toBeGreaterThan(2)
    for (const address of firstLoaded) {
      expect(address).toMatch(/^\.\/assets\//)
      expect(existsSync(join(folder, address))).toBe(true)
    }
  })

  test('keeps the places that the service fills in', () => {
    for (const place of ['head', 'view', 'noscript'])
      expect(html).toContain(`<!--checkout:${place}-->`)
  })

  test('evaluates no text as code', () => {
    for (const script of assets.filter((path) => path.endsWith('.js')))
      expect(readFileSync(script, 'utf8')).not.toContain('eval(')
    expect(html).toContain('<html lang="en">')
  })

  test('is not built again while nothing has changed', async () => {
    const startedAt = performance.now()
    expect((await buildCheckout()).folder).toBe(folder)
    expect(performance.now() - startedAt).toBeLessThan(freshBuildMs)
  })
})
