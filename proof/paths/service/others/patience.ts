/** Waits twice as long as usual: nodes refuse a transaction five times within 15 s, and its wallet rests as long. */
import { eventually } from '../../../../examples/client/eventually.ts'

export const eventuallyAfterARest = (what: string, look: () => Promise<boolean>): Promise<true> =>
  eventually(what, look).catch(() => eventually(what, look)) as Promise<true>
