/** A text in any field stays text on every screen, and widens none on a phone. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { dashboardApi } from '../../../src/http/openapi/apis.ts'
import { readCsv } from '../../../test/support/csv.ts'
import { dev } from '../../../test/browser/chains.ts'
import { findMisfits, forStaff } from '../../../test/browser/layout.ts'
import { once } from '../../../test/browser/once.ts'
import { phone, type Visit } from '../../../test/browser/visit.ts'
import { judgeVisits } from '../../../test/browser/world.ts'
import { addressOf, screenPaths, walker } from '../../../test/browser/dashboard/every-screen.ts'
import {
  freeTextFields,
  isTakenIn,
  listenForTexts,
} from '../../../test/browser/dashboard/free-text.ts'
import { cut, mark, newHostileShop } from '../../../test/browser/dashboard/hostile-shop.ts'
import {
  addressOf as operatorAddress,
  openOperator,
} from '../../../test/browser/dashboard/operators.ts'
import { openScreen, untilShown } from '../../../test/browser/dashboard/staff.ts'

judgeVisits()

const controls = /[\u202a-\u202e\u2066-\u2069]/

/** Looked up by the service, which refuses what it does not know, or a number, or a moment. */
const looked =
  /(?:amount\.value|amount\.currency|amount|asset|planId|blockchain|per(?:Charge|Day)|sharePercent|filter|after|until|apiKey|merchantId|messageId|cell|id|origins\.\*)$/
/** Shown to nobody. */
const secret = /(?:[pP]assword|code|token|passkey\.(?:id|rawId)|login email)$/
/** A test elsewhere writes into these, as that needs a browser or a fault. */
const elsewhere: Record<string, string> = {
  'POST /dashboard/api/me/passkeys label': '../../../test/browser/dashboard/people.test.ts',
  'POST /dashboard/api/operator/stuck/park reason': 'operator.test.ts',
}

const written = new Set<string>()
const known = once(async () => {
  const { taken, stop } = listenForTexts(mark)
  const made = await newHostileShop().finally(stop)
  for (const field of taken) written.add(field)
  return made
})

async function faultsOf({ page }: Visit, path: string): Promise<string[]> {
  const isMarkup = (await page.locator('img[src="x"], main svg[onload]').count()) > 0
  const isTurned = controls.test(await page.locator('body').innerText())
  const faults = [
    ...(/^\d$/.test(await page.title()) ? ['ran a script'] : []),
    ...(isMarkup ? ['has markup'] : []),
    ...(isTurned ? ['turns text around'] : []),
    ...(await findMisfits(page, forStaff)),
  ]
  return faults.map((fault) => `${path}: ${fault}`)
}

test('into every field of the API that takes any text, something hostile is written', async () => {
  await known()
  const open = freeTextFields.filter((field) => !looked.test(field) && !secret.test(field))
  expect(open.length).toBeGreaterThan(15)
  expect(open.filter((field) => !isTakenIn(written, field))).toEqual(Object.keys(elsewhere))
  for (const file of Object.values(elsewhere))
    expect(readFileSync(new URL(file, import.meta.url), 'utf8')).toContain('fill(cut(')
})

test('no field of a merchant, a customer or a stranger harms any screen', async () => {
  const { shop } = await known()
  const userAgent = cut(150).replaceAll(/[^\x20-\x7e]/g, '')
  const { email, password } = shop.dev.merchant
  const body = JSON.stringify({ email, password })
  const headers = { 'content-type': 'application/json', 'user-agent': userAgent }
  for (const forwarded of [userAgent, `203.0.113.7, ${mark}`]) {
    const more = { ...headers, 'x-forwarded-for': forwarded }
    const login = await fetch(`${dev.baseUrl}/dashboard/api/login`, {
      method: 'POST',
      headers: more,
      body,
    })
    expect(login.status).toBe(200)
  }
  const visited = await openScreen(shop, '/account', { viewport: phone, userAgent })
  visited.allow(/404/)
  const walkTo = walker(visited)
  const faults: string[] = []
  const strange = `/customers/${encodeURIComponent(cut(90))}`
  for (const path of [...screenPaths, strange]) {
    await walkTo(addressOf(path, await known()))
    faults.push(...(await faultsOf(visited, path)))
  }
  expect(faults).toEqual([])
}, 120_000)

test('nor does it harm those who run the service', async () => {
  const { ids } = await known()
  const visited = await openOperator('/')
  const { page } = visited
  await page.setViewportSize(phone)
  const faults: string[] = []
  const id = ids['verifications']!
  for (const path of [
    '/merchants',
    '/verifications',
    '/accounts',
    '/audit',
    `/merchants/${id}`,
    `/verifications/${id}`,
  ]) {
    await page.goto(operatorAddress(path))
    await untilShown(page)
    faults.push(...(await faultsOf(visited, path)))
  }
  expect(faults).toEqual([])
}, 60_000)

test('no file of rows has a cell that a spreadsheet would run, and each is whole', async () => {
  const { shop } = await known()
  const files = dashboardApi.routes
    .map(({ path }) => path)
    .filter((path) => /\{network\}.*\.csv$/.test(path))
  expect(files.length).toBeGreaterThan(8)
  const { page } = await openScreen(shop, '/account')
  const cells: string[] = []
  for (const file of files) {
    const text = await page.evaluate<string>(
      `fetch('${file.replace('{network}', 'test')}').then((answer) => answer.text())`,
    )
    cells.push(...readCsv(text.replace(/^\ufeff/, '')).flatMap((row) => Object.values(row)))
  }
  expect(cells.some((cell) => cell.startsWith(`'${mark}`))).toBe(true)
  expect(cells.filter((cell) => /^[=+@\t\r]|^-(?!\d)/.test(cell))).toEqual([])
})
