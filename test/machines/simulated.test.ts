/** Questions to the simulator: what is asked badly, what is refused, and how two retry policies differ. */
import { expect, test } from 'vitest'
import { SimulationQuestion, simulate } from '../../src/core/simulating/simulate.ts'

const beganMs = Date.parse('2027-03-01T09:00:00.000Z')
const plan = { amount: '12', periodDays: 30, maxPeriods: 3, graceDays: 6 }
const payer = { balance: '100', allowance: '36' }

const ask = (happenings: object[], more: object = {}) =>
  simulate(
    SimulationQuestion.parse({ plan, scenario: { days: 70, payer, happenings }, ...more }),
    beganMs,
  )

const emptyWallet = { what: 'walletEmpty', fromDay: 29.5, toDay: 34.2 }
const attemptsOf = (retries: number[]) =>
  ask([emptyWallet], { retries })
    .turns.filter(({ event }) => event.type === 'charge.attemptFailed')
    .map(({ kind, at }) => (kind === 'charge' ? at.slice(5, 16) : null))
    .filter(Boolean)

test('the same question has the same answer', () => {
  expect(ask([emptyWallet])).toEqual(ask([emptyWallet]))
})

test('an answer has the turns in sentences, the bodies of the webhooks and the money', () => {
  const { turns, webhooks, money, charges } = ask([emptyWallet])
  expect(turns.map(({ sentence }) => sentence)).toContain(
    'The contract took 12.00 USDC for period 1 of 3; 24.00 USDC stay allowed, and it is paid until 2027-03-31T09:00:00.000Z. It is Active now.',
  )
  expect(money).toEqual({ charged: '36', payerHas: '64', payerAllows: '0', transactions: 3 })
  expect(charges).toHaveLength(3)
  expect(webhooks.map(({ logNumber }) => logNumber)).toEqual(webhooks.map((_, index) => index + 1))
  const told = turns.flatMap((turn) => turn.webhooks)
  expect(told.toSorted((a, b) => a - b)).toEqual(webhooks.map((_, index) => index))
})

test('two retry policies try at other times', () => {
  expect(attemptsOf([0, 1, 6, 24])).toEqual([
    '03-31T09:00',
    '03-31T10:00',
    '03-31T15:00',
    '04-01T09:00',
    '04-02T09:00',
    '04-03T09:00',
    '04-04T09:00',
  ])
  expect(attemptsOf([0, 72])).toEqual(['03-31T09:00', '04-03T09:00', '04-04T09:00'])
})

test('the policy of the service is the one that is simulated where none is named', () => {
  expect(ask([emptyWallet]).turns).toEqual(ask([emptyWallet], { retries: [0, 1, 6, 24] }).turns)
})

test('what is not taken is said, with what is taken instead', () => {
  const { refused } = ask([
    { what: 'command', onDay: 3, command: 'unpause' },
    { what: 'onChain', onDay: 4, call: 'unfreeze' },
    { what: 'strangerCharges', onDay: 5 },
  ])
  expect(refused).toEqual([
    {
      at: '2027-03-04T09:00:00.000Z',
      what: 'unpause by the merchant',
      why: 'refused: it takes pause, pauseUntil, cancelAtPeriodEnd, cancel now',
    },
    {
      at: '2027-03-05T09:00:00.000Z',
      what: 'unfreeze by the payer on the chain',
      why: 'refused by the contract: NotPaused',
    },
    {
      at: '2027-03-06T09:00:00.000Z',
      what: 'charge by a stranger',
      why: 'refused by the contract: NotDue',
    },
  ])
})

test('whoever pauses is told until when that can be undone, before the end of it and at its end (newcomer F2)', () => {
  const { webhooks } = ask([{ what: 'command', onDay: 10, command: 'pause' }])
  const ofPause = webhooks.filter(({ subscription }) => subscription).slice(-4)
  const told = ofPause.map((body) => {
    const { subscription: it } = body as unknown as { subscription?: Told }
    return [body.eventType, body.eventTs.slice(0, 16), it?.status, it?.pausableUntil, it?.reason]
  })
  const until = '2027-04-06T03:00:00.000Z'
  expect(told).toEqual([
    ['SubscriptionStatusChanged', '2027-03-11T09:00', 'PendingPause', until, null],
    ['SubscriptionStatusChanged', '2027-03-11T09:00', 'Paused', until, null],
    ['SubscriptionResumeDue', '2027-04-03T03:00', 'Paused', until, null],
    ['SubscriptionScheduleChanged', '2027-04-06T09:00', 'Paused', null, 'OnlyPayerMayResume'],
  ])
})
type Told = { status: string; pausableUntil: string | null; reason: string | null }

test('a charge that is cancelled while it waits for silent nodes waits for them no longer', () => {
  const { refused, charges, turns } = ask([
    { what: 'rpcAway', fromDay: 29.9, toDay: 31 },
    { what: 'command', onDay: 30.5, command: 'cancel' },
  ])
  expect(refused).toEqual([])
  expect(charges).toMatchObject([{ status: 'Cancelled' }, { status: 'Succeeded' }])
  expect(turns.filter(({ event }) => event.type === 'charge.heldBack')).toHaveLength(2)
})

test.each([
  [{ plan: { ...plan, amount: '0' } }, 'a charge takes more than nothing'],
  [{ plan: { ...plan, amount: '1e3' } }, "'1e3' is not a plain decimal such as 10 or 9.99"],
  [{ plan: { ...plan, amount: '1.2345678' } }, "'1.2345678' has 7 decimals, at most 6 are taken"],
  [{ plan: { ...plan, graceDays: 30 } }, 'the grace is shorter than the period'],
  [{ retries: [1, 2] }, 'the first attempt is made when the charge is due: begin with 0'],
  [{ retries: [0, 5, 5] }, 'each attempt is later than the one before it'],
  [
    { scenario: { days: 9, payer, happenings: [{ what: 'rpcAway', fromDay: 3, toDay: 3 }] } },
    'it ends after it has begun',
  ],
  [{ scenario: { days: 1e9, payer } }, 'Too big: expected number to be <=1100'],
])('a bad question %# says what is wrong with it', (change, message) => {
  const asked = SimulationQuestion.safeParse({ plan, scenario: { days: 70, payer }, ...change })
  expect(asked.error?.issues.map((issue) => issue.message)).toContain(message)
})
