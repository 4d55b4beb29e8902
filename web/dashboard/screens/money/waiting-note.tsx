/** Says of a receiver that is to count later when that is, and who asked for it. */
import type { WaitingReceiver } from '../../../api/dashboard.generated.ts'
import { AddressText } from '../../../parts/address-text.tsx'
import { gap, Sentence } from '../../../parts/sentence.tsx'
import { When } from '../../parts/when.tsx'
import { phrase } from '../../phrase.ts'

/** Until then it can be called off, by whoever sees that the address is a stranger's. */
export const WaitingNote = ({
  waiting: { address, by, takesEffectAt },
}: {
  waiting: WaitingReceiver
}) => (
  <div class="note warning">
    <div>
      <AddressText address={address} />
      <p>
        <Sentence text={phrase`Counts from ${gap}; asked for by ${by}`}>
          <When at={takesEffectAt} />
        </Sentence>
      </p>
    </div>
  </div>
)
