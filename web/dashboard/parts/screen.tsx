/** A screen: its heading, which takes the focus when one comes to it, what can be done, and the content. */
import type { ComponentChildren } from 'preact'
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import { useDashboard } from '../context.ts'

/** Whether somebody has gone on by Tab or the pointer since coming here, while the screen was loaded. */
let hasGoneOn = false

/** Whoever comes to an address waits for its screen, until a key or the pointer says otherwise. */
export function useArrival(path: string): void {
  useEffect(() => {
    const goOn = (event: Event) => {
      if (!(event instanceof KeyboardEvent) || event.key === 'Tab') hasGoneOn = true
    }
    addEventListener('keydown', goOn)
    addEventListener('pointerdown', goOn)
    return () => {
      removeEventListener('keydown', goOn)
      removeEventListener('pointerdown', goOn)
    }
  }, [])
  useLayoutEffect(() => void (hasGoneOn = false), [path])
}

/** The parts of its address that a screen is for, by their names. */
export type AddressProps = { params: Record<string, string | undefined> }

type Props = {
  title: string
  /** A sentence below the title. */
  hint?: ComponentChildren
  /** Buttons and links beside the title. */
  actions?: ComponentChildren
  children: ComponentChildren
}

type ScreenProps = Props & {
  /** Whether its moments are those of the real clock, also where there is a test clock beside them. */
  hasRealTimes?: boolean
}

export function Screen({ title, hint, hasRealTimes = false, actions, children }: ScreenProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = `${title} · Mandate`
  }, [title])
  useEffect(() => {
    // The first screen of a visit takes no focus: a visit begins at the top of the page.
    if (document.activeElement !== document.body && !hasGoneOn)
      heading.current?.focus({ preventScroll: true })
    scrollTo(0, 0)
  }, [])
  return (
    <>
      <header class="screen-head">
        <div>
          <h1 tabIndex={-1} ref={heading}>
            {title}
          </h1>
          {hint && (
            <p class="hint">
              {hint} {hasRealTimes && <RealTimes />}
            </p>
          )}
        </div>
        {actions && <div class="screen-actions">{actions}</div>}
      </header>
      {children}
    </>
  )
}

function RealTimes() {
  const { network, identity } = useDashboard()
  return network === 'test' && identity.merchant ? (
    <>The times here are real, not those of the test clock.</>
  ) : null
}

/** A part of a screen with a heading of its own. */
export function Section({ title, hint, actions, children }: Props) {
  return (
    <section class="section" aria-label={title}>
      <header class="section-head">
        <div>
          <h2>{title}</h2>
          {hint && <p class="hint">{hint}</p>}
        </div>
        {actions && <div class="screen-actions">{actions}</div>}
      </header>
      {children}
    </section>
  )
}
