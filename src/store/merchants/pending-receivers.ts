/**
 * Another receiver counts a day of business time after it was asked for, so that a thief's is seen and
 * called off in time. The first one of a chain counts at once: there is no money yet that could go elsewhere.
 */
import type { Address } from 'viem'
import type { ClientBase } from 'pg'
import { newId } from '../../shared/ids.ts'
import type { Owner } from '../../shared/owner.ts'
import { runInOneCommit } from '../commit.ts'
import { tellReceiverChanged } from '../mails/tell.ts'
import type { Origin } from '../people/account-changes.ts'
import { changeWithTrail } from '../people/audit.ts'
import { requireSessionStill } from '../people/under-way.ts'
import { rolesWith } from '../people/rights.ts'
import { PendingReceiver } from '../tables/people.ts'
import { type ChainReceiver, changeReceiver, theService } from './receivers.ts'
import type { WithMails } from '../parts.ts'

export const receiverWaitHours = 24
const appliedTogether = 100

/** The account that asks has to be allowed to still when the receiver is to count. */
export type ReceiverAsker = Origin & { accountId: string; sessionId?: string }

export type WaitingReceiver = ChainReceiver & {
  by: string
  askedAt: Date
  takesEffectAt: Date
}

/**
 * Asks for another receiver: it waits, in the place of one that waited before. Where there is none yet it
 * counts at once; the one that counts calls off what waits.
 *
 * @returns what waits now; null where nothing does
 */
