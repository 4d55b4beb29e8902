/**
 * What the console says when the local default is up: where things are, and commands
 * that take a newcomer from nothing to a charged subscription. They are plain curl and
 * work as they stand; a test runs them.
 */
import { encodeFunctionData, getAddress } from 'viem'
import { erc20Abi } from '../chain/abi/erc20.ts'
import type { DemoCredentials } from './demo-credentials.ts'
import type { DevJson } from './dev-json.ts'

const planAmount = 10n
const chargesAllowed = 24n
const periodSeconds = 31 * 24 * 60 * 60
/** Stands for the contract's address until the shell puts in what it has learnt. */
const standIn = getAddress(`0x${'ee'.repeat(20)}`)

export type Step = { says: string; command: string }

export function consolePage(devJson: DevJson, operator: DemoCredentials['operator']): string {
  const { baseUrl, dashboardUrl, merchant } = devJson
  const steps = tryingOut(devJson).map(({ says, command }) => `# ${says}\n${command}`)
  return `
  Mandate is running at ${baseUrl}

  Dashboard   ${dashboardUrl}
              ${merchant.email}   ${merchant.password}
  Operator    ${operator.email}   ${operator.password}
  API         ${baseUrl}/docs

  Try it: paste this into another terminal, block by block or all at once.

${steps.join('\n\n')}
`
}

/** The commands of the page, for one shell that runs them in this order. */
export function tryingOut(devJson: DevJson): Step[] {
  const { merchant, planId, payer } = devJson
  const subscription = '/integration/subscriptions/$SUBSCRIPTION'
  const wanted = {
    planId,
    customerId: 'customer-1',
    payer: payer.address,
    startFrom: '2026-01-01T00:00:00Z',
  }
  const call = (path: string, body?: object) => merchantCall(devJson.baseUrl, path, body)
  return [
    {
      says: 'The API key of the demo shop',
      command: `MANDATE_KEY='${merchant.apiKey}:${merchant.apiSecret}'`,
    },
    {
      says: 'Create a subscription. Its contract may take 10 every 31 days, and nothing else',
      command: [
        `SUBSCRIPTION=$(${call('/integration/subscriptions', wanted)} |`,
        `  sed -E 's/.*"contractAddress":"([^"]+)".*/\\1/'); echo "$SUBSCRIPTION"`,
      ].join('\n'),
    },
    {
      says: `The payer allows it ${chargesAllowed} charges (people do this in their wallet)`,
      command: approval(devJson),
    },
    { says: 'Activate it', command: `${call(`${subscription}/activate`, {})}; echo` },
    {
      says: 'Let 31 days go by in a moment',
      command: `${call('/testing/clock/advance', { seconds: periodSeconds })}; echo`,
    },
    { says: 'See what was charged', command: `${call(`${subscription}/charges`)}; echo` },
    { says: 'See what a backend is told', command: `${call('/integration/events?after=0')}; echo` },
  ]
}

function merchantCall(baseUrl: string, path: string, body?: object): string {
  const sent = body && ` -H 'Content-Type: application/json' -d '${JSON.stringify(body)}'`
  return `curl -s -u "$MANDATE_KEY" "${baseUrl}${path}"${sent ?? ''}`
}

/** A local chain signs for the payer itself; the next block takes the approval in. */
function approval({ chains, payer }: DevJson): string {
  const [{ rpcUrl, assets }] = chains as [DevJson['chains'][number]]
  const { address, decimals } = assets[0]!
  const value = chargesAllowed * planAmount * 10n ** BigInt(decimals)
  const data = encodeFunctionData({
    abi: erc20Abi,
    functionName: 'approve',
    args: [standIn, value],
  })
  const transaction = { from: payer.address, to: address, data }
  return [
    rpcCall(rpcUrl, 'eth_sendTransaction', [transaction]).replace(
      standIn.slice(2).toLowerCase(),
      `'"\${SUBSCRIPTION#0x}"'`,
    ),
    rpcCall(rpcUrl, 'evm_mine', []),
  ].join('\n')
}

function rpcCall(rpcUrl: string, method: string, params: object[]): string {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  return `curl -s ${rpcUrl} -H 'Content-Type: application/json' -d '${body}'; echo`
}
