/** Work by the keyboard alone: wherever it goes, the focus is on something that is seen. */
import { expect, test } from 'vitest'
import { dev } from '../chains.ts'
import { anyAddress, newShop } from '../shops.ts'
import { desktop } from '../visit.ts'
import { judgeVisits, visit } from '../world.ts'
import { expectFocus, tabTo } from './by-keys.ts'

judgeVisits()

test('from the login to an activated plan and back, without a mouse', async () => {
  const shop = await newShop('Keyboard')
  const extraHTTPHeaders = { 'x-forwarded-for': anyAddress() }
  const { page } = await visit(`${dev.baseUrl}/dashboard`, { viewport: desktop, extraHTTPHeaders })
  const { email, password } = shop.dev.merchant
  await tabTo(page, page.getByLabel('E-mail'))
  await page.keyboard.type(email)
  await tabTo(page, page.getByLabel('Password'))
  await page.keyboard.type(password)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()

  await tabTo(page, page.getByRole('link', { name: 'Plans', exact: true }))
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Plans' }).waitFor()
  await tabTo(page, page.getByRole('button', { name: 'Create a plan' }))
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await tabTo(page, dialog.getByLabel('Name'))
  await page.keyboard.type('By hand')
  await tabTo(page, dialog.getByLabel('Amount'))
  await page.keyboard.type('7')
  await tabTo(page, dialog.getByRole('button', { name: 'Create as a draft' }))
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'By hand' }).waitFor()

  const activate = page.getByRole('button', { name: 'Activate the plan' })
  await tabTo(page, activate.first())
  await page.keyboard.press('Enter')
  await dialog.waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  // A person who thinks better of it is where they were.
  await expectFocus(page, 'BUTTON')
  await page.keyboard.press('Enter')
  await tabTo(page, dialog.getByRole('button', { name: 'Activate the plan' }))
  await page.keyboard.press('Enter')
  await page.locator('.status', { hasText: 'Active' }).first().waitFor()

  await dialog.waitFor({ state: 'detached' })
  await page.keyboard.press('/')
  await page.locator('[role=combobox]:focus').waitFor()
  await page.keyboard.type('By hand')
  await page
    .getByRole('option', { name: /By hand/ })
    .first()
    .waitFor()
  await page.keyboard.press('Escape')
  await tabTo(page, page.getByRole('link', { name: 'Plans', exact: true }))
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByLabel('Status'))
  await page.keyboard.type('Act')
  await expect.poll(() => page.url()).toContain('statusIn=Active')
  await tabTo(page, page.getByRole('link', { name: 'By hand' }))
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'By hand' }).waitFor()
  await expectFocus(page, 'H1')
}, 60_000)
