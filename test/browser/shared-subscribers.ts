/**
 * Subscribers that several states share, because a state changes nothing of them. Each is made once,
 * when it is first asked for.
 */
import { quick } from './chains.ts'
import { once } from './once.ts'
import { newSubscriber, untilStatus } from './subscriptions.ts'
import { createPlan } from './widget-world.ts'
import { merchant } from './world.ts'

/** It runs, and its wallet is ready. */
export const runner = once(() => newSubscriber({ allowed: 240 }))

/** Paused until somebody resumes it. */
export const pauser = once(async () => {
  const pausing = await newSubscriber()
  await merchant.command(pausing.contractAddress, 'pause')
  await untilStatus(pausing.read, 'Paused')
  return pausing
})

export const weekDays = 7

/** A plan for who is to be late: in a month everybody else of the run would be charged, too. */
export const weeklyPlan = once(() => createPlan(quick.codes[0], 'Maps, every week', weekDays))

/** Makes two whose second payment is late, by the wallet and by the limit, until the clock moves by days. */
export async function newLatecomers() {
  const more = { planId: await weeklyPlan() }
  const [poor, short] = await Promise.all([
    newSubscriber({ tokens: 13.2, more }),
    newSubscriber({ allowed: 10, more }),
  ])
  await merchant.pass(weekDays)
  return { poor, short }
}

/** The subscribers of the states, which move the clock by hours alone. */
export const latecomers = once(newLatecomers)
