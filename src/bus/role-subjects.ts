/**
 * What each role says and hears on NATS. nats.conf allows that and nothing else; a test compares the two. Every line has
 * one subject below it, on which the right can be tried: nobody acts on what is said there.
 */
import { type Role } from '../shared/nats-settings.ts'
import {
  allCommands,
  allEvents,
  allSystem,
  behindPrefix,
  chainSubject,
  changedSubject,
  commandSubject,
  eventStreamOf,
  eventSubject,
  inboxPrefixOf,
  ownersSubject,
  pollSubject,
  revokedSubject,
  systemSubject,
  wakeSubject,
  workerQueue,
} from './subjects.ts'

/** A line of nats.conf, and a subject that it allows; a listener in a queue may listen as a part of that only. */
export type Line = { line: string; tried: string; queue?: string }

export type RoleSubjects = {
  publishes: Line[]
  subscribes: Line[]
  /** Where a role that answers others can ask itself, to try that it may; null for a role that answers nobody. */
  asksItself: Line | null
  inbox: string
}

const nobody = 'rights'
const ofNobody = { network: 'TestNet', merchantId: nobody } as const

const commands = { line: allCommands, tried: commandSubject(ofNobody) }
const system = { line: allSystem, tried: systemSubject(ofNobody) }
const events = { line: allEvents, tried: eventSubject(ofNobody) }
const changes = { line: 'changed.>', tried: changedSubject('plan', nobody) }
const ownersChanges = { line: 'changed.owners.*.*', tried: ownersSubject(ofNobody) }
const revocations = { line: 'revoked.>', tried: revokedSubject(nobody) }
const wakes = { line: 'wake.>', tried: wakeSubject(nobody) }
const blocks = { line: 'wake.block', tried: wakeSubject('block') }
const polls = { line: 'wake.poll.*', tried: pollSubject(nobody) }
const questions = { line: 'chain.>', tried: chainSubject(nobody) }
const proofs = { line: 'proof.>', tried: `proof.${nobody}` }

const ofRole: Record<Role, Omit<RoleSubjects, 'inbox'>> = {
  http: {
    publishes: [commands, questions, proofs, wakes, revocations],
    subscribes: [changes, revocations],
    asksItself: null,
  },
  worker: {
    publishes: [events, system, changes, wakes],
    subscribes: [
      { ...commands, queue: workerQueue },
      { ...system, queue: workerQueue },
    ],
    asksItself: { ...system, queue: workerQueue },
  },
  relays: {
    publishes: [events, system, wakes, ownersChanges],
    subscribes: [wakes, { ...proofs, queue: 'proof' }],
    asksItself: wakes,
  },
  watcher: {
    publishes: [events, system, wakes],
    subscribes: [blocks, polls, { ...questions, queue: 'chain' }],
    asksItself: polls,
  },
}

/** The stream of events and its consumer are the worker's alone. A request that is no JSON changes neither. */
function streamLines(stream: string): Line[] {
  const ofConsumer = `${stream}.${workerQueue}`
  const exact = (line: string) => ({ line, tried: line })
  return [
    exact('$JS.API.INFO'),
    { line: `$JS.API.STREAM.*.${stream}`, tried: `$JS.API.STREAM.INFO.${stream}` },
    { line: `$JS.API.CONSUMER.*.${ofConsumer}`, tried: `$JS.API.CONSUMER.INFO.${ofConsumer}` },
    {
      line: `$JS.API.CONSUMER.CREATE.${ofConsumer}.>`,
      tried: `$JS.API.CONSUMER.CREATE.${ofConsumer}.${nobody}`,
    },
    exact(`$JS.API.CONSUMER.DURABLE.CREATE.${ofConsumer}`),
    exact(`$JS.API.CONSUMER.MSG.NEXT.${ofConsumer}`),
    { line: `$JS.ACK.${ofConsumer}.>`, tried: `$JS.ACK.${ofConsumer}.1.0.0.0.0` },
  ]
}

/** Whether it is one of JetStream's own subjects, which stand behind no prefix. */
export const isJetStreams = ({ line }: Line): boolean => line.startsWith('$JS.')
export const isEvents = ({ line }: Line): boolean => line.endsWith(allEvents)

/** Returns the subjects of a role as they are in a NATS that several services share, or in one of its own. */
export function subjectsOfRole(role: Role, prefix: string | null): RoleSubjects {
  const { publishes, subscribes, asksItself } = ofRole[role]
  const placed = ({ line, tried, ...rest }: Line): Line => ({
    line: behindPrefix(prefix, line),
    tried: behindPrefix(prefix, tried),
    ...rest,
  })
  const inbox = inboxPrefixOf(role)
  return {
    publishes: [
      ...publishes.map(placed),
      ...(role === 'worker' ? streamLines(eventStreamOf(prefix)) : []),
    ],
    subscribes: [{ line: `${inbox}.>`, tried: `${inbox}.${nobody}` }, ...subscribes.map(placed)],
    asksItself: asksItself && placed(asksItself),
    inbox,
  }
}

/** Whether a line allows a subject: `*` is one token of it, and `>` all that follow. */
export function allows(line: string, subject: string): boolean {
  const wanted = line.split('.')
  const tokens = subject.split('.')
  const isOpen = wanted.at(-1) === '>'
  if (isOpen ? tokens.length < wanted.length : tokens.length !== wanted.length) return false
  return wanted.every((token, index) => token === '>' || token === '*' || token === tokens[index])
}
