/** What a page must not have at any width, measured in the browser. */
import type { Page } from 'playwright-core'

/** Returns a line for everything that is too wide, cut off, or too small for a finger. */
export const findMisfits = (page: Pick<Page, 'evaluate'>): Promise<string[]> =>
  page.evaluate<string[]>(look)

const look = `(() => {
  const nameOf = (element) => element.tagName.toLowerCase() + ' "' + element.textContent.trim().slice(0, 60) + '"'
  const shown = [...document.body.querySelectorAll('*')].filter((element) => element.checkVisibility())
  const root = document.documentElement
  const overflow = root.scrollWidth - root.clientWidth
  const wide = overflow > 0 ? ['the page is ' + overflow + ' px too wide'] : []
  const cut = shown
    .filter((element) => ['hidden', 'clip'].includes(getComputedStyle(element).overflowX))
    .filter(({ clientWidth, scrollWidth }) => clientWidth > 1 && scrollWidth > clientWidth + 1)
    .map((element) => 'cut off: ' + nameOf(element))
  const beyond = shown
    .filter((element) => element.childElementCount === 0 && element.textContent.trim() !== '')
    .filter((element) => element.getBoundingClientRect().right > root.clientWidth + 1)
    .map((element) => 'beyond the edge: ' + nameOf(element))
  const small = shown
    .filter((element) => element.matches('button, summary, [role=tab], a'))
    .map((element) => [element, element.getBoundingClientRect()])
    .filter(([, { width, height }]) => width > 0 && (width < 44 || height < 44))
    .map(([element, { width, height }]) => 'too small: ' + nameOf(element) + ' ' + width + ' x ' + height)
  return [...wide, ...cut, ...beyond, ...small]
})()`
