/** The widget where a wallet is short, another, elsewhere or set otherwise. */
import { expect, test } from 'vitest'
import { judgeVisits, newWallet, visit } from '../../test/browser/world.ts'
import { quick, slow } from '../../test/browser/chains.ts'
import {
  arrive,
  newCustomer,
  openWidget,
  subscriptionsOf,
} from '../../test/browser/widget-world.ts'

judgeVisits()

const allowAll = /^Allow 240\.00.USDT and subscribe/

test('a limit that was lowered in the wallet is accepted and explained', async () => {
  const { wallet, button, heading, text } = await arrive()
  wallet.lowerCapTo(35_000_000n)
  await button('Test Wallet').click()
  await button(allowAll).click()
  await heading('You are subscribed').waitFor()
  await text(/You have allowed 3 charges in all/).waitFor()
  await text(/30\.00.USDT, 3 charges/).waitFor()
})

test('a limit of zero takes nothing, says so, and can be raised', async () => {
  const { wallet, button, heading, text } = await arrive()
  wallet.lowerCapTo(0n)
  await button('Test Wallet').click()
  await button(allowAll).click()
  await text(/Your wallet has allowed nothing/).waitFor()
  wallet.lowerCapTo(null)
  await button(allowAll).click()
  await heading('You are subscribed').waitFor()
})

test('a payer may choose fewer charges than the plan has', async () => {
  const { page, button, heading } = await arrive()
  await button('Test Wallet').click()
  await page.getByRole('radio', { name: /Another number/ }).check()
  await page.getByRole('textbox').fill('25')
  await page.getByText('A whole number from 1 to 24.').waitFor()
  expect(await button('Allow and subscribe').getAttribute('aria-disabled')).toBe('true')
  await page.getByRole('textbox').fill('5')
  await button(/^Allow 50\.00.USDT/).click()
  await heading('You are subscribed').waitFor()
})

test('a wallet on another network is asked to switch', async () => {
  const { button, heading } = await arrive({ startsOn: [slow] })
  await button('Test Wallet').click()
  await button('Switch to LocalTestNet').click()
  await button(allowAll).click()
  await heading('You are subscribed').waitFor()
})

test('another account is another payer: nothing is signed for the one before', async () => {
  const customerId = newCustomer()
  const { wallet, page, button } = await arrive({ customerId })
  await button('Test Wallet').click()
  await button(allowAll).waitFor()
  await wallet.changeAccount()
  await page.getByText(/10\.00.USDT is missing/).waitFor()
  const payers = (await subscriptionsOf(customerId)).map(({ payer }) => payer)
  expect(payers).toHaveLength(2)
  expect(wallet.countOf('eth_sendTransaction')).toBe(0)
})

test('a wallet with too little may allow a later start, and begins once the money is there', async () => {
  const { give, page, button, heading, text } = await arrive({ tokens: 3 })
  await button('Test Wallet').click()
  await text('Or start later').click()
  const day = await page.getByLabel('First charge on').getAttribute('min')
  await page.getByLabel('First charge on').fill(day!)
  await text(/Have 10\.00.USDT in this wallet by/).waitFor()
  await button(allowAll).click()
  await heading(/^You have allowed it; 7\.00.USDT is still needed/).waitFor()
  await text(/The wallet has 3\.00.USDT so far, and nothing was taken yet/).waitFor()
  await text(/If the money comes later, it begins as soon as it is there, until/).waitFor()
  await give(7)
  await heading('You are subscribed').waitFor()
  await text(/^The first charge is on/).waitFor()
})

test('a draft whose tab was closed is found again, and not doubled', async () => {
  const customerId = newCustomer()
  const first = await arrive({ customerId })
  await first.button('Test Wallet').click()
  await first.button(allowAll).waitFor()
  await first.page.reload()
  await first.button('Test Wallet').click()
  await first.button(allowAll).click()
  await first.heading('You are subscribed').waitFor()
  expect(await subscriptionsOf(customerId)).toHaveLength(1)
})

test('a payer who has the plan already is told so', async () => {
  const customerId = newCustomer()
  const first = await arrive({ customerId })
  await first.button('Test Wallet').click()
  await first.button(allowAll).click()
  await first.heading('You are subscribed').waitFor()
  await first.page.reload()
  await first.button('Test Wallet').click()
  await first.heading('You are subscribed').waitFor()
  expect(first.wallet.countOf('eth_sendTransaction')).toBe(1)
})

test('every request of the page goes to the service', async () => {
  const visited = await arrive()
  const asked = new Set<string>()
  visited.page.on('request', (request) => asked.add(new URL(request.url()).origin))
  await visited.page.reload()
  await visited.button('Test Wallet').click()
  await visited.button(allowAll).click()
  await visited.heading('You are subscribed').waitFor()
  const own = new URL(visited.page.url()).origin
  expect([...asked].filter((origin) => origin !== 'null')).toEqual([own])
})

test('a limit of before is reset first where the token wants it, in two labelled steps', async () => {
  const { wallet, button, heading, text } = await arrive()
  wallet.lowerCapTo(5_000_000n)
  await button('Test Wallet').click()
  await button(allowAll).click()
  await text(/You have allowed 5\.00.USDT. One charge is 10\.00.USDT/).waitFor()
  wallet.lowerCapTo(null)
  await text(/Your wallet will ask twice/).waitFor()
  const answer = wallet.hold('eth_sendTransaction')
  await button(allowAll).click()
  await text('Step 1 of 2, reset: confirm in Test Wallet.').waitFor()
  answer()
  await heading('You are subscribed').waitFor()
  expect(wallet.countOf('eth_sendTransaction')).toBe(3)
})

test('a payer without a wallet here takes the page to where one is: the copied link opens it there', async () => {
  const { page, button, text } = await openWidget({ search: '&frame-mode=true' })
  await text('There is no wallet in this browser.').waitFor()
  expect(page.url()).not.toContain('session=')
  await button('Copy the link to this page').click()
  const link = await page.evaluate<string>('navigator.clipboard.readText()')
  const elsewhere = await visit(link, { wallets: [await newWallet(quick)] })
  await elsewhere.button('Test Wallet').waitFor()
  expect(elsewhere.page.url()).not.toMatch(/session=|frame-mode/)
})
