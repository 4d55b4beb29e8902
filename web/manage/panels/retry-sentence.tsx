/** When a late payment is tried again, and until when it can be saved. */
import { writeMoment } from '../../messages/moments.ts'
import type { Managed } from '../context.ts'
import { useSpeech } from '../speech.ts'

export function RetrySentence({ managed }: { managed: Managed }) {
  const { say, locale } = useSpeech()
  const { lapsesAt } = managed.subscription
  if (!lapsesAt) return null
  const { nextAttemptAt } = managed.charges?.[0] ?? {}
  const date = writeMoment(lapsesAt, locale)
  if (!nextAttemptAt) return <p>{say('retryUntil', { date })}</p>
  return <p>{say('retryAt', { moment: writeMoment(nextAttemptAt, locale), date })}</p>
}
