/** Words that several letters use. */
import type { Network } from '../../shared/network.ts'

/** Says a moment as a person reads it: `22 Nov 2026, 09:15 UTC`. */
export function sayMoment(moment: string): string {
  const at = new Date(moment)
  const day = at.toLocaleDateString('en-GB', {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  })
  return `${day}, ${at.toISOString().slice(11, 16)} UTC`
}

export const sayNetwork = (network: Network): string =>
  network === 'MainNet' ? 'the main network' : 'the test network'

/** Marks the subject of a mail that is about no real money. */
export const onNetwork = (network: Network, subject: string): string =>
  network === 'TestNet' ? `[test network] ${subject}` : subject

export const countOf = (count: number, noun: string): string =>
  `${count} ${noun}${count === 1 ? '' : 's'}`
