/** The bodies of merchant events as a union by `eventType`, made of the resources that the API answers with. */
import { z } from 'zod'
import {
  eventMeanings,
  type EventType,
  eventTypes,
  type ResourceName,
} from '../../shared/event-types.ts'
import { ChargeResource, chargeStatuses } from '../../core/resources/charge.ts'
import { CustomerResource, customerStatuses } from '../../core/resources/customer.ts'
import { exampleId } from '../../core/resources/fields.ts'
import { GasWalletResource, gasWalletStatuses } from '../../core/resources/gas-wallet.ts'
import { PaymentResource, paymentStatuses } from '../../core/resources/payment.ts'
import { PlanResource, planStatuses } from '../../core/resources/plan.ts'
import { SubscriptionResource, subscriptionStatuses } from '../../core/resources/subscription.ts'
import { eventBody } from '../../core/events/catalogue.ts'

type EventFields = { resource: z.ZodType; previousStatus: z.ZodType }

const WebhookTest = z
  .strictObject({
    id: z.string().meta({ examples: [exampleId] }),
    message: z.string().meta({ examples: ['This is a test. Nothing happened.'] }),
  })
  .meta({ id: 'WebhookTest', description: 'What a test event carries.' })

const EventLog = z
  .strictObject({
    epoch: z.int().positive().meta({
      description:
        'How often the database of the service was restored or failed over, this time included',
    }),
    lastLogNumber: z.int().nonnegative().meta({
      description:
        'The number of the last event before the gap; later ones that you know stay what they were',
    }),
  })
  .meta({ id: 'EventLog', description: 'Where the log goes on.' })

const told: Record<ResourceName, EventFields> = {
  payment: { resource: PaymentResource, previousStatus: z.enum(paymentStatuses).nullable() },
  subscription: {
    resource: SubscriptionResource,
    previousStatus: z.enum(subscriptionStatuses).nullable(),
  },
  charge: { resource: ChargeResource, previousStatus: z.enum(chargeStatuses).nullable() },
  plan: { resource: PlanResource, previousStatus: z.enum(planStatuses).nullable() },
  customer: { resource: CustomerResource, previousStatus: z.enum(customerStatuses).nullable() },
  eventLog: { resource: EventLog, previousStatus: z.null() },
  test: { resource: WebhookTest, previousStatus: z.string().nullable() },
  gasWallet: {
    resource: GasWalletResource,
    previousStatus: z.enum(gasWalletStatuses).nullable(),
  },
}

export const eventTypeNames = Object.keys(eventTypes) as [EventType, ...EventType[]]

/** The name of the component that describes the body of an event. */
const eventComponent = (type: EventType) => `${type}Event`

function describeBody(type: EventType) {
  const { resource, previousStatus } = told[eventTypes[type]]
  return eventBody(type, resource, previousStatus).meta({
    id: eventComponent(type),
    description: eventMeanings[type],
  })
}

/** The body of each event, as it is in webhooks and in the log. */
export const eventBodies = Object.fromEntries(
  eventTypeNames.map((type) => [type, describeBody(type)]),
) as Record<EventType, ReturnType<typeof describeBody>>

const bodies = Object.values(eventBodies) as [ReturnType<typeof describeBody>]
const reference = (type: EventType) => `#/components/schemas/${eventComponent(type)}`

export const EventResource = z.discriminatedUnion('eventType', bodies).meta({
  id: 'Event',
  description: 'One event, the same body as its webhook; `eventType` says which resource it holds.',
  discriminator: {
    propertyName: 'eventType',
    mapping: Object.fromEntries(eventTypeNames.map((type) => [type, reference(type)])),
  },
})
