/** Webhooks of the everyday tests, and to a receiver that never ends its answer. */
import '../../test/webhooks/webhook-relay.test.ts'
