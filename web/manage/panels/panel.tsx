/** A titled part of the page; folded ones open on demand. */
import type { ComponentChildren } from 'preact'
import { useRef, useState } from 'preact/hooks'
import { useFocusKept } from '../../parts/use-focus-kept.ts'

type Props = { id: string; title: string; children: ComponentChildren }

export function Panel({ id, title, children }: Props) {
  const area = useRef<HTMLElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  useFocusKept(area, () => heading.current)
  return (
    <section class="card part" aria-labelledby={id} ref={area}>
      <h3 id={id} tabIndex={-1} ref={heading}>
        {title}
      </h3>
      {children}
    </section>
  )
}

/**
 * In the place of what is still read. It would push the other parts about, under somebody's finger: they are seen once it is
 * gone, or after a while (`style/manage.css`), as nobody waits for a slow node to leave.
 */
export const Coming = () => <div class="coming" />

/** A folded part is not there before it is opened. */
export function Fold({ id, title, children }: Props) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details class="card fold" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary id={id}>
        <h3>{title}</h3>
      </summary>
      {isOpen && <div class="folded">{children}</div>}
    </details>
  )
}
