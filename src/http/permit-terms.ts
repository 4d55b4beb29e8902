/**
 * A payer's permit as it comes in: what of it can be judged without the chain. Whether the token takes it
 * is asked of the chain before any gas is spent (`sending/requests/permit-requests.ts`).
 */
import { z } from 'zod'
import type { PermitInput } from '../../machines/permit/permit.events.ts'
import type { SubscriptionInput } from '../../machines/subscription/subscription.events.ts'
import { derivedId } from '../shared/ids.ts'
import { formatMoney } from '../shared/money.ts'
import { exampleHash } from '../core/resources/fields.ts'
import { badRequest, type FieldFault } from '../shared/problems.ts'

/** The least time that a permit must have left, and the most that it may be good for, both in seconds. */
const permitDeadline = { secondsMin: 60, secondsMax: 3_600 }

const Word = z
  .string()
  .regex(/^0x[0-9a-fA-F]{64}$/, 'must be 32 bytes in hex, with 0x before them')
  .meta({ examples: [exampleHash] })

export const NewPermit = z
  .strictObject({
    value: z
      .string()
      .regex(/^[1-9][0-9]{0,77}$/, 'must be a whole number of base units, as a string')
      .meta({ description: 'What the contract may take, in base units', examples: ['40000000'] }),
    deadline: z
      .int()
      .positive()
      .meta({ description: 'The last second in which the token takes it, as Unix time' }),
    v: z.literal([27, 28, 0, 1]).meta({ description: '27 or 28; some wallets say 0 or 1' }),
    r: Word,
    s: Word,
  })
  .meta({ id: 'NewPermit' })
export type NewPermit = z.infer<typeof NewPermit>

/** Makes the permit of a subscription; throws the problem that names each faulty field. */
export function toPermitInput(
  subscription: SubscriptionInput,
  { value, deadline, v, r, s }: NewPermit,
  now: Date,
): PermitInput {
  const faults = [...findValueFaults(subscription, value), ...findDeadlineFaults(deadline, now)]
  const [first, ...others] = faults
  if (first) throw badRequest([first, ...others])
  const { merchantId, network, contractAddress, customerId, blockchain, token, payer } =
    subscription
  const endsAt = new Date(deadline * 1000)
  const signature = {
    v: v % 27 === 0 ? (27 as const) : (28 as const),
    r: r.toLowerCase(),
    s: s.toLowerCase(),
  }
  const seed = [contractAddress, value, deadline, ...Object.values(signature)].join('/')
  return {
    id: derivedId(endsAt, `permit/${seed}`),
    merchantId,
    network,
    contractAddress,
    customerId,
    blockchain,
    token,
    payer,
    value,
    deadline: endsAt.toISOString(),
    ...signature,
    createdAt: now.toISOString(),
  }
}

/** A permit of less than one charge does nothing; one of more than all charges is never of use. */
function findValueFaults(
  { amount, maxPeriods, decimals, asset }: SubscriptionInput,
  value: string,
): FieldFault[] {
  const all = BigInt(amount) * BigInt(maxPeriods)
  const write = (baseUnits: bigint | string) => formatMoney(String(baseUnits), decimals, asset)
  if (BigInt(value) < BigInt(amount))
    return [
      {
        path: 'value',
        message: `must be at least one charge, ${write(amount)}; it is ${write(value)}`,
      },
    ]
  if (BigInt(value) > all)
    return [
      {
        path: 'value',
        message: `must be at most all ${maxPeriods} charges, ${write(all)}; it is ${write(value)}`,
      },
    ]
  return []
}

function findDeadlineFaults(deadline: number, now: Date): FieldFault[] {
  const { secondsMin, secondsMax } = permitDeadline
  const left = deadline - Math.floor(now.getTime() / 1000)
  if (left >= secondsMin && left <= secondsMax) return []
  const message = `must be ${secondsMin} to ${secondsMax} seconds ahead; it is ${left}`
  return [{ path: 'deadline', message }]
}
