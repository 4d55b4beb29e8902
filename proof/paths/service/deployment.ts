/** A deployment on which paths are to run, as the variables of `npm run test:paths -- --base-url` name it. */
import { readFileSync } from 'node:fs'
import { z } from 'zod'
import type { DevJson } from '../../../examples/client/dev-json.ts'
import { errorText } from '../../../src/shared/errors.ts'
export type Deployment = {
  /** With the addresses at which this machine reaches the service and its chain. */
  dev: DevJson
  /** Null where nobody has given one. */
  operator: Login | null
}

const Text = z.string().min(1)
const Url = z.url({ protocol: /^https?$/ })
const HexText = z.templateLiteral(['0x', z.string()])

/** Paths read this of the file; `npm start` writes more into it. */
const Credentials = z.looseObject({
  chains: z
    .array(
      z.looseObject({
        name: Text,
        chainId: z.int(),
        rpcUrl: Url,
        factory: HexText,
        assets: z.array(z.looseObject({ code: Text, address: HexText, decimals: z.int() })).min(1),
      }),
    )
    .min(1),
  merchant: z.looseObject({
    email: Text,
    password: Text,
    apiKey: Text,
    apiSecret: Text,
    gasWallet: HexText,
    receiver: HexText,
  }),
  planId: Text,
  payer: z.looseObject({ address: HexText, privateKey: HexText }),
})

const OperatorLogin = z.looseObject({ email: Text, password: Text })

/** Null where none is named. Throws an error of one line where a file is not what it should be. */
export function readDeployment(environment: NodeJS.ProcessEnv): Deployment | null {
  const { PATHS_BASE_URL, PATHS_CREDENTIALS = '.data/dev.json', PATHS_RPC_URL } = environment
  if (PATHS_BASE_URL === undefined) return null
  const written = readCredentials(PATHS_CREDENTIALS)
  const [chain, ...others] = written.chains
  const chains = [{ ...chain!, rpcUrl: PATHS_RPC_URL ?? chain!.rpcUrl }, ...others]
  const { PATHS_OPERATOR } = environment
  return {
    dev: { ...written, baseUrl: PATHS_BASE_URL, chains },
    operator: PATHS_OPERATOR === undefined ? null : readLogin(PATHS_OPERATOR),
  }
}

/** Reads a file like `.data/dev.json`. */
export const readCredentials = (file: string): DevJson =>
  read(file, Credentials, 'a file of credentials, such as .data/dev.json') as unknown as DevJson

const readLogin = (file: string): Login =>
  read(file, OperatorLogin, `an operator's login, {"email": "…", "password": "…"}`)

function read<Content>(file: string, schema: z.ZodType<Content>, what: string): Content {
  const refuse = (why: string) => new Error(`${file} is not ${what}: ${why}`)
  let json: unknown
  try {
    json = JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    throw refuse(errorText(error).replaceAll('\n', ' '))
  }
  const { data, error } = schema.safeParse(json)
  if (!error) return data
  const [{ path, message }] = error.issues as [z.core.$ZodIssue]
  throw refuse(path.length > 0 ? `${path.join('.')}: ${message}` : message)
}

/** Signs somebody in to the dashboard. */
export type Login = { email: string; password: string }
