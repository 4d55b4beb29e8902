/** A state, in a colour that says whether somebody has to act; the word says it too. */
const moods: Record<string, 'good' | 'wait' | 'bad' | 'over'> = {
  Active: 'good',
  Ok: 'good',
  Ready: 'good',
  Answering: 'good',
  Succeeded: 'good',
  Passed: 'good',
  Delivered: 'good',
  Settled: 'good',
  Verified: 'good',
  Approved: 'good',
  Healthy: 'good',
  WithAccess: 'good',
  Final: 'good',
  Used: 'good',
  Pending: 'wait',
  InProgress: 'wait',
  Paused: 'wait',
  Retrying: 'wait',
  Waiting: 'wait',
  NotSeen: 'wait',
  Suspended: 'wait',
  Low: 'wait',
  Submitted: 'wait',
  UnderReview: 'wait',
  PendingPause: 'wait',
  PendingUnPause: 'wait',
  PendingCancel: 'wait',
  Queued: 'wait',
  Signed: 'wait',
  Broadcast: 'wait',
  Mined: 'wait',
  Sent: 'wait',
  Behind: 'wait',
  AtRisk: 'bad',
  Absent: 'bad',
  Unread: 'bad',
  Still: 'bad',
  PastDue: 'bad',
  Failed: 'bad',
  Broken: 'bad',
  Exhausted: 'bad',
  Failing: 'bad',
  Empty: 'bad',
  Rejected: 'bad',
  Underpaid: 'bad',
  Overpaid: 'bad',
  Late: 'bad',
  WrongToken: 'bad',
  WrongChain: 'bad',
  NotSettled: 'bad',
  HeldAfterCancel: 'bad',
  Down: 'bad',
  Error: 'bad',
  Refused: 'bad',
  Revoked: 'bad',
}

/** `InProgress` becomes "In progress". */
export const spaced = (name: string): string =>
  name.replaceAll(/(?<=[a-z0-9])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)

/** `cancelAtPeriodEnd` becomes "Cancel at period end". */
export const inWords = (command: string): string =>
  spaced(`${command[0]?.toUpperCase() ?? ''}${command.slice(1)}`)

/** Whether a status is good, is waited in, or is bad; `over` is none of these. */
export const moodOf = (name: string) => moods[name] ?? 'over'

export function Status({ name }: { name: string }) {
  return (
    <span class="status" data-mood={moodOf(name)}>
      {spaced(name)}
    </span>
  )
}
