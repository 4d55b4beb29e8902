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
