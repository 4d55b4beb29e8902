/** Finding, exporting, the request log, the inbox of exceptions, and acting on many: by clicking and by keys. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { expect, onTestFinished, test } from 'vitest'
import type { Merchant } from '../../../examples/client/merchant.ts'
import { readCsv } from '../../../test/support/csv.ts'
import { dev, oneToken, quick } from '../../../test/browser/chains.ts'
import { findBarriers } from '../../../test/browser/accessibility.ts'
import { findMisfits, forStaff } from '../../../test/browser/layout.ts'
import { lookAt, looks, takePicture } from '../../../test/browser/screens.ts'
import { newShop } from '../../../test/browser/shops.ts'
import { desktop, type Visit } from '../../../test/browser/visit.ts'
import { createPayment, judgeVisits } from '../../../test/browser/world.ts'
import { runInDatabase } from '../../../test/browser/database.ts'
import { expectFocus, press } from '../../../test/browser/dashboard/by-keys.ts'
import { given, standBetween } from '../../../test/browser/dashboard/held-answers.ts'
import { goTo, logIn, openScreen } from '../../../test/browser/dashboard/staff.ts'

judgeVisits()

/** Every window over the page fits and is accessible, in both widths and both colours. */
async function picture({ page }: Visit, name: string): Promise<void> {
  const faults: string[] = []
  for (const look of looks) {
    await lookAt(page, look)
    await takePicture(page, `dashboard-${name}`, look)
    faults.push(...(await findBarriers(page)), ...(await findMisfits(page, forStaff)))
  }
  expect(faults).toEqual([])
  await lookAt(page, { name: 'desktop-light', viewport: desktop, colorScheme: 'light' })
}

test('the box opens by a key wherever one is, and leads to what was meant', async () => {
  const visited = await openScreen(await newShop('Finding', 'Golden'), '/payments')
  const { page } = visited
  await page.keyboard.press('/')
  const box = page.getByRole('combobox', { name: 'What are you looking for?' })
  await box.fill('gold')
  await page.getByRole('option', { name: /Golden/ }).waitFor()
  await picture(visited, 'find')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Golden' }).waitFor()
  await page.keyboard.press('Control+k')
  await box.fill("<img src=x onerror=alert(1)>' or 1=1")
  await page.getByText('Nothing of yours on this network matches').waitFor()
  await page.keyboard.press('Escape')
  await box.waitFor({ state: 'detached' })
  // A text typed into a field stays there.
  await goTo(visited, '/charges')
  await page.getByLabel('Customer').fill('')
  await page.getByLabel('Customer').press('/')
  expect(await page.getByLabel('Customer').inputValue()).toBe('/')
})

test('a search that gets no answer does not say that nothing was found, and Enter makes it again', async () => {
  const visited = await openScreen(await newShop('Unanswered', 'Golden'), '/payments')
  visited.allow(/Failed to load|ERR_/)
  const { page } = visited
  const between = await standBetween(page)
  between.answer = (route) => route.abort()
  await page.keyboard.press('/')
  const box = page.getByRole('combobox', { name: 'What are you looking for?' })
  await box.fill('gold')
  await page.getByText('The search did not work').waitFor()
  between.answer = given
  await box.press('Enter')
  await page.getByRole('option', { name: /Golden/ }).waitFor()
})

test('a pasted link of a checkout leads to its payment, and another shop finds nothing by it', async () => {
  const payment = await createPayment(quick, '31', { description: 'To be found' })
  for (const [shop, isFound] of [
    [null, true],
    [await newShop('Stranger'), false],
  ] as const) {
    const visited = await logIn(shop?.dev.merchant ?? dev.merchant)
    await goTo(visited, '/')
    const { page } = visited
    await page.keyboard.press('Control+k')
    await page.getByLabel('What are you looking for?').fill(payment.checkoutUrl)
    if (isFound) {
      await page.getByRole('option', { name: /To be found/ }).click()
      await page.getByRole('heading', { level: 1, name: 'To be found' }).waitFor()
    } else await page.getByText('Nothing of yours on this network matches').waitFor()
  }
})

