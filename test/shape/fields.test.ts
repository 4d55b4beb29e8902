/**
 * A field of something that merchants have a list of stands in several places. One that a place forgot is named here with that place:
 * it is added there, or stands below with the others that the place leaves out, and why.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { ChargeContext } from '../../machines/charge/charge.context.ts'
import { CustomerContext } from '../../machines/customer/customer.machine.ts'
import { DeliveryContext } from '../../machines/delivery/delivery.context.ts'
import { PaymentContext } from '../../machines/payment/payment.context.ts'
import { PlanContext } from '../../machines/plan/plan.machine.ts'
import { SubscriptionContext } from '../../machines/subscription/subscription.context.ts'
import { ChargeResource } from '../../src/core/resources/charge.ts'
import { CustomerSummary } from '../../src/core/resources/customer.ts'
import { DeliveryResource } from '../../src/core/resources/delivery.ts'
import { PaymentResource } from '../../src/core/resources/payment.ts'
import { PlanResource } from '../../src/core/resources/plan.ts'
import { SubscriptionResource } from '../../src/core/resources/subscription.ts'
import { lists } from '../../src/http/dashboard/lists/dashboard-lists.ts'

const read = (path: string): string =>
  readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')
const readFolder = (path: string): string =>
  readdirSync(new URL(`../../${path}`, import.meta.url))
    .map((file) => read(`${path}/${file}`))
    .join('\n')

type Kind = {
  context: z.ZodObject
  resource: z.ZodObject
  list: keyof typeof lists
  /** Whether its webhooks carry the resource. */
  isSent: boolean
  /** Fields that a place leaves out, as words. */
  leavesOut: {
    /** Only the machine, the chain or the payer's pages need these of what the machine remembers. */
    resource: string
    /** These are no value of one column, stand in several, or only say what can be done now. */
    export?: string
    /** The screens show these among the raw data only, which has every field. */
    screen?: string
  }
}

const kinds: Record<string, Kind> = {
  plan: {
    context: PlanContext,
    resource: PlanResource,
    list: 'plans',
    isSent: true,
    leavesOut: { resource: '' },
  },
  subscription: {
    context: SubscriptionContext,
    resource: SubscriptionResource,
    list: 'subscriptions',
    isSent: true,
    leavesOut: {
      resource:
        'token receiver operator periodDays graceDays activateUntil withdrawalDays isAllowanceRevoked balance waitsSince ' +
        'chargeNumber frozenBy operatorUntil resumeAt isResumeDue isToEnd hasPredecessorEnded controlPosition ' +
        'lastTransactionHash confirmedNumbers stoppedCharges isCancelledOnChain',
      export: 'atRisk actions switchTimes pausableUntil cancellationDetails',
      screen:
        'switchTimes asset blockchain withdrawUntil withdrawnAt cancellationDetails maxPeriods chargesMade activation',
    },
  },
  charge: {
    context: ChargeContext,
    resource: ChargeResource,
    list: 'charges',
    isSent: true,
    leavesOut: {
      resource:
        'blockchain number graceUntil isInitial settlement createdAt transactionId isCancelRequested',
      screen: 'id transactionHash',
    },
  },
  payment: {
    context: PaymentContext,
    resource: PaymentResource,
    list: 'payments',
    isSent: true,
    leavesOut: {
      resource:
        'depositSalt order inTime seenMost sweepAsked sweepFailures sweepTransactionId refundedBeyondPrice isCalledOff',
      export: 'otherTokens refunds actions',
      screen: 'seenAmount settlementReason',
    },
  },
  delivery: {
    context: DeliveryContext,
    resource: DeliveryResource,
    list: 'deliveries',
    isSent: false,
    leavesOut: {
      resource: 'lane endpointId scheduledAt earlyFailures dueAt waits',
      export: 'lastAttempt actions',
      screen: 'sequence reason',
    },
  },
  customer: {
    context: CustomerContext,
    resource: CustomerSummary,
    list: 'customers',
    isSent: false,
    leavesOut: { resource: 'createdAt granting', screen: 'activeSubscriptionCount' },
  },
}

