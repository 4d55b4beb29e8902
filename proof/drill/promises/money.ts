/** P3 to P6 and P13: the chain's own logs, held against what was agreed and what the API shows. */
import type { Address } from 'viem'
import type { Evidence } from '../evidence.ts'
import type { Charged } from '../chain-truth.ts'
import type { Json } from '../shop.ts'
import { judge, notTried, repeatedOf, type Verdict } from './verdict.ts'

const doubleWords = 'no payer is charged twice for a period'
const timeWords = 'no charge early; overdue ones go out once'
const sumWords = 'never more than allowed: amount, token, receiver, count'

export function judgeMoney(evidence: Evidence): Verdict[] {
  const { truth } = evidence
  return [
    ...(truth.charges.length === 0 ? nothingCharged : judgeCharges(evidence)),
    judgeCredits(evidence),
    judgeGas(evidence),
  ]
}

const nothingCharged = [
  notTried('P3', doubleWords, 'nothing fell due'),
  notTried('P4', timeWords, 'nothing fell due'),
  notTried('P5', sumWords, 'nothing fell due'),
]

function judgeCharges(evidence: Evidence): Verdict[] {
  const { charges } = evidence.truth
  const doubled = repeatedOf(charges, ({ contract, period }) => `${contract}/${period}`)
  return [
    judge(
      'P3',
      doubleWords,
      `${charges.length} charges on the chain, ${doubled.length} doubled`,
      doubled.map((charge) => `charge ${charge} is on the chain more than once`),
    ),
    judgeTimes(evidence),
    judgeSums(evidence),
  ]
}

function judgeTimes({ truth, load, stuck }: Evidence): Verdict {
  const dueAt = new Map(load.subscribed.map(({ contract, start }) => [contract, start]))
  const early: Charged[] = []
  for (const charge of truth.charges) {
    const due = dueAt.get(charge.contract)
    if (due !== undefined && charge.timestamp < due) early.push(charge)
    dueAt.set(charge.contract, charge.nextDue)
  }
  const overdue = stuck.filter(({ sign }) => sign.startsWith('charge/'))
  return judge('P4', timeWords, `${early.length} early, ${overdue.length} still overdue`, [
    ...early.map(({ contract, period }) => `charge ${contract}/${period} came before it was due`),
    ...overdue.map(({ sign }) => `${sign} is due and not made`),
  ])
}

/** Nothing leaves a payer but what it sent itself, and one amount for each charge, to the merchant alone. */
function judgeSums({ truth, load, market }: Evidence): Verdict {
  const deposits = new Set(load.payments.map(({ depositAddress }) => depositAddress.toLowerCase()))
  const payers = new Set(load.subscribed.map(({ payer }) => payer.toLowerCase()))
  const ownerOf = new Map(load.subscribed.map(({ contract, payer }) => [contract, payer]))
  const taken = new Map<string, bigint>()
  const faults: string[] = []
  for (const { from, to, value, transactionHash } of truth.transfers) {
    if (!payers.has(from.toLowerCase()) || deposits.has(to.toLowerCase())) continue
    if (to.toLowerCase() !== market.receiver.toLowerCase() || value !== market.planAmount)
      faults.push(`${transactionHash} took ${value} from ${from} for ${to}`)
    taken.set(from, (taken.get(from) ?? 0n) + value)
  }
  const agreed = new Map<string, bigint>()
  for (const { contract } of truth.charges) {
    const payer = ownerOf.get(contract)
    if (payer) agreed.set(payer, (agreed.get(payer) ?? 0n) + market.planAmount)
  }
  for (const [payer, sum] of taken)
    if (agreed.get(payer) !== sum)
      faults.push(`${payer} paid ${sum} for subscriptions, and was charged ${agreed.get(payer)}`)
  const sum = [...taken.values()].reduce((total, value) => total + value, 0n)
  return judge(
    'P5',
    sumWords,
    `${sum / 1_000_000n} tokens from ${taken.size} payers by charges, ${faults.length} transfers or sums otherwise than agreed`,
    faults,
  )
}

function judgeCredits({ truth, load, payments }: Evidence): Verdict {
  const came = new Map<string, bigint>()
  const left = new Map<string, bigint>()
  for (const { to, value } of truth.transfers) add(came, to, value)
  for (const { from, value } of truth.transfers) add(left, from, value)
  const paid = new Map(payments.map((payment) => [String(payment['id']), payment]))
  const faults = load.payments.flatMap(({ id, depositAddress }) => {
    const payment = paid.get(id)
    if (!payment) return [`payment ${id} is not there`]
    const [credited, settled] = ['paidAmount', 'settledAmount'].map((name) =>
      unitsOf(payment, name),
    )
    const [arrived, swept] = [came, left].map(
      (sums) => sums.get(depositAddress.toLowerCase()) ?? 0n,
    )
    return credited === arrived && settled === swept && arrived === swept
      ? []
      : [
          `payment ${id}: ${arrived} came and ${credited} are credited, ${swept} moved on and ${settled} are settled`,
        ]
  })
  return judge(
    'P6',
    'a payment is credited exactly once',
    `${load.payments.length} paid, ${faults.length} credited or moved on otherwise than the chain says (no reorganisations here)`,
    faults,
  )
}

function add(sums: Map<string, bigint>, address: Address, value: bigint): void {
  const key = address.toLowerCase()
  sums.set(key, (sums.get(key) ?? 0n) + value)
}

/** Base units of a token with six decimals. */
function unitsOf(payment: Json, name: string): bigint {
  const [whole = '0', fraction = ''] = String((payment[name] as Json)['value']).split('.')
  return BigInt(whole + fraction.padEnd(6, '0'))
}

const gasWords = 'with an empty gas wallet charges wait, and nobody fails'

function judgeGas({ charges, records }: Evidence): Verdict {
  const times = records.filter(({ kind }) => kind === 'gas-empty').length
  const failed = charges.filter(({ status }) => status === 'Failed')
  const faults = failed.map(({ id, reason }) => `charge ${String(id)} failed: ${String(reason)}`)
  if (times === 0 && failed.length === 0)
    return notTried('P13', gasWords, 'the wallet was not emptied')
  const figure = `emptied ${times} times; ${failed.length} of ${charges.length} charges failed`
  return judge('P13', gasWords, figure, faults)
}
