/** Says of a receiver that is to count later when that is, and who asked for it. */
import { writeMoment } from '../../../messages/moments.ts'
import { useSpeech } from '../../../parts/speech.ts'
import { phrase } from '../../phrase.ts'

export type WaitingView = { address: string; by: string; takesEffectAt: string }

export function WaitingNote({ waiting: { address, by, takesEffectAt } }: { waiting: WaitingView }) {
  const { locale } = useSpeech()
  const moment = writeMoment(takesEffectAt, locale)
  return <p class="note warning">{phrase`From ${moment}: ${address}, asked for by ${by}`}</p>
}
