import type { RefObject } from 'preact'
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'

/**
 * Moves the keyboard to `heading` where a change removes what had the focus within `area`, so that it does not begin
 * the page anew.
 */
export function useFocusKept(
  area: RefObject<HTMLElement>,
  heading: () => HTMLElement | null | undefined,
): void {
  const last = useRef<Element | null>(null)
  useEffect(() => {
    const come = ({ target }: FocusEvent) => {
      last.current = target instanceof Element && area.current?.contains(target) ? target : null
    }
    // A removed element loses the focus too, just before it is gone.
    const leave = () =>
      queueMicrotask(() => {
        if (last.current?.isConnected && last.current !== document.activeElement)
          last.current = null
      })
    document.addEventListener('focusin', come)
    document.addEventListener('focusout', leave)
    return () => {
      document.removeEventListener('focusin', come)
      document.removeEventListener('focusout', leave)
    }
  }, [])
  useLayoutEffect(() => {
    if (!last.current || last.current.isConnected) return
    last.current = null
    if (document.activeElement === document.body) heading()?.focus()
  })
}
