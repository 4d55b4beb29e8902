/**
 * Whether this process, with the others, can take commands: what is missing for that, and what is late or away without
 * stopping it. Each is said with what to do. Decision 0109.
 */
import type { Bus } from '../bus/bus.ts'
import type { ChainDirectory } from '../shared/chain-directory.ts'
import type { Log } from '../shared/log.ts'
import { type Role, roles } from '../shared/nats-settings.ts'
import type { Secrets } from '../shared/secrets/secrets.ts'
import { shareAnswers } from '../shared/share-answers.ts'
import type { Database } from '../store/database.ts'
import { opensStoredKeys } from '../store/master-key-id.ts'
import { readPresentRoles } from '../store/operators/processes.ts'
import { type ChainView, listChains } from '../store/views/chains.ts'
import type { Presence } from './presence.ts'
import { elapsedMs, inTime } from '../shared/time.ts'

const partTimeoutMs = 1_500
/** Callers that ask more often get the same answer. */
const answerAgeMaxMs = 1_000

/** Without any of these no command can be accepted. */
const advice = {
  demo: 'The first start is not over: wait until dev.json and the demo are complete.',
  database: `The database does not answer within ${partTimeoutMs / 1_000} s: see that PostgreSQL runs, and is reached as DATABASE_URL says.`,
  bus: `NATS does not answer within ${partTimeoutMs / 1_000} s: see that it runs, and is reached as NATS_URL says.`,
  writing:
    'The database answers, but stores nothing: see whether its disk is full, slow or read-only, or whether it is a standby.',
  masterKey:
    'MASTER_KEY is not the key of this database: start this process with the right one, or with both while they are exchanged.',
  worker:
    'No process with the role worker is there: start one, or see in its log why it ended or does not reach the database.',
} as const
type MissingPart = keyof typeof advice

/** Says what stays undone while nobody has one of the other roles. */
const adviceForRole: Record<Exclude<Role, 'worker'>, string> = {
  http: 'No process with the role http is there: nobody can call the API until one is.',
  relays:
    'No process with the role relays is there: webhooks, transactions, timers and mails wait until one is.',
  watcher:
    'No process with the role watcher is there: what happens on the chains is not seen until one is.',
}

type ReadinessSeen = { lateChains: ChainView[]; absentRoles: Role[]; advice: string[] }
export type Lack = {
  missing: [MissingPart, ...MissingPart[]]
  advice: string[]
  /** What counts where the missing parts do not. */
  seen: ReadinessSeen
}
export type Ready = ReadinessSeen & { missing: null }
/** Says whether commands can be taken. */
export type ServiceStanding = Lack | Ready

export type Readiness = () => Promise<ServiceStanding>

/** What a caller may want of the service: a proxy goes on sending it reads and pages while commands have to wait. */
export const services = ['reads', 'commands'] as const
export type ServiceWanted = (typeof services)[number]

const neededForReads: readonly MissingPart[] = ['demo', 'database', 'masterKey']

/** Turns whether commands can be taken into whether this is served. */
export function standingFor(standing: ServiceStanding, wanted: ServiceWanted): ServiceStanding {
  if (standing.missing === null || wanted === 'commands') return standing
  const { missing, advice: ofMissing, seen } = standing
  if (missing.some((part) => neededForReads.includes(part))) return standing
  return { ...seen, missing: null, advice: [...ofMissing, ...seen.advice] }
}

export type ReadinessDependencies = {
  database: Database
  /** The bus of each role of this process. */
  buses: readonly Bus[]
  directory: ChainDirectory
  secrets: Secrets
  log: Log
  firstStart?: { isOver: boolean } | undefined
  /** Without it nobody knows whether the database stores anything. */
  presence?: Pick<Presence, 'mayWrite'> | undefined
}

const firstStartUnderWay: Lack = {
  missing: ['demo'],
  advice: [advice.demo],
  seen: { lateChains: [], absentRoles: [], advice: [] },
}

/** Makes the question for one process: who asks within a second of another is given the same answer. */
export function createReadiness(dependencies: ReadinessDependencies): Readiness {
  const noteChange = changesOf(dependencies.log)
  let known: { standing: ServiceStanding; at: number } | null = null
  const ask = shareAnswers(async () => {
    const standing = await readStanding(dependencies)
    noteChange(standing)
    known = { standing, at: elapsedMs() }
    return standing
  })
  return async () => {
    if (dependencies.firstStart?.isOver === false) return firstStartUnderWay
    return known && elapsedMs() - known.at < answerAgeMaxMs ? known.standing : ask()
  }
}

async function readStanding(dependencies: ReadinessDependencies): Promise<ServiceStanding> {
  const { database, buses, directory, presence } = dependencies
  const [stored, bus] = await Promise.all([
    answerOf(
      Promise.all([
        listChains(database, directory),
        readPresentRoles(database.pool),
        opensStoredKeys(dependencies),
      ]),
    ),
    answerOf(Promise.all(buses.map((one) => one.findRefusal()))),
  ])
  const [chains = [], present = [], opensKeys = false] = stored ?? []
  const refusals = bus?.filter((refused) => refused !== null) ?? []
  const missing: MissingPart[] = []
  if (!bus || refusals.length > 0) missing.push('bus')
  if (!stored) missing.unshift('database')
  else {
    if (!opensKeys) missing.push('masterKey')
    // If nothing can be stored, nobody can say that they are there.
    if (presence && !presence.mayWrite()) missing.push('writing')
    else if (!present.includes('worker')) missing.push('worker')
  }
  const isToldOfRoles = stored !== null && !missing.includes('writing')
  const seen = withAdvice(
    chains.filter(({ state }) => state !== 'Ok'),
    isToldOfRoles ? roles.filter((role) => !present.includes(role)) : [],
  )
  if (!isSome(missing)) return { missing: null, ...seen }
  const ofParts = missing.map((part) =>
    part === 'bus' && refusals.length > 0 ? adviceForRefusals(refusals) : advice[part],
  )
  return { missing, advice: ofParts, seen }
}

const adviceForRefusals = (refusals: string[]): string =>
  `NATS refuses to ${refusals.join(' and to ')}: give each role its own user of nats.conf, as NATS_URL says, and start this process again.`

const isSome = <Part>(parts: Part[]): parts is [Part, ...Part[]] => parts.length > 0

function withAdvice(lateChains: ChainView[], absentRoles: Role[]): ReadinessSeen {
  const ofRoles = absentRoles.flatMap((role) => (role === 'worker' ? [] : [adviceForRole[role]]))
  const names = lateChains.map(({ name }) => name).join(', ')
  const ofChains = lateChains.length
    ? [`Late chains (${names}): an operator sees why on the dashboard's page Chains.`]
    : []
  return { lateChains, absentRoles, advice: [...ofChains, ...ofRoles] }
}

/** Logs what this process lacks when it is another than before. */
function changesOf(log: Log): (standing: ServiceStanding) => void {
  let before = ''
  return ({ missing, advice }) => {
    const now = missing?.join(', ') ?? ''
    if (now === before) return
    before = now
    if (missing) log.warn({ missing, advice }, 'not ready: commands cannot be taken')
    else log.info({}, 'ready again: commands can be taken')
  }
}

/** Returns the answer, or null where it does not come in time, or is none. */
const answerOf = <Answer>(asked: Promise<Answer>): Promise<Answer | null> =>
  inTime(
    asked.catch(() => null),
    partTimeoutMs,
  )
