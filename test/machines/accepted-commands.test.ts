/**
 * One table says what is accepted. In everything that can happen to an actor, for whoever asks: what is listed is done
 * when it is asked for, what is not listed changes nothing, and the list does not grow old.
 */
import { describe, expect, inject, test } from 'vitest'
import type { AnyEventObject, AnyMachineSnapshot } from 'xstate'
import { dayMs } from '../../machines/durations.ts'
import type { PaymentContext } from '../../machines/payment/payment.context.ts'
import type { SubscriptionContext } from '../../machines/subscription/subscription.context.ts'
import {
  acceptedUntilOf,
  isHeldByEarlierPause,
} from '../../machines/subscription/subscription.pausing.ts'
import { pausableUntil } from '../../machines/subscription/subscription.schedule.ts'
import { actorDefinitions } from '../../src/core/turn/actor-definitions.ts'
import { acceptedCommandsOf } from '../../src/core/turn/commands.ts'
import { decideTurn } from '../../src/core/turn/decide.ts'
import { phaseOf, statePath, statusOf } from '../../src/core/turn/state-path.ts'
import { sessionRoutes } from '../../src/http/session/session-routes.ts'
import { apiRoutes } from '../../src/http/routes/api-routes.ts'
import { findPlace } from '../../src/http/switch-plan.ts'
import { type ActorKind, actorKinds, type StoredActor } from '../../src/shared/stored-actor.ts'
import { type Asker, listAccepted } from '../../src/core/accepted/accepted-commands.ts'
import {
  type CommandRole,
  commandsByPlace,
  findCommands,
  leavingCommands,
  mayCommand,
} from '../../src/core/turn/command-roles.ts'
import { toSubscriptionResource } from '../../src/core/resources/subscription.ts'
import { withoutRight } from '../../src/store/views/payers/withdrawals.ts'
import { findSwitchTimes, hasEnded, switchTimes } from '../../src/core/accepted/switch-times.ts'
import type { Visit } from '../support/explore.ts'
import { allCases } from './cases/all-cases.ts'
import { addressOf, daysLater } from './cases/owner.ts'
import { explorationsOf } from './fixtures/effects.ts'

const how = inject('tier') === 'proof' ? 'whole' : 'near'
const roles = ['merchant', 'payer', 'operator'] as const
const later = [0, 1, 3, 6, 12, 400].map((days) => days * dayMs)

const commanded = actorKinds.filter((kind) => findCommands(actorDefinitions[kind].machine).size > 0)

describe.each(commanded)('what is accepted of a %s', (kind) => {
  const visits = explorationsOf(kind, how).flatMap((exploration) => exploration.visits)

  test.each(roles)('is done when a %s asks for it, and nothing else is (newcomer F3)', (role) => {
    const wrong = visits.flatMap((visit) => {
      const listed = ofMachine(listAccepted(role, actorOf(kind, visit)))
      const done = commandsOf(kind).filter(
        (command) => mayCommand(role, `${kind}.${command}`) && isDone(kind, visit, command),
      )
      return sameWords(listed, done)
        ? []
        : [`${say(visit)}: says ${listed.join()}, does ${done.join()}`]
    })
    expect(wrong.slice(0, 3)).toEqual([])
  })

  test('is the same as the guards say, however much later it is asked', () => {
    const wrong = visits.flatMap((visit) => {
      const actor = actorOf(kind, visit)
      return momentsAfter(kind, visit).flatMap((now) => {
        const guards = acceptedCommandsOf(kind, stampedAt(visit.snapshot, now))
        const said = roles.flatMap((role) => ofMachine(listAccepted(role, actor, new Date(now))))
        return sameWords(said, guards)
          ? []
          : [`${say(visit)} at ${now}: ${said.join()}, not ${guards.join()}`]
      })
    })
    expect(wrong.slice(0, 3)).toEqual([])
  })

  test('is what the place of the guide says, or less', () => {
    for (const role of ['merchant', 'payer'] as const) {
      const places = commandsByPlace(kind, role)
      const met = new Map([...places.keys()].map((place) => [place, new Set<string>()]))
      for (const visit of visits)
        for (const command of ofMachine(listAccepted(role, actorOf(kind, visit))))
          met.get(statePath(visit.snapshot.value))!.add(command)
      for (const [place, commands] of met)
        expect([place, [...commands].filter((one) => !places.get(place)!.includes(one))]).toEqual([
          place,
          [],
        ])
    }
  })
})

const visits = explorationsOf('subscription', how).flatMap((exploration) => exploration.visits)

