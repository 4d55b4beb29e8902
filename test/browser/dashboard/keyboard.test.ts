/** Work by the keyboard alone: wherever it goes, the focus is on something that is seen. */
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { dev } from '../chains.ts'
import { anyAddress, newShop } from '../shops.ts'
import { desktop } from '../visit.ts'
import { judgeVisits, visit } from '../world.ts'

judgeVisits()

const stepsMax = 80

/** Presses Tab until the focus is there; throws where it comes to nothing that is seen, or never comes there. */
async function tabTo(page: Page, wanted: Locator): Promise<void> {
  await wanted.waitFor()
  for (let step = 0; step < stepsMax; step++) {
    if ((await wanted.and(page.locator(':focus')).count()) > 0) return
    await page.keyboard.press('Tab')
    expect(await page.evaluate(focusFault)).toBeNull()
  }
  throw new Error(`Tab does not come to ${String(wanted)} in ${stepsMax} steps`)
}

/** What is wrong with where the focus is; null where it is well seen, or on its way through the browser's own parts. */
const focusFault = `(() => {
  const focused = document.activeElement
  if (!focused || focused === document.body) return null
  const { top, bottom, left, right } = focused.getBoundingClientRect()
  const name = focused.tagName + ' ' + focused.textContent.slice(0, 40)
  if (bottom <= 0 || right <= 0 || top >= innerHeight || left >= innerWidth) return name + ' is out of sight'
  if (focused.matches(':focus-visible') && getComputedStyle(focused).outlineStyle === 'none')
    return name + ' shows no focus'
  return null
})()`

const focusedTag = 'document.activeElement.tagName'

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
  // Whoever thinks better of it is where they were.
  await expect.poll(() => page.evaluate<string>(focusedTag)).toBe('BUTTON')
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
}, 60_000)
