/** The dashboard's frame: who gets in, what they look at, and what they see while the service does not answer. */
import { expect, test } from 'vitest'
import { dev, quick } from '../chains.ts'
import { newShop } from '../shops.ts'
import { desktop } from '../visit.ts'
import { createPayment, judgeVisits, visit } from '../world.ts'
import { fillLogin, goTo, logIn, openScreen } from './staff.ts'

judgeVisits()

test('a wrong password lets nobody in, the right one shows what was asked for', async () => {
  const address = `${dev.baseUrl}/dashboard/test/plans`
  const visited = await visit(address, { viewport: desktop })
  visited.allow(/401|403/)
  await fillLogin(visited, { email: dev.merchant.email, password: 'not the password' })
  const alert = visited.page.getByRole('alert').filter({ hasText: 'password' })
  await alert.waitFor()
  await fillLogin(visited, dev.merchant)
  await visited.page.getByRole('heading', { level: 1, name: 'Plans' }).waitFor()
  await visited.page.reload()
  await visited.page.getByRole('heading', { level: 1, name: 'Plans' }).waitFor()
})

test('who logs out is out, in every tab', async () => {
  const visited = await openScreen(await newShop('Leaving'), '/')
  visited.allow(/401/)
  const tab = await visited.openTab(`${dev.baseUrl}/dashboard/test/plans`)
  await tab.page.getByRole('heading', { level: 1, name: 'Plans' }).waitFor()
  await visited.page.getByText('Account').click()
  await visited.button('Log out').click()
  await visited.button('Log in').waitFor()
  // It may have noticed by itself, as it reads again now and then.
  const link = tab.page.getByRole('link', { name: 'Payments' })
  await link.click({ timeout: 2_000 }).catch(() => undefined)
  await tab.button('Log in').waitFor()
})

test('a payment that is made elsewhere is on the page without a reload', async () => {
  const visited = await logIn(dev.merchant)
  await goTo(visited, '/payments')
  const description = `Live ${Date.now()}`
  await createPayment(quick, '7', { description })
  await visited.page.getByRole('link', { name: description }).waitFor({ timeout: 5_000 })
})

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

test('the other network is another world, and the page says which one it shows', async () => {
  const { page } = await openScreen(await newShop('Networks', 'Gold'), '/plans')
  await page.getByRole('link', { name: 'Gold' }).waitFor()
  await page.getByRole('link', { name: 'Main network' }).click()
  await page.getByRole('heading', { name: 'No plan yet' }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/dashboard/main/plans')
  await page.goto(`${dev.baseUrl}/dashboard`)
  await page.waitForURL('**/dashboard/main/')
})

test('another merchant sees nothing, whatever address is tried', async () => {
  const [one, other] = [await newShop('One', 'Gold of one'), await newShop('Other')]
  const visited = await openScreen(other, '/plans')
  visited.allow(/404/)
  await visited.page.getByRole('link', { name: 'Another plan' }).waitFor()
  expect(await visited.page.getByText('Gold of one').count()).toBe(0)
  await visited.page.goto(`${dev.baseUrl}/dashboard/test/plans/${one.dev.planId}`)
  await visited.page.getByRole('alert').filter({ hasText: 'PlanNotFound' }).waitFor()
  expect(await visited.page.getByText('Gold of one').count()).toBe(0)
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

test('the keyboard alone leads past the menu, through it, and into a window and out', async () => {
  const { page } = await openScreen(await newShop('Keyboard'), '/plans')
  await page.keyboard.press('Tab')
  const focused = () => page.evaluate<string>('document.activeElement.textContent')
  expect(await focused()).toBe('Skip to the content')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  expect(await focused()).toBe('Create a plan')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: 'Create a plan' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  expect(await focused()).toBe('Create a plan')
})

test('the menu leads from the business and its numbers to the settings (S5.1-1)', async () => {
  const { page } = await openScreen(await newShop('Menu'), '/')
  const menu = page.getByRole('navigation', { name: 'Menu' })
  expect(await menu.getByRole('heading', { level: 2 }).allInnerTexts()).toEqual([
    'Business',
    'Numbers',
    'Developers',
    'Settings',
  ])
  const settings = menu.getByRole('region', { name: 'Settings' })
  await settings.getByRole('link', { name: 'Integration', exact: true }).click()
  await page.getByRole('button', { name: 'Create new API Key' }).waitFor()
})
