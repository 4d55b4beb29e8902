/** The work of a merchant's people by the keyboard alone: the focus is never lost, and Escape never traps or destroys. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import type { Merchant } from '../../../examples/client/merchant.ts'
import { oneToken, quick } from '../../../test/browser/chains.ts'
import { newShop } from '../../../test/browser/shops.ts'
import { newSubscriber } from '../../../test/browser/subscriptions.ts'
import type { Visit } from '../../../test/browser/visit.ts'
import { judgeVisits } from '../../../test/browser/world.ts'
import { expectFocus, press, tabTo, write } from '../../../test/browser/dashboard/by-keys.ts'
import { holdBack } from '../../../test/browser/dashboard/held-answers.ts'
import { goTo, logIn, newColleague, openScreen } from '../../../test/browser/dashboard/staff.ts'

judgeVisits()

const dialogOf = (page: Page) => page.getByRole('dialog')
const buttonIn = (page: Page, name: string) =>
  dialogOf(page).getByRole('button', { name, exact: true })

async function goByMenu(page: Page, name: string): Promise<void> {
  const menu = page.getByRole('navigation', { name: 'Menu' })
  await press(page, menu.getByRole('link', { name, exact: true }))
  await page.getByRole('heading', { level: 1, name }).waitFor()
  await expectFocus(page, 'H1')
}

/** Opens a window by a button, thinks better of it by Escape, is where one was, and goes through with it. */
async function confirm(page: Page, name: string, within = page.getByRole('main')): Promise<void> {
  await press(page, within.getByRole('button', { name, exact: true }).first())
  await dialogOf(page).waitFor()
  await page.keyboard.press('Escape')
  await dialogOf(page).waitFor({ state: 'detached' })
  await expectFocus(page, 'BUTTON')
  await page.keyboard.press('Enter')
  await press(page, buttonIn(page, name))
  await dialogOf(page).waitFor({ state: 'detached' })
}

test('a charge that failed is found and explained', async () => {
  const shop = await newShop('Keys and charges')
  const late = await newSubscriber({ shop, tokens: 12 })
  await shop.pass(31)
  await expect.poll(async () => (await late.read()).phase, { timeout: 30_000 }).toBe('Overdue')
  const { page } = await openScreen(shop, '/')
  await goByMenu(page, 'Charges')
  const row = page.getByRole('row', { name: /Retrying/ })
  await press(page, row.getByRole('link').first())
  await page.getByRole('heading', { level: 1, name: /^Period 2 of / }).waitFor()
  await expectFocus(page, 'H1')
  const card = page.getByRole('region', { name: 'Why it did not come about' })
  await press(page, card.locator('summary', { hasText: 'What was asked' }))
  await card.getByText('its grace leaves time for an attempt').waitFor()
  await press(page, card.getByRole('link', { name: 'Show that turn' }))
  await page.getByRole('img', { name: 'it was Retrying, Waiting' }).waitFor()
  await expectFocus(page, 'A')
}, 60_000)

test('an exception is resolved, and the focus stays where its row was', async () => {
  const shop = await newShop('Keys and exceptions')
  for (const description of ['First', 'Second']) {
    const { depositAddress } = await shop.createPayment('10', { description })
    await quick.mint(quick.tokens[0], depositAddress, 12n * oneToken)
  }
  const { page } = await openScreen(shop, '/')
  await goByMenu(page, 'Exceptions')
  const row = (name: string) => page.getByRole('row').filter({ hasText: name })
  await row('First').waitFor()
  await confirm(page, 'Accept the payment', row('First'))
  await row('First').waitFor({ state: 'detached' })
  await expectFocus(page, 'H1')
  await confirm(page, 'Accept the payment', row('Second'))
  await page.getByRole('heading', { name: 'Nothing waits for you' }).waitFor()
  await expectFocus(page, 'H1')
}, 60_000)

/** Gives the password that a command asks for, by keys alone. */
async function giveProof(visited: Visit, { dev: { merchant } }: Merchant): Promise<void> {
  visited.allow(/403/)
  const { page } = visited
  const proof = page.getByRole('dialog', { name: 'Is it you?' })
  await write(page, proof.getByLabel('Your password'), merchant.password)
  await page.keyboard.press('Enter')
}

test('a key is rolled, with a proof of who it is', async () => {
  const shop = await newShop('Keys and keys')
  const visited = await openScreen(shop, '/')
  const { page } = visited
  await goByMenu(page, 'Integration')
  await press(page, page.getByRole('button', { name: 'Create new API Key' }))
  await write(page, dialogOf(page).getByLabel('Label'), 'By hand')
  await page.keyboard.press('Enter')
  await giveProof(visited, shop)
  const secret = page.getByRole('dialog', { name: 'Your new API key' })
  await secret.waitFor()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  expect(await secret.count()).toBe(1)
  await press(page, secret.getByRole('button', { name: 'I have saved the secret' }))
  await secret.waitFor({ state: 'detached' })
  await expectFocus(page, 'BUTTON')
  const row = page.getByRole('row').filter({ hasText: shop.dev.merchant.apiKey })
  await confirm(page, 'Delete the key', row)
  await row.waitFor({ state: 'detached' })
  await expectFocus(page, 'H2')
}, 60_000)

