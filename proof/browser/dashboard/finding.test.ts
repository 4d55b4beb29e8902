/** Finding, exporting, the request log, the inbox of exceptions, and acting on many: by clicking and by keys. */
import { text } from 'node:stream/consumers'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { expect, test } from 'vitest'
import { readCsv } from '../../../test/support/csv.ts'
import { dev, oneToken, quick } from '../../../test/browser/chains.ts'
import { findBarriers } from '../../../test/browser/accessibility.ts'
import { findMisfits, forStaff } from '../../../test/browser/layout.ts'
import { lookAt, looks, takePicture } from '../../../test/browser/screens.ts'
import { newShop } from '../../../test/browser/shops.ts'
import { desktop, type Visit } from '../../../test/browser/visit.ts'
import { createPayment, judgeVisits } from '../../../test/browser/world.ts'
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
  // What is typed into a field stays there.
  await goTo(visited, '/charges')
  await page.getByLabel('Customer').fill('')
  await page.getByLabel('Customer').press('/')
  expect(await page.getByLabel('Customer').inputValue()).toBe('/')
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
  await page.getByText('1 matches').waitFor()
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

test('many are cancelled at once: looked at first, then with progress', async () => {
  const shop = await newShop('Many')
  const address = privateKeyToAddress(generatePrivateKey())
  for (const customerId of ['one', 'two', 'other']) await shop.subscribe(address, { customerId })
  const visited = await openScreen(shop, '/subscriptions')
  const { page, button } = visited
  await page.getByText('3 match').waitFor()
  await button('Act on all that match').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('What to do').selectOption('Pause')
  await dialog.getByRole('button', { name: 'Look at what it would do' }).click()
  await dialog.getByText('3 do not, being Draft').waitFor()
  await dialog.getByLabel('What to do').selectOption('Cancel')
  await dialog.getByRole('button', { name: 'Look at what it would do' }).click()
  await dialog.getByText('3 take it now.').waitFor()
  await picture(visited, 'act-on-many')
  await dialog.getByRole('button', { name: 'Cancel: Do it to 3' }).click()
  await dialog.getByText('3 of 3 done').waitFor()
  await page.keyboard.press('Escape')
  await page.locator('.status', { hasText: 'Cancelled' }).first().waitFor()
})
