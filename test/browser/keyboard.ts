/** A payer who has no pointer. */
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

const pressesMax = 60

/** The words of what has the focus; those of its label where it has one. */
export const focusedWords = (page: Page): Promise<string> =>
  page.evaluate<string>(`(() => {
    const { activeElement } = document
    return (activeElement.labels?.[0] ?? activeElement).textContent.trim()
  })()`)

/** Presses Tab until something with these words, or words that begin so, has the focus. */
export async function tabTo(page: Page, words: string): Promise<void> {
  for (let presses = 0; !(await focusedWords(page)).startsWith(words); presses++) {
    expect(presses, `${words} is reached`).toBeLessThan(pressesMax)
    await page.keyboard.press('Tab')
  }
}