test('an endpoint is set, fails and is healed', async () => {
  let answer = 500
  const server = createServer((_, response) => response.writeHead(answer).end())
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void server.close())
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`
  const shop = await newShop('Keys and endpoints')
  const visited = await openScreen(shop, '/')
  const { page } = visited
  await goByMenu(page, 'Integration')
  await write(page, page.getByRole('form', { name: 'Webhook endpoint' }).getByLabel('Address'), url)
  await page.keyboard.press('Enter')
  await giveProof(visited, shop)
  await page.getByRole('button', { name: 'Send a test event' }).waitFor()
  await expectFocus(page, 'INPUT')
  await confirm(page, 'Send a test event')
  await page.locator('.status', { hasText: 'Failing' }).waitFor()
  await expectFocus(page, 'BUTTON')
  answer = 200
  await press(page, page.getByRole('link', { name: 'See the deliveries' }))
  await press(page, page.getByRole('link', { name: 'Webhook test' }).first())
  await page.getByRole('heading', { name: 'Delivery of Webhook test' }).waitFor()
  await expectFocus(page, 'H1')
  await confirm(page, 'Send it again')
  await page.locator('.status', { hasText: 'Delivered' }).first().waitFor()
  await page.getByRole('button', { name: 'Send it again' }).waitFor()
}, 60_000)

test('somebody is invited and given another role', async () => {
  const shop = await newShop('Keys and people')
  const visited = await openScreen(shop, '/')
  const { page } = visited
  await goByMenu(page, 'Team')
  await press(page, page.getByRole('button', { name: 'Invite somebody' }))
  await write(page, dialogOf(page).getByLabel('E-mail'), `keys-${Date.now()}@example.com`)
  await tabTo(page, dialogOf(page).getByLabel('Role'))
  await page.keyboard.type('Supp')
  await press(page, buttonIn(page, 'Make the invitation'))
  await giveProof(visited, shop)
  await page.getByRole('heading', { name: 'Pass this link on' }).waitFor()
  await press(page, dialogOf(page).getByRole('button', { name: 'Copy the link' }))
  expect(await page.evaluate<string>('navigator.clipboard.readText()')).toContain('account-link#')
  await page.keyboard.press('Escape')
  await dialogOf(page).waitFor({ state: 'detached' })
  await expectFocus(page, 'BUTTON')
  const row = page.getByRole('row').filter({ hasText: 'keys-' })
  await row.getByText('Support').waitFor()
  await press(page, row.getByRole('button', { name: /^Manage/ }))
  await tabTo(page, dialogOf(page).getByRole('combobox', { name: 'Role' }))
  await page.keyboard.type('Fin')
  await press(page, buttonIn(page, 'Give this role'))
  await giveProof(visited, shop)
  await row.getByText('Finance').waitFor()
  await page.keyboard.press('Escape')
  await dialogOf(page).waitFor({ state: 'detached' })
  await expectFocus(page, 'BUTTON')
}, 60_000)

test('a screen that is loaded late does not take the focus from where the keys have gone since', async () => {
  const shop = await newShop('Keys and a late screen')
  const { page } = await openScreen(shop, '/')
  const { answer, letGo } = holdBack()
  await page.route(/\/customers-[\w-]+\.js$/, answer)
  const menu = page.getByRole('navigation', { name: 'Menu' })
  await press(page, menu.getByRole('link', { name: 'Customers', exact: true }))
  await tabTo(page, menu.getByRole('link', { name: 'Forecast', exact: true }))
  letGo()
  await page.getByRole('heading', { level: 1, name: 'Customers' }).waitFor()
  await expectFocus(page, 'A')
}, 60_000)

test('a role that may not is told who may, and goes on from there', async () => {
  const shop = await newShop('Keys and roles')
  const visited = await logIn(await newColleague(shop, 'Reader'))
  const { page } = visited
  visited.allow(/403/)
  await goByMenu(page, 'Plans')
  await press(page, page.getByRole('link', { name: 'Another plan' }))
  await page.getByRole('heading', { level: 1, name: 'Another plan' }).waitFor()
  await expectFocus(page, 'H1')
  expect(await page.getByRole('button', { name: 'Archive the plan' }).count()).toBe(0)
  await goTo(visited, '/team')
  await page.getByRole('alert').filter({ hasText: 'Your role is Reader' }).waitFor()
  await goByMenu(page, 'Customers')
}, 60_000)
