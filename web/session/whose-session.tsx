/**
 * Says whose page this is: a link that somebody else has sent opens his page, and what is paid for on it is his. It is seen
 * before anything is signed.
 */
import type { CustomerSession } from '../api/session.generated.ts'
import { toItemName } from '../input/item-name.ts'
import type { SessionTexts } from '../messages/session/session-texts.ts'
import { gap, Sentence } from '../parts/sentence.tsx'
import { useSpeechOf } from '../parts/speech.ts'

type Props = { session: Pick<CustomerSession, 'customerId' | 'merchantName'> }

export function WhoseSession({ session: { customerId, merchantName } }: Props) {
  const { say } = useSpeechOf<SessionTexts>()
  return (
    <p class="hint whose">
      <Sentence text={say('whoseSession', { customer: gap, merchant: merchantName })}>
        <span translate={false}>{toItemName(customerId) ?? '–'}</span>
      </Sentence>
    </p>
  )
}
