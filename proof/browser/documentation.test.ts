/** The pages that describe the APIs, as a developer reads them on a phone and at a desk. */
import { expect, test } from 'vitest'
import { findBarriers } from '../../test/browser/accessibility.ts'
import { dev } from '../../test/browser/chains.ts'
import { findMisfits, forStaff } from '../../test/browser/layout.ts'
import { desktop, phone } from '../../test/browser/visit.ts'
import { judgeVisits, visit } from '../../test/browser/world.ts'

judgeVisits()

const paths = ['/docs', '/docs/dashboard', '/docs/session']
/** The longest page has some ten thousand elements to look at. */
const timeout = 90_000

test.each(paths)('%s fits, with its examples opened', { timeout }, async (path) => {
  const { page } = await visit(dev.baseUrl + path, { viewport: phone })
  await page.evaluate(`for (const one of document.querySelectorAll('details')) one.open = true`)
  expect(await page.locator('details[open] pre').count()).toBeGreaterThan(0)
  expect(await findMisfits(page, forStaff)).toEqual([])
  expect(await findBarriers(page)).toEqual([])
  await page.setViewportSize(desktop)
  expect(await findMisfits(page, forStaff)).toEqual([])
})