test('a pause with an end that cannot be kept is refused, and never taken and dropped (newcomer F4)', () => {
  for (const visit of visits) {
    const memory = visit.situation.context as SubscriptionContext
    const { snapshot } = actorOf('subscription', visit)
    const latestMs = Date.parse(pausableUntil(memory))
    const isPaused = isInPause(visit)
    for (const untilMs of [memory.now + 1, latestMs, latestMs + 1, memory.now + 300 * dayMs]) {
      const until = new Date(untilMs).toISOString()
      const wish = { type: 'subscription.pauseUntil', until }
      const decision = decideTurn(visit.snapshot, wish, memory.now)
      const isKept = decision.outcome === 'applied' && decision.snapshot.context.resumeAt === until
      if (isPaused && memory.resumeAt === until) {
        expect(decision.outcome).toBe('ignored')
        continue
      }
      const mayBe = snapshot.acceptedCommands.includes('pauseUntil')
      const isPossible = mayBe && untilMs > memory.now && untilMs <= latestMs
      expect([say(visit), untilMs, isKept]).toEqual([say(visit), untilMs, isPossible])
      if (!isPossible) expect(decision.outcome).toBe('refused')
    }
  }
})

test('a pause is begun only while the service can still end it', () => {
  for (const visit of visits) {
    const memory = visit.situation.context as SubscriptionContext
    const { acceptedCommands } = actorOf('subscription', visit).snapshot
    const begun = decideTurn(visit.snapshot, { type: 'subscription.pause' }, memory.now)
    const isBegun = begun.outcome === 'applied' && !isInPause(visit)
    const isLate = Date.parse(pausableUntil(memory)) <= memory.now
    if (isLate)
      expect([say(visit), isBegun, acceptedCommands]).toEqual([
        say(visit),
        false,
        expect.not.arrayContaining(['pause']),
      ])
  }
  const isEarlierPause = ({ situation }: Visit) =>
    isHeldByEarlierPause(situation.context as SubscriptionContext)
  expect(visits.filter((visit) => !isInPause(visit) && isEarlierPause(visit))).not.toEqual([])
})

test('a right to withdraw that another subscription has used up is listed for nobody, and all else as before', () => {
  const withRight = visits
    .map((visit) => actorOf('subscription', visit))
    .filter(({ snapshot }) => snapshot.acceptedCommands.includes('withdraw'))
  expect(withRight).not.toEqual([])
  for (const actor of withRight) {
    const [used, now] = [withoutRight(actor), new Date(actor.snapshot.context.now)]
    expect(toSubscriptionResource(used, now).withdrawUntil).toBeNull()
    for (const asker of ['merchant', 'payer', 'operator', 'leavingPayer'] satisfies Asker[]) {
      const others = listAccepted(asker, actor, now).filter((command) => command !== 'withdraw')
      expect(listAccepted(asker, used, now)).toEqual(others)
    }
  }
})

describe('a switch', () => {
  const actors = visits.map((visit) => actorOf('subscription', visit))

  test('is listed exactly where one of its times is accepted, for merchants and payers', () => {
    for (const actor of actors) {
      const now = new Date(actor.snapshot.context.now)
      const possible = switchTimes.filter((when) => isPlaced(actor, when, now))
      expect(findSwitchTimes(actor, now)).toEqual(possible)
      for (const asker of ['merchant', 'payer', 'operator', 'leavingPayer'] satisfies Asker[]) {
        const isTheirs = asker === 'merchant' || asker === 'payer'
        const isListed = listAccepted(asker, actor, now).includes('switch')
        expect(isListed).toBe(isTheirs && possible.length > 0)
      }
    }
  })

  test('at a time that is listed is taken by the machine once the payer approves', () => {
    for (const [index, actor] of actors.entries()) {
      const now = new Date(actor.snapshot.context.now)
      const whens = findSwitchTimes(actor, now).filter((when) => when !== 'KeepBoth')
      for (const when of hasEnded(actor) ? [] : whens) {
        const approved = { type: 'successor.approved', contractAddress: other, when, until: far }
        const decision = decideTurn(visits[index]!.snapshot, approved, now.getTime())
        const successor = decision.outcome === 'applied' && decision.snapshot.context.successor
        expect([say(visits[index]!), when, successor]).toEqual([say(visits[index]!), when, other])
      }
    }
  })
})

