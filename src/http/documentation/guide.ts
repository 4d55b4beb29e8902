/**
 * Tells a reader of the API what its calls do not: limits, lifetimes, errors, paging, and how versions change. Written to
 * `docs/api.md`, which is a guide of the service.
 */
import { problems } from '../../shared/problems.ts'
import { anchorOf } from '../problem-details.ts'
import { metadataBytesMax, metadataDepthMax } from '../schemas/metadata.ts'
import { changesPerMinuteMax, draftsPerMinuteMax } from '../routing/rate-limits.ts'
import { limitMax } from '../schemas/query.ts'
import { commandsByPlace } from '../../core/turn/command-roles.ts'
import { defaultRateLimits } from '../http-settings.ts'

type Row = { name: string; meaning: string; anchor?: string }
type Chapter = { title: string; text: string; rows?: Row[] }

const row = (name: string, meaning: string): Row => ({ name, meaning })
const {
  merchantPerSecond,
  customerPerSecond,
  publicPerSecond,
  resendsPerSecond,
  accountPerSecond,
} = defaultRateLimits

const conventions: Chapter = {
  title: 'Conventions',
  text: 'Fields and parameters that a call does not know are refused, by name: a filter that is misspelt would show more than was asked for.',
  rows: [
    row(
      'Money',
      'Plain decimals as text, never an exponent: `{"value":"9.99","currency":"ltUSDC"}` in payments, `9.99 ltUSDC` elsewhere. Zeros at the end are not kept: `9.50` comes back as `9.5`, so compare numbers, not texts.',
    ),
    row(
      'Moments',
      'ISO 8601. Out: UTC with milliseconds. In: any offset, which has to be there: `2027-01-31T12:00:00Z`, `+02:00`, `+0200` or `+02`. In an address a `+` is `%2B`.',
    ),
    row(
      'Request ids',
      'Every answer carries `X-Request-Id`: what you sent, where it is up to 128 letters, digits and `. _ : - + / = @`, or an id of ours. Problems repeat it as `requestId`; by it the dashboard’s request log finds the call for 30 days.',
    ),
    row(
      'Lists',
      'The newest comes first; `limit` and `offset` choose the page and are repeated in `page`; to read all of a list, send `page.next` as `after` until it is null: nothing is missed and nothing comes twice. With `withTotal=true` `page.total` says how many match, up to 10,000; `page.isTotalExact` is false where there are more. A filter that takes several words takes commas, repeats, `name[]` and `name[0]`; an empty one filters nothing.',
    ),
    row(
      'The event log',
      'The oldest comes first. Read on with `after` set to `page.next`: nothing is missed and nothing comes twice.',
    ),
    row(
      'Your own reference',
      '`metadata`. `?metadata=` finds exactly this text; of payments whose metadata is an object, those that have the members of the JSON object sent: `?metadata={"order":4711}`, percent-encoded.',
    ),
    row(
      'Repeating a request',
      'Send an `Idempotency-Key` with every POST: [repeating-requests.md](repeating-requests.md).',
    ),
    row(
      'Set up',
      'Plans, keys, assets, receivers and the webhook endpoint are made by calls of the dashboard: `/docs/dashboard`, and step by step in [setup.md](setup.md). A plan has `amount`, `periodDays` and `graceDays`.',
    ),
    row(
      'For programs',
      '`GET /openapi.json`, `GET /openapi-session.json` and `GET /openapi-dashboard.json`: these pages as OpenAPI 3.1, with the address of the service in `servers`. Without credentials.',
    ),
    row(
      'Health',
      '`GET /health`: the process lives. `GET /ready`: it takes commands; 503 names what is missing. Both without credentials, at `/docs/dashboard`.',
    ),
    row(
      'Your customers',
      '`customerId` is your own name for a customer: any text that is not blank.',
    ),
  ],
}

