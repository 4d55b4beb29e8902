/** A merchant's payments over HTTP, and what comes to them. */
import { type Sums, tellDeposits } from '../support/deposits.ts'
import { type Merchant, newPayment, type World } from './world.ts'

export const path = '/integration/payments'
/** Base units of one whole tUSDC. */
export const token = 1_000_000
export const tUSDC = (value: string) => ({ value, currency: 'tUSDC' })

export function paymentsOf(world: World, merchant: Merchant) {
  const create = async (): Promise<string> =>
    (await merchant.post(path, newPayment())).body.payment.id
  const read = async (id: string) => (await merchant.get(`${path}/${id}`)).body.payment
  const post = (id: string, command: string, body: object = {}) =>
    merchant.post(`${path}/${id}/${command}`, body)
  const refund = (id: string, value: string, more: object = {}) =>
    post(id, 'refunds', { amount: tUSDC(value), ...more })
  const tell = (id: string, sums: Sums) => tellDeposits(world, merchant.owner, id, sums)

  /** Creates a payment of 10 tUSDC to which this has come, in base units. */
  const createPaid = async (sums: Sums): Promise<string> => {
    const id = await create()
    if (sums.inTime) await tell(id, sums)
    return id
  }

  /** Creates one that was called off, and to whose address this came all the same. */
  const createPaidAfterCancel = async (sums: Sums): Promise<string> => {
    const id = await create()
    await post(id, 'cancel')
    await tell(id, sums)
    return id
  }
  return { create, read, post, refund, tell, createPaid, createPaidAfterCancel }
}
