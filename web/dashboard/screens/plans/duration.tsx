import { daySeconds } from '../../../../machines/durations.ts'
import { say } from '../../../messages/dashboard/business-words.ts'

/** Whole days, which periods are; what is shorter in seconds. */
export const Duration = ({ seconds }: { seconds: number }) => (
  <>
    {seconds % daySeconds === 0
      ? say('days', { count: seconds / daySeconds })
      : say('seconds', { count: seconds })}
  </>
)
