/** A screen: its heading, which takes the focus when one comes to it, what can be done, and the content. */
import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { say } from '../../messages/dashboard/shell-words.ts'

type Props = {
  title: string
  /** A sentence below the title. */
  hint?: ComponentChildren
  /** Buttons and links beside the title. */
  actions?: ComponentChildren
  children: ComponentChildren
}

export function Screen({ title, hint, actions, children }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = `${title} · ${say('product')}`
  }, [title])
  useEffect(() => {
    // The first screen of a visit takes no focus: a visit begins at the top of the page.
    if (document.activeElement !== document.body) heading.current?.focus({ preventScroll: true })
    scrollTo(0, 0)
  }, [])
  return (
    <>
      <header class="screen-head">
        <div>
          <h1 tabIndex={-1} ref={heading}>
            {title}
          </h1>
          {hint && <p class="hint">{hint}</p>}
        </div>
        {actions && <div class="screen-actions">{actions}</div>}
      </header>
      {children}
    </>
  )
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
