/** From an invitation to the first charged subscription: the merchant by clicking alone, the payer with a wallet. */
import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import type { Address } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { expect, test } from 'vitest'
import { Merchant } from '../../../examples/client/merchant.ts'
import { dev, quick } from '../chains.ts'
import { anyAddress, inviteMerchant } from '../shops.ts'
import { newSubscriber } from '../subscriptions.ts'
import { desktop, type Visit } from '../visit.ts'
import { judgeVisits, merchant, visit } from '../world.ts'
import { fillLogin, giveProof, goTo } from './staff.ts'

judgeVisits()

type Login = { email: string; password: string }

async function acceptInvitation(token: string, login: Login) {
  const visited = await visit(`${dev.baseUrl}/dashboard/account-link#${token}`, {
    viewport: desktop,
    extraHTTPHeaders: { 'x-forwarded-for': anyAddress() },
  })
  const { page, button } = visited
  await page.getByLabel('New password').fill(login.password)
  expect(page.url()).not.toContain(token)
  await button('Set the password').click()
  await page.getByRole('link', { name: 'Log in' }).click()
  await fillLogin(visited, login)
  await page.getByRole('navigation', { name: 'Menu' }).waitFor()
  return visited
}

const confirm = async (page: Page, name: string) => {
  await page.getByRole('button', { name }).first().click()
  await page.getByRole('dialog').getByRole('button', { name }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
}

async function setMoney(visited: Visit, login: Login): Promise<void> {
  const { page } = visited
  await goTo(visited, '/money')
  await confirm(page, `Take ${quick.codes[0]}`)
  const card = page.locator('.card').filter({ hasText: quick.name }).first()
  await card.getByRole('button', { name: 'Set the receiver' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Your address').fill(privateKeyToAddress(generatePrivateKey()))
  await dialog.getByRole('button', { name: 'Set the receiver' }).click()
  await giveProof(visited, login)
  await dialog.waitFor({ state: 'detached' })
  const gasWallets = page.getByRole('region', { name: 'Gas wallets' })
  const shown = await gasWallets.locator('.address').first().innerText()
  await quick.giveGas(shown.replaceAll(/\s/g, '') as Address)
  // A leap of more than an hour has the gas wallets measured, which otherwise takes a minute.
  await merchant.pass(2 / 24)
}

async function createKey(
  visited: Visit,
  login: Login,
): Promise<{ apiKey: string; apiSecret: string }> {
  const { page, button } = visited
  await goTo(visited, '/integration')
  await button('Create new API Key').click()
  await page.getByLabel('Label').fill('First server')
  await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click()
  await giveProof(visited, login)
  await page.getByRole('dialog', { name: 'Your new API key' }).waitFor()
  const [apiKey, apiSecret] = await page.getByRole('dialog').locator('code').allInnerTexts()
  await button('I have saved the secret').click()
  return { apiKey: apiKey!, apiSecret: apiSecret! }
}

async function createPlan(visited: Visit): Promise<string> {
  const { page, button } = visited
  await goTo(visited, '/plans')
  await button('Create a plan').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('First plan')
  await dialog.getByLabel('Amount').fill('10')
  await dialog.getByRole('button', { name: 'Create as a draft' }).click()
  await page.getByRole('heading', { level: 1, name: 'First plan' }).waitFor()
  await confirm(page, 'Activate the plan')
  await page.locator('.status', { hasText: 'Active' }).first().waitFor()
  return page.url().split('/').at(-1)!
}

test('an empty account comes to its first charge by clicking alone (S2.4-7, S4.2-1)', async () => {
  const login = { email: `first-${randomUUID()}@example.com`, password: randomUUID() }
  const visited = await acceptInvitation(await inviteMerchant('First shop', login.email), login)
  const { page } = visited
  await goTo(visited, '/setup')
  const open = page.getByText('To do')
  expect(await open.count()).toBeGreaterThan(3)
  await setMoney(visited, login)
  const key = await createKey(visited, login)
  const planId = await createPlan(visited)
  await goTo(visited, '/setup')
  await page.getByRole('heading', { name: 'Everything is set up.' }).waitFor()

  const shop = new Merchant({ ...dev, planId, merchant: { ...dev.merchant, ...login, ...key } })
  await goTo(visited, '/charges')
  await newSubscriber({ shop, customerId: 'first customer' })
  const row = page.getByRole('row').filter({ hasText: 'first customer' })
  await row.getByText('Succeeded').waitFor()
  await goTo(visited, '/setup')
  await page.getByRole('heading', { name: 'Money comes in.' }).waitFor()
})
