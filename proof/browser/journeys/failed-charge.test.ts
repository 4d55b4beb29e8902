/** From Home to why a renewal failed, on to its payer, and to the charge: what a merchant does where a wallet was empty. */
import { expect, test } from 'vitest'
import { oneToken, quick } from '../../../test/browser/chains.ts'
import { openScreen } from '../../../test/browser/dashboard/staff.ts'
import { newShop } from '../../../test/browser/shops.ts'
import { newSubscriber } from '../../../test/browser/subscriptions.ts'
import { judgeVisits, visit } from '../../../test/browser/world.ts'

judgeVisits()

const plain = (text: string): string => text.replaceAll(/\s+/g, ' ')

test('a renewal that failed is two clicks from Home, with names and numbers, a link for its payer, and Try now', async () => {
  const shop = await newShop('Failed renewals', 'Vegetable box')
  const ben = await newSubscriber({ shop, customerId: 'ben.carter', tokens: 11.5 })
  await shop.pass(31)
  const visited = await openScreen(shop, '/')
  const { page, button } = visited
  await page.getByRole('link', { name: 'See who' }).click()
  await page.getByRole('row').getByText('Active, overdue').waitFor()
  await page.getByRole('link', { name: 'ben.carter' }).click()
  await page.getByRole('heading', { level: 1, name: 'ben.carter · Vegetable box' }).waitFor()
  expect(await page.title()).toBe('ben.carter · Vegetable box · Mandate')
  const why = page.getByRole('region', { name: 'Why it did not come about' })
  await why.waitFor()
  const [asset] = quick.codes
  expect(plain(await why.innerText())).toContain(
    `ben.carter has 1.50 ${asset}, 10.00 ${asset} is due: 8.50 ${asset} missing until `,
  )

  await button('Copy a link for the payer').click()
  const dialog = page.getByRole('dialog')
  const link = await dialog.locator('code').innerText()
  await page.keyboard.press('Escape')
  const payers = await visit(link, { wallets: [ben.wallet] })
  await payers.page.getByText('It will not work: your wallet has 1.50').waitFor()
  expect(payers.page.url()).not.toContain('session=')
  // Whoever finds the link takes no money: it opens nothing that would raise what is allowed.
  expect(await payers.button('Raise the limit').count()).toBe(0)

  await quick.setTokens(quick.tokens[0], ben.wallet.account.address, 20n * oneToken)
  await why.getByRole('button', { name: 'Try now' }).click()
  expect(plain(await dialog.innerText())).toContain(`10.00 ${asset} are taken at once`)
  await dialog.getByRole('button', { name: 'Try now' }).click()
  await why.waitFor({ state: 'detached' })
  await page.locator('.facts .status', { hasText: /^Active$/ }).waitFor()
  expect(await ben.read()).toMatchObject({ status: 'Active', phase: 'Current', chargesMade: 2 })
}, 60_000)

test('where the payer allows too little, the link opens the page for the limit', async () => {
  const shop = await newShop('Used up', 'Vegetable box')
  const ada = await newSubscriber({ shop, customerId: 'ada', allowed: 10 })
  await shop.pass(31)
  const { page, button } = await openScreen(shop, `/subscriptions/${ada.contractAddress}`)
  await button('Copy a link for the payer').click()
  const link = new URL(await page.getByRole('dialog').locator('code').innerText())
  expect(link.searchParams.get('flow')).toBe('limit')
  expect(link.searchParams.get('subscription')).toBe(ada.contractAddress)
  const payers = await visit(link.href, { wallets: [ada.wallet] })
  await payers.page.getByText('Your limit covers no more payments.', { exact: true }).waitFor()
}, 60_000)
