/**
 * States that lie on one way: a page is opened once, and every step goes on from the state before it, as
 * payers do. A state that is tested alone is reached by all the steps before it.
 */
import { once } from './once.ts'
import { phone, type Visit } from './visit.ts'

/** Leads a payer to a state, and returns the page in it. */
export type Reach = () => Promise<Visit>

type Step<Arrived> = (arrived: Arrived) => Promise<unknown>

export function along<Arrived extends { visited: Visit }>(
  open: () => Promise<Arrived>,
  steps: Record<string, Step<Arrived>>,
): Record<string, Reach> {
  const names = Object.keys(steps)
  let before = once(async () => {
    const arrived = await open()
    arrived.visited.isKept = true
    return arrived
  })
  const reaches: [string, Reach][] = names.map((name, index) => {
    const from = before
    const here = once(async () => {
      const arrived = await from()
      await arrived.visited.page.setViewportSize(phone)
      await steps[name]!(arrived)
      arrived.visited.isKept = index < names.length - 1
      return arrived
    })
    before = here
    return [name, async () => (await here()).visited]
  })
  return Object.fromEntries(reaches)
}

/** For the first state of a way. */
export const asOpened = (): Promise<void> => Promise.resolve()
