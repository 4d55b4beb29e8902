/**
 * The text on the console when the local default is up: addresses, and commands that take a newcomer
 * from nothing to a paid payment and a charged subscription. They are plain curl and work as they are
 * printed; a test runs them.
 */
import { encodeFunctionData, getAddress } from 'viem'
import { erc20Abi } from '../../chain/abi/erc20.ts'
import type { DemoCredentials } from './demo-credentials.ts'
import type { DevJson } from './dev-json.ts'

/** The price of the demo plan and of the payment here, in whole tokens. */
const price = 10n
const paymentLifeMs = 7 * 24 * 60 * 60 * 1000
const chargesAllowed = 24n
const periodSeconds = 31 * 24 * 60 * 60
/** A placeholder for an address, which the shell replaces with one that an answer held. */
const standIn = getAddress(`0x${'ee'.repeat(20)}`)

export type ConsoleStep = { title: string; command: string }

/** Writes the page. `now` is business time: a payment has to end after it. */
export function consolePage(
  devJson: DevJson,
  operator: DemoCredentials['operator'],
  now: Date,
): string {
  const { baseUrl, widgetUrl, manageUrl, merchant } = devJson
  const steps = tryingOut(devJson, now).map(({ title, command }) => `# ${title}\n${command}`)
  return `  Open ${baseUrl}/dashboard and log in as ${merchant.email}, password ${merchant.password}

  Dashboard   ${baseUrl}/dashboard   what a merchant's people see; \`npm run demo\` fills it with a year of a shop
  API         ${baseUrl}/docs   and guides: ${baseUrl}/docs/guides
  Widget      ${widgetUrl}/?plan=…&session=…   where customers subscribe
  Manage      ${manageUrl}/?session=…   where they see, pause and cancel
  Machines    ${baseUrl}/machines   every lifecycle, drawn; what if, at /machines/simulator
  Merchant    ${merchant.email}   ${merchant.password}
  Operator    ${operator.email}   ${operator.password}
              Scripts log in at POST ${baseUrl}/dashboard/api/login; ${baseUrl}/docs/guides/setup has the calls.

  Try it: paste this into another terminal, block by block or all at once.

${steps.join('\n\n')}
`
}

/** Lists the commands of the page, for one shell that runs them in this order. */
export function tryingOut(devJson: DevJson, now: Date): ConsoleStep[] {
  const { merchant } = devJson
  return [
    {
      title: 'The API key of the demo shop',
      command: `MANDATE_KEY='${merchant.apiKey}:${merchant.apiSecret}'`,
    },
    ...tryingAPayment(devJson, new Date(now.getTime() + paymentLifeMs)),
    ...tryingASubscription(devJson),
    {
      title: 'See what a backend is told',
      command: `${merchantCall(devJson.baseUrl, '/integration/events?after=0')}; echo`,
    },
  ]
}

function tryingAPayment(devJson: DevJson, expiresAt: Date): ConsoleStep[] {
  const { baseUrl, checkoutUrl, chains } = devJson
  const { code } = chains[0]!.assets[0]!
  const wanted = {
    amount: { value: String(price), currency: code },
    expiresAt: expiresAt.toISOString(),
  }
  const created = merchantCall(baseUrl, '/integration/payments', wanted)
  return [
    {
      title: 'Create a payment. The page is what a payer sees: open it in a browser',
      command: [
        `CREATED=$(${created})`,
        `PAYMENT=$(echo "$CREATED" | ${fieldOf('id')})`,
        `DEPOSIT=$(echo "$CREATED" | ${fieldOf('depositAddress')})`,
        `echo "${checkoutUrl}/$PAYMENT?name=Coffee"`,
      ].join('\n'),
    },
    {
      title: 'Pay it, as from any wallet or exchange',
      command: walletCall(devJson, 'transfer', 'DEPOSIT', price),
    },
    {
      title: 'See that it is paid, and that the money has moved on to the shop',
      command: `sleep 3; ${merchantCall(baseUrl, '/integration/payments/$PAYMENT')}; echo`,
    },
  ]
}

function tryingASubscription(devJson: DevJson): ConsoleStep[] {
  const { baseUrl, planId, payer } = devJson
  const subscription = '/integration/subscriptions/$SUBSCRIPTION'
  const wanted = {
    planId,
    customerId: 'customer-1',
    payer: payer.address,
    startFrom: '2026-01-01T00:00:00Z',
  }
  const call = (path: string, body?: object) => merchantCall(baseUrl, path, body)
  return [
    {
      title: 'Create a subscription. Its contract may take 10 every 31 days, and nothing else',
      command: [
        `SUBSCRIPTION=$(${call('/integration/subscriptions', wanted)} |`,
        `  ${fieldOf('contractAddress')}); echo "$SUBSCRIPTION"`,
      ].join('\n'),
    },
    {
      title: `The payer allows it ${chargesAllowed} charges (people do this in their wallet)`,
      command: walletCall(devJson, 'approve', 'SUBSCRIPTION', chargesAllowed * price),
    },
    { title: 'Activate it', command: `${call(`${subscription}/activate`, {})}; echo` },
    {
      title: 'Let 31 days go by in a moment',
      command: `${call('/testing/clock/advance', { seconds: periodSeconds })}; echo`,
    },
    { title: 'See what was charged', command: `${call(`${subscription}/charges`)}; echo` },
  ]
}

/** Writes the command that takes one field out of an answer, without a tool that may be missing. */
const fieldOf = (name: string): string => `sed -E 's/.*"${name}":"([^"]+)".*/\\1/'`

function merchantCall(baseUrl: string, path: string, body?: object): string {
  const sent = body && ` -H 'Content-Type: application/json' -d '${JSON.stringify(body)}'`
  return `curl -s -u "$MANDATE_KEY" "${baseUrl}${path}"${sent ?? ''}`
}

/** Writes a call of the payer's wallet: a local chain signs for it, and the next block takes it in. */
function walletCall(
  { chains, payer }: DevJson,
  functionName: 'approve' | 'transfer',
  shellVariable: string,
  tokens: bigint,
): string {
  const [{ rpcUrl, assets }] = chains as [DevJson['chains'][number]]
  const { address, decimals } = assets[0]!
  const args = [standIn, tokens * 10n ** BigInt(decimals)] as const
  const data = encodeFunctionData({ abi: erc20Abi, functionName, args })
  const transaction = { from: payer.address, to: address, data }
  return [
    rpcCall(rpcUrl, 'eth_sendTransaction', [transaction]).replace(
      standIn.slice(2).toLowerCase(),
      `'"\${${shellVariable}#0x}"'`,
    ),
    rpcCall(rpcUrl, 'evm_mine', []),
  ].join('\n')
}

function rpcCall(rpcUrl: string, method: string, params: object[]): string {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  return `curl -s ${rpcUrl} -H 'Content-Type: application/json' -d '${body}'; echo`
}
