import { expect, onTestFinished, test } from 'vitest'
import { judgeVisits, merchant, newWallet, visit } from './world.ts'
import { dev, quick } from './chains.ts'
import { WalletAccount } from './wallet-account.ts'
import { arrive, newCustomer, openWidget, subscriptionsOf } from './widget-world.ts'

judgeVisits()

const allowAll = /^Allow 240\.00.USDT and subscribe/

test('a payer is subscribed with two taps on the page and two answers in the wallet (S1-19, S1-20, S4.5-3, S4.5-4)', async () => {
  const customerId = newCustomer()
  const { wallet, page, button, heading, text } = await arrive({
    customerId,
    search: `&back-url=${encodeURIComponent('https://shop.example/thanks')}`,
  })
  await button('Test Wallet').click()
  await text(/Your wallet will ask once, for a transaction/).waitFor()
  await text(
    /^Today 10\.00\sUSDT are taken\. 240\.00\sUSDT is the most in all: 24 charges, the last on .+\.$/,
  ).waitFor()
  await button(allowAll).click()
  await heading('You are subscribed').waitFor()
  // On a phone, too, it is what the payer sees then.
  const seen = `[...document.querySelectorAll('h2')].every((heading) => {
    const { top, bottom } = heading.getBoundingClientRect()
    return top >= 0 && bottom <= innerHeight
  })`
  expect(await page.evaluate<boolean>(seen)).toBe(true)
  await expect.poll(async () => (await subscriptionsOf(customerId))[0]?.status).toBe('Active')
  // What is printed as the receipt is one.
  await page.locator('.receipt dt', { hasText: 'Payment number' }).waitFor()
  expect(await page.locator('.receipt dt').allInnerTexts()).toEqual(
    expect.arrayContaining(['Paid to', 'Paid', 'Date', 'Network', 'Transaction']),
  )
  expect(wallet.countOf('eth_requestAccounts')).toBe(1)
  expect(wallet.countOf('eth_sendTransaction')).toBe(1)
  expect(await text(/^Return to shop\.example/).getAttribute('href')).toBe(
    'https://shop.example/thanks',
  )
})

test('the plan is shown in words before a wallet is asked, and its text on the manage page as well (S1-20, S2.2-13)', async () => {
  const customerId = newCustomer()
  const { page, button, heading } = await arrive({ customerId })
  await page.getByRole('heading', { level: 1, name: 'Subscribe to Maps, every month' }).waitFor()
  const summary = await page.locator('header.summary').innerText()
  for (const words of [
    'All maps, offline too.',
    /10\.00\sUSDT/,
    'every 31 days',
    'after 24 charges',
  ])
    expect(summary).toMatch(words)
  await button('Test Wallet').click()
  await button(allowAll).click()
  await heading('You are subscribed').waitFor()
  const { token } = await merchant.post<{ token: string }>(
    '/integration/subscriptions/create-customer-token',
    { customerId },
  )
  // On a phone, the state of the subscription takes the place of the text.
  await page.setViewportSize({ width: 1_280, height: 900 })
  await page.goto(`${dev.manageUrl}/?session=${token}`)
  await page.getByRole('heading', { level: 1, name: 'Maps, every month' }).waitFor()
  await page.getByText('All maps, offline too.').waitFor()
})

test('the token leaves the address at the first load, and a reload goes on with it (S1-21)', async () => {
  const visited = await openWidget()
  const { page } = visited
  await page.getByRole('heading', { level: 1, name: /^Subscribe to/ }).waitFor()
  expect(page.url()).not.toContain('session')
  await page.reload()
  await page.getByRole('heading', { level: 1, name: /^Subscribe to/ }).waitFor()
})

test('a payer who declines stays on the page, may show another account, and try again', async () => {
  const search = `&back-url=${encodeURIComponent('https://elsewhere.example/')}`
  await merchant.asPerson('PUT', '/test/return-hosts', { hosts: ['shop.example'] })
  onTestFinished(() => merchant.asPerson('PUT', '/test/return-hosts', { hosts: [] }))
  const { wallet, button, heading, text } = await arrive({ search })
  await button('Test Wallet').click()
  wallet.refuseNext('eth_sendTransaction')
  await button(allowAll).click()
  await text(/You declined in the wallet/).waitFor()
  // The account does not hear what the other one declined.
  const own = wallet.account
  await wallet.changeAccount(new WalletAccount())
  await text(/You declined in the wallet/).waitFor({ state: 'detached' })
  await wallet.changeAccount(own)
  await button(allowAll).click()
  await heading('You are subscribed').waitFor()
  expect(await text(/elsewhere/).count()).toBe(0)
})

test('a wallet with too little is told what is missing, and goes on as soon as it came', async () => {
  const { wallet, give, page, button, heading, text } = await arrive({ tokens: 3 })
  await button('Test Wallet').click()
  await text(/This wallet has 3\.00.USDT. 7\.00.USDT is missing/).waitFor()
  await page.getByRole('img', { name: wallet.account.address }).waitFor()
  expect(await button(allowAll).count()).toBe(0)
  await give(10)
  await button(allowAll).click()
  await heading('You are subscribed').waitFor()
})

test('a payer subscribes by keyboard alone', async () => {
  const { page, button, heading } = await arrive()
  await button('Test Wallet').focus()
  await page.keyboard.press('Enter')
  await button(allowAll).waitFor()
  await expect
    .poll(async () => {
      await page.keyboard.press('Tab')
      return button(allowAll).evaluate((element) => element.matches(':focus'))
    })
    .toBe(true)
  await page.keyboard.press('Enter')
  await heading('You are subscribed').waitFor()
})

test.each([
  ['without a token', '', 'This page needs a link from the shop'],
  ['with half a token', '&session=abc', 'This link is incomplete'],
  ['with a token of nobody', `&session=${'a'.repeat(43)}`, 'This link is not valid'],
])('a page %s says what to do next (S4.5-3)', async (_, search, words) => {
  const visited = await visit(`${dev.widgetUrl}/?plan=${dev.planId}${search}`)
  visited.allow(/401/)
  await visited.page.getByRole('heading', { level: 1, name: words }).waitFor()
  await visited.text(/ask the shop for a new link/).waitFor()
})

test('a link for leaving starts no subscription', async () => {
  const { page } = await openWidget({ may: 'leave' })
  await page.getByRole('heading', { name: 'This link cannot start a subscription' }).waitFor()
})

test('a link that the shop has ended says so while the page is open', async () => {
  const customerId = newCustomer()
  const visited = await openWidget({ customerId })
  await visited.text('There is no wallet in this browser.').waitFor()
  await merchant.post('/integration/subscriptions/revoke-customer-tokens', { customerId })
  await visited.page.reload()
  visited.allow(/401/)
  await visited.page.getByRole('heading', { name: 'This link has been ended' }).waitFor()
})

test('the widget says whose subscription it would be, before anything is signed (security R14)', async () => {
  const customerId = newCustomer()
  const wallet = await newWallet(quick)
  const { page, button } = await openWidget({ customerId, wallets: [wallet], locale: 'es-ES' })
  await button('Test Wallet').waitFor()
  const words = page.getByText(`Está aquí como cliente ${customerId} de Demo shop.`)
  await words.waitFor()
  expect(wallet.requests.filter(({ method }) => /send|sign|request/i.test(method))).toEqual([])
})
