/**
 * Keeps the focus on the page. Where what has it goes away (a row that is settled, a window that closes, a screen that
 * is left), the browser drops it to nowhere, and whoever works by the keyboard begins at the top again.
 */
import { useEffect } from 'preact/hooks'

/**
 * These get the focus of what went away inside of them, by their heading. Rows do not: Enter, pressed twice, would
 * settle the next.
 */
const places = 'dialog[open], .section, main'

export function useKeptFocus(): void {
  useEffect(() => {
    let path: readonly Element[] = []
    const remember = ({ target }: FocusEvent) => {
      path = target instanceof Element ? [...above(target)] : []
    }
    // Somebody clicked beside everything: the focus was given up, and nothing went away.
    const forget = ({ target }: FocusEvent) =>
      queueMicrotask(() => {
        const isGivenUp = document.hasFocus() && isLost() && (target as Element).isConnected
        if (isGivenUp) path = []
      })
    const keep = () => {
      if (path.length === 0 || path[0]!.isConnected || !isLost()) return
      const place = path.find((one) => one.isConnected && one.matches(places))
      focusHeading(place ?? document.querySelector('main') ?? document.body)
    }
    const changes = new MutationObserver(keep)
    changes.observe(document.body, { childList: true, subtree: true })
    addEventListener('focusin', remember)
    addEventListener('focusout', forget)
    return () => {
      changes.disconnect()
      removeEventListener('focusin', remember)
      removeEventListener('focusout', forget)
    }
  }, [])
}

const isLost = (): boolean =>
  document.activeElement === null || document.activeElement === document.body

function* above(from: Element): Generator<Element> {
  for (let one: Element | null = from; one !== null; one = one.parentElement) yield one
}

function focusHeading(place: Element): void {
  const heading = place.querySelector<HTMLElement>('h1, h2') ?? (place as HTMLElement)
  heading.tabIndex = -1
  heading.focus({ preventScroll: heading.tagName === 'H1' })
}
