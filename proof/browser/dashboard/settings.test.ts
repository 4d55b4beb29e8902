/** Settings, by clicking alone: keys, the endpoint, where the money goes, who the merchant is. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Address } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { expect, onTestFinished, test } from 'vitest'
import type { Merchant } from '../../../examples/client/merchant.ts'
import { dev, quick } from '../../../test/browser/chains.ts'
import { newShop } from '../../../test/browser/shops.ts'
import type { Visit } from '../../../test/browser/visit.ts'
import { judgeVisits } from '../../../test/browser/world.ts'
import { giveProof, openScreen } from '../../../test/browser/dashboard/staff.ts'

judgeVisits()

const callWith = async (name: string, secret: string): Promise<number> => {
  const authorization = `Basic ${btoa(`${name}:${secret}`)}`
  const url = `${dev.baseUrl}/integration/subscription-plans`
  return (await fetch(url, { headers: { authorization } })).status
}

/** Makes the key of the dialog that is open; returns its name and its secret, which stand there. */
async function createKey(visited: Visit, shop: Merchant): Promise<[string, string]> {
  const { page } = visited
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Create' }).click()
  await giveProof(visited, shop.dev.merchant)
  await page.getByRole('dialog', { name: 'Your new API key' }).waitFor()
  const [name, secret] = await dialog.locator('code').allInnerTexts()
  return [name!, secret!]
}

test('a key is replaced: the secret of the new one is shown once, the list tells when the old one can go, and it works until it is deleted (S5.1-1, S5.1-2, S5.1-4)', async () => {
  const shop = await newShop('Keys')
  const { apiKey, apiSecret } = shop.dev.merchant
  const visited = await openScreen(shop, '/integration')
  const { page, button } = visited
  const row = page.getByRole('row').filter({ hasText: apiKey })
  await row.getByRole('button', { name: 'Replace' }).click()
  await page.getByText('The old one works until you delete it').waitFor()
  const [name, secret] = await createKey(visited, shop)
  await page.keyboard.press('Escape')
  expect(await page.getByText(secret).count()).toBe(1)
  await button('I have saved the secret').click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  expect(await page.getByText(secret).count()).toBe(0)
  expect(await callWith(name, secret)).toBe(200)
  await row.getByText('Replaced, and not used since').waitFor()
  expect(await page.getByText('Replaced, ').count()).toBe(1)
  expect(await callWith(apiKey, apiSecret)).toBe(200)

  await row.getByRole('button', { name: 'Delete the key' }).click()
  const dialog = page.getByRole('dialog')
  expect(await dialog.innerText()).toContain('shop are refused at once')
  await dialog.getByRole('button', { name: 'Delete the key' }).click()
  await row.waitFor({ state: 'detached' })
  expect(await callWith(apiKey, apiSecret)).toBe(404)
  expect(await callWith(name, secret)).toBe(200)
})

