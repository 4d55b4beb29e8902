/** Adopts the payments of a file, a line each: one that cannot be adopted keeps no other from it. */
import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { errorText } from '../../shared/errors.ts'
import type { Owner } from '../../shared/owner.ts'
import { type AdoptPaymentDependencies, adoptPayment } from './adopt-payment.ts'
import { readPaymentLine } from './payment-line.ts'

type NumberedLine = { number: number; line: string }
type LineResult = { outcome: 'adopted' | 'known' | 'failed'; says: string }

/** Reads the lines of a file that hold something, counted from 1. */
export async function* readLines(file: string): AsyncGenerator<NumberedLine> {
  let number = 0
  for await (const line of createInterface({ input: createReadStream(file) })) {
    number++
    if (line.trim()) yield { number, line }
  }
}

/** Adopts the payment of a line, and says what came of it. */
export async function adoptLine(
  dependencies: AdoptPaymentDependencies,
  line: string,
  owner: Owner,
  checkout: string,
): Promise<LineResult> {
  try {
    const { blockchain, lost } = readPaymentLine(line, owner, checkout)
    const { name } = dependencies.chain
    if (blockchain !== name) throw new Error(`payment ${lost.id} is on ${blockchain}, not ${name}`)
    const { isNew, logs } = await adoptPayment(dependencies, lost)
    const found = `payment ${lost.id}; ${logs} transfers and sweeps were found at its address`
    return isNew
      ? { outcome: 'adopted', says: `adopted ${found}` }
      : { outcome: 'known', says: `known already ${found}` }
  } catch (error) {
    return { outcome: 'failed', says: `not adopted, ${errorText(error)}` }
  }
}

/** Does something with each, so many at the same time. */
export async function forEachSome<Item>(
  items: AsyncIterator<Item>,
  count: number,
  act: (item: Item) => Promise<void>,
): Promise<void> {
  const take = async () => {
    for (let next = await items.next(); !next.done; next = await items.next()) await act(next.value)
  }
  await Promise.all(Array.from({ length: count }, take))
}
