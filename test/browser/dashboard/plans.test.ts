/** Plans, from a draft to the archive, by clicking alone. */
import { expect, test } from 'vitest'
import { newShop } from '../shops.ts'
import { dev } from '../chains.ts'
import { runInDatabase } from '../database.ts'
import { judgeVisits } from '../world.ts'
import { holdBack } from './held-answers.ts'
import { openScreen } from './staff.ts'

judgeVisits()

test('a plan is drafted, changed, activated and archived (S1-8, S2.2-10)', async () => {
  const visited = await openScreen(await newShop('Plans'), '/plans')
  const { page, button } = visited
  visited.allow(/400/)
  await button('Create a plan').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Create as a draft' }).click()
  await dialog.getByText('Say what a period costs').waitFor()
  // Both mistakes at once, each once and in people's words, and the focus at the first.
  expect(await dialog.locator('.field-error').allInnerTexts()).toEqual([
    'Give it a name.',
    'Say what a period costs, such as 10 or 9.99.',
  ])
  expect(await dialog.getByRole('alert').count()).toBe(0)
  expect(await dialog.locator(':focus').getAttribute('aria-invalid')).toBe('true')
  await page.keyboard.type('Silver')
  await dialog.getByLabel('Amount').fill('25,50')
  expect(await dialog.getByLabel('Period in days', { exact: true }).inputValue()).toBe('31')
  await dialog.getByLabel('Description').fill('Silver cups, every month')
  await dialog.getByLabel('Grace period in days').fill('4')
  await dialog.getByLabel('Tags').fill('monthly, coffee')
  await dialog.getByRole('button', { name: 'Create as a draft' }).click()
  await dialog.getByText("Amount '25,50' has a comma").waitFor()
  await dialog.getByLabel('Amount').fill('9.99')
  await dialog.getByRole('button', { name: 'Create as a draft' }).click()
  await page.getByRole('heading', { level: 1, name: 'Silver' }).waitFor()
  for (const words of ['monthly, coffee', 'Silver cups, every month', '31 days', '4 days'])
    await page.getByText(words, { exact: true }).first().waitFor()

  await button('Change the plan').click()
  await dialog.getByLabel('Amount').fill('12.5')
  await dialog.getByRole('button', { name: 'Save the changes' }).click()
  // It has not come, now and then, on a machine with much to do: then the page says more than that.
  await page
    .getByText(/^12\.50\s\w+USDC$/)
    .waitFor()
    .catch(async (cause: unknown) => {
      const shown = await page.locator('#content, dialog').allInnerTexts()
      throw new Error(shown.join('\n').replace(/\s+/g, ' '), { cause })
    })

  await button('Activate the plan').click()
  expect(await dialog.innerText()).toContain('Payers can subscribe to it from now on')
  await dialog.getByRole('button', { name: 'Activate the plan' }).click()
  // Its own status: what happened is read apart, and may show the new one sooner.
  const status = page.locator('.facts').first().locator('.status')
  await status.filter({ hasText: 'Active' }).waitFor()
  // What it takes comes with what it is: no moment shows the commands of a draft beside those of an active plan.
  expect(await button('Change the plan').count()).toBe(0)

  await button('Archive the plan').click()
  await dialog.getByRole('button', { name: 'Archive the plan' }).click()
  await status.filter({ hasText: 'Archived' }).waitFor()
  await button('Restore the plan').waitFor()
})

test('while nobody can subscribe to a plan, its page and its links say so, and lead to what is left', async () => {
  const shop = await newShop('Plans without a key', 'Golden')
  await runInDatabase('delete from api_key where name = $1', [shop.dev.merchant.apiKey])
  const { page } = await openScreen(shop, '/plans')
  await page.getByRole('link', { name: 'Golden' }).click()
  await page.getByText('Nobody can subscribe yet.').waitFor()
  await page.getByRole('button', { name: 'Share' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Nobody can subscribe yet.').waitFor()
  await dialog.getByRole('link', { name: 'Create an API key' }).click()
  await page.getByRole('heading', { level: 1, name: 'Integration' }).waitFor()
})

test('a list that a link narrows to two states names both as what is chosen', async () => {
  const { page } = await openScreen(await newShop('Two states'), '/plans?statusIn=Draft,Active')
  const chosen = page.getByLabel('Status', { exact: true }).locator('option:checked')
  expect(await chosen.innerText()).toBe('Draft or Active')
})

test('a window takes the focus of who has come for it, though the list below it is still read', async () => {
  const { page } = await openScreen(await newShop('Plans read late'), '/')
  const { answer, letGo } = holdBack()
  await page.route('**/dashboard/api/test/plans*', answer)
  await page.goto(`${dev.baseUrl}/dashboard/test/plans#new`)
  const name = page.getByRole('dialog').getByRole('textbox', { name: 'Name' })
  await name.and(page.locator(':focus')).waitFor()
  await page.locator('#content > .progress').waitFor()
  letGo()
})
