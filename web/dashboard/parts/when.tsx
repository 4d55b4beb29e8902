/** A moment in the reader's zone; a dash where there is none. */
import { Moment } from '../../parts/moment.tsx'

type Props = {
  at: string | null | undefined
  /** To the second, where one line follows the other closely. */
  isExact?: boolean
}

export const When = ({ at, isExact = false }: Props) =>
  at ? <Moment iso={at} isExact={isExact} /> : <>–</>