const limits: Chapter = {
  title: 'Limits',
  text: 'A limited call says how it stands, by the headers of the IETF draft on rate limits: `RateLimit-Policy: "merchant";q=2000;w=1` is the limit (`q` requests in `w` seconds), `RateLimit: "merchant";r=1999;t=1` what is left of it (`r` requests, until `t` seconds from now). Above it the answer is 429 with `Retry-After`. A request counts once for every 8 KiB of it that is begun. Each process of the service counts for itself.',
  rows: [
    row(
      '`merchant`',
      `${merchantPerSecond} requests a second of one merchant on one network, by all its keys together`,
    ),
    row(
      '`customer`',
      `${customerPerSecond} a second of one customer in the session API, by all tokens together; \`drafts\`: ${draftsPerMinuteMax} new subscriptions a minute, refused ones not counted; \`changes\`: ${changesPerMinuteMax} a minute each of permits, pauses, feedback and cancellations taken back`,
    ),
    row(
      '`address`',
      `${publicPerSecond} a second of one address, for calls without credentials; as many failures to authenticate; ten times as much of an IPv6 network of 48 bits`,
    ),
    row('`resends`', `${resendsPerSecond} webhooks a second that a merchant has sent again`),
    row(
      '`account`',
      `${accountPerSecond} a second of one person in the dashboard; \`logins\`: 10 a minute of one address`,
    ),
    row(
      'Body',
      '64 KiB and 32 levels, complete within 15 s; at most 100 headers of 16 KiB, each 8 KiB; an address 16 KiB, its path 4 KiB; at most 100 query parameters, 200 words in one',
    ),
    row('Page', `\`limit\` 1 to ${limitMax}, 50 where it is left out`),
    row(
      '`metadata`',
      `of a payment ${metadataBytesMax} bytes as JSON and ${metadataDepthMax} levels; of a subscription a text of 4,096 characters`,
    ),
    row('`customerId`', '255 characters; `description` of a payment 1,000'),
    row(
      '`expiresAt`',
      '1 minute to 365 days ahead; `startFrom` at most 5 years ahead; `maxPeriods` 1 to 65,535',
    ),
  ],
}

const lifetimes: Chapter = {
  title: 'Lifetimes',
  text: 'Business time is what the test clock moves; real time is what the wall shows.',
  rows: [
    row('A Draft', 'is given up 30 days after its `startFrom`, as `DraftExpired` (business time)'),
    row('An idempotency key', 'is remembered for 7 days (real time)'),
    row(
      'A customer token',
      'is good for an hour, where nothing else was asked for: a minute to 30 days (real time)',
    ),
    row(
      'A signature',
      'is good within 300 s of its `x-api-ts`, either way (real time): [authentication.md](authentication.md)',
    ),
    row(
      'A session of the dashboard',
      '12 hours; an invitation 7 days, a password reset one day (real time)',
    ),
    row(
      'A webhook',
      'is tried 10 times within some 75 hours: [webhooks.md](webhooks.md#repetition)',
    ),
    row(
      'The grace of a plan',
      'is how late a charge may still be made, at least a quarter of the period or a day, whichever is less. The last attempt begins 10 minutes before its end; at its end, `lapsesAt`, the subscription is cancelled, and its contract takes no charge any more: [decision 7](decisions/0007-grace-leaves-at-least-the-tolerance.md)',
    ),
    row(
      'A charge that comes late',
      'moves no later one: the time since its due day is part of what it pays for. Only a first charge that is late by more than a day or a quarter of the period begins the schedule itself',
    ),
    row('A payment', 'is watched for ever: what comes after `expiresAt` is told as `Late`'),
  ],
}

const statuses: Chapter = {
  title: 'May a customer use the product?',
  text: '`Active` alone does not say so: a subscription whose charge is overdue stays `Active` with the `phase` `Overdue` and a `reason`, for as long as its grace lasts. The reasons are in [reasons.md](reasons.md), and as `ChargeReason`, `PaymentReason` and `SettlementReason` among the objects.',
}

