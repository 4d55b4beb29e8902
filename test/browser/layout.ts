/** Finds what a page must not have at any width, measured in the browser. */
import type { Page } from 'playwright-core'

/** Such elements must be at least this large, in pixels. */
type Targets = { selector: string; size: number }

/** Payers tap with a finger, links included. */
const forPayers: Targets = { selector: 'button, summary, [role=tab], a', size: 44 }
/** WCAG 2.2 AA; links stand in lines of text. */
export const forStaff: Targets = { selector: 'button, summary, [role=tab]', size: 24 }

/** Returns a line for everything that is too wide, cut off, too small for a finger, or a field that lies on another one. */
export const findMisfits = (
  page: Pick<Page, 'evaluate'>,
  { selector, size }: Targets = forPayers,
): Promise<string[]> => page.evaluate<string[]>(`(${look})('${selector}', ${size})`)

const look = `((selector, size) => {
  const nameOf = (element) => element.tagName.toLowerCase() + ' "' + element.textContent.trim().slice(0, 60) + '"'
  const shown = [...document.body.querySelectorAll('*')].filter((element) => element.checkVisibility())
  const root = document.documentElement
  const overflow = root.scrollWidth - root.clientWidth
  const wide = overflow > 0 ? ['the page is ' + overflow + ' px too wide'] : []
  // A reader moves through the text of a field, so it may be cut.
  const cut = shown
    .filter((element) => !element.matches('input, textarea'))
    .filter((element) => ['hidden', 'clip'].includes(getComputedStyle(element).overflowX))
    .filter(({ clientWidth, scrollWidth }) => clientWidth > 1 && scrollWidth > clientWidth + 1)
    .map((element) => 'cut off: ' + nameOf(element))
  const beyond = shown
    .filter((element) => element.childElementCount === 0 && element.textContent.trim() !== '')
    .filter((element) => element.getBoundingClientRect().right > root.clientWidth + 1)
    .map((element) => 'beyond the edge: ' + nameOf(element))
  const small = shown
    .filter((element) => element.matches(selector))
    .map((element) => [element, element.getBoundingClientRect()])
    .filter(([, { width, height }]) => width > 0 && (width < size || height < size))
    .map(([element, { width, height }]) => 'too small: ' + nameOf(element) + ' ' + width + ' x ' + height)
  // What is read goes by under a bar that stays.
  const stays = (element) => element && (getComputedStyle(element).position === 'sticky' || stays(element.parentElement))
  const fields = shown.filter((element) => element.matches('input, select, textarea') && !stays(element))
  const isOver = (one, other) => {
    const [a, b] = [one.getBoundingClientRect(), other.getBoundingClientRect()]
    return a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1
  }
  const over = fields.flatMap((one, index) =>
    fields.slice(index + 1).filter((other) => isOver(one, other))
      .map((other) => 'on each other: ' + [one, other].map(({ labels, name }) => labels?.[0]?.textContent ?? name)))
  return [...wide, ...cut, ...beyond, ...small, ...over]
})`