test('a list says what it comes to, and its export is exactly that', async () => {
  const { page } = await openScreen(await newShop('Exports', 'First'), '/plans')
  await page.getByText('1 plan', { exact: true }).waitFor()
  const coming = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Export as CSV' }).click()
  const file = await coming
  expect(file.suggestedFilename()).toMatch(/^plans-test-.*\.csv$/)
  const rows = readCsv(await text(await file.createReadStream()))
  expect(rows.map(({ name }) => name)).toEqual(['First'])
  await page.getByText('More filters').click()
  await page.getByLabel('Amount from').fill('1000')
  await page.getByLabel('Amount from').press('Enter')
  await page.getByRole('heading', { name: 'Nothing matches these filters' }).waitFor()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await page.getByLabel('Created before').fill('2020-01-01T12:00')
  await page.getByRole('heading', { name: 'Nothing matches these filters' }).waitFor()
  expect(new URL(page.url()).searchParams.get('createdTo')).toBe('2020-01-01T12:00:00.000Z')
})

test('a refused call is found in the request log, with why', async () => {
  const shop = await newShop('Requests')
  await shop.call('GET', '/integration/payments/1ChKd2hat9dNBnh7rKJ924')
  // The log is written every half second, and a list that was read before shows nothing new by itself.
  const readLog = () =>
    shop.asPerson<{ page: { total: number } }>('GET', '/test/requests?outcomeIn=Refused')
  await expect.poll(async () => (await readLog()).page.total).toBe(1)
  const visited = await openScreen(shop, '/requests?outcomeIn=Refused')
  const { page } = visited
  await page.getByRole('link', { name: /GET/ }).first().click()
  await page.getByRole('heading', { level: 1, name: /GET/ }).waitFor()
  await page.getByText('/integration/payments/1ChKd2hat9dNBnh7rKJ924').waitFor()
  await page.getByText('Payment not found').first().waitFor()
  await picture(visited, 'request')
})

test('an exception is resolved: what was too much is written down as given back', async () => {
  const description = `Too much ${Date.now()}`
  const payment = await createPayment(quick, '10', { description })
  await quick.mint(quick.tokens[0], payment.depositAddress, 12n * oneToken)
  const visited = await logIn(dev.merchant)
  await goTo(visited, '/exceptions?exceptionIn=Overpaid')
  const { page } = visited
  const row = page.getByRole('row', { name: new RegExp(description) })
  await row.getByRole('button', { name: 'Record a refund' }).click()
  await picture(visited, 'exception-refund')
  const dialog = page.getByRole('dialog')
  expect(await dialog.getByLabel('Amount that you sent back').inputValue()).toBe('2')
  await dialog.getByRole('button', { name: 'Record a refund' }).click()
  await row.waitFor({ state: 'detached' })
})

const newDrafts = async (shop: Merchant, count: number) => {
  const address = privateKeyToAddress(generatePrivateKey())
  for (let n = 0; n < count; n++) await shop.subscribe(address, { customerId: `customer-${n}` })
}

/** An endpoint that takes everything. */
async function startEndpoint(): Promise<string> {
  const server = createServer((_, response) => response.writeHead(200).end())
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`
}

test('many are cancelled at once by the keyboard alone: looked at first, then with progress and an end', async () => {
  const shop = await newShop('Many')
  await newDrafts(shop, 3)
  const visited = await openScreen(shop, '/subscriptions')
  const { page, button } = visited
  await page.getByText('3 subscriptions', { exact: true }).waitFor()
  await press(page, button('Act on all that match'))
  const dialog = page.getByRole('dialog')
  const look = dialog.getByRole('button', { name: 'Look at what it would do' })
  await press(page, look)
  await dialog.getByText('3 do not, being Draft').waitFor()
  await dialog.getByLabel('What to do').focus()
  await page.keyboard.press('End')
  await press(page, look)
  await dialog.getByText('3 take it now.').waitFor()
  await picture(visited, 'act-on-many')
  await press(page, dialog.getByRole('button', { name: 'Cancel: Do it to 3' }))
  await dialog.getByText('That is the end: 3 of 3 took it.').waitFor()
  await dialog.getByText('3 of 3 done').waitFor()
  await picture(visited, 'acted-on-many')
  await press(page, dialog.getByText('Close', { exact: true }))
  await dialog.waitFor({ state: 'detached' })
  await expectFocus(page, 'BUTTON')
  await page.locator('.status', { hasText: 'Cancelled' }).nth(2).waitFor()
}, 60_000)

test('whoever does not take it meanwhile is named with why, and the others go on', async () => {
  const shop = await newShop('Refusing')
  const old = { label: 'Old', proof: shop.proof }
  const other = await shop.asPerson<{ name: string }>('POST', '/test/api-keys', old)
  await shop.sendWebhooksTo(`http://127.0.0.1:9/refusing`)
  await shop.asPerson('POST', '/test/webhook-endpoint/test', {})
  const visited = await openScreen(shop, '/deliveries')
  // The browser's own word about an answer of 409.
  visited.allow(/Failed to load resource/)
  const { page, button } = visited
  await expect.poll(() => page.locator('.status', { hasText: 'Retrying' }).count()).toBe(2)
  await button('Act on all that match').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Look at what it would do' }).click()
  await dialog.getByText('2 take it now.').waitFor()
  await shop.asPerson('DELETE', `/test/api-keys/${other.name}`)
  await page.locator('.status', { hasText: 'Cancelled' }).waitFor()
  await dialog.getByRole('button', { name: 'Send again: Do it to 2' }).click()
  await dialog.getByText('That is the end: 1 of 2 took it.').waitFor()
  await dialog.getByText('1 did not take it').waitFor()
  const refusals = dialog.getByRole('list', { name: 'Those that did not take it' })
  expect(await refusals.getByRole('listitem').count()).toBe(1)
  expect(await refusals.innerText()).toMatch(/Cancelled/)
  await picture(visited, 'acted-with-refusals')
}, 60_000)

