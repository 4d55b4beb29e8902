/** A payment's own page: what the merchant's server wrote to it, what came that nobody asked for, and what was given back. */
import { expect, test } from 'vitest'
import { dev, quick } from '../chains.ts'
import { createPayment, judgeVisits } from '../world.ts'
import { goTo, logIn } from './staff.ts'

judgeVisits()

test('another token that came is shown with its amount, and proposed as the refund', async () => {
  const description = `Another token ${Date.now()}`
  const payment = await createPayment(quick, '10', {
    description,
    metadata: { order: 5001, item: 'Gift card' },
  })
  await quick.mint(quick.tokens[1], payment.depositAddress, 7_000_000n)
  const visited = await logIn(dev.merchant)
  await goTo(visited, '/exceptions?exceptionIn=WrongToken')
  const { page } = visited
  const row = page.getByRole('row', { name: new RegExp(description) })
  const came = new RegExp(`^7\\.00\\s${quick.codes[1]}$`)
  await row.getByText(came).waitFor()
  await row.getByRole('link', { name: description }).click()
  await page.getByRole('heading', { level: 1, name: description }).waitFor()
  // Among what came, and in what is to be decided.
  await page.locator('span.amount').filter({ hasText: came }).waitFor()
  const decision = page.getByRole('region', { name: 'What you have to decide' })
  await decision.getByText(came).waitFor()
  const written = page.locator('.facts .facts > div')
  expect(await written.allInnerTexts()).toEqual(['order\n5001', 'item\nGift card'])
  await page.getByRole('button', { name: 'Record a refund' }).click()
  const dialog = page.getByRole('dialog')
  // Made anew for this test, as bridges do; no sum of the token asked for, of which nothing came.
  const sent = new RegExp(`7\\.00\\s${quick.codes[1]} came from no wallet`)
  await dialog.getByText(sent).waitFor()
  const forWhat = new RegExp(`^7\\.00\\s${quick.codes[1]} came for 10\\.00\\s${quick.codes[0]}\\.$`)
  await dialog.getByText(forWhat).waitFor()
  expect(await dialog.getByLabel('Amount that you sent back').inputValue()).toBe('7')
  expect(await dialog.getByLabel('Asset').inputValue()).toBe(quick.codes[1])
  await dialog.getByLabel('Note').fill('sent back by hand')
  await dialog.getByRole('button', { name: 'Record a refund' }).click()
  await page
    .getByRole('row', { name: /sent back by hand/ })
    .getByText(came)
    .waitFor()
})