/** Every actor has these. */
const ofOwner = 'merchantId network now'
const bodies = 'docs/webhooks.md'

const isNamed = (field: string, text: string): boolean => new RegExp(`\\b${field}\\b`).test(text)

/** Names each field that is in the one place and not in the other, with the place that lacks it. */
const lacking = (fields: z.ZodObject, place: string, text: string): string[] =>
  Object.keys(fields.shape).flatMap((field) =>
    isNamed(field, text) ? [] : [`${field} is not in ${place}`],
  )

function findForgotten(kind: string, { context, resource, list, isSent, leavesOut }: Kind) {
  const { columns, description, list: stored } = lists[list]
  const resourceFile = `src/core/resources/${kind}.ts`
  const exported = [...columns.names, ...(columns.plan?.names ?? []), stored.metadata && 'metadata']
  const screens = `web/dashboard/screens/${list}`
  const shown = description.columns.map(({ name }) => name)
  const rows = [...Object.keys(resource.shape), ...(columns.plan?.names ?? [])].join(' ')
  const { export: notExported, screen: notShown, resource: notTold } = leavesOut
  return [
    ...lacking(context, resourceFile, `${read(resourceFile)} ${notTold} ${ofOwner}`),
    ...lacking(
      resource,
      `src/http/dashboard/lists/${list}.list.ts, \`columns\``,
      `${exported.join(' ')} ${notExported}`,
    ),
    ...lacking(resource, screens, `${readFolder(screens)} ${shown.join(' ')} ${notShown}`),
    ...(isSent ? lacking(resource, bodies, read(bodies)) : []),
    ...shown
      .filter((name) => !isNamed(name, rows))
      .map((name) => `its list shows no field ${name}`),
  ].map((fault) => `${kind}: ${fault}`)
}

/** Names the fields that a place is said to leave out, and has. */
function findStale(kind: string, { resource, list, leavesOut }: Kind): string[] {
  const exported = lists[list].columns.names as readonly string[]
  const screens = readFolder(`web/dashboard/screens/${list}`)
  const stale = (names: string | undefined, has: (name: string) => boolean, place: string) =>
    (names ?? '')
      .split(' ')
      .filter((name) => name !== '' && has(name))
      .map((name) => `${kind}: ${name} is in the ${place}, and stands in leavesOut.${place}`)
  return [
    ...stale(leavesOut.resource, (name) => name in resource.shape, 'resource'),
    ...stale(leavesOut.export, (name) => exported.includes(name), 'export'),
    ...stale(leavesOut.screen, (name) => isNamed(name, screens), 'screen'),
  ]
}

test('no place is said to leave out what it has', () => {
  expect(Object.entries(kinds).flatMap(([kind, it]) => findStale(kind, it))).toEqual([])
})

test('no place has forgotten a field', () => {
  expect(Object.entries(kinds).flatMap(([kind, it]) => findForgotten(kind, it))).toEqual([])
})

/** Each filter takes one of these. A span is another way to say `createdFrom`. */
const states = ['Active', 'Failed', 'Delivered', 'Underpaid', 'Partial', 'Done', 'voluntary']
const values = [
  ...states,
  'PaymentCreated',
  'InsufficientBalance',
  'true',
  '409',
  '10',
  '2026-01-01T00:00:00Z',
  `0x${'1'.repeat(40)}`,
]
const owner = { merchantId: 'merchant', network: 'TestNet' } as const

test('the store asks by every filter of every list', () => {
  const unasked = Object.entries(lists).flatMap(([name, { filter, list }]) => {
    const schema = z.object(filter as z.ZodRawShape)
    const ask = (query: object): string =>
      list
        .conditionsOf(schema.parse(query) as never, owner, (asked) => String(asked))
        .filter(Boolean)
        .join(' and ')
    return Object.entries(filter as z.ZodRawShape).flatMap(([field, parameter]) => {
      const value = values.find((one) => (parameter as z.ZodType).safeParse([one]).success)
      return field === 'createdWithin' || (value && ask({ [field]: [value] }) !== ask({}))
        ? []
        : [`${name} by ${field}, ${value}`]
    })
  })
  expect(unasked).toEqual([])
})
