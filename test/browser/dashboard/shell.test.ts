/** The dashboard's frame: who gets in, what they look at, and what they see while the service does not answer. */
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
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

test('a person who logs out is out, in every tab', async () => {
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

test('"Where is order 4711?" is typed as it was said, and Enter is at the payment', async () => {
  const shop = await newShop('Orders', 'Vegetable box')
  await shop.createPayment('10', { metadata: { order: 4711 }, description: 'Tea' })
  await shop.createPayment('10', { metadata: { cart: [{ order: '2026-88123' }] } })
  await shop.createPayment('10', { description: 'Gift card' })
  const payer = privateKeyToAddress(generatePrivateKey())
  await shop.subscribe(payer, { customerId: 'ben.carter', metadata: 'Table 12' })
  const { page } = await openScreen(shop, '/')
  const box = page.getByRole('combobox', { name: 'What are you looking for?' })
  for (const [asked, marked, heading] of [
    ['order 4711', '4711', 'Tea'],
    ['88123', '88123', /\w{10}/],
    ['gift card', 'Gift', 'Gift card'],
    ['Carter', 'carter', /ben\.carter/],
  ] as const) {
    await page.keyboard.press('/')
    await box.fill(asked)
    const found = page.getByRole('option', { selected: true })
    await found.locator('mark', { hasText: marked }).first().waitFor()
    await page.keyboard.press('Enter')
    await box.waitFor({ state: 'detached' })
    await page.getByRole('heading', { level: 1, name: heading }).waitFor()
  }
  await page.keyboard.press('/')
  await box.fill('4712')
  await page.getByText('Try your reference (any value in metadata)').waitFor()
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
