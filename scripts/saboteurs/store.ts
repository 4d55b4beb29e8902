/** Faults of what is stored, and of what leaves from there. */
import type { Saboteur } from './saboteur.ts'

export const ofStore: Saboteur[] = [
  {
    fault: 'a secret of one purpose opens for another',
    file: 'src/shared/secrets/secrets.ts',
    before:
      'return encrypt(this.#dataKey(owner), `${owner.id}/${purpose}`, Buffer.from(plaintext))',
    after: 'return encrypt(this.#dataKey(owner), owner.id, Buffer.from(plaintext))',
    test: {
      file: 'test/dashboard/secrets.test.ts',
      title: 'a sealed secret opens for its owner and purpose',
    },
  },
  {
    fault: 'an event of another resource takes a number of the log',
    file: 'src/relays/event-log.ts',
    before: 'toLogged(row, lastLogNumber + index + 1)',
    after: 'toLogged(row, lastLogNumber + index + 2)',
    test: {
      file: 'test/webhooks/event-relay.test.ts',
      title:
        'two event relays number the events of eight writers without holes, in order per resource',
    },
  },
  {
    fault: 'a removed endpoint still gets webhooks',
    file: 'src/relays/webhook-attempt.ts',
    before: "if (!target.url) return { removed: 'EndpointRemoved' }",
    after: "if (!target.url) return notSent('no endpoint')",
    test: {
      file: 'test/webhooks/webhook-relay.test.ts',
      title: 'is cancelled when its endpoint is removed, and those behind it too',
    },
  },
  {
    fault: 'a webhook whose key was deleted is tried for ever',
    file: 'src/relays/webhook-attempt.ts',
    before: "return { removed: 'ApiKeyDeleted' }",
    after: "return notSent('no key')",
    test: {
      file: 'test/webhooks/webhook-relay.test.ts',
      title: 'is cancelled when its API key is deleted, and a new key serves what comes then',
    },
  },
]
