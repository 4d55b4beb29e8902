export type DeliveryView = {
  id: string
  eventId: string
  eventType: string
  apiKey: string
  sequence: number
  createdAt: string
  status: string
  attempts: number
  lastAttempt: {
    httpStatus: number | null
    error: string | null
    durationMs: number
    at: string
  } | null
  nextAttemptAt: string | null
  actions: string[]
}