const accepted: Chapter = {
  title: 'What is accepted when',
  text: 'What a resource takes in which state, written as `status` and `phase`. Which of these commands it takes now can depend on more: `actions` of the resource names them, and so does `allowed` of a 409. `pauseUntil` is `pause` with `until`, `cancelAtPeriodEnd` is `cancel` with `PaidPeriodEnd`. What is asked for and is so already, as by a second `cancel` of a subscription, its `uncancel` where it is not to end or its `unpause` where it runs, is not listed, and answered 200 all the same, to you as in the session API. `pause` is taken while `pausableUntil` is ahead: a pause earlier in the period, or a charge that is late, can leave no time for one until the next charge is made. After the last charge there is nothing to pause. In a pause that is to end by itself `pause` without `until` takes its end away, and with another `until` moves it. `switch` is taken of every subscription but a Draft and one that is replaced already; `switchTimes` names its `when`. Paused by the payer’s own wallet, or for so long that the reason is `OnlyPayerMayResume`, a subscription takes `cancel`, `withdraw` and `switch` alone, and no `until`.',
  rows: (['subscription', 'payment'] as const).flatMap((kind) =>
    [...commandsByPlace(kind, 'merchant')]
      .filter(([, commands]) => commands.length > 0)
      .map(([place, commands]) =>
        row(
          `${kind} \`${place.replace('.', ' ')}\``,
          commands.map((command) => `\`${command}\``).join(', '),
        ),
      ),
  ),
}

const errors: Chapter = {
  title: 'Errors',
  text: 'Every answer of 400 and above carries `status`, `code` and `message`: decide by `code`, show `message` to people. It says what is wrong, with which value, and what to do. A faulty request names each fault in `fields`. Who accepts `application/problem+json` gets the fields of RFC 9457 as well: `type` leads to the code below, `title`, `detail` (the message) and `instance` (the path).',
  rows: Object.entries(problems).map(([code, { status, means }]) => ({
    name: `${status} \`${code}\``,
    meaning: means,
    anchor: anchorOf(code),
  })),
}

const versions: Chapter = {
  title: 'Versions',
  text: 'There is one version, and it only grows: fields, parameters, calls, event types and values of enumerations are added, so ignore fields that you do not know, and treat an unknown `reason` or `eventType` as one that you need not handle. Nothing is taken away or changes its meaning without 12 months’ notice in the changelog; a call that is to go will be marked `deprecated` in openapi.json and answer with `Deprecation` (RFC 9745) and `Sunset` (RFC 8594) for that time. Today there is none, so no answer carries them. An event keeps the body that it was told with, so the log’s old entries lack fields that came later.',
}

const chapters: readonly Chapter[] = [
  conventions,
  limits,
  lifetimes,
  statuses,
  accepted,
  errors,
  versions,
]

/** Writes the chapters as a Markdown page. */
export function writeGuide(): string {
  const sections = chapters.map(({ title, text, rows = [] }) => {
    const lines = rows.map(
      ({ name, meaning, anchor }) =>
        `| ${anchor ? `<a id="${anchor}"></a>` : ''}${name} | ${toFiles(meaning)} |`,
    )
    const table = lines.length > 0 ? ['', '| | |', '| --- | --- |', ...lines] : []
    return [`## ${title}`, '', text, ...table].join('\n')
  })
  const opening =
    '# The API, beside its calls\n\nThe calls are at `/docs` of a running service; those for merchants in [openapi.json](openapi.json), those of the pages, ' +
    'a line for each call and field, in [api-surface.txt](api-surface.txt). This page is written by `npm run generate`.'
  return `${[opening, ...sections].join('\n\n')}\n`
}

/** Texts of the API lead to guides by address, documents by file. */
const toFiles = (text: string): string =>
  text.replaceAll(/\]\(\/docs\/guides\/([\w-]+)/g, ']($1.md')
