/** Faults of the service's calls: who is let in, what is answered, what is repeated. */
import type { Saboteur } from './saboteur.ts'

const authentication = 'test/http/authentication.test.ts'
const idempotency = 'test/http/idempotency.test.ts'
const lostCommits = 'test/http/lost-commits.test.ts'
const faults = 'test/http/faults.test.ts'
const faultIsLogged =
  'a fault is logged in full, and the same request under its key is done once it is mended'
const seen = 'test/http/seen-money.test.ts'
const seenIsNotPaid =
  'seen and not confirmed is paid nothing, in API, event and page, and paid once it is confirmed'

export const ofHttp: Saboteur[] = [
  {
    fault: 'a permit that its payer hands in is written down as the merchant’s doing',
    file: 'src/http/session/permit.route.ts',
    before: "      by: 'payer',\n",
    after: '',
    test: {
      file: 'test/http/session-permits.test.ts',
      title: "a permit is the payer's doing in what is written of it",
    },
  },
  {
    fault: 'a signed request is good for ever',
    file: 'src/http/authentication/authenticate.ts',
    before:
      "if (credentials.method === 'signature') requireFresh(credentials.timestamp, clock.realNow())",
    after: '',
    test: { file: authentication, title: 'made %i s away from the clock is answered 403 (S5.3-7)' },
  },
  {
    fault: 'a wrong secret lets in',
    file: 'src/http/authentication/authenticate.ts',
    before: "if (!isGenuine) throw new Problem('Forbidden', whyNotGenuine(credentials))",
    after: '',
    test: {
      file: authentication,
      title: 'with a wrong secret are answered 403 Forbidden (S5.2-3, S7-2)',
    },
  },
  {
    fault: 'a command is taken although Postgres has lost the reservation of its key in a crash',
    file: 'src/store/turn-writes.ts',
    before: 'and i.key = k.key and i.seed_id = k.seed_id)`',
    after: 'and i.key = k.key and i.seed_id = k.seed_id) and false`',
    test: {
      file: lostCommits,
      title:
        'a command whose reservation was lost is not taken, and the next try makes the one payment (P2)',
    },
  },
  {
    fault: 'an answer that Postgres has lost in a crash is judged anew',
    file: 'src/http/routing/answer-request.ts',
    before: 'const told = isRepeat ? await retell?.(tried) : null',
    after: 'const told = null',
    test: {
      file: lostCommits,
      title:
        'an answer that was given and lost is given again to the letter, whatever has happened since (P2)',
    },
  },
  {
    fault: 'the second answer to one key takes the place of the first',
    file: 'src/store/idempotency.ts',
    before: 'and known.key = answered.key and known.response_status is null',
    after: 'and known.key = answered.key',
    test: {
      file: idempotency,
      title: 'of two answers to one key the first is kept, and the second is told it',
    },
  },
  {
    fault: 'what is asked for by its id alone is found, whoever asks',
    file: 'src/store/gathered/one-actor.ts',
    before: "isOwned = 't.merchant_id = asked.merchant_id and t.network = asked.network'",
    after: "isOwned = 'true'",
    test: {
      file: 'test/http/gathered.test.ts',
      title: 'everybody who asks at once is answered for themselves alone',
    },
  },
  {
    fault: 'of requests that come together one takes the others down',
    file: 'src/store/gathered/gather.ts',
    before: 'if (taken.length > 1 && (isFaultOfOne(error) || isCollision(error)))',
    after: 'if (taken.length > 500)',
    test: {
      file: 'test/http/gathered.test.ts',
      title: 'a question that the database refuses fails alone',
    },
  },
  {
    fault: 'a request takes a statement more than it needs',
    file: 'src/http/new-draft.ts',
    before: 'requireReadiness(call, plan, known)',
    after: 'requireReadiness(call, plan)',
    test: {
      file: 'test/http/statements.test.ts',
      title: 'POST subscription takes 1, and 2 more for an Idempotency-Key',
    },
  },
  {
    fault: 'every answer to a key moves to another page, and its indexes are written again',
    file: 'migrations/0001-schema.sql',
    before: 'fillfactor = 10',
    after: 'fillfactor = 100',
    test: {
      file: idempotency,
      title: 'an answer is stored where its reservation stands, so no index is written for it',
    },
  },
  {
    fault: 'a session never ends',
    file: 'src/store/people/sessions.ts',
    before: 'findOne(Session, { tokenHash, expiresAt: { $gt: now } })',
    after: 'findOne(Session, { tokenHash })',
    test: { file: 'test/dashboard/login.test.ts', title: 'a session that is over lets nobody in' },
  },
  {
    fault: 'a 500 says what went wrong inside',
    file: 'src/http/error-answers.ts',
    before:
      "return new Problem('InternalError', 'Something went wrong in the service; it has been logged.')",
    after: "return new Problem('InternalError', errorText(error))",
    test: {
      file: 'test/http/faults.test.ts',
      title: 'a fault is answered 500 without a word of what the service is made of (P19)',
    },
  },
  {
    fault: 'a log line shows credentials that stand within something',
    file: 'src/shared/log.ts',
    before: "  ...secretNames.map((name) => (name.startsWith('[') ? `*${name}` : `*.${name}`)),\n",
    after: '',
    test: {
      file: 'test/http/replays.test.ts',
      title: 'the log leaves credentials out and names a token by its address (P19)',
    },
  },
  {
    fault: 'a page may run scripts that stand in it',
    file: 'src/http/security-headers.ts',
    before: '"script-src \'self\'"',
    after: "\"script-src 'self' 'unsafe-inline'\"",
    test: {
      file: 'test/http/payer-pages.test.ts',
      title: 'is the same for everybody, and says in its headers what a browser must not do',
    },
  },
  {
    fault: 'a page may be framed by anybody',
    file: 'src/http/security-headers.ts',
    before: 'frameOrigins.length > 0 ? frameOrigins : ["\'none\'"]',
    after: 'frameOrigins',
    test: {
      file: 'test/http/checkout.test.ts',
      title: 'carries the payment, and says in its headers what a browser must not do (S4.1-4)',
    },
  },
  {
    fault: 'a signature counts as new with every use',
    file: 'src/store/used-signatures.ts',
    before: 'else least(known.uses + 1, $4) end',
    after: 'else 1 end',
    test: {
      file: 'test/http/replays.test.ts',
      title: 'a captured signed request makes one more at most, however many are sent at once',
    },
  },
  {
    fault: 'a link that sets a password never ends',
    file: 'src/store/people/account-links.ts',
    before: 'and account_link.expires_at > $2 and',
    after: "and account_link.expires_at > $2::timestamptz - interval '1 year' and",
    test: { file: 'test/people/expiries.test.ts', title: 'is over a second after its end' },
  },
  {
    fault: 'the challenge of a passkey never ends',
    file: 'src/store/people/passkey-challenges.ts',
    before: 'const expiresAt = { $gt: clock.realNow() }',
    after: 'const expiresAt = { $gt: new Date(0) }',
    test: { file: 'test/people/expiries.test.ts', title: 'is over a second after its end' },
  },
  {
    fault: 'the token of a customer ends a minute early',
    file: 'src/store/merchants/customer-tokens.ts',
    before: 'isExpired: expiresAt <= clock.realNow()',
    after: 'isExpired: expiresAt.getTime() - 60_000 <= clock.realNow().getTime()',
    test: { file: 'test/people/expiries.test.ts', title: 'is good a second before its end' },
  },
  {
    fault: 'a fault of the service stands in no log',
    file: 'src/http/error-answers.ts',
    before: "else log.error({ err: error }, 'answered 500: a request met a fault of the service')",
    after: 'else void log',
    test: { file: faults, title: faultIsLogged },
  },
  {
    fault: 'a fault of the service is the answer to its key for days',
    file: 'src/http/routing/idempotent-answer.ts',
    before: '    return await handled\n  } catch (problem) {\n',
    after:
      "    return await handled\n  } catch (problem) {\n    if (!(problem instanceof Problem)) return { status: 500, body: '{}', isWithoutEffect: false }\n",
    test: { file: faults, title: faultIsLogged },
  },
  {
    fault: 'a key is free again although nobody knows whether its request was done',
    file: 'src/http/routing/idempotent-answer.ts',
    before: 'if (!(problem instanceof Problem) || problem.status >= 500) throw problem',
    after: 'if (problem instanceof Problem && problem.status >= 500) throw problem',
    test: {
      file: faults,
      title: 'a key whose request nobody answered in time is not given to another request',
    },
  },
  {
    fault: 'the API calls money paid that is only seen',
    file: 'src/store/resources/payment.ts',
    before: 'paidAmount: money(totalConfirmed(payment))',
    after: 'paidAmount: money(totalSeen(payment))',
    test: { file: seen, title: seenIsNotPaid },
  },
  {
    fault: 'the page calls money paid that is only seen',
    file: 'src/http/checkout/payment-view.ts',
    before: 'paidAmount: payment.paidAmount',
    after: 'paidAmount: payment.seenAmount',
    test: { file: seen, title: seenIsNotPaid },
  },
  {
    fault: "a merchant's name is markup on the page without scripts",
    file: 'src/http/checkout/plain-page.ts',
    before: '<p class="merchant">${escapeHtml(merchantName)}</p>',
    after: '<p class="merchant">${merchantName}</p>',
    test: {
      file: 'test/http/checkout.test.ts',
      title: "a merchant's name with markup is text, in the data and beside it",
    },
  },
  {
    fault: 'the token of a customer never ends',
    file: 'src/store/merchants/customer-tokens.ts',
    before: 'isExpired: expiresAt <= clock.realNow()',
    after: 'isExpired: expiresAt <= new Date(0)',
    test: { file: 'test/people/expiries.test.ts', title: 'is over a second after its end' },
  },
  {
    fault: 'what was typed at a login is logged as text',
    file: 'src/http/dashboard/people/login.routes.ts',
    before: '    const account = await proveAccount(dependencies, caller, body)\n',
    after: `    const account = await proveAccount(dependencies, caller, body)
    dependencies.log.debug(JSON.stringify(body))
`,
    test: {
      file: 'proof/flow/quiet-log.test.ts',
      title: 'no line of a whole flow holds a secret, at the finest level and of a fault',
    },
  },
]
