/** Screens whose answers are held back or fail: what they have to say then. */
import type { Page, Route } from 'playwright-core'

type Answer = (route: Route) => Promise<void>

/** Answers as the service does. */
export const given: Answer = (route) => route.continue()

/**
 * Stands between a page and all that the dashboard reads, and answers as its `answer` says at the time.
 * It stays: a request that is sent while a route is taken away may get no answer at all.
 */
export async function standBetween(page: Page): Promise<{ answer: Answer }> {
  const between = { answer: given }
  await page.route('**/dashboard/api/**', (route) => between.answer(route).catch(() => undefined))
  return between
}

/** Holds answers back until `letGo`; from then on they are those of `answer`. */
export function holdBack(answer: Answer = given): { answer: Answer; letGo: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { answer: (route) => promise.then(() => answer(route)), letGo: resolve }
}

/** Says what is wrong with a screen that has read nothing yet, each in words. */
export const claims = `[
  [document.querySelectorAll('main h1').length === 1, 'has no heading'],
  [document.querySelector('main .progress')?.checkVisibility() ?? false, 'does not say that it loads'],
  [!document.querySelector('main .empty, main table, main .figures'), 'shows what it has not read'],
].flatMap(([holds, fault]) => (holds ? [] : [fault]))`

/** Not by the pointer, which waits for frames, and those for the page's clock. */
export const tryAgain = `(() => {
  const again = [...document.querySelectorAll('main button')].filter((one) => one.textContent === 'Try again now')
  if (again.length === 0) throw new Error('nothing to try again by')
  for (const button of again) button.click()
})()`
