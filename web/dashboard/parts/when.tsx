/** A moment in the reader's zone; a dash where there is none. */
import { Moment } from '../../parts/moment.tsx'

export const When = ({ at }: { at: string | null | undefined }) =>
  at ? <Moment iso={at} /> : <>–</>
