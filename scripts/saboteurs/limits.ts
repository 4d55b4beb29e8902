/** Faults of how often, how many and how long: rates, places, and what is kept for a while. */
import type { Saboteur } from './saboteur.ts'

const rates = 'test/http/rate-limits.test.ts'
const forgetting = 'test/http/forgetting.test.ts'
const receiver = {
  file: 'test/people/receiver.test.ts',
  title: 'another receiver does not count a second before its day is over, and counts at its end',
}

export const ofLimits: Saboteur[] = [
  {
    fault: 'one call more than the limit gets through',
    file: 'src/http/routing/rate-limits.ts',
    before: 'if (count <= this.#max) return',
    after: 'if (count <= this.#max + 1) return',
    test: { file: rates, title: '%s: %i calls in %i s' },
  },
  {
    fault: 'a minute of logins is a second',
    file: 'src/http/routing/rate-limits.ts',
    before: "new Limit('logins', loginsPerMinuteMax, minuteMs, tooManyLogins)",
    after: "new Limit('logins', loginsPerMinuteMax, windowMs, tooManyLogins)",
    test: { file: rates, title: '%s: %i calls in %i s' },
  },
  {
    fault: 'tests take away from what a merchant may ask for on the main network',
    file: 'src/http/routing/rate-limits.ts',
    before: 'string => `${merchantId}/${network}`',
    after: 'string => `${merchantId}/${network && 1}`',
    test: {
      file: rates,
      title: 'what a merchant asks for on the test network takes nothing from the main network',
    },
  },
  {
    fault: 'an address that guesses may always try once more',
    file: 'src/http/routing/rate-limits.ts',
    before: 'requireFewFailures: (request) => failures.look(toCountedAddress(request))',
    after: 'requireFewFailures: (request) => void toCountedAddress(request)',
    test: {
      file: rates,
      title: 'an address that failed too often is stopped before its next try, and no other is',
    },
  },
  {
    fault: 'a place that is given back twice is free twice',
    file: 'src/http/live/listener-places.ts',
    before: '      if (!isHeld) return\n',
    after: '',
    test: {
      file: 'test/http/listener-places.test.ts',
      title: 'a place that is given back twice is free once',
    },
  },
  {
    fault: 'the answers to Idempotency-Keys are kept for a day only',
    file: 'src/store/idempotency.ts',
    before: 'answersKeptDays = 7',
    after: 'answersKeptDays = 1',
    test: { file: forgetting, title: 'the answer to an Idempotency-Key is kept for seven days' },
  },
  {
    fault: 'everything that is kept for a while is deleted at once',
    file: 'src/http/forgetting.ts',
    before: 'new Date(clock.realNow().getTime() - keptMs)',
    after: 'new Date(clock.realNow().getTime() - keptMs * 0)',
    test: { file: forgetting, title: 'the answer to an Idempotency-Key is kept for seven days' },
  },
  {
    fault: 'a signature is forgotten while it is still good',
    file: 'src/http/forgetting.ts',
    before: 'keptMs: hourMs / 4,',
    after: 'keptMs: hourMs / 10,',
    test: {
      file: forgetting,
      title: 'a signature is known for longer than it is good, on either side of the clock',
    },
  },
  {
    fault: 'another receiver counts a minute early',
    file: 'src/store/merchants/pending-receivers.ts',
    before: 'where effective_at <= $1\n',
    after: "where effective_at <= $1::timestamptz + interval '1 minute'\n",
    test: receiver,
  },
  {
    fault: 'another receiver counts a second late',
    file: 'src/store/merchants/pending-receivers.ts',
    before: 'where effective_at <= $1\n',
    after: "where effective_at <= $1::timestamptz - interval '1 second'\n",
    test: receiver,
  },
  {
    fault: 'a proof of who holds a session counts a minute longer',
    file: 'src/http/authentication/proof.ts',
    before: 'if (ageMs < proofCountsMinutes * 60_000) return',
    after: 'if (ageMs < (proofCountsMinutes + 1) * 60_000) return',
    test: { file: 'test/people/expiries.test.ts', title: 'is over a second after its end' },
  },
  {
    fault: 'codes of an authenticator count for minutes',
    file: 'src/http/authentication/totp.ts',
    before: 'const window = 1\n',
    after: 'const window = 5\n',
    test: { file: 'test/people/expiries.test.ts', title: 'is over a second after its end' },
  },
]
