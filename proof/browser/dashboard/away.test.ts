/** The service is gone and comes back: every screen says so, heals by itself, and nothing that was typed is lost. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { findBarriers } from '../../../test/browser/accessibility.ts'
import { findMisfits, forStaff } from '../../../test/browser/layout.ts'
import { looks, lookAt, type Look, takePicture } from '../../../test/browser/screens.ts'
import { newShop } from '../../../test/browser/shops.ts'
import { judgeVisits } from '../../../test/browser/world.ts'
import {
  addressOf,
  differentPaths,
  everything,
  walker,
} from '../../../test/browser/dashboard/every-screen.ts'
import {
  given,
  holdBack,
  standBetween,
  tryAgain,
} from '../../../test/browser/dashboard/held-answers.ts'
import { openScreen } from '../../../test/browser/dashboard/staff.ts'

judgeVisits()

/** A failed read is tried again before this. */
const pauseMs = 6_000

const faultsIn = async (page: Page, look: Look): Promise<string[]> => {
  await lookAt(page, look)
  return [...(await findBarriers(page)), ...(await findMisfits(page, forStaff))]
}
const lookFor = (index: number): Look => looks[index % looks.length]!

test('every screen says that the service is away, and shows what it reads once it is back', async () => {
  const known = await everything()
  const visited = await openScreen(known.shop, '/account')
  visited.allow(/Failed to load|ERR_|404/)
  const { page } = visited
  const between = await standBetween(page)
  await page.clock.install()
  // Nobody waits for the pauses between the page's tries.
  const walkTo = walker(visited, () => page.clock.runFor(1_000))
  const faults: string[] = []
  const away = page.locator('main').getByText('The service does not answer')
  for (const path of differentPaths) {
    between.answer = (route) => route.abort()
    await walkTo(addressOf(path, known)).catch(() => faults.push(`${path} waits for ever`))
    if ((await away.count()) === 0) faults.push(`${path} does not say it`)
    between.answer = given
    await page.clock.fastForward(pauseMs)
    const heals = async () => (await away.count()) + (await page.locator('main .progress').count())
    await expect.poll(heals, { interval: 20, timeout: 10_000, message: path }).toBe(0)
  }
  expect(faults).toEqual([])
}, 120_000)

/** The service, or what stands before it, answers this where it cannot; and the page then says the other. */
const failures = [
  { status: 500, code: 'InternalError', says: 'The service could not answer' },
  { status: 503, code: 'ServiceUnavailable', says: 'The service does not answer' },
  { status: 429, code: 'TooManyRequests', says: 'The service was asked too often' },
]

test('every screen says that the service fails, is accessible then, and tries again by a button', async () => {
  const known = await everything()
  const visited = await openScreen(known.shop, '/account')
  visited.allow(/Failed to load|404/)
  const { page } = visited
  const between = await standBetween(page)
  await page.clock.install()
  const walkTo = walker(visited, () => page.clock.runFor(1_000))
  const faults: string[] = []
  for (const [index, path] of differentPaths.entries()) {
    const { status, code, says } = failures[index % failures.length]!
    const look = lookFor(index)
    const json = { code, message: `The test answers ${status}.`, requestId: 'a-request' }
    between.answer = (route) => route.fulfill({ status, json })
    await walkTo(addressOf(path, known))
    const said = page.locator('main').getByRole('heading', { name: says })
    if ((await said.count()) === 0) faults.push(`${path} does not say that it got ${status}`)
    if ((await page.locator('main h1').count()) !== 1) faults.push(`${path} has no heading`)
    faults.push(...(await faultsIn(page, look)).map((one) => `${path} ${look.name}: ${one}`))
    await takePicture(page, `dashboard-failing${path.replaceAll(/[/:]/g, '-')}`, look)
    // Until the button is pressed it does not heal by itself either.
    const { answer, letGo } = holdBack()
    between.answer = answer
    await page.evaluate(tryAgain)
    letGo()
    const heals = async () => (await said.count()) + (await page.locator('main .progress').count())
    await expect.poll(heals, { interval: 20, timeout: 10_000, message: path }).toBe(0)
  }
  expect(faults).toEqual([])
}, 120_000)

test('what was read stays while the service fails, and says that it may be old', async () => {
  const visited = await openScreen(await newShop('Stale', 'Still there'), '/account')
  visited.allow(/Failed to load/)
  const { page } = visited
  const between = await standBetween(page)
  await page.clock.install()
  await walker(visited)('/dashboard/test/plans')
  const json = { code: 'InternalError', message: 'The test answers 500.' }
  between.answer = (route) => route.fulfill({ status: 500, json })
  const old = page.locator('main').getByText('Not up to date')
  await visited.hurryTo(old)
  await page.getByRole('link', { name: 'Still there' }).waitFor()
  between.answer = given
  await page.clock.fastForward(pauseMs)
  await old.waitFor({ state: 'detached' })
})

test('what was typed stays while the service is away, and is sent once it is back', async () => {
  const visited = await openScreen(await newShop('Typing'), '/plans')
  visited.allow(/Failed to load|ERR_/)
  const { page, button } = visited
  const between = await standBetween(page)
  await button('Create a plan').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Typed before')
  await dialog.getByLabel('Amount').fill('12.5')
  between.answer = (route) => route.abort()
  const create = dialog.getByRole('button', { name: /Create/ })
  await create.click()
  await dialog.getByRole('alert').waitFor()
  expect(await dialog.getByLabel('Name').inputValue()).toBe('Typed before')
  expect(await dialog.getByLabel('Amount').inputValue()).toBe('12.5')
  between.answer = given
  await create.click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByText('Typed before').first().waitFor()
})
