/** The package offers these. */
export { createMandate, type Mandate, type MandateOptions } from './mandate.ts'
export type { CallOptions } from './call.ts'
export { ConnectionError, MandateError } from './errors.ts'
export { EventLog, type EventLogOptions, type LogPlace } from './event-log.ts'
export { List, type PageOf } from './list.ts'
export { ProblemError } from './problem-error.ts'
export {
  createWebhooks,
  type GivenHeaders,
  type HandlerOptions,
  type RawBody,
  type WebhookOptions,
  type Webhooks,
  WebhookSignatureError,
} from './webhooks.ts'
export * from './generated/problems.generated.ts'
export type * from './generated/types.generated.ts'
