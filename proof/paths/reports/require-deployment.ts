/**
 * Asks a deployment, its chain and its webhooks whether paths can run there, before any does. One line names what is
 * missing. All that this changes there is one block, one test event, and the endpoint for as long as that takes.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { eventually } from '../../../examples/client/eventually.ts'
import { Merchant } from '../../../examples/client/merchant.ts'
import { errorText } from '../../../src/shared/errors.ts'
import type { WebhookEndpointResource } from '../../../src/core/resources/webhook-endpoint.ts'
import { type Deployment, readDeployment, type Login } from '../service/deployment.ts'
import { endpointPath, ReceivedWebhooks } from '../service/received-webhooks.ts'
import { ask, type Answer, askChain, Unanswered } from './asking.ts'

type Chain = { blockchain: string; chainId: number }

const tooMany = 429
/** A service that has seen too many logins says how long to wait; after so many waits its refusal is said. */
const loginWaitsMax = 5

/** Does nothing where no deployment is named. */
export async function requireDeployment(environment: NodeJS.ProcessEnv): Promise<void> {
  const deployment = readDeployment(environment)
  if (deployment === null) return
  await requireService(deployment)
  const chains = await requireKey(deployment)
  await requireTestClock(deployment)
  await requireChain(deployment, chains)
  await requireLogins(deployment)
  await requireWebhooks(deployment, environment['PATHS_RECEIVER_HOST'])
}

async function requireService({ dev: { baseUrl } }: Deployment): Promise<void> {
  const { status, body } = await ask(`${baseUrl}/health`)
  if (status !== 200 || body['status'] !== 'ok')
    throw new Error(
      `${baseUrl} answers, but not as this service does: ${baseUrl}/health was answered ${status}.`,
    )
}

/** Returns the chains that are served. */
async function requireKey(deployment: Deployment): Promise<Chain[]> {
  const { status, body } = await askAsMerchant(deployment, '/integration/chains')
  if (status === 200) return body['chains'] as Chain[]
  throw new Error(
    `${deployment.dev.baseUrl} does not take the API key of --credentials: ${sayBody(body)}`,
  )
}

/** A service without a test clock says so itself, and why. */
async function requireTestClock(deployment: Deployment): Promise<void> {
  const { status, body } = await askAsMerchant(deployment, '/testing/clock')
  if (status !== 200)
    throw new Error(`Paths move a test clock. ${deployment.dev.baseUrl} says: ${sayBody(body)}`)
}

async function requireLogins({ dev, operator }: Deployment): Promise<void> {
  await requireLogin(dev.baseUrl, dev.merchant, '--credentials')
  if (operator) await requireLogin(dev.baseUrl, operator, '--operator')
}

async function requireLogin(
  baseUrl: string,
  login: Login,
  option: string,
  waitsLeft = loginWaitsMax,
): Promise<void> {
  const { email, password } = login
  const { status, body, retryAfterSeconds } = await ask(`${baseUrl}/dashboard/api/login`, {
    body: { email, password },
  })
  if (status === tooMany && retryAfterSeconds !== null && waitsLeft > 0) {
    // Runs that follow one another quickly sign in more often than a minute takes.
    await wait(retryAfterSeconds * 1_000)
    return requireLogin(baseUrl, login, option, waitsLeft - 1)
  }
  if (status !== 200)
    throw new Error(
      `${baseUrl} does not let ${email} in with the password of ${option}: ${sayBody(body)}`,
    )
}

async function requireChain({ dev }: Deployment, served: readonly Chain[]): Promise<void> {
  const { name, chainId, rpcUrl, factory } = dev.chains[0]!
  if (!served.some((one) => one.blockchain === name && one.chainId === chainId))
    throw new Error(
      `The credentials are of another deployment: they name the chain ${name} with the chain id ${chainId}, and ${dev.baseUrl} serves ${served.map((one) => `${one.blockchain} with ${one.chainId}`).join(', ')}.`,
    )
  const answered = Number(await askRpc(rpcUrl, 'eth_chainId'))
  if (answered !== chainId)
    throw new Error(
      `The chain at ${rpcUrl} has the chain id ${answered}, and ${name} has ${chainId}: say by --rpc-url where ${name} answers.`,
    )
  const code = await askRpc(rpcUrl, 'eth_getCode', [factory, 'latest'])
  const coins = await askRpc(rpcUrl, 'eth_getBalance', [dev.merchant.gasWallet, 'latest'])
  if (code === '0x' || BigInt(coins as string) === 0n)
    throw new Error(
      `The chain at ${rpcUrl} has the chain id of ${name}, but is another one: the contracts or the coins of this deployment are not there. Say by --rpc-url where ${name} answers.`,
    )
  await requireCommands(rpcUrl)
}

/** Paths rule a chain with further commands; these are the harmless ones, and the others come from the same node. */
async function requireCommands(rpcUrl: string): Promise<void> {
  const commands = ['anvil_nodeInfo', 'anvil_getIntervalMining', 'txpool_status', 'evm_mine']
  for (const command of commands)
    await askRpc(rpcUrl, command).catch((error: unknown) => {
      throw new Error(
        `The chain at ${rpcUrl} does not take the commands of a local one, with which paths make blocks: ${errorText(error)}.`,
        { cause: error },
      )
    })
}

async function askRpc(rpcUrl: string, method: string, params: unknown[] = []): Promise<unknown> {
  try {
    return await askChain(rpcUrl, method, params)
  } catch (error) {
    if (!(error instanceof Unanswered)) throw error
    throw new Error(`${error.message} Say by --rpc-url where this machine reaches the chain.`, {
      cause: error,
    })
  }
}

/** Has a test event sent to a receiver of this machine, as webhooks are. */
async function requireWebhooks({ dev }: Deployment, host: string | undefined): Promise<void> {
  const merchant = new Merchant(dev)
  const webhooks = await ReceivedWebhooks.begin(merchant, host)
  try {
    await merchant.asPerson('POST', `${endpointPath}/test`, {})
    const awaited = `a webhook of ${dev.baseUrl}, which reaches this machine by --receiver-host`
    const failure = await eventually(awaited, async () => {
      if (webhooks.faults.length > 0) return webhooks.faults[0]
      return webhooks.byId.size > 0 ? 'none' : findFailure(merchant)
    })
    if (failure !== 'none') throw new Error(failure)
  } finally {
    await webhooks.end()
  }
}

/** An endpoint that is new has failed with what it was just sent. */
async function findFailure(merchant: Merchant): Promise<string | null> {
  const { baseUrl, merchant: own } = merchant.dev
  const { url, keys } = await merchant.asPerson<WebhookEndpointResource>('GET', endpointPath)
  const failure = keys.find(({ apiKey }) => apiKey === own.apiKey)?.lastFailure
  return failure
    ? `Webhooks of ${baseUrl} do not come to ${url}: ${failure.error}. Say by --receiver-host under which name or address it reaches this machine.`
    : null
}

function askAsMerchant({ dev }: Deployment, path: string): Promise<Answer> {
  const { apiKey, apiSecret } = dev.merchant
  return ask(`${dev.baseUrl}${path}`, { authorization: `Basic ${btoa(`${apiKey}:${apiSecret}`)}` })
}

const sayBody = ({ message, ...body }: Answer['body']): string =>
  typeof message === 'string' ? message : JSON.stringify(body)
