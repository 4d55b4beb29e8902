/**
 * Says what this release would make of every stored actor, and with which proof: its journal is replayed on this
 * release's machines. Without `--dry-run` it then brings the actors to their new versions, as a start of the service does.
 *
 *     DATABASE_URL=postgresql://… npm run machines:upgrade -- --dry-run
 *
 * With `--back charge` it brings the actors of a kind back to the version before, for the release before this one.
 */
import { parseArgs } from 'node:util'
import { bringBack } from '../src/actors/upgrading/bring-back.ts'
import { judgeStored } from '../src/actors/upgrading/judge-stored.ts'
import type { Judgement } from '../src/actors/upgrading/judge.ts'
import { upgradeStored } from '../src/actors/upgrading/upgrade-stored.ts'
import { statePath } from '../src/actors/state-path.ts'
import { connectDatabaseOf } from '../src/embedded/running-database.ts'
import { Clock } from '../src/shared/clock.ts'
import { errorText } from '../src/shared/errors.ts'
import { type ActorKind, actorKinds } from '../src/shared/stored-actor.ts'
import { readSettings } from '../src/shared/settings.ts'
import { setClock } from '../src/store/clock-follower.ts'
import type { Database } from '../src/store/database.ts'
import { migrateDatabase } from '../src/store/starting/start-lock.ts'

/** Actors of one kind and verdict that are told; the others are counted. */
const toldMax = 10
/** Longer values of what is remembered are cut. */
const valueLengthMax = 80

const verdicts = ['same', 'mapped', 'impossible'] as const
type Counts = Record<Judgement['verdict'], number>

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { 'dry-run': { type: 'boolean', default: false }, back: { type: 'string' } },
  })
  const settings = readSettings(process.env)
  const database = await connectDatabaseOf(settings)
  try {
    if (values.back !== undefined) return await goBack(database, values.back)
    const impossible = await report(database)
    if (impossible > 0) {
      console.log(`${impossible} are impossible: a service of this release will not start.`)
      process.exitCode = 1
    } else if (values['dry-run']) console.log('Nothing was written.')
    else await upgrade(database)
  } finally {
    await database.close()
  }
}

async function upgrade(database: Database): Promise<void> {
  await migrateDatabase(database)
  const clock = new Clock()
  await setClock(database, clock)
  const upgraded = await upgradeStored({ database, now: clock.now(), tell: console.log })
  console.log(`${upgraded} actors were changed.`)
}

async function goBack(database: Database, kind: string): Promise<void> {
  if (!isActorKind(kind))
    throw new Error(`--back '${kind}' is no kind of actor; there are: ${actorKinds.join(', ')}`)
  const clock = new Clock()
  await setClock(database, clock)
  const count = await bringBack({ database, now: clock.now() }, kind)
  console.log(
    `${count} actors of kind ${kind} were brought back. Once the last process of this release has ended, run it again.`,
  )
}

const isActorKind = (kind: string): kind is ActorKind => actorKinds.includes(kind as ActorKind)

/** Prints a line for each kind, and what is different; returns how many actors are impossible. */
async function report(database: Database): Promise<number> {
  const counts = new Map<string, Counts>()
  for await (const judgement of judgeStored(database)) {
    const { kind } = judgement.actor
    const ofKind = counts.get(kind) ?? { same: 0, mapped: 0, impossible: 0 }
    counts.set(kind, ofKind)
    const told = ++ofKind[judgement.verdict]
    if (judgement.verdict !== 'same' && told <= toldMax) console.log(toText(judgement))
  }
  for (const [kind, ofKind] of counts)
    console.log(`${kind}: ${verdicts.map((one) => `${ofKind[one]} ${one}`).join(', ')}`)
  if (counts.size === 0) console.log('Nothing is stored.')
  return [...counts.values()].reduce((sum, { impossible }) => sum + impossible, 0)
}

function toText({ actor, verdict, becomes, otherwise, why }: Judgement): string {
  const { kind, id, machineVersion, snapshot } = actor
  const lines = [
    `${verdict}: ${kind}/${id}, ${statePath(snapshot.value)}, of version ${machineVersion}`,
    ...becomes.map((one) => `  becomes: ${changeText(one)}`),
    ...otherwise.map(
      (one) => `  its journal would lead elsewhere, and it stays: ${changeText(one)}`,
    ),
  ]
  const stays = becomes.length > 0 ? 'it goes on as said above' : 'it stays as it is'
  const where = verdict === 'impossible' ? why : `${why}; ${stays}`
  return [...lines, ...(why === null ? [] : [`  ${where}`])].join('\n')
}

const changeText = ({ what, from, to }: Judgement['becomes'][number]): string =>
  `${what} ${cut(from)} → ${cut(to)}`

const cut = (text: string): string =>
  text.length > valueLengthMax ? `${text.slice(0, valueLengthMax)}…` : text || 'none'

// Last, so that everything above is there when it runs.
try {
  await main()
} catch (error) {
  console.error(errorText(error))
  process.exitCode = 2
}