describe('every command that is listed', () => {
  const calls: Record<string, string> = {
    pauseUntil: 'pause',
    cancelAtPeriodEnd: 'cancel',
    giveFeedback: 'feedback',
    recordRefund: 'refunds',
  }
  const callOf = (command: string) => calls[command] ?? command
  const commandsFor = (kind: ActorKind, role: CommandRole) =>
    commandsOf(kind).filter((command) => mayCommand(role, `${kind}.${command}`))

  test('of a payer is a call of the session, which a token that may only leave may or may not make', () => {
    for (const command of [...commandsFor('subscription', 'payer'), 'switch']) {
      const route = sessionRoutes.find(({ path }) => path.endsWith(`}/${callOf(command)}`))
      expect([command, route?.forLeaving === true]).toEqual([command, leavingCommands.has(command)])
      expect([command, route?.method]).toEqual([command, 'POST'])
    }
  })

  test.each(['subscription', 'payment'] as const)('of a %s is a call of the merchant', (kind) => {
    const added = kind === 'subscription' ? ['switch'] : []
    for (const command of [...commandsFor(kind, 'merchant'), ...added]) {
      const path = apiRoutes.find(
        (route) =>
          route.path.startsWith(`/integration/${kind}s/{`) &&
          route.path.endsWith(`}/${callOf(command)}`),
      )
      expect([command, path?.method]).toEqual([command, 'POST'])
    }
  })
})

const isInPause = ({ snapshot }: Visit): boolean =>
  ['PendingPause', 'Paused'].includes(statePath(snapshot.value))

const other = addressOf('5')
const far = daysLater(3_000)

/** `switch` is no command of the machine: it makes another subscription. */
const ofMachine = (commands: string[]) => commands.filter((command) => command !== 'switch')

const commandsOf = (kind: ActorKind): string[] =>
  [...findCommands(actorDefinitions[kind].machine).keys()].map((type) =>
    type.slice(type.indexOf('.') + 1),
  )

/** The actor of a visit, as the store would have it. */
function actorOf<K extends ActorKind>(kind: K, { snapshot }: Visit): StoredActor<K> {
  const acceptedCommands = acceptedCommandsOf(kind, snapshot)
  const { value, context } = snapshot
  const [status, phase] = [statusOf(value), phaseOf(value)]
  return { kind, status, phase, snapshot: { value, context, acceptedCommands } } as never
}

/** The command with every sort of values that it could come with. */
function waysOf(kind: ActorKind, { situation }: Visit, command: string): AnyEventObject[] {
  const type = `${kind}.${command}`
  const sent = allCases
    .filter((one) => one.kind === kind)
    .flatMap((one) => one.eventsAt(situation))
    .filter((event) => event.type === type)
  return [
    ...sent,
    ...(moreWays[command]?.(situation.context, type) ?? []),
    ...(sent.length ? [] : [{ type }]),
  ]
}

type Ways = (context: Record<string, unknown>, type: string) => AnyEventObject[]
const moreWays: Record<string, Ways> = {
  // The least that there is, of each token that came.
  recordRefund: (context, type) => {
    const { others } = context as PaymentContext
    const left = { type, amount: '1', transactionHash: null, note: null }
    return [null, ...others.map(({ asset }) => asset)].map((asset) => ({ ...left, asset }))
  },
  pauseUntil: (context, type) => {
    const memory = context as SubscriptionContext
    const soon = new Date(memory.now + 1).toISOString()
    return [soon, pausableUntil(memory)].map((until) => ({ type, until }))
  },
}

const isDone = (kind: ActorKind, visit: Visit, command: string): boolean =>
  waysOf(kind, visit, command).some(
    (event) => decideTurn(visit.snapshot, event, visit.situation.now).outcome === 'applied',
  )

/** Moments at and after the visit: some days, and both sides of what ends by time alone. */
function momentsAfter(kind: ActorKind, { situation }: Visit): number[] {
  const { now, context } = situation
  const ends =
    kind === 'subscription'
      ? commandsOf(kind).map((command) => acceptedUntilOf(command, context as SubscriptionContext))
      : []
  const around = ends.flatMap((end) => (end === null ? [] : [Date.parse(end), Date.parse(end) + 1]))
  return [...later.map((ms) => now + ms), ...around.filter((ms) => ms >= now)]
}

const stampedAt = (snapshot: AnyMachineSnapshot, now: number) =>
  ({ ...snapshot, context: { ...snapshot.context, now } }) as AnyMachineSnapshot

const sorted = (words: string[]) => [...new Set(words)].toSorted()
const sameWords = (one: string[], other: string[]): boolean =>
  JSON.stringify(sorted(one)) === JSON.stringify(sorted(other))

const say = ({ snapshot, events }: Visit): string =>
  `${statePath(snapshot.value)} after ${events.map(({ type }) => type).join(', ')}`

function isPlaced(
  old: StoredActor<'subscription'>,
  when: (typeof switchTimes)[number],
  now: Date,
): boolean {
  try {
    findPlace(old, { when, now, pausedSince: null })
    return true
  } catch {
    return false
  }
}
