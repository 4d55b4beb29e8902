/** What a command does to the money of one payment: named as the merchant knows it, with who sent what came. */
import type { ComponentChildren } from 'preact'
import { Ends } from '../../../parts/address-text.tsx'
import type { Fact } from '../../parts/facts.tsx'
import { writeReference } from '../../parts/metadata.tsx'
import { Stake } from '../../parts/stake/stake.tsx'
import { useRead } from '../../use-read.ts'
import type { PaymentView } from './payment-view.ts'

type Props = { payment: PaymentView; moves: ComponentChildren; children: ComponentChildren }

export const PaymentStake = ({ payment, moves, children }: Props) => (
  <Stake
    of={['Payment', payment.description || payment.id]}
    payer={<Senders id={payment.id} />}
    more={referenceOf(payment)}
    moves={moves}
  >
    {children}
  </Stake>
)

/** What the merchant wrote to it, which often tells it from others of the same name. */
function referenceOf({ metadata }: PaymentView): Fact | false {
  const reference = writeReference(metadata)
  return reference !== null && ['Reference', reference]
}

function Senders({ id }: { id: string }) {
  const { reading } = useRead<{ deposits: { from: string | null }[] }>(`/payments/${id}`, {
    kinds: ['payment'],
  })
  if (reading.step !== 'read') return <>…</>
  const senders = new Set(reading.value.deposits.flatMap(({ from }) => from ?? []))
  if (senders.size === 0) return <>Not known: nothing of the token asked for came</>
  return (
    <>
      {[...senders].map((sender) => (
        <p key={sender}>
          <Ends text={sender} />
        </p>
      ))}
    </>
  )
}
