/** The log of events beside relays whose connections are killed twenty times. */
import '../../test/webhooks/event-relay.test.ts'
