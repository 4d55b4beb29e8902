/** A sentence with something in it that is more than text, such as a moment. */
import type { ComponentChildren } from 'preact'

/** Stands in a sentence where the other thing belongs. */
export const gap = '\u0000'

export function Sentence({ text, children }: { text: string; children: ComponentChildren }) {
  const [before = '', after = ''] = text.split(gap)
  return (
    <>
      {before}
      {children}
      {after}
    </>
  )
}
