/** Somebody who works without a pointer: wherever the keys lead, the focus is on something that is seen. */
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'

const stepsMax = 120

/** Presses Tab until the focus is there; throws where it comes to nothing that is seen, or never comes there. */
export async function tabTo(page: Page, wanted: Locator): Promise<void> {
  await wanted.waitFor()
  for (let step = 0; step < stepsMax; step++) {
    if ((await wanted.and(page.locator(':focus')).count()) > 0) return
    await page.keyboard.press('Tab')
    // Between the last part of the page and the first it is on the browser's own.
    const fault = await page.evaluate<string | null>(focusFault)
    if (fault !== nowhere) expect(fault).toBeNull()
  }
  throw new Error(`Tab does not come to ${String(wanted)} in ${stepsMax} steps`)
}

/** Comes there by Tab and presses Enter. */
export async function press(page: Page, wanted: Locator): Promise<void> {
  await tabTo(page, wanted)
  await page.keyboard.press('Enter')
}

/** Comes to a field by Tab and writes into it, instead of what is there. */
export async function write(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field)
  await page.keyboard.press('Control+a')
  await page.keyboard.type(text)
}

/** The focus is seen, and on an element of this kind: after a window closed, a row went, a screen came. */
export async function expectFocus(page: Page, tag: string): Promise<void> {
  const look = () => page.evaluate<string>(`(${focusFault}) ?? document.activeElement.tagName`)
  await expect.poll(look, { interval: 50 }).toBe(tag)
}

const nowhere = 'the focus is nowhere'

/** Says what is wrong with where the focus is; null where it is well seen. */
const focusFault = `(() => {
  const focused = document.activeElement
  if (!focused || focused === document.body) return '${nowhere}'
  const { top, bottom, left, right } = focused.getBoundingClientRect()
  const name = focused.tagName + ' ' + focused.textContent.slice(0, 40)
  if (bottom <= 0 || right <= 0 || top >= innerHeight || left >= innerWidth) return name + ' is out of sight'
  if (focused.matches(':focus-visible') && getComputedStyle(focused).outlineStyle === 'none')
    return name + ' shows no focus'
  return null
})()`
