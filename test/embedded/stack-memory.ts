/** Records one fact in each server of a stack, and checks whether the server still has it. */
import { connect, type NatsConnection } from 'nats'
import pg from 'pg'
import { createTestClient, http, parseEther, publicActions } from 'viem'
import { expect } from 'vitest'
import type { StackUrls } from './stack-servers.ts'

const account = '0x00000000000000000000000000000000000000aA'
const balance = parseEther('42')

/** Resolves when each has answered; Postgres and NATS have also written the fact to disk. */
export async function tellFacts(urls: StackUrls): Promise<void> {
  await withPostgres(urls.postgres, (client) =>
    client.query('create table told as select 42 as fact'),
  )
  await withNats(urls.nats, async (connection) => {
    const manager = await connection.jetstreamManager()
    await manager.streams.add({ name: 'TOLD', subjects: ['told'] })
    await connection.jetstream().publish('told', 'fact')
  })
  await chainClient(urls.chain).setBalance({ address: account, value: balance })
  await chainClient(urls.chain).mine({ blocks: 1 })
}

export async function expectFacts(urls: StackUrls): Promise<void> {
  await expectDatabaseAndBrokerFacts(urls)
  expect(await chainClient(urls.chain).getBalance({ address: account })).toBe(balance)
}

export async function expectDatabaseAndBrokerFacts(urls: StackUrls): Promise<void> {
  await withPostgres(urls.postgres, async (client) => {
    expect((await client.query('select fact from told')).rows).toEqual([{ fact: 42 }])
  })
  await withNats(urls.nats, async (connection) => {
    const manager = await connection.jetstreamManager()
    expect((await manager.streams.info('TOLD')).state.messages).toBe(1)
  })
}

/** Asks for the chain's id; throws while the chain does not answer. */
export const askChainId = (url: string): Promise<number> => chainClient(url).getChainId()

const chainClient = (url: string) =>
  createTestClient({ mode: 'anvil', transport: http(url, { retryCount: 0 }) }).extend(publicActions)

async function withPostgres(url: string, use: (client: pg.Client) => Promise<unknown>) {
  const client = new pg.Client(url)
  await client.connect()
  try {
    await use(client)
  } finally {
    await client.end()
  }
}

async function withNats(url: string, use: (connection: NatsConnection) => Promise<unknown>) {
  const connection = await connect({ servers: url })
  try {
    await use(connection)
  } finally {
    await connection.close()
  }
}
