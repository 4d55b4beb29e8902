/** A window over the page: the platform's own, which keeps the focus inside and closes with Escape. */
import type { ComponentChildren } from 'preact'
import { useEffect, useId, useRef } from 'preact/hooks'
import { CrossIcon } from '../../parts/icons.tsx'

type Props = {
  title: string
  /** Null: only what is inside closes it. */
  onClose: (() => void) | null
  /** It holds a table. */
  isWide?: boolean
  children: ComponentChildren
}

/** It is open while it is there. */
export function Dialog({ title, onClose, isWide = false, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => {
    const element = dialog.current
    element?.showModal()
    // Not the cross, which comes first: whoever opens the box of Find goes on typing.
    element?.querySelector<HTMLElement>('input, select, textarea')?.focus()
    return () => element?.close()
  }, [])
  const onCancel = (event: Event) => {
    event.preventDefault()
    onClose?.()
  }
  // Browsers close it all the same where Escape is pressed twice: what must not be lost comes back.
  const onForced = () => {
    if (!dialog.current?.isConnected) return
    if (onClose) onClose()
    else dialog.current.showModal()
  }
  return (
    <dialog
      class={isWide ? 'dialog wide' : 'dialog'}
      ref={dialog}
      aria-labelledby={id}
      closedby={onClose ? 'closerequest' : 'none'}
      onCancel={onCancel}
      onClose={onForced}
    >
      <header>
        <h2 id={id}>{title}</h2>
        {onClose && (
          <button type="button" class="quiet icon-only" aria-label="Close" onClick={onClose}>
            <CrossIcon />
          </button>
        )}
      </header>
      {children}
    </dialog>
  )
}
