/**
 * Tells the merchant's page, in whose frame the widget stands, what happens. A message is addressed
 * to the origins that the merchant has named, and the browser hands it to no other.
 */
type FrameEvent = 'subscription-created' | 'close'

export function tellParent(value: FrameEvent, frameOrigins: readonly string[]): void {
  if (window.parent === window) return
  for (const origin of frameOrigins)
    window.parent.postMessage({ type: 'smartypay-event', value }, origin)
}

const wish = 'wish-to-close'

/** The payer wants the frame closed: `FrameClose` asks the merchant's page for it. */
export const wishToClose = (): void => void dispatchEvent(new Event(wish))

/** Calls `close` for every such wish, and where Escape is pressed inside the frame, which the page around it does not hear. */
export function onWishToClose(close: () => void): () => void {
  const hear = ({ key, defaultPrevented, isComposing }: KeyboardEvent) => {
    if (key === 'Escape' && !defaultPrevented && !isComposing) close()
  }
  addEventListener(wish, close)
  addEventListener('keydown', hear)
  return () => {
    removeEventListener(wish, close)
    removeEventListener('keydown', hear)
  }
}
