/** What a step of the setup leads to: the address names it behind a `#`, and it opens, or takes the focus. */
import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'

/** Whether somebody has come for this. The address forgets it once they act: a screen may be drawn anew until then. */
export function useGoal(name: string): boolean {
  const [isWanted] = useState(() => location.hash === `#${name}`)
  useEffect(() => {
    if (!isWanted) return
    addEventListener('keydown', forgetGoal, { once: true })
    addEventListener('pointerdown', forgetGoal, { once: true })
  }, [])
  return isWanted
}

function forgetGoal(): void {
  if (location.hash) history.replaceState(null, '', location.pathname + location.search)
}

/** A screen that is still to be shown takes no focus: it is tried for so many frames. */
const framesMax = 120

/** Its first field or button gets the focus of whoever has come for it. */
export function Goal({ name, children }: { name: string; children: ComponentChildren }) {
  const isWanted = useGoal(name)
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isWanted) focusFirst(() => place.current, framesMax)
  }, [])
  return (
    <div class="goal" ref={place}>
      {children}
    </div>
  )
}

function focusFirst(find: () => HTMLElement | null, framesLeft: number): void {
  const first = find()?.querySelector<HTMLElement>('input, select, textarea, button')
  first?.scrollIntoView({ block: 'center' })
  first?.focus({ preventScroll: true })
  const isDone = first && document.activeElement === first
  if (!isDone && framesLeft > 0) requestAnimationFrame(() => focusFirst(find, framesLeft - 1))
}
