/**
 * A drill: the whole service as real processes, load as of a merchant and its payers, and one part after another
 * broken at random. In the end the promises are judged by what the chain and the client's own journal say.
 */
import { randomBytes } from 'node:crypto'
import { execFileSync } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { roles } from '../../src/shared/nats-settings.ts'
import { diceOf } from '../../test/chain/faults.ts'
import { BusinessTime } from './business-time.ts'
import { ChainTruth } from './chain-truth.ts'
import { type Drilled, gatherEvidence } from './evidence.ts'
import { Breaking } from './faults/break.ts'
import { planFaults } from './faults/schedule.ts'
import { type Ground, startGround } from './ground.ts'
import { Ledger } from './ledger.ts'
import { Load } from './load.ts'
import { type Market, setUpMarket } from './merchants.ts'
import type { DrillOptions } from './options.ts'
import { gatherPayers } from './payers.ts'
import { judgePromises } from './promises/promises.ts'
import { type Arrival, Receiver } from './receiver.ts'
import { type Report, writeReport } from './report.ts'
import { Shop } from './shop.ts'
import { Supervised } from './supervisor.ts'

const walletsCount = 8

/** Runs a drill in a directory of its own, and says what became of each promise. `tell` gets a line for each step. */
export async function runDrill(
  options: DrillOptions,
  directory: string,
  tell: (line: string) => void,
): Promise<Report> {
  const ground = await startGround(directory, options.processesPerRole)
  const hanging = await startHangingEndpoint()
  const processes: Supervised[] = []
  try {
    const ledger = new Ledger()
    const trader = { name: 'test_drill', secret: randomBytes(24).toString('hex') }
    const receiver = new Receiver(trader, (arrival) => noteSign(ledger, arrival))
    await receiver.on()
    const endpoints = { trader: receiver.url, stranger: hanging.url }
    const market = await setUpMarket(ground, trader, endpoints)
    processes.push(...startProcesses(ground, options.processesPerRole))
    await Promise.all(processes.map((process) => process.untilReady()))
    tell(`${processes.length} processes are ready`)
    const differing = { clocks: [], rollouts: [] }
    const { hung } = hanging
    const parts = { ground, market, receiver, ledger, processes, hung, differing }
    const drilled = await breakUnderLoad(options, parts, tell)
    const evidence = await gatherEvidence(drilled, tell)
    await receiver.off()
    const report = writeReport(options, evidence, judgePromises(evidence), commitOf())
    writeFileSync(join(directory, 'report.md'), report.text)
    return report
  } finally {
    await Promise.all(processes.map((process) => process.stop()))
    hanging.stop()
    await ground.stop()
  }
}

type Parts = Pick<
  Drilled,
  'ground' | 'market' | 'receiver' | 'ledger' | 'processes' | 'hung' | 'differing'
>

async function breakUnderLoad(
  options: DrillOptions,
  parts: Parts,
  tell: (line: string) => void,
): Promise<Drilled> {
  const { ground, market, ledger } = parts
  const shop = new Shop(ground.urls, market.trader)
  const stranger = new Shop(ground.urls, market.stranger)
  const wallets = await gatherPayers(chainOf(ground, market), walletsCount)
  const following: { load?: Load } = {}
  const { factory, asset } = market
  const truth = new ChainTruth(ground.chain.url, [factory, asset.token], () =>
    following.load?.expectDueCharges(),
  )
  await untilRead(truth)
  const dice = diceOf(options.seed + 1)
  const { rate, subscriptions } = options
  const load = new Load({
    shop,
    stranger,
    market,
    truth,
    ledger,
    wallets,
    dice,
    rate,
    subscriptions,
  })
  following.load = load
  const from = performance.now()
  const time = new BusinessTime({ shop, truth, ledger, load })
  const { gasWallet } = market
  const { recoverySecondsMax } = options
  const breaking = new Breaking({ ...parts, gasWallet, recoverySecondsMax }, tell)
  const plan = planFaults(options.faults, diceOf(options.seed), options)
  await breaking.run(plan, options.minutes * 60_000)
  await time.stop()
  await load.stop()
  await time.bringChargesDue()
  const to = performance.now()
  const { records } = breaking
  const troubles = [...load.troubles, ...breaking.troubles]
  return { ...parts, shop, stranger, truth, load, records, troubles, from, to }
}

const chainOf = ({ chain }: Ground, { asset }: Market) => ({
  url: chain.url,
  chainId: 31_337,
  token: asset.token,
})

async function untilRead(truth: ChainTruth): Promise<void> {
  while (truth.now === 0) await new Promise((resolve) => setTimeout(resolve, 50))
}

function startProcesses(ground: Ground, perRole: number): Supervised[] {
  const processes = roles.flatMap((role) =>
    Array.from({ length: perRole }, (_, index) => {
      const port = role === 'http' ? new URL(ground.urls[index]!).port : '0'
      const environment = { ...ground.environment, PORT: port }
      return new Supervised(role, index + 1, ground.directory, environment)
    }),
  )
  for (const process of processes) process.start()
  return processes
}

/** The signs by which the ledger knows that something is done. */
function noteSign(ledger: Ledger, { resource, status, eventType }: Arrival): void {
  if (!eventType.endsWith('StatusChanged')) return
  ledger.see(`${resource}/${status}`)
  if (status === 'Pending' || status === 'Active') ledger.see(`${resource}/Begun`)
}

/** The other merchant's endpoint, which takes every call and never answers. */
async function startHangingEndpoint() {
  const hung = { calls: 0 }
  const server = createServer((request) => {
    hung.calls++
    request.resume()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`
  const stop = () => {
    server.closeAllConnections()
    server.close()
  }
  return { url, hung, stop }
}

/** The commit that is checked out, where there is a git. */
function commitOf(): string {
  try {
    return execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim()
  } catch {
    return 'unknown'
  }
}
