/** The laws of a payment's money, whatever is reported, decided or taken back, and when. */
import { isDeepStrictEqual } from 'node:util'
import { describe, expect, test } from 'vitest'
import {
  dueOf,
  excessOf,
  isTakenBack,
  priceOf,
  refundableOf,
  totalConfirmed,
  totalRefunded,
  totalSeen,
} from '../../machines/payment/payment.context.ts'
import { findMerchantEvents } from '../../src/core/events/new-merchant-events.ts'
import type { StoredActor } from '../../src/shared/stored-actor.ts'
import { exceptionOf, reasonOf } from '../../src/core/resources/payment-state.ts'
import { PaymentResource, toPaymentResource } from '../../src/core/resources/payment.ts'
import { isClosed, timersOf, type Visit } from '../support/explore.ts'
import {
  deposited,
  depositsSeen,
  memoryOf as memoryIn,
  refundOf,
  type Sums,
} from './cases/payment.ts'
import {
  actorOf,
  always,
  alwaysIn,
  chapters,
  everywhere,
  memoryOf,
  overAt,
  stateOf,
  statusOf,
  type Step,
  take,
  tellTale,
  toldLast,
} from './world/payment-tales.ts'

const yearMs = 365 * 24 * 60 * 60 * 1000

/** Returns the confirmed money that was not given back. */
const heldBy = (visit: Visit) => totalConfirmed(memoryOf(visit)) - totalRefunded(memoryOf(visit))

describe('the standing of a payment', () => {
  test('depends on the newest report, the decisions and the time, not on how the reports came', () => {
    alwaysIn(chapters, (tale) => {
      const [forwards, ...others] = waysOfTelling.map((way) => {
        const words = tale.map((chapter, index) => [
          ...way(wordsOf(chapter, index)),
          chapter.ending,
        ])
        return whatIsLeft(tellTale(words.flat()))
      })
      for (const other of others) expect(other).toEqual(forwards)
    })
  })

  test('is a success only with the amount confirmed in time, or by decision of the merchant', () => {
    everywhere((visit) => {
      const { inTime, amount, accepted, isCalledOff } = memoryOf(visit)
      const isPaid = !isCalledOff && BigInt(inTime.confirmed) >= BigInt(amount)
      const isTaken = accepted && totalConfirmed(memoryOf(visit)) >= BigInt(accepted)
      expect(statusOf(visit) === 'Succeeded').toBe(isPaid || isTaken === true)
    })
  })

  test('counts money that came in time, though the time ends', () => {
    always((tale) => {
      const kept = tale.filter((step) => !isCancel(step))
      const seen = toldLast(tellTale(kept), { inTime: deposited(0, 1000) })
      const muchLater = take(take(seen, { waitMs: yearMs }), 'fire')
      expect(['InProgress', 'Succeeded']).toContain(statusOf(muchLater))
      const confirmed = toldLast(muchLater, { inTime: deposited(1000) })
      expect(statusOf(confirmed)).toBe('Succeeded')
    })
  })

  test('is decided when the time is over, whatever was reported before', () => {
    always((tale) => {
      const ended = take(take(tellTale(tale), { waitMs: yearMs }), 'fire')
      expect(['Created', 'InProgress.Partial']).not.toContain(stateOf(ended))
      expect(['Expired', 'Failed']).toContain(statusOf(toldLast(ended, {})))
    })
  })
})

