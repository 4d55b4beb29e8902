/** Screens whose answers are kept back or fail: what they have to say then. */
import type { Page, Route } from 'playwright-core'

/** All that the dashboard reads. */
export const answers = '**/dashboard/api/**'

/** The new screen stands there, without what it reads. */
export const isComing = `document.querySelector('main > :not([data-left])') !== null &&
  document.querySelector('main > [data-left]') === null`

/** What is wrong with a screen that has read nothing yet, each in words. */
export const claims = `[
  [document.querySelectorAll('main h1').length === 1, 'has no heading'],
  [document.querySelector('main .progress')?.checkVisibility() ?? false, 'does not say that it loads'],
  [!document.querySelector('main .empty, main table, main .figures'), 'shows what it has not read'],
].flatMap(([holds, fault]) => (holds ? [] : [fault]))`

/** Keeps all answers back until the returned function is called, and gives those of the service then, or others. */
export async function holdAnswers(
  page: Page,
  answer: (route: Route) => Promise<void> = (route) => route.continue(),
): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(answers, async (route) => {
    await promise
    await answer(route).catch(() => undefined)
  })
  return resolve
}

/** Not by the pointer, which waits for frames, and those for the page's clock. */
export const tryAgain = `(() => {
  const again = [...document.querySelectorAll('main button')].filter((one) => one.textContent === 'Try again now')
  if (again.length === 0) throw new Error('nothing to try again by')
  for (const button of again) button.click()
})()`
