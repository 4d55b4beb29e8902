/** P7, P9, P14 and P17: what came to the merchant's endpoint, in the order in which it came. */
import type { Evidence } from '../evidence.ts'
import type { Arrival } from '../receiver.ts'
import { judge, notTried, type Verdict } from './verdict.ts'

export function judgeWebhooks(evidence: Evidence): Verdict[] {
  const firsts = firstArrivals(evidence.receiver.arrivals)
  return [
    judgeDelivery(evidence, firsts),
    judgeWriters(firsts),
    judgeRepeats(evidence),
    judgeSlowMerchant(evidence),
  ]
}

/** The first arrival of each event, by resource, in the order in which they came. */
function firstArrivals(arrivals: Arrival[]): Map<string, Arrival[]> {
  const seen = new Set<string>()
  const byResource = new Map<string, Arrival[]>()
  for (const arrival of arrivals) {
    if (seen.has(arrival.eventId)) continue
    seen.add(arrival.eventId)
    const sofar = byResource.get(arrival.resource)
    if (sofar) sofar.push(arrival)
    else byResource.set(arrival.resource, [arrival])
  }
  return byResource
}

function judgeDelivery({ receiver, missing }: Evidence, firsts: Map<string, Arrival[]>): Verdict {
  const { arrivals } = receiver
  const arrived = new Set(arrivals.map(({ eventId }) => eventId))
  const holes: string[] = []
  const disordered: string[] = []
  for (const [resource, ones] of firsts) {
    const numbers = ones.map(({ sequence }) => sequence)
    const sorted = numbers.toSorted((a, b) => a - b)
    if (numbers.some((number, index) => number !== sorted[index])) disordered.push(resource)
    // A resource that began before the endpoint was set, such as the demo's plan, does not begin with 1.
    if (sorted.some((number, index) => number !== sorted[0]! + index)) holes.push(resource)
  }
  const unstable = findUnstable(arrivals)
  return judge(
    'P7',
    'webhooks at least once, in sequence per resource, replayable',
    `${arrivals.length} webhooks of ${arrived.size} events about ${firsts.size} resources: ${missing.length} missing, ${holes.length} holes, ${disordered.length} out of order, ${unstable.length} ids or bodies that changed, ${receiver.strange} wrongly signed`,
    [
      ...missing,
      ...holes.map((resource) => `${resource} has a hole in its sequence`),
      ...disordered.map((resource) => `${resource} came out of order`),
      ...unstable,
      ...(receiver.strange ? [`${receiver.strange} calls were not signed with the key`] : []),
    ],
  )
}

/** One id for each place in a sequence, and one body for each id. */
function findUnstable(arrivals: Arrival[]): string[] {
  const idOf = new Map<string, string>()
  const bodyOf = new Map<string, string>()
  return arrivals.flatMap(({ resource, sequence, eventId, bodyHash }) => {
    const place = `${resource}, ${sequence}`
    const isStable =
      (idOf.get(place) ?? eventId) === eventId && (bodyOf.get(eventId) ?? bodyHash) === bodyHash
    idOf.set(place, eventId)
    bodyOf.set(eventId, bodyHash)
    return isStable ? [] : [`${place}: id ${eventId} or its body is another than before`]
  })
}

/** Were an entity written twice at once, an event would begin in another status than the one before it ended in. */
function judgeWriters(firsts: Map<string, Arrival[]>): Verdict {
  let moves = 0
  const broken: string[] = []
  for (const [resource, ones] of firsts) {
    let status: string | null = null
    for (const one of ones.toSorted((a, b) => a.sequence - b.sequence)) {
      if (one.eventType.endsWith('StatusChanged')) {
        moves++
        if (status !== null && one.previousStatus !== status)
          broken.push(`${resource}, ${one.sequence}: from ${one.previousStatus}, after ${status}`)
      }
      status = one.status
    }
  }
  return judge(
    'P9',
    'two workers never both write one entity',
    `${moves} changes of a status, ${broken.length} that do not begin where the one before ended`,
    broken,
  )
}

function judgeRepeats({ receiver, events, charges, truth, load }: Evidence): Verdict {
  const repeated =
    receiver.arrivals.length - new Set(receiver.arrivals.map((one) => one.eventId)).size
  const ours = new Set<string>(load.subscribed.map(({ contract }) => contract))
  const onChain = truth.charges.filter(({ contract }) => ours.has(contract)).length
  const told = charges.filter(
    ({ status, contractAddress }) => status === 'Succeeded' && ours.has(String(contractAddress)),
  ).length
  // After a failover the log goes on behind a gap, and says so first.
  const holes = events.filter(
    ({ logNumber, eventType }, index) =>
      index > 0 &&
      Number(logNumber) !== Number(events[index - 1]!['logNumber']) + 1 &&
      eventType !== 'EventLogRestored',
  ).length
  return judge(
    'P14',
    'duplicates, another order and replay are harmless',
    `${repeated} webhooks repeated; ${told} charges told as made and ${onChain} on the chain; ${holes} holes in the event log`,
    [
      ...(told === onChain ? [] : [`${told} charges are Succeeded, ${onChain} on the chain`]),
      ...(holes ? [`the numbers of the event log have ${holes} holes`] : []),
    ],
  )
}

function judgeSlowMerchant({ hung, stuck }: Evidence): Verdict {
  const words = 'one slow merchant slows nobody'
  if (hung.calls === 0) return notTried('P17', words, 'no call came to the endpoint that hangs')
  return judge(
    'P17',
    words,
    `${hung.calls} calls hung at another merchant’s endpoint; ${stuck.length} of this one’s things stuck`,
    stuck.map(({ sign }) => `${sign} did not come`),
  )
}
