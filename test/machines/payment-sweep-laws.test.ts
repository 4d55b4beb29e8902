/** The laws of sweeps: no money stays at its address for ever, and no gas is spent on nothing. */
import { describe, expect, test } from 'vitest'
import { totalConfirmed } from '../../machines/payment/payment.context.ts'
import { type Sweep, sweepFailuresMax } from '../../machines/payment/payment.sweep.ts'
import { isClosed, type Visit } from '../support/explore.ts'
import { always, everywhere, memoryOf, take, tellTale } from './world/payment-tales.ts'

/** Lists the tokens whose sweep the last step requested. */
const sweptBy = ({ effects }: Visit) => effects.flatMap(({ params }) => (params as Sweep).tokens)

describe('a sweep', () => {
  test('is requested only where something confirmed has not moved, first once the payment is decided', () => {
    always((tale) =>
      tellTale(tale, ({ event, from, to }) => {
        const memory = memoryOf(to)
        const isThere = totalConfirmed(memory) > BigInt(memory.swept)
        if (sweptBy(to).includes(memory.token)) {
          expect(isThere).toBe(true)
          expect(isClosed(to) || BigInt(memoryOf(from).sweepAsked) > 0n).toBe(true)
        }
        expect(BigInt(memory.sweepAsked)).toBeLessThanOrEqual(totalConfirmed(memory))
        const others = sweptBy(to).filter((token) => token !== memory.token)
        if (others.length > 0) expect(event.type).toBe('payment.sweep')
      }),
    )
  })

  test('has been requested wherever a decided payment holds anything', () => {
    everywhere((visit) => {
      if (!isClosed(visit)) return
      const { sweepAsked, swept } = memoryOf(visit)
      const done = [sweepAsked, swept].map(BigInt).reduce((a, b) => (a > b ? a : b))
      expect(totalConfirmed(memoryOf(visit))).toBeLessThanOrEqual(done)
    })
  })

  test('goes at any cost only where the merchant ordered it', () => {
    always((tale) =>
      tellTale(tale, ({ event, to }) => {
        for (const { params } of to.effects)
          if ((params as Sweep).isOrdered && (params as Sweep).tokens.length > 0)
            expect(event.type).toBe('payment.sweep')
      }),
    )
  })

  test('is requested again only after a failure, a command, a reorganisation or for more money', () => {
    always((tale) => {
      let askedFor = 0n
      tellTale(tale, ({ event, from, to }) => {
        const memory = memoryOf(to)
        const confirmed = totalConfirmed(memory)
        const swept = BigInt(memory.swept)
        if (confirmed < askedFor) askedFor = confirmed
        if (swept < BigInt(memoryOf(from).swept) && swept < askedFor) askedFor = swept
        if (!sweptBy(to).includes(memory.token)) return
        const isWanted = ['payment.sweep', 'payment.sweepFailed'].includes(event.type)
        if (!isWanted) expect(confirmed).toBeGreaterThan(askedFor)
        askedFor = confirmed
      })
    })
  })

  test('that fails is not tried for ever', () => {
    always((tale) => {
      let visit = tellTale(tale)
      let asked = 0
      for (let failures = 0; failures < 2 * sweepFailuresMax; failures++) {
        visit = take(visit, { tell: { type: 'payment.sweepFailed', reason: 'ChainReverted' } })
        asked += sweptBy(visit).length
      }
      expect(asked).toBeLessThanOrEqual(sweepFailuresMax)
    })
  })
})