describe('the money of a payment', () => {
  test('is what the newest report holds, until the next one', () => {
    always((tale) => {
      let said: object = { inTime: deposited(0), late: deposited(0), swept: '0', others: [] }
      tellTale(tale, ({ event, decision, to }) => {
        if (event.type === 'chain.depositsSeen' && decision.outcome === 'applied') {
          const { inTime, late, swept, others } = event
          said = { inTime, late, swept, others }
        }
        expect(memoryOf(to)).toMatchObject(said)
      })
    })
  })

  test('that is confirmed, not owed and not given back always waits for a decision', () => {
    everywhere((visit) => {
      const held = heldBy(visit)
      if (statusOf(visit) === 'Succeeded') {
        // More than the price is held, although nothing but the price may have been given back.
        if (held > priceOf(memoryOf(visit))) expect(exceptionOf(actorOf(visit))).toBe('Overpaid')
      } else if (isClosed(visit) && held > 0n) {
        expect(exceptionOf(actorOf(visit))).toMatch(/Underpaid|Late|HeldAfterCancel/)
      } else if (!isClosed(visit)) {
        expect(statusOf(visit) === 'InProgress').toBe(totalSeen(memoryOf(visit)) > 0n)
      }
    })
  })

  test('that is too much always shows, and what shows is too much', () => {
    everywhere((visit) => {
      const memory = memoryOf(visit)
      const excess = totalConfirmed(memory) - priceOf(memory) - BigInt(memory.refundedBeyondPrice)
      if (statusOf(visit) === 'Succeeded')
        expect(exceptionOf(actorOf(visit)) === 'Overpaid').toBe(excess > 0n)
    })
  })

  test('that comes on top of a paid payment is too much, whatever was given back', () => {
    everywhere((visit) => {
      const before = memoryOf(visit)
      const above = totalConfirmed(before) - priceOf(before)
      // Except for money that the merchant gave back and a reorganisation then took away.
      if (statusOf(visit) !== 'Succeeded' || above < BigInt(before.refundedBeyondPrice)) return
      const refund = refundOf(String(excessOf(before) + 1n))
      const returned = take(visit, { tell: refund })
      const { inTime, late, swept } = before
      const more = deposited(Number(late.confirmed) + 7, Number(late.seen) + 7)
      const told = toldLast(returned, { inTime, late: more, swept })
      expect(stateOf(told)).toBe('Succeeded.Overpaid')
      expect(excessOf(memoryOf(told))).toBe(excessOf(memoryOf(returned)) + 7n)
    })
  })

  test('that was seen and is missing is shown as taken back, until as much is seen again', () => {
    always((tale) => {
      let most = 0n
      tellTale(tale, ({ event, decision, to }) => {
        const seen = totalSeen(memoryOf(to))
        if (event.type === 'payment.accept' && decision.outcome === 'applied') most = seen
        if (seen > most) most = seen
        expect(isTakenBack(memoryOf(to))).toBe(seen < most)
        const isTold = reasonOf(actorOf(to)) === 'TakenBack'
        if (isTold) expect(seen).toBeLessThan(most)
        if (seen === 0n && most > 0n) expect(isTold).toBe(stateOf(to) !== 'Failed.Cancelled')
      })
    })
  })

  test('that waits for a decision can be accepted and given back, once it is all confirmed', () => {
    everywhere((visit) => {
      const { phase, snapshot } = actorOf(visit)
      const memory = memoryOf(visit)
      const waits = ['Partial', 'Underpaid', 'Late', 'Overpaid', 'Funded'].includes(phase)
      const isAllConfirmed = totalSeen(memory) === totalConfirmed(memory)
      expect(snapshot.acceptedCommands.includes('accept')).toBe(waits && isAllConfirmed)
      if (waits && isClosed(visit) && heldBy(visit) > 0n)
        expect(snapshot.acceptedCommands).toContain('recordRefund')
    })
  })

  test('is never less than nothing, and no more is given back than came', () => {
    always((tale) =>
      tellTale(tale, ({ event, decision, from, to }) => {
        const memory = memoryOf(to)
        for (const sum of [dueOf(memory), excessOf(memory), refundableOf(memory)])
          expect(sum).toBeGreaterThanOrEqual(0n)
        PaymentResource.parse(toPaymentResource(actorOf(to)))
        if (event.type !== 'payment.recordRefund' || decision.outcome !== 'applied') return
        const asset = event['asset'] as string | null
        expect(BigInt(String(event['amount']))).toBeLessThanOrEqual(
          refundableOf(memoryOf(from), asset),
        )
      }),
    )
  })

  test('that can no longer come is not due, and what is due makes the amount full', () => {
    everywhere((visit) => {
      const { status, phase } = actorOf(visit)
      const memory = memoryOf(visit)
      const due = dueOf(memory)
      const asked = [BigInt(memory.amount), priceOf(memory)].reduce((a, b) => (a < b ? a : b))
      if (status === 'Created') expect(due).toBe(asked)
      if (phase === 'Partial') expect(due + totalSeen(memory)).toBe(asked)
      if (phase === 'Confirming' || status === 'Succeeded') expect(due).toBe(0n)
    })
  })
})

describe('the time and the events of a payment', () => {
  test('a timer is armed exactly where the payment waits for the end', () => {
    everywhere(({ situation, snapshot }) => {
      expect(Object.keys(situation.timers)).toEqual(timersOf(snapshot))
      for (const dueAt of Object.values(situation.timers)) expect(dueAt).toBe(overAt)
    })
  })

  test('a payment can get money at any later time, and still succeed', () => {
    always((tale) => {
      const visit = tellTale(tale)
      const paid = toldLast(visit, { inTime: deposited(1000) })
      const { isCalledOff, accepted } = memoryOf(visit)
      const isStillWanted = !isCalledOff || (accepted !== null && BigInt(accepted) <= 1000n)
      expect(statusOf(paid)).toBe(isStillWanted ? 'Succeeded' : 'Failed')
      if (!isStillWanted && heldBy(paid) > 0n)
        expect(statusOf(take(paid, { tell: { type: 'payment.accept' } }))).toBe('Succeeded')
    })
  })

  test('every change that a merchant sees is one merchant event', () => {
    always((tale) =>
      tellTale(tale, (move) => {
        const [before, after] = [actorOf(move.from), actorOf(move.to)]
        const facts = findMerchantEvents(before, after)
        const isMoved = before.status !== after.status
        const eventType = isMoved ? 'PaymentStatusChanged' : 'PaymentFundsChanged'
        const told = [{ eventType, previousStatus: before.status }]
        if (!isDeepStrictEqual(shownOf(before), shownOf(after))) expect(facts).toEqual(told)
        if (isDeepStrictEqual(before, after)) expect(facts).toEqual([])
      }),
    )
  })
})

type Chapter = { words: Sums[]; ending: Step }

/** Makes the reports of a chapter in the order of the chain. */
const wordsOf = ({ words }: Chapter, index: number): Step[] =>
  words.map((sums, place) => ({ tell: depositsSeen(index * 10 + place, sums) }))

const waysOfTelling: ((words: Step[]) => Step[])[] = [
  (words) => words,
  (words) => words.toReversed(),
  (words) => words.slice(-1),
  (words) => [...words, ...words],
]

/** Returns the context without the traces of sweeps on the way, and of reports that no longer count. */
function whatIsLeft({ situation }: Visit) {
  const memory = { ...memoryIn(situation), sweepAsked: null, seenMost: null }
  return { value: situation.value, timers: situation.timers, memory }
}

const isCancel = (step: Step): boolean =>
  step !== 'fire' && 'tell' in step && step.tell.type === 'payment.cancel'

/** Returns what a merchant sees, except the reason of a wait, the newest transfer and the buttons. */
const shownOf = (actor: StoredActor<'payment'>) => ({
  ...toPaymentResource(actor),
  settlementReason: null,
  transactionHash: null,
  actions: [],
})
