/** Faults of webhooks: what merchants receive, and where it goes. */
import type { Saboteur } from './saboteur.ts'

const sign = 'test/webhooks/sign.test.ts'
const send = 'test/webhooks/send.test.ts'
const addresses = 'test/webhooks/public-address.test.ts'
const undelivered = 'test/http/undelivered.test.ts'

export const ofWebhooks: Saboteur[] = [
  {
    fault: 'an old webhook can be sent again under a new time',
    file: 'src/webhooks/sign.ts',
    before: '`${event.eventId}.${timestamp}.${event.body}`',
    after: '`${event.eventId}.${event.body}`',
    test: {
      file: sign,
      title:
        'a Standard Webhooks verifier accepts the signature of a webhook, given the secret in its form',
    },
  },
  {
    fault: 'the digest is not written in hexadecimal',
    file: 'src/webhooks/sign.ts',
    before: "hmac(key.secret, event.body).toString('hex')",
    after: "hmac(key.secret, event.body).toString('base64')",
    test: {
      file: sign,
      title:
        'the digest header of a webhook is the lower-case hexadecimal HMAC-SHA256 of the body under the secret (S6-3, S6-4)',
    },
  },
  {
    fault: 'a webhook may go to the addresses of a carrier',
    file: 'src/webhooks/public-address.ts',
    before: "  ['100.64.0.0', 10], // carriers' own, and one cloud's metadata\n",
    after: '',
    test: { file: addresses, title: '%s is not public: %s' },
  },
  {
    fault: 'a webhook may go to where clouds hand out credentials',
    file: 'src/webhooks/public-address.ts',
    before: "['169.254.0.0', 16]",
    after: "['169.254.0.0', 24]",
    test: { file: addresses, title: '%s is not public: %s' },
  },
  {
    fault: 'an IPv6 address that carries any IPv4 address inside is public',
    file: 'src/webhooks/public-address.ts',
    before: "  ['2002::', 16], // 6to4, which carries any IPv4 address inside\n",
    after: '',
    test: { file: addresses, title: '%s is not public: %s' },
  },
  {
    fault: 'of a name only the first address has to be public',
    file: 'src/webhooks/resolve.ts',
    before: 'addresses.find(({ address }) => !isPublicAddress(address))',
    after: 'addresses.slice(0, 1).find(({ address }) => !isPublicAddress(address))',
    test: { file: send, title: 'is refused when a name of the Internet resolves to %j' },
  },
  {
    fault: 'a webhook is told to whoever shows any certificate',
    file: 'src/webhooks/connect.ts',
    before: 'rejectUnauthorized: true',
    after: 'rejectUnauthorized: false',
    test: {
      file: send,
      title: 'a certificate of no trusted authority is refused, whatever the environment says',
    },
  },
  {
    fault: 'what has arrived is sent again as undelivered',
    file: 'src/store/views/redeliveries.ts',
    before: 'api_key.network = $2 and name <> all(arrived)',
    after: 'api_key.network = $2',
    test: {
      file: undelivered,
      title:
        'what was given up, waits, was cancelled or never sent goes out again, and what has arrived does not',
    },
  },
  {
    fault: 'a key gets what had arrived before it was made',
    file: 'src/store/views/redeliveries.ts',
    before: "(arrived = '{}' or name = any(missed))",
    after: '(arrived <> missed or name = any(missed))',
    test: {
      file: undelivered,
      title:
        'what one key missed goes out under that key alone, and a newer key gets only what nobody got',
    },
  },
  {
    fault: 'what has not arrived is looked for in the first part of a long log only',
    file: 'src/store/views/redeliveries.ts',
    before: 'events.at(-1)!.logNumber : end }',
    after: 'events.at(-1)!.logNumber : null }',
    test: {
      file: 'test/webhooks/undelivered-range.test.ts',
      title:
        'a call looks at ten thousand events and says where to go on, also where it found none',
    },
  },
  {
    fault: 'what a claim parked behind a head that is gone stays parked',
    file: 'src/relays/webhook-queue.ts',
    before: "or ${isHeadOf('parked')}",
    after: 'or false',
    test: {
      file: 'test/webhooks/parked-webhooks.test.ts',
      title:
        'a row is not parked behind a head that is delivered while a claim still sees it on its way',
    },
  },
]