test('a key is renamed, and opens what it opened', async () => {
  const shop = await newShop('Labels')
  const { apiKey, apiSecret } = shop.dev.merchant
  const { page } = await openScreen(shop, '/integration')
  const row = page.getByRole('row').filter({ hasText: apiKey })
  await row.getByRole('button', { name: 'Rename' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Label').fill('Server in Kassel')
  await dialog.getByRole('button', { name: 'Rename' }).click()
  await row.getByText('Server in Kassel').waitFor()
  expect(await callWith(apiKey, apiSecret)).toBe(200)
})

test('what opens a door asks again who is there, however new the login is', async () => {
  const shop = await newShop('Proof')
  const visited = await openScreen(shop, '/integration')
  visited.allow(/403/)
  const { page, button } = visited
  await button('Create new API Key').click()
  await page.getByLabel('Label').fill('Late')
  await button('Create').last().click()
  const proof = page.getByRole('dialog', { name: 'Is it you?' })
  await proof.getByLabel('Your password').fill('somebody else')
  await proof.getByRole('button', { name: 'Confirm' }).click()
  await proof.getByRole('alert').waitFor()
  await proof.getByLabel('Your password').fill(shop.dev.merchant.password)
  await proof.getByRole('button', { name: 'Confirm' }).click()
  await page.getByRole('dialog', { name: 'Your new API key' }).waitFor()
})

/** An endpoint that answers as it is told. */
async function startEndpoint(): Promise<{ url: string; answer: number; stop(): void }> {
  const endpoint = { url: '', answer: 500, stop: () => void server.close() }
  const server = createServer((_, response) => response.writeHead(endpoint.answer).end())
  await once(server.listen(0, '127.0.0.1'), 'listening')
  endpoint.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`
  return endpoint
}

test('an endpoint is set, fails, is healed, and gets what it missed', async () => {
  const endpoint = await startEndpoint()
  onTestFinished(() => endpoint.stop())
  const shop = await newShop('Endpoint')
  const visited = await openScreen(shop, '/integration')
  const { page, button } = visited
  visited.allow(/400/)
  const form = page.getByRole('form', { name: 'Webhook endpoint' })
  await form.getByLabel('Address').fill('not an address')
  await form.getByRole('button', { name: 'Save' }).click()
  await form.locator('.field-error').waitFor()
  await form.getByLabel('Address').fill(endpoint.url)
  await form.getByRole('button', { name: 'Save' }).click()
  await giveProof(visited, shop.dev.merchant)
  await button('Send a test event').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Send a test event' }).click()
  await page.locator('.status', { hasText: 'Failing' }).waitFor()
  await page.getByText('answered 500').waitFor()
  // The line that one copies names the endpoint and the key under which it was called.
  await page
    .getByText(new RegExp(`^npx mandate check-webhook ${endpoint.url} --key test_`))
    .waitFor()

  endpoint.answer = 200
  await page.getByRole('link', { name: 'See the deliveries' }).click()
  await page.getByRole('link', { name: 'Webhook test' }).first().click()
  await page.getByRole('heading', { name: 'Delivery of Webhook test' }).waitFor()
  await button('Send it again').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Send it again' }).click()
  await page.locator('.status', { hasText: 'Delivered' }).first().waitFor()
  await page.getByText('Answered 200').first().waitFor()
})

test('a receiver that would lose the money is refused, and a second one is not taken at once', async () => {
  const shop = await newShop('Receiver')
  const visited = await openScreen(shop, '/money')
  const { page } = visited
  visited.allow(/400/)
  const card = page.locator('.card').filter({ hasText: quick.name }).first()
  const present = shop.dev.merchant.receiver as Address
  const shown = async () =>
    (await card.locator('.address').first().innerText()).replaceAll(/\s/g, '')
  expect(await shown()).toBe(present)
  await card.getByRole('button', { name: 'Change the receiver' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Your address').fill(quick.tokens[0])
  await dialog.getByRole('button', { name: 'Change the receiver' }).click()
  await dialog.locator('.field-error').waitFor()
  const next = privateKeyToAddress(generatePrivateKey())
  await dialog.getByLabel('Your address').fill(next)
  await dialog.getByRole('button', { name: 'Change the receiver' }).click()
  await giveProof(visited, shop.dev.merchant)
  await dialog.waitFor({ state: 'detached' })
  await card.getByText(next).waitFor()
  expect(await shown()).toBe(present)
  await card.getByRole('button', { name: 'Call the change off' }).click()
  await dialog.getByRole('button', { name: 'Call the change off' }).click()
  await dialog.waitFor({ state: 'detached' })
  await card.getByText(next).waitFor({ state: 'detached' })
})

test('the business is submitted for verification, and faults are named where they are', async () => {
  const shop = await newShop('Verified')
  const visited = await openScreen(shop, '/verification')
  const { page, button } = visited
  visited.allow(/400/)
  const values = [
    ['Legal name', 'Verified GmbH'],
    ['Registration number', 'HRB 1'],
    ['Country', 'Germany'],
    ['Website', 'https://verified.example'],
    ['E-mail for questions', 'owner@verified.example'],
  ]
  for (const [label, value] of values) await page.getByLabel(label!).fill(value!)
  await button('Submit').click()
  await expect.poll(() => page.getByLabel('Country').getAttribute('aria-invalid')).toBe('true')
  await page.getByLabel('Country').fill('DE')
  await button('Submit').click()
  await page.locator('.status', { hasText: 'Submitted' }).waitFor()
})

test('the checklist of a shop that is set up leads to the link of its plan, for a first subscriber', async () => {
  const { page } = await openScreen(await newShop('Checklist'), '/setup')
  await page.getByText('Everything is set up.').waitFor()
  await page.getByText('This service sends no mails').waitFor()
  await page.getByText('MAIL_FROM, SMTP_URL and BASE_URL').waitFor()
  await page.getByRole('link', { name: 'Share Another plan' }).click()
  await page
    .getByRole('dialog', { name: 'Share the plan' })
    .getByLabel('Customer')
    .first()
    .waitFor()
})
