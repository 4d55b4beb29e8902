/** Links that end, links that may little, and what a link of somebody else opens. */
import { expect, test } from 'vitest'
import { findBarriers } from '../../test/browser/accessibility.ts'
import { dev } from '../../test/browser/chains.ts'
import { findMisfits } from '../../test/browser/layout.ts'
import { endLinks } from '../../test/browser/links.ts'
import { newShop } from '../../test/browser/shops.ts'
import { newSubscriber, type Subscriber, untilStatus } from '../../test/browser/subscriptions.ts'
import type { Tab, Visit } from '../../test/browser/visit.ts'
import { judgeVisits, merchant, visit } from '../../test/browser/world.ts'

judgeVisits()

async function expectEnded({ page, text }: Tab, words: string, shop = 'Demo shop'): Promise<void> {
  await page.getByRole('heading', { level: 1, name: words }).waitFor()
  await text(new RegExp(`ask \\W*${shop}\\W* for a new link`)).waitFor()
  await text(/^You can stop every subscription without this page/).waitFor()
}

test('a link that runs out while the page is open says so by itself, on both pages (S1-22)', async () => {
  const subscriber = await newSubscriber()
  const [manage, widget] = [await subscriber.address(), await subscriber.widgetAddress()]
  await endLinks(subscriber, 4)
  const visited = await visit(manage)
  visited.allow(/401/)
  const tab = await visited.openTab(widget)
  await visited.heading('You are subscribed').waitFor()
  await expectEnded(visited, 'This link has expired')
  await expectEnded(tab, 'This link has expired')
  const { page } = visited
  expect([...(await findBarriers(page)), ...(await findMisfits(page))]).toEqual([])
})

test('a link that runs out between the question and the answer changes nothing, and says so', async () => {
  const subscriber = await newSubscriber()
  const visited = await subscriber.open()
  visited.allow(/401/)
  await visited.button('Cancel the subscription…').click()
  // Not before the click: the page may find out by itself, and take the question away.
  await visited.page.route(/\/cancel$/, async (route) => {
    await endLinks(subscriber, -1)
    await route.continue()
  })
  await visited.button('Yes, cancel').click()
  await expectEnded(visited, 'This link has expired')
  expect(await subscriber.read()).toMatchObject({ status: 'Active', phase: 'Current' })
})

test('a link that the shop has ended says so by itself', async () => {
  const subscriber = await newSubscriber()
  const visited = await subscriber.open()
  visited.allow(/401/)
  await visited.heading('You are subscribed').waitFor()
  await merchant.mandate.customerTokens.revokeMany({ customerId: subscriber.customerId })
  await expectEnded(visited, 'This link has been ended')
})

test('a link that is missing, cut off or of nobody says what to do', async () => {
  const visited = await visit(`${dev.manageUrl}/`)
  visited.allow(/401/)
  await expectEnded(visited, 'This page needs a link from the shop', 'the shop')
  for (const [token, words] of [
    ['abc', 'This link is incomplete'],
    ['a'.repeat(43), 'This link is not valid'],
  ] as const) {
    await visited.page.goto(`${dev.manageUrl}/?session=${token}`)
    await expectEnded(visited, words, 'the shop')
  }
})

test('a page that a proxy answers in the place of the service says so, and opens once the service does', async () => {
  const subscriber = await newSubscriber()
  const visited = await visit(`${dev.manageUrl}/`)
  visited.allow(/401|403/)
  const { page, heading } = visited
  await page.route(/\/manage\/session$/, (route) =>
    route.fulfill({
      status: 403,
      contentType: 'text/html',
      body: '<h1>Log in to this network</h1>',
    }),
  )
  await page.goto(await subscriber.address())
  await page.getByRole('heading', { level: 1, name: 'The service cannot be reached' }).waitFor()
  await page.unroute(/\/manage\/session$/)
  await heading('You are subscribed').waitFor()
})

/** Calls with this page's own token, and again after a second where the page was too busy. */
async function call(tab: Tab, method: string, path: string, body?: object): Promise<number> {
  const status = await callOnce(tab, method, path, body)
  if (status !== 429) return status
  await tab.page.waitForTimeout(limitedForMs)
  return callOnce(tab, method, path, body)
}

const limitedForMs = 1_100

const callOnce = ({ page }: Tab, method: string, path: string, body?: object): Promise<number> =>
  page.evaluate<number>(`fetch('./session${path}', {
    method: '${method}',
    headers: {
      authorization: 'Bearer ' + sessionStorage.getItem('customer-session'),
      ${body ? "'content-type': 'application/json'," : ''}
    },
    ${body ? `body: ${JSON.stringify(JSON.stringify(body))},` : ''}
  }).then(({ status }) => status)`)