test('stopped, it sends no more: what is under way ends, and the rest is left alone', async () => {
  const shop = await newShop('Stopping')
  await newDrafts(shop, 6)
  const visited = await openScreen(shop, '/subscriptions')
  const { page, button } = visited
  const held = Promise.withResolvers<void>()
  let sent = 0
  await page.route('**/subscriptions/*/cancel', async (route) => {
    sent += 1
    await held.promise
    await route.continue()
  })
  await button('Act on all that match').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('What to do').selectOption('Cancel')
  await dialog.getByRole('button', { name: 'Look at what it would do' }).click()
  await dialog.getByRole('button', { name: 'Cancel: Do it to 6' }).click()
  await dialog.getByText('0 of 6 done').waitFor()
  await dialog.getByText('Closing it stops them').waitFor()
  await expect.poll(() => sent).toBe(4)
  await picture(visited, 'acting-on-many')
  await dialog.getByRole('button', { name: 'Stop' }).click()
  held.resolve()
  await dialog.getByText('Stopped: 4 of 6 took it, and the rest is left alone.').waitFor()
  expect(sent).toBe(4)
  const drafts = await shop.asPerson<{ page: { total: number } }>(
    'GET',
    '/test/subscriptions?statusIn=Draft',
  )
  expect(drafts.page.total).toBe(2)
})

test('a reload on the way, and once more: each is commanded once', async () => {
  const shop = await newShop('Reloading')
  await shop.sendWebhooksTo(await startEndpoint())
  await shop.createPayment('10')
  await shop.asPerson('POST', '/test/webhook-endpoint/test', {})
  const visited = await openScreen(shop, '/deliveries')
  visited.allow(/Failed to load|ERR_/)
  const { page, button } = visited
  const delivered = page.locator('.status', { hasText: 'Delivered' })
  await delivered.first().waitFor()
  const count = await delivered.count()
  const dialog = page.getByRole('dialog')
  const run = async () => {
    await button('Act on all that match').click()
    await dialog.getByRole('button', { name: 'Look at what it would do' }).click()
    await dialog.getByRole('button', { name: `Send again: Do it to ${count}` }).click()
  }
  const keys: (string | undefined)[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/resend')) keys.push(request.headers()['idempotency-key'])
  })
  let answered = 0
  // They reach the service, and their answers do not reach the page.
  await page.route('**/deliveries/*/resend', async (route) => {
    await route.fetch()
    answered += 1
  })
  await run()
  await expect.poll(() => answered).toBe(count)
  await page.reload()
  await page.unroute('**/deliveries/*/resend')
  await expect.poll(() => delivered.count()).toBe(count)
  await run()
  await dialog.getByText(`That is the end: ${count} of ${count} took it.`).waitFor()
  expect(keys).toHaveLength(2 * count)
  expect(new Set(keys).size).toBe(count)
  expect(await countResends(shop)).toBe(count)
  await dialog.getByText('Close', { exact: true }).click()
  // The run has ended, so another one begins anew.
  await expect.poll(() => delivered.count()).toBe(count)
  await run()
  await dialog.getByText(`That is the end: ${count} of ${count} took it.`).waitFor()
  expect(await countResends(shop)).toBe(2 * count)
})

async function countResends({ dev: { merchant } }: Merchant): Promise<number> {
  const [row] = await runInDatabase<{ count: number }>(
    `select count(*)::int as count from journal where event->>'type' = 'delivery.resend'
       and merchant_id = (select merchant_id from account where email = $1)`,
    [merchant.email],
  )
  return row!.count
}
