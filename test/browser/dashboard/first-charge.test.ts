/** From an invitation to the first charged subscription, by what is seen and clicked alone: the merchant, then the payer. */
import { randomUUID } from 'node:crypto'
import type { Locator, Page } from 'playwright-core'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { expect, test } from 'vitest'
import { dev, quick } from '../chains.ts'
import { anyAddress, inviteMerchant } from '../shops.ts'
import { desktop, type Visit } from '../visit.ts'
import { TestWallet } from '../wallet.ts'
import { judgeVisits, visit } from '../world.ts'
import { giveProof, untilShown } from './staff.ts'

judgeVisits()

type Login = { email: string; password: string }

/** Whoever sets the password is logged in by it. */
async function acceptInvitation(token: string, { password }: Login) {
  const visited = await visit(`${dev.baseUrl}/dashboard/account-link#${token}`, {
    viewport: desktop,
    extraHTTPHeaders: { 'x-forwarded-for': anyAddress() },
  })
  const { page, button } = visited
  await untilFocused(page, page.getByLabel('New password'))
  await page.keyboard.type(password)
  expect(page.url()).not.toContain(token)
  await button('Set the password').click()
  await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
  return visited
}

/** Waits until the keyboard is where the person wants to go on. */
const untilFocused = (page: Page, wanted: Locator) => wanted.and(page.locator(':focus')).waitFor()

const confirm = async (page: Page, name: string) => {
  await page.getByRole('dialog').getByRole('button', { name }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
}

/** Goes by the menu to the setup, and from its step to where that is done: to the very field. */
async function goOn({ page }: Visit, step: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Setup' }).click()
  const card = page.getByRole('listitem').filter({ hasText: step })
  await card.getByRole('link', { name: 'Go there' }).click()
  await untilShown(page)
}

async function setMoney(visited: Visit, login: Login): Promise<void> {
  const { page } = visited
  await page.getByRole('link', { name: 'Choose what you are paid in' }).click()
  await untilShown(page)
  const take = `Take ${quick.codes[0]}`
  await untilFocused(page, page.getByRole('button', { name: take }))
  await page.keyboard.press('Enter')
  await confirm(page, take)

  await goOn(visited, 'Fill the gas wallet')
  await untilFocused(page, page.getByRole('button', { name: 'Get test coins' }))
  const wallet = page.getByRole('region', { name: 'Gas wallets' }).locator('.card')
  const here = wallet.filter({ hasText: quick.name }).first()
  await here.getByRole('button', { name: 'Get test coins' }).click()
  await here.getByText(/^It got 10 /).waitFor()

  await goOn(visited, 'Say where the money goes')
  await untilFocused(page, page.getByRole('button', { name: 'Set the receiver' }))
  const receiver = page.getByRole('region', { name: 'Receivers' }).locator('.card')
  const set = receiver.filter({ hasText: quick.name }).first()
  await set.getByRole('button', { name: 'Set the receiver' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Your address').fill(privateKeyToAddress(generatePrivateKey()))
  await dialog.getByRole('button', { name: 'Set the receiver' }).click()
  await giveProof(visited, login)
  await dialog.waitFor({ state: 'detached' })
}

async function createKey(visited: Visit, login: Login): Promise<void> {
  const { page, button } = visited
  await goOn(visited, 'Create an API key')
  await untilFocused(page, page.getByLabel('Label'))
  await page.keyboard.type('First server')
  await page.keyboard.press('Enter')
  await giveProof(visited, login)
  await button('I have saved the secret').click()
}

async function createPlan(visited: Visit): Promise<void> {
  const { page, button } = visited
  await goOn(visited, 'Offer a plan')
  await untilFocused(page, page.getByRole('textbox', { name: 'Name' }))
  await page.keyboard.type('First plan')
  await page.getByRole('dialog').getByLabel('Amount').fill('10')
  await button('Create as a draft').click()
  await page.getByRole('heading', { level: 1, name: 'First plan' }).waitFor()
  await button('Activate the plan').click()
  await confirm(page, 'Activate the plan')
  await button('Share').waitFor()
}

/** Gives the payer's wallet money to play with, and makes the link for the payer. */
async function shareWith({ page, button }: Visit, wallet: TestWallet): Promise<string> {
  await page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Setup' }).click()
  await page.getByLabel('A wallet to pay with').fill(wallet.account.address)
  await button('Give it test money').click()
  const form = page.getByRole('form', { name: 'Give a wallet test money' })
  await form.getByText(new RegExp(`1000 ${quick.codes[0]}`)).waitFor()
  await page.getByRole('link', { name: 'Share First plan' }).click()
  const dialog = page.getByRole('dialog', { name: 'Share the plan' })
  await dialog.getByRole('textbox', { name: 'Customer' }).fill('first customer')
  await dialog.getByRole('button', { name: 'Make the link' }).click()
  await dialog.getByRole('img', { name: 'The link as a code' }).waitFor()
  return dialog.locator('code').innerText()
}

test('an empty account comes to its first charge by clicking alone, and its payer by the link (S2.4-7, S4.2-1)', async () => {
  const login = { email: `first-${randomUUID()}@example.com`, password: randomUUID() }
  const visited = await acceptInvitation(await inviteMerchant('First shop', login.email), login)
  const { page } = visited
  await setMoney(visited, login)
  await createKey(visited, login)
  await createPlan(visited)
  const wallet = new TestWallet([quick], 'Test Wallet', { signsTypedData: true })
  const payer = await visit(await shareWith(visited, wallet), { wallets: [wallet] })
  await payer.button('Test Wallet').click()
  await payer.button(/^Allow .* and subscribe/).click()
  await payer.heading('You are subscribed').waitFor()

  await page.getByRole('button', { name: 'Close' }).click()
  const menu = page.getByRole('navigation', { name: 'Menu' })
  await menu.getByRole('link', { name: 'Setup' }).click()
  await page.getByRole('heading', { name: 'Money comes in.' }).waitFor()
  await menu.getByRole('link', { name: 'Home' }).click()
  await page.getByText(/^Nothing is due until .*10\.00.* of first customer\.$/).waitFor()
})