test('a link for leaving shows and does nothing else, also by a deep link and after the end', async () => {
  const subscriber = await newSubscriber()
  const { contractAddress } = subscriber
  const visited = await subscriber.open({}, { may: 'leave' })
  const { page, button, heading, text } = visited
  visited.allow(/403/)
  await heading('You are subscribed').waitFor()
  for (const flow of ['limit', 'switch']) {
    await page.goto(await subscriber.address({ flow }, 'leave'))
    await heading('You are subscribed').waitFor()
    expect(await page.getByRole('radio').count()).toBe(0)
    expect(await button(/^(Allow|Switch|Test Wallet)/).count()).toBe(0)
  }
  const { planId } = dev
  const path = `/subscriptions/${contractAddress}`
  const payer = subscriber.wallet.account.address
  expect(await call(visited, 'POST', '/subscriptions', { planId, payer })).toBe(403)
  expect(await call(visited, 'POST', `${path}/switch`, { planId })).toBe(403)
  expect(await call(visited, 'POST', `${path}/unpause`, {})).toBe(403)
  await page.goto(await subscriber.address({ flow: 'cancel' }, 'leave'))
  await page.getByLabel(/^Now/).check()
  await button('Yes, cancel').click()
  await heading('Cancelled. Nothing more is taken').waitFor()
  await page.goto(await subscriber.address({}, 'leave'))
  await button('Save the proof').waitFor()
  expect(await text('Subscribe again').count()).toBe(0)
})

/** Follows the page's own customer, beside the page, into \`window.heard\`. */
const listen = `(async () => {
  window.heard = ''
  const authorization = 'Bearer ' + sessionStorage.getItem('customer-session')
  const { body } = await fetch('./session/live', { headers: { authorization } })
  const reader = body.pipeThrough(new TextDecoderStream()).getReader()
  void (async () => {
    for (let piece = await reader.read(); !piece.done; piece = await reader.read())
      window.heard += piece.value
  })()
})()`

async function expectNothingSeen(stranger: Subscriber, victim: Subscriber): Promise<Visit> {
  const { contractAddress } = victim
  const answers: Promise<string>[] = []
  const visited = await stranger.open()
  const { page, button, heading } = visited
  visited.allow(/404/)
  page.on('requestfinished', (request) => {
    if (!/\/session\b/.test(request.url())) return
    answers.push(request.response().then((response) => response?.text().catch(() => '') ?? ''))
  })
  await page.goto(await stranger.address({ subscription: contractAddress, flow: 'cancel' }))
  await heading('This subscription is not among yours').waitFor()
  expect(await button('Yes, cancel').count()).toBe(0)
  await page.getByRole('link', { name: 'Show all your subscriptions' }).click()
  await heading('You are subscribed').waitFor()
  await page.evaluate(listen)
  const path = `/subscriptions/${contractAddress}`
  for (const what of ['', '/charges', '/proof'])
    expect(await call(visited, 'GET', `${path}${what}`)).toBe(404)
  for (const what of ['pause', 'cancel', 'withdraw', 'uncancel'])
    expect(await call(visited, 'POST', `${path}/${what}`, {})).toBe(404)
  await merchant.command(contractAddress, 'pause')
  await untilStatus(victim.read, 'Paused')
  await button('Pause the subscription').click()
  await heading('Paused. Nothing is taken').waitFor()
  await expect.poll(() => page.evaluate<string>('window.heard')).toMatch(/"status":"Paused"/)
  const seen = [await page.content(), await page.evaluate<string>('window.heard')]
  const told = [...seen, ...(await Promise.all(answers))].join('\n').toLowerCase()
  expect(told).toContain(stranger.contractAddress.toLowerCase())
  expect(told).not.toContain(contractAddress.toLowerCase())
  expect(told).not.toContain(victim.wallet.account.address.toLowerCase())
  await merchant.command(contractAddress, 'unpause')
  await untilStatus(victim.read, 'Active')
  return visited
}

test('another customer of the shop, and one of another shop with the same name, see nothing', async () => {
  const victim = await newSubscriber()
  await expectNothingSeen(await newSubscriber(), victim)
  const shop = await newShop('Other shop')
  const { customerId } = victim
  const { page } = await expectNothingSeen(await newSubscriber({ shop, customerId }), victim)
  expect(await page.getByRole('banner').innerText()).toContain('Other shop')
  expect(await page.content()).not.toContain('Demo shop')
})
