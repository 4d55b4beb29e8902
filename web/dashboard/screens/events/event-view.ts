import type { DeliveryView } from '../deliveries/delivery-view.ts'

/** Events, as far as these screens show them; the whole is `EventOfLog` in the API's description. */
export type EventView = {
  eventId: string
  logNumber: number
  eventType: string
  createdAt: string
  resourceKind: string
  resourceId: string
  /** The path of the screen that shows its subject; null of a test. */
  path: string | null
  sequence: number
  deliveries: { id: string; apiKey: string; status: string }[]
}

export type EventAndBody = Omit<EventView, 'deliveries'> & {
  body: string
  deliveries: DeliveryView[]
  actions: string[]
}
