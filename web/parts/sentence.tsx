/** A sentence with something in it that is more than text: a moment, or a sum that is read in groups. */
import type { ComponentChildren } from 'preact'
import { Sums } from './digits.tsx'

/** Stands in a sentence where the other thing belongs. */
export const gap = '\u0000'

export function Sentence({ text, children }: { text: string; children?: ComponentChildren }) {
  const [before = '', after = ''] = text.split(gap)
  return (
    <>
      <Sums>{before}</Sums>
      {children}
      <Sums>{after}</Sums>
    </>
  )
}
