import { daySeconds } from '../../../machines/durations.ts'
import { counted } from '../phrase.ts'

/** Whole days, which periods are; what is shorter in seconds. */
export const Duration = ({ seconds }: { seconds: number }) => (
  <>
    {seconds % daySeconds === 0
      ? counted(seconds / daySeconds, '{count} day', '{count} days')
      : counted(seconds, '{count} second', '{count} seconds')}
  </>
)
