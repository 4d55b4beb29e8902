/** The machines' pages as a product owner uses them. */
import { expect, test } from 'vitest'
import { findBarriers } from '../../test/browser/accessibility.ts'
import { dev } from '../../test/browser/chains.ts'
import { desktop, phone } from '../../test/browser/visit.ts'
import { judgeVisits, visit } from '../../test/browser/world.ts'

judgeVisits()

const address = (path: string) => `${dev.baseUrl}/machines${path}`
const overflow = 'document.documentElement.scrollWidth - document.documentElement.clientWidth'

test('a status with phases is opened by its card, and then shows them', async () => {
  const { page } = await visit(address('/subscription'))
  const phases = page.locator('details#phases-Active')
  const drawing = phases.locator('[data-state="Active.Overdue"]')
  expect(await drawing.isVisible()).toBe(false)
  await page.locator('.statuses a[href="#phases-Active"]').first().click()
  await drawing.waitFor()
  expect(page.url()).toMatch(/#phases-Active$/)
})

test('the address of a state leads to what is said of it', async () => {
  const { page } = await visit(address('/charge/Retrying.Waiting'))
  const place = page.locator('section:target')
  await place.getByRole('heading', { name: 'Retrying.Waiting' }).waitFor()
  await place.getByText('until next attempt').waitFor()
  const top = "document.querySelector('section:target').getBoundingClientRect().top"
  expect(await page.evaluate<number>(top)).toBeLessThan(desktop.height)
})

test('what is searched for is found in any machine, by keys alone', async () => {
  const { page } = await visit(address(''))
  await page.getByRole('searchbox').fill('grace ends')
  await page
    .getByRole('link', { name: /^Charge: until grace ends/ })
    .first()
    .waitFor()
  await page.getByRole('searchbox').press('Enter')
  await page.waitForURL(/machines\/\w+#/)
})

test('a picture is made larger, smaller, and fits again', async () => {
  const { page } = await visit(address('/plan'))
  const picture = page.locator('.statuses svg')
  const width = async () => (await picture.boundingBox())!.width
  const fitting = await width()
  await page.getByRole('button', { name: 'Larger' }).click()
  expect(await width()).toBeGreaterThan(fitting * 1.2)
  await page.getByRole('button', { name: 'fit the width of the page' }).click()
  expect(await width()).toBe(fitting)
})

test.each([
  ['a desk', { width: 1440, height: 900 }],
  ['a phone', { width: 390, height: 800 }],
])('the whole life is seen at once, on %s', async (_, viewport) => {
  const { page } = await visit(address('/subscription'), { viewport })
  const isSeen = (selector: string) =>
    page.evaluate<boolean>(`(() => {
      const { left, top, right, bottom } = document.querySelector('${selector}').getBoundingClientRect()
      return left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight
    })()`)
  if (viewport.width > 1000) expect(await isSeen('.life')).toBe(true)
  await page.evaluate("document.querySelector('.whole').parentElement.scrollIntoView()")
  expect(await isSeen('.whole')).toBe(true)
  const letters = `(() => {
    const picture = document.querySelector('.whole svg')
    return (14 * picture.getBoundingClientRect().width) / picture.viewBox.baseVal.width
  })()`
  expect(await page.evaluate<number>(letters)).toBeGreaterThan(10)
  await page.getByRole('button', { name: 'fit the whole picture' }).first().click()
  expect(await isSeen('.statuses svg')).toBe(true)
})

test('a button that has a condition says it where it is pointed at, and not beside it', async () => {
  const { page } = await visit(address('/subscription'))
  const pause = page.locator('.statuses [data-if="may pause"]').first()
  expect(await pause.locator('title').textContent()).toMatch(/^Only if: It was charged, /)
  expect(await page.locator('.statuses').textContent()).not.toContain('if may pause')
})

test('words of the page and of its pictures keep their own look', async () => {
  const { page } = await visit(address('/subscription#phases-Active'))
  const look = (selector: string) =>
    page.evaluate<string>(
      `(() => { const { fontSize, fontWeight } = getComputedStyle(document.querySelector('${selector}')); return fontSize + ' ' + fontWeight })()`,
    )
  expect(await look('details.phases summary')).toBe('16px 400')
  expect(await look('.state a.condition')).toBe('14.08px 400')
  expect(await look('.drawing text.timer')).toBe('12px 400')
})

test.each(['light', 'dark'] as const)('everybody can read them, in %s', async (colorScheme) => {
  for (const path of ['', '/subscription', '/payment']) {
    const { page } = await visit(address(path), { colorScheme })
    expect(await findBarriers(page)).toEqual([])
    expect(await page.evaluate<number>(overflow)).toBe(0)
  }
  const { page } = await visit(address('/charge'), { colorScheme, viewport: phone })
  expect(await findBarriers(page)).toEqual([])
  expect(await page.evaluate<number>(overflow)).toBe(0)
})

test('on paper every picture is open, and no menu takes space', async () => {
  const { page } = await visit(address('/subscription'))
  await page.emulateMedia({ media: 'print' })
  await page.evaluate("dispatchEvent(new Event('beforeprint'))")
  await page.locator('details#phases-Active [data-state="Active.Overdue"]').waitFor()
  expect(await page.getByRole('navigation').isVisible()).toBe(false)
  // The page is as wide as A4 within its margins. A picture that is taller than the paper goes on, and does not shrink
  // to fit it.
  await page.setViewportSize({ width: 718, height: 1047 })
  const scales = `[...document.querySelectorAll('.drawing svg')].map((picture) => {
    const { width, height } = picture.getBoundingClientRect()
    return Math.min(width / picture.viewBox.baseVal.width, height / picture.viewBox.baseVal.height)
  })`
  for (const scale of await page.evaluate<number[]>(scales)) expect(scale).toBeGreaterThan(0.8)
})
