import { expect, onTestFinished, test } from 'vitest'
import { judgeVisits, merchant, newWallet, visit } from './world.ts'
import { dev, quick, slow } from './chains.ts'
import { WalletAccount } from './wallet-account.ts'
import { arrive, newCustomer, openWidget, subscriptionsOf } from './widget-world.ts'

judgeVisits()

const allowAll = /^Allow 240.USDT and subscribe/

test('a payer is subscribed with two taps on the page and two answers in the wallet (S1-19, S1-20, S4.5-3, S4.5-4)', async () => {
  const customerId = newCustomer()
  const { wallet, page, button, heading, text } = await arrive({
    customerId,
    search: `&back-url=${encodeURIComponent('https://shop.example/thanks')}`,
  })
  await button('Test Wallet').click()
  await text(/Your wallet will ask once, for a transaction/).waitFor()
  await button(allowAll).click()
  await heading('You are subscribed').waitFor()
  // On a phone, too, it is what the payer sees then.
  const seen = `[...document.querySelectorAll('h2')].every((heading) => {
    const { top, bottom } = heading.getBoundingClientRect()
    return top >= 0 && bottom <= innerHeight
  })`
  expect(await page.evaluate<boolean>(seen)).toBe(true)
  await expect.poll(async () => (await subscriptionsOf(customerId))[0]?.status).toBe('Active')
  expect(wallet.countOf('eth_requestAccounts')).toBe(1)
  expect(wallet.countOf('eth_sendTransaction')).toBe(1)
  expect(await text(/shop\.example/).getAttribute('href')).toBe('https://shop.example/thanks')
})

test('the plan is shown in words before a wallet is asked, and its text on the manage page as well (S1-20, S2.2-13)', async () => {
  const customerId = newCustomer()
  const { page, button, heading } = await arrive({ customerId })
  await page.getByRole('heading', { level: 1, name: 'Subscribe to Maps, every month' }).waitFor()
  const summary = await page.locator('header.summary').innerText()
  for (const words of ['All maps, offline too.', /10\sUSDT/, 'every 31 days', 'after 24 charges'])
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

test('a limit that was lowered in the wallet is accepted and explained', async () => {
  const { wallet, button, heading, text } = await arrive()
  wallet.lowerCapTo(35_000_000n)
  await button('Test Wallet').click()
  await button(allowAll).click()
  await heading('You are subscribed').waitFor()
  await text(/You have allowed 3 charges in all/).waitFor()
  await text(/30.USDT, 3 charges/).waitFor()
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
  await button(/^Allow 50.USDT/).click()
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
  await page.getByText(/10.USDT is missing/).waitFor()
  const payers = (await subscriptionsOf(customerId)).map(({ payer }) => payer)
  expect(payers).toHaveLength(2)
  expect(wallet.countOf('eth_sendTransaction')).toBe(0)
})

test('a wallet with too little is told what is missing, and goes on as soon as it came', async () => {
  const { wallet, give, page, button, heading, text } = await arrive({ tokens: 3 })
  await button('Test Wallet').click()
  await text(/This wallet has 3.USDT. 7.USDT is missing/).waitFor()
  await page.getByRole('img', { name: wallet.account.address }).waitFor()
  expect(await button(allowAll).count()).toBe(0)
  await give(10)
  await button(allowAll).click()
  await heading('You are subscribed').waitFor()
})

test('a wallet with too little may allow a later start, and begins once the money is there', async () => {
  const { give, page, button, heading, text } = await arrive({ tokens: 3 })
  await button('Test Wallet').click()
  await text('Or start later').click()
  const day = await page.getByLabel('First charge on').getAttribute('min')
  await page.getByLabel('First charge on').fill(day!)
  await text(/Have 10.USDT in this wallet by/).waitFor()
  await button(allowAll).click()
  await heading(/^You have allowed it; 10.USDT is still needed/).waitFor()
  await text(/The wallet has 3.USDT so far, and nothing was taken yet/).waitFor()
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
  await text(/You have allowed 5.USDT. One charge is 10.USDT/).waitFor()
  wallet.lowerCapTo(null)
  await text(/Your wallet will ask twice/).waitFor()
  const answer = wallet.hold('eth_sendTransaction')
  await button(allowAll).click()
  await text('Step 1 of 2, reset: confirm in Test Wallet.').waitFor()
  answer()
  await heading('You are subscribed').waitFor()
  expect(wallet.countOf('eth_sendTransaction')).toBe(3)
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

test('who has no wallet here takes the page to where one is: the copied link opens it there', async () => {
  const { page, button, text } = await openWidget({ search: '&frame-mode=true' })
  await text('There is no wallet in this browser.').waitFor()
  expect(page.url()).not.toContain('session=')
  await button('Copy the link to this page').click()
  const link = await page.evaluate<string>('navigator.clipboard.readText()')
  const elsewhere = await visit(link, { wallets: [await newWallet(quick)] })
  await elsewhere.button('Test Wallet').waitFor()
  expect(elsewhere.page.url()).not.toMatch(/session=|frame-mode/)
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
