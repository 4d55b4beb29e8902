/** Whoever moves or forgives money is told first of what it is, who pays, and how much: every window that does not say so is named. */
import type { Locator, Page } from 'playwright-core'
import type { Address } from 'viem'
import { expect, test } from 'vitest'
import { oneToken, quick } from '../../../test/browser/chains.ts'
import { newShop } from '../../../test/browser/shops.ts'
import { newSubscriber } from '../../../test/browser/subscriptions.ts'
import { goTo, openScreen } from '../../../test/browser/dashboard/staff.ts'
import { judgeVisits } from '../../../test/browser/world.ts'

judgeVisits()

/** Opens the window of each button, and returns its label with what it says. */
async function readWindows(page: Page, buttons: Locator): Promise<[string, string][]> {
  const windows: [string, string][] = []
  for (const button of await buttons.all()) {
    const label = await button.innerText()
    await button.click()
    const dialog = page.getByRole('dialog')
    await dialog.locator('dd', { hasText: '0x' }).first().waitFor()
    windows.push([label, (await dialog.innerText()).replaceAll(/\s+/g, ' ')])
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
  }
  return windows
}

const lacking = (where: string, windows: [string, string][], wanted: string[]): string[] =>
  windows.flatMap(([label, said]) =>
    wanted.filter((one) => !said.includes(one)).map((one) => `${where}, ${label}: no ${one}`),
  )

/** The payer's address, as people who copy or hear it have it. */
const paidBy = (address: string) => [`Payer ${address.slice(0, 8)}…${address.slice(-6)}`]

test('every window that asks for money to be moved or forgiven names what it is of, the payer and the amounts', async () => {
  const shop = await newShop('Irreversible', 'Vegetable box')
  const ben = await newSubscriber({ shop, customerId: 'ben.carter', tokens: 12 })
  await shop.pass(31)
  // What comes is not moved on by itself under the windows: nothing pays for that.
  await quick.setGas(shop.dev.merchant.gasWallet as Address, 0n)
  const [asset] = quick.codes
  const pay = async (description: string, tokens: bigint): Promise<string> => {
    const metadata = { order: `${description}-4711` }
    const payment = await shop.createPayment('10', { description, metadata })
    await quick.payer.send(payment.depositAddress, tokens * oneToken)
    return payment.id
  }
  const tooMuch = await pay('Coffee', 12n)
  const inPart = await pay('Tea', 4n)

  const visited = await openScreen(shop, '/exceptions')
  const { page } = visited
  const wrong: string[] = []
  let seen = 0
  const judge = async (path: string, buttons: Locator, wanted: string[]) => {
    await buttons.first().waitFor()
    const windows = await readWindows(page, buttons)
    seen += windows.length
    wrong.push(...lacking(path, windows, wanted))
  }
  // Sharing a payment moves nothing.
  const actions = page
    .locator('.screen-head .screen-actions')
    .getByRole('button')
    .filter({ hasNotText: 'Share' })
  const sender = paidBy(quick.payer.address)

  const coffee = ['Payment Coffee', 'Reference order: Coffee-4711', `12.00 ${asset}`, ...sender]
  await judge('exceptions', page.getByRole('row', { name: /Coffee/ }).getByRole('button'), coffee)
  await goTo(visited, `/payments/${tooMuch}`)
  await judge('too much', actions, coffee)
  await goTo(visited, `/payments/${inPart}`)
  await page.getByText('A part of the amount came').waitFor()
  await judge('in part', actions, [
    'Payment Tea',
    'Reference order: Tea-4711',
    `6.00 ${asset}`,
    ...sender,
  ])
  const box = ['Subscription ben.carter · Vegetable box', `10.00 ${asset}`]
  await goTo(visited, `/subscriptions/${ben.contractAddress}`)
  await judge('overdue', actions, [...box, ...paidBy(ben.wallet.account.address)])
  expect(wrong).toEqual([])
  expect(seen).toBeGreaterThanOrEqual(8)

  await goTo(visited, '/subscriptions')
  await visited.button('Act on all that match').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('What to do').selectOption('Cancel')
  await dialog.getByRole('button', { name: 'Look at what it would do' }).click()
  await dialog.getByText('1 subscription ends').waitFor()
  expect((await dialog.innerText()).replaceAll(/\s+/g, ' ')).toContain(
    `A period of each, together: 10.00 ${asset} Of ben.carter`,
  )
}, 90_000)
