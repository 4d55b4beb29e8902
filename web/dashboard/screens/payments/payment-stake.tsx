/** What a command does to the money of one payment: named as the merchant knows it, with who sent what came. */
import type { Payment, PaymentWithDeposits } from '../../../api/dashboard.generated.ts'
import type { ComponentChildren } from 'preact'
import type { Fact } from '../../parts/facts.tsx'
import { writeReference } from '../../parts/metadata.tsx'
import { Stake } from '../../parts/stake/stake.tsx'
import { useRead } from '../../use-read.ts'
import { OtherCame, Sender } from './other-amount.tsx'

type Props = { payment: Payment; moves: ComponentChildren; children: ComponentChildren }

export const PaymentStake = ({ payment, moves, children }: Props) => (
  <Stake
    of={['Payment', payment.description || payment.id]}
    payer={<Senders payment={payment} />}
    more={referenceOf(payment)}
    moves={moves}
  >
    {children}
  </Stake>
)

/** What the merchant wrote to it, which often tells it from others of the same name. */
function referenceOf({ metadata }: Payment): Fact | false {
  const reference = writeReference(metadata)
  return reference !== null && ['Reference', reference]
}

function Senders({ payment: { id, otherTokens, paidAmount } }: { payment: Payment }) {
  const { reading } = useRead<PaymentWithDeposits>(`/payments/${id}`, { kinds: ['payment'] })
  if (reading.step !== 'read') return <>…</>
  const { deposits, otherDeposits } = reading.value
  const senders = new Set(deposits.flatMap(({ from }) => from ?? []))
  if (senders.size === 0 && otherDeposits.length === 0)
    return paidAmount.value === '0' && otherTokens.length === 0 ? (
      <>Nobody yet: nothing came</>
    ) : (
      <>Not known: the chain does not say who sent it</>
    )
  return (
    <>
      {[...senders].map((sender) => (
        <p key={sender}>
          <Sender address={sender} />
        </p>
      ))}
      {otherDeposits.map((deposit) => (
        <p key={`${deposit.transactionHash} ${deposit.logIndex}`}>
          <OtherCame {...deposit} />
        </p>
      ))}
    </>
  )
}
