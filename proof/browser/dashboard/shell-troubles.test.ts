/** The dashboard's frame where much moves, a page slept, the service does not answer, or an address is none. */
import { expect, test } from 'vitest'
import { dev, quick } from '../../../test/browser/chains.ts'
import { newShop } from '../../../test/browser/shops.ts'
import { createPayment, judgeVisits } from '../../../test/browser/world.ts'
import { goTo, logIn, openScreen } from '../../../test/browser/dashboard/staff.ts'

judgeVisits()

test('a page that slept, or was cut off, is right when it is back, without a reload', async () => {
  const visited = await logIn(dev.merchant)
  visited.allow(/ERR_INTERNET_DISCONNECTED/)
  await goTo(visited, '/payments')
  const { page } = visited
  await page.getByRole('heading', { level: 1, name: 'Payments' }).waitFor()
  const debug = await page.context().newCDPSession(page)
  const sleepWhile = async (isCutOff: boolean) => {
    const description = `Meanwhile ${isCutOff} ${Date.now()}`
    await page.context().setOffline(isCutOff)
    await debug.send('Page.setWebLifecycleState', { state: 'frozen' })
    await createPayment(quick, '7', { description })
    await page.context().setOffline(false)
    await debug.send('Page.setWebLifecycleState', { state: 'active' })
    await page.getByRole('link', { name: description }).waitFor({ timeout: 5_000 })
  }
  await sleepWhile(false)
  await sleepWhile(true)
})

test('much that moves neither starves a slow list nor has it read twice at once', async () => {
  const shop = await newShop('Busy')
  const visited = await openScreen(shop, '/')
  let underWay = 0
  let mostAtOnce = 0
  await visited.page.route(/\/test\/plans\?/, async (route) => {
    mostAtOnce = Math.max(mostAtOnce, ++underWay)
    const response = await route.fetch()
    await new Promise((resolve) => setTimeout(resolve, 700))
    await route.fulfill({ response })
    underWay--
  })
  await visited.page.getByRole('link', { name: 'Plans', exact: true }).first().click()
  const terms = { asset: quick.codes[0], amount: '10', periodDays: 31 }
  const making = (async () => {
    for (let count = 0; count < 12; count++) {
      await shop.asPerson('POST', '/test/plans', { name: `Plan ${count}`, ...terms })
      await new Promise((resolve) => setTimeout(resolve, 250))
    }
  })()
  await visited.page.getByRole('link', { name: 'Plan 0', exact: true }).waitFor()
  await making
  await visited.page.getByRole('link', { name: 'Plan 11' }).waitFor()
  expect(mostAtOnce).toBe(1)
})

test('filters stand in the address, and Back takes the last one away', async () => {
  const { page } = await openScreen(await newShop('Filters', 'Gold'), '/plans')
  await page.getByRole('link', { name: 'Gold' }).waitFor()
  await page.getByLabel('Status').selectOption('Archived')
  await page.getByRole('heading', { name: 'Nothing matches these filters' }).waitFor()
  expect(new URL(page.url()).search).toBe('?statusIn=Archived')
  await page.reload()
  await page.getByRole('heading', { name: 'Nothing matches these filters' }).waitFor()
  await page.goBack()
  await page.getByRole('link', { name: 'Gold' }).waitFor()
})

test('while the service does not answer the page says so, and goes on by itself', async () => {
  const visited = await openScreen(await newShop('Away', 'Gold'), '/')
  visited.allow(/Failed to load|ERR_/)
  await visited.page.route('**/dashboard/api/test/plans**', (route) => route.abort())
  await visited.page.getByRole('link', { name: 'Plans', exact: true }).first().click()
  await visited.page.getByRole('heading', { name: 'The service does not answer' }).waitFor()
  await visited.page.unroute('**/dashboard/api/test/plans**')
  await visited.button('Try again now').click()
  await visited.page.getByRole('link', { name: 'Gold' }).waitFor()
})

test('an address that is none says so, and the menu leads on', async () => {
  const { page } = await openScreen(await newShop('Lost'), '/')
  await page.goto(`${dev.baseUrl}/dashboard/test/nothing/here`)
  await page.getByRole('heading', { name: 'There is no such page' }).waitFor()
  await page.getByRole('link', { name: 'Charges' }).click()
  await page.getByRole('heading', { level: 1, name: 'Charges' }).waitFor()
})
