/** Every list of states for people, merchants or queries is equal to the machine's own. */
import { readFileSync } from 'node:fs'
import type { AnyStateMachine, AnyStateNode } from 'xstate'
import { describe, expect, test } from 'vitest'
import { paymentStandings } from '../../machines/payment/payment.standing.ts'
import { actorDefinitions } from '../../src/core/turn/actor-definitions.ts'
import { type ActorKind, actorKinds } from '../../src/shared/stored-actor.ts'
import { chargeStatuses } from '../../src/core/resources/charge.ts'
import { customerStatuses } from '../../src/core/resources/customer.ts'
import { deliveryStatuses } from '../../src/core/resources/delivery.ts'
import { gasWalletStatuses } from '../../src/core/resources/gas-wallet.ts'
import { meanings } from '../../src/core/resources/payment-state.ts'
import { paymentPhases, paymentStatuses } from '../../src/core/resources/payment.ts'
import { permitStatuses } from '../../src/core/resources/permit.ts'
import { planStatuses } from '../../src/core/resources/plan.ts'
import { subscriptionStatuses } from '../../src/core/resources/subscription.ts'
import { verificationStatuses } from '../../src/store/views/verifications.ts'
import { sourceFiles } from '../shape/source-files.ts'

const sorted = (words: Iterable<string>) => [...new Set(words)].toSorted()

/** A state whose last way out has no condition is left in the turn that enters it. */
const isPassedThrough = ({ always = [] }: AnyStateNode) =>
  always.length > 0 && always.at(-1)?.guard === undefined
const restingIn = (node: AnyStateNode) =>
  Object.values(node.states).filter((inner) => !isPassedThrough(inner))

const statusesOf = ({ root }: AnyStateMachine) => restingIn(root).map(({ key }) => key)
const phasesOf = ({ root }: AnyStateMachine) =>
  restingIn(root)
    .flatMap(restingIn)
    .map(({ key }) => key)
const standingsOf = ({ root }: AnyStateMachine) =>
  restingIn(root)
    .flatMap((status) => (restingIn(status).length ? restingIn(status) : [status]))
    .map(({ key }) => key)

const machineOf = (kind: ActorKind) => actorDefinitions[kind].machine

test('the kinds of actors are those that have a machine', () => {
  expect(sorted(actorKinds)).toEqual(sorted(Object.keys(actorDefinitions)))
})

test.each<[ActorKind, readonly string[]]>([
  ['plan', planStatuses],
  ['subscription', subscriptionStatuses],
  ['charge', chargeStatuses],
  ['payment', paymentStatuses],
  ['delivery', deliveryStatuses],
  ['customer', customerStatuses],
  ['verification', verificationStatuses],
  ['gasWallet', gasWalletStatuses],
  ['permit', permitStatuses],
])('the statuses of a %s are those of its machine (S2.2-7, S2.3-12, S3.3-1)', (kind, statuses) => {
  expect(sorted(statuses)).toEqual(sorted(statusesOf(machineOf(kind))))
})

test.each<[string, readonly string[]]>([
  ['that the machine goes by', paymentStandings],
  ['that can be filtered for', paymentPhases],
  ['whose meaning is told', Object.keys(meanings)],
])('the standings of a payment %s are the innermost states of its machine', (_, standings) => {
  expect(sorted(standings)).toEqual(sorted(standingsOf(machineOf('payment'))))
})

test('no machine nests its states deeper than status and phase', () => {
  const deeper = actorKinds.filter((kind) =>
    restingIn(machineOf(kind).root)
      .flatMap(restingIn)
      .some((phase) => Object.keys(phase.states).length > 0),
  )
  expect(deeper).toEqual([])
})

describe('the states in queries', () => {
  const files = sourceFiles(['src'], ['.ts'])
  const wordsAfter = (pattern: RegExp) =>
    sorted(
      files.flatMap(({ text }) =>
        [...text.matchAll(pattern)].flatMap(([, list]) =>
          [...list!.matchAll(/'(\w+)%?'/g)].map(([, word]) => word!),
        ),
      ),
    )
  /** The statuses of logs, mails and jobs, which their tables list, there or by a name. */
  const listOf = (name: string) =>
    files.flatMap(({ text }) => text.split(`export const ${name} = [`)[1]?.split(']')[0] ?? [])
  const ofLogs = sourceFiles(['src/store/tables'], ['.ts']).flatMap(({ text }) =>
    [...text.matchAll(/status: p\.enum\((?:\[([^\]]*)\]|(\w+))/g)].flatMap(([, list, name]) =>
      [list ?? listOf(name!)]
        .flat()
        .flatMap((words) => [...words.matchAll(/'(\w+)'/g)].map(([, word]) => word!)),
    ),
  )
  const statuses = actorKinds.flatMap((kind) => statusesOf(machineOf(kind)))
  const phases = actorKinds.flatMap((kind) => phasesOf(machineOf(kind)))

  test('a status is one of a machine or of a log', () => {
    const asked = wordsAfter(/\bstatus (?:=|<>) ('\w+')/g)
    expect(asked).toContain('Draft')
    expect(asked.filter((word) => ![...statuses, ...ofLogs].includes(word))).toEqual([])
  })

  test('a phase is one of a machine', () => {
    const asked = wordsAfter(/\bphase (?:=|<>|like) ('\w+%?')/g)
    expect(asked).toContain('Unfunded')
    expect(asked.filter((word) => !phases.includes(word))).toEqual([])
  })

  test('lists of statuses are those of src/core/states.ts, which leave none out', () => {
    const listed = wordsAfter(/\bstatus (?:not )?in \(([^)]*)\)/g)
    expect(listed).toContain('Seen')
    expect(listed.filter((word) => !ofLogs.includes(word))).toEqual([])
  })
})

describe('the states in the documents for merchants', () => {
  const pageOf = (name: string) =>
    readFileSync(new URL(`../../docs/${name}`, import.meta.url), 'utf8')
  const wordsIn = (text: string) => [...text.matchAll(/`(\w+)`/g)].map(([, word]) => word!)

  test('docs/webhooks.md has every status that a charge changes to (S3.3-1)', () => {
    const [, section] = pageOf('webhooks.md').split('### SubscriptionChargeStatusChanged\n')
    const told = wordsIn(section!.trim().split('\n')[0]!)
    const [first] = machineOf('charge').root.initial.target ?? []
    expect(sorted([...told, first!.key])).toEqual(sorted(statusesOf(machineOf('charge'))))
  })
})
