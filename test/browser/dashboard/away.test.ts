/** The service is gone and comes back: every screen says so, heals by itself, and nothing that was typed is lost. */
import { expect, test } from 'vitest'
import { newShop } from '../shops.ts'
import { judgeVisits } from '../world.ts'
import { addressOf, everything, screenPaths, walker } from './every-screen.ts'
import { openScreen } from './staff.ts'

judgeVisits()

const gone = '**/dashboard/api/**'
/** What did not come is asked for again before this. */
const pauseMs = 6_000
/** Of those that are drawn by one part, one is enough. */
const alike = /^\/(?:charges|transactions|destinations|verifications|gasWallets|permits)\/:id$/

test('every screen says that the service is away, and shows what it reads once it is back', async () => {
  const known = await everything()
  const visited = await openScreen(known.shop, '/account')
  visited.allow(/Failed to load|ERR_|404/)
  const { page } = visited
  await page.clock.install()
  // Nobody waits for the pauses between the page's tries.
  const walkTo = walker(visited, () => page.clock.runFor(1_000))
  const faults: string[] = []
  const away = page.locator('main').getByText('The service does not answer')
  for (const path of screenPaths.filter((one) => !alike.test(one))) {
    await page.route(gone, (route) => route.abort())
    await walkTo(addressOf(path, known)).catch(() => faults.push(`${path} waits for ever`))
    if ((await away.count()) === 0) faults.push(`${path} does not say it`)
    await page.unroute(gone)
    await page.clock.fastForward(pauseMs)
    const heals = async () => (await away.count()) + (await page.locator('main .progress').count())
    await expect.poll(heals, { interval: 20, timeout: 10_000, message: path }).toBe(0)
  }
  expect(faults).toEqual([])
}, 120_000)

test('what was typed stays while the service is away, and is sent once it is back', async () => {
  const visited = await openScreen(await newShop('Typing'), '/plans')
  visited.allow(/Failed to load|ERR_/)
  const { page, button } = visited
  await button('Create a plan').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Typed before')
  await dialog.getByLabel('Amount').fill('12.5')
  await page.route(gone, (route) => route.abort())
  const create = dialog.getByRole('button', { name: /Create/ })
  await create.click()
  await dialog.getByRole('alert').waitFor()
  expect(await dialog.getByLabel('Name').inputValue()).toBe('Typed before')
  expect(await dialog.getByLabel('Amount').inputValue()).toBe('12.5')
  await page.unroute(gone)
  await create.click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByText('Typed before').first().waitFor()
})