export async function askForReceiver(
  { database, clock, mails }: WithMails,
  owner: Owner,
  { blockchain, address }: ChainReceiver,
  { by, accountId, sessionId, from, audit }: ReceiverAsker,
): Promise<WaitingReceiver | null> {
  const at = clock.now()
  const takesEffectAt = new Date(at.getTime() + receiverWaitHours * 60 * 60_000)
  const { waiting } = await changeWithTrail(database, audit, async (client) => {
    await requireSessionStill(client, { accountId, sessionId })
    const key = [owner.merchantId, owner.network, blockchain]
    const { rows } = await client.query<{ address: Address }>(
      `select address from receiver where merchant_id = $1 and network = $2 and blockchain = $3
       for update`,
      key,
    )
    const before = rows[0] ?? null
    const calledOff = await removePending(client, owner, blockchain)
    if (before === null) {
      await changeReceiver(client, { mails }, owner, { blockchain, address, by, from, at })
      return { before, after: { address }, waiting: null }
    }
    if (before.address === address) {
      if (calledOff)
        await tellCalledOff(client, { mails }, owner, { blockchain, calledOff, by, from, at })
      return { before, after: before, waiting: null }
    }
    await client.query(
      `insert into pending_receiver (merchant_id, network, blockchain, address, asked_by, asked_by_id,
         asked_from, asked_at, effective_at) values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
      [...key, address, by, accountId, from, at, takesEffectAt],
    )
    await tellReceiverChanged(client, { mails }, owner, {
      changeId: newId(at),
      blockchain,
      previous: before.address,
      address,
      by,
      from,
      at: at.toISOString(),
      effectiveAt: takesEffectAt.toISOString(),
    })
    const waiting = { blockchain, address, by, askedAt: at, takesEffectAt }
    return { before, after: { address, takesEffectAt }, waiting }
  })
  return waiting
}

/** Calls off what waits on a chain; false where nothing does, or it counts already. */
export async function callOffReceiver(
  { database, clock, mails }: WithMails,
  owner: Owner,
  blockchain: string,
  { by, from, audit }: Origin,
): Promise<boolean> {
  const { before } = await changeWithTrail(database, audit, async (client) => {
    const waiting = await removePending(client, owner, blockchain)
    if (waiting === null) return { before: null, after: null }
    const change = { blockchain, calledOff: waiting, by, from, at: clock.now() }
    await tellCalledOff(client, { mails }, owner, change)
    return { before: { waiting }, after: null }
  })
  return before !== null
}

/** Tells those who heard of another receiver to come that it does not. */
async function tellCalledOff(
  client: ClientBase,
  told: Pick<WithMails, 'mails'>,
  owner: Owner,
  { at, ...change }: Origin & { blockchain: string; calledOff: Address; at: Date },
): Promise<void> {
  const { blockchain, calledOff, by, from } = change
  const { rows } = await client.query<{ address: string }>(
    'select address from receiver where merchant_id = $1 and network = $2 and blockchain = $3',
    [owner.merchantId, owner.network, blockchain],
  )
  await tellReceiverChanged(client, told, owner, {
    changeId: newId(at),
    blockchain,
    previous: rows[0]?.address ?? null,
    address: null,
    calledOff,
    by,
    from,
    at: at.toISOString(),
    effectiveAt: null,
  })
}

export async function listWaitingReceivers(
  { database }: Pick<WithMails, 'database'>,
  { merchantId, network }: Owner,
): Promise<WaitingReceiver[]> {
  const found = await database.orm.em.fork().find(PendingReceiver, { merchantId, network })
  return found.map(({ blockchain, address, askedBy, askedAt, effectiveAt }) => ({
    blockchain,
    address: address as Address,
    by: askedBy,
    askedAt,
    takesEffectAt: effectiveAt,
  }))
}

/** Calls off all that an account asked for, in the commit that takes its rights or its sessions away. */
export async function callOffReceiversOf(
  client: ClientBase,
  { clock, mails }: Pick<WithMails, 'clock' | 'mails'>,
  accountId: string,
  { by, from }: Origin,
): Promise<void> {
  const { rows } = await client.query<Owner & ChainReceiver>(
    `delete from pending_receiver where asked_by_id = $1
     returning merchant_id as "merchantId", network, blockchain, address`,
    [accountId],
  )
  const at = clock.now()
  for (const { merchantId, network, blockchain, address: calledOff } of rows)
    await tellCalledOff(
      client,
      { mails },
      { merchantId, network },
      { blockchain, calledOff, by, from, at },
    )
}

type Due = Owner & ChainReceiver & { by: string; from: string | null; mayAskStill: boolean }

/**
 * Lets the receivers count whose time has come, if who asked for them may still; returns how many came due. Several
 * processes may do it at once.
 */
export async function applyDueReceivers({ database, clock, mails }: WithMails): Promise<number> {
  const at = clock.now()
  return runInOneCommit(database.pool, async (client) => {
    const { rows } = await client.query<Due>(
      `with due as materialized (
         select merchant_id, network, blockchain from pending_receiver where effective_at <= $1
         order by effective_at limit $2 for update skip locked)
       delete from pending_receiver as p using due where p.merchant_id = due.merchant_id
         and p.network = due.network and p.blockchain = due.blockchain
       returning p.merchant_id as "merchantId", p.network, p.blockchain, p.address, asked_by as by,
         asked_from as "from", exists (select from account where id = p.asked_by_id
           and account.merchant_id = p.merchant_id and disabled_at is null
           and role = any(case p.network when 'TestNet' then $3::text[] else $4::text[] end)) as "mayAskStill"`,
      [at, appliedTogether, rolesWith('receiver', 'TestNet'), rolesWith('receiver', 'MainNet')],
    )
    for (const { merchantId, network, mayAskStill, ...receiver } of rows) {
      const owner = { merchantId, network }
      if (mayAskStill) await changeReceiver(client, { mails }, owner, { ...receiver, at })
      else await tellRefused(client, { mails }, owner, receiver, at)
    }
    return rows.length
  })
}

const tellRefused = (
  client: ClientBase,
  told: Pick<WithMails, 'mails'>,
  owner: Owner,
  { blockchain, address: calledOff }: ChainReceiver,
  at: Date,
) => tellCalledOff(client, told, owner, { blockchain, calledOff, ...theService, at })

async function removePending(
  client: ClientBase,
  { merchantId, network }: Owner,
  blockchain: string,
): Promise<Address | null> {
  const { rows } = await client.query<{ address: Address }>(
    `delete from pending_receiver where merchant_id = $1 and network = $2 and blockchain = $3
     returning address`,
    [merchantId, network, blockchain],
  )
  return rows[0]?.address ?? null
}
