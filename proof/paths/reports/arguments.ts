/** Reads what `npm run test:paths` is asked for, checked before anything starts. */
import { parseArgs } from 'node:util'
import { errorText } from '../../../src/shared/errors.ts'
import { actorKinds } from '../../../src/shared/stored-actor.ts'
import { grounds } from '../conformance.ts'
import type { Ground } from '../path.ts'
import { plannedPaths } from '../planned.ts'
import { deploymentOptions, nameDeployment } from './named-deployment.ts'

export type Asked = {
  /** Null for both. */
  ground: Ground | null
  /** Whether every path of these grounds is asked for, and not a part of them. */
  isWhole: boolean
  /** The paths' tests read it like this. */
  environment: NodeJS.ProcessEnv
}

const options = {
  machine: { type: 'string' },
  path: { type: 'string' },
  shard: { type: 'string' },
  ground: { type: 'string' },
  ...deploymentOptions,
} as const

type Values = { [Name in keyof typeof options]?: string }

/** Reads the arguments; throws an error of one line that says what is wrong with them. */
export function readArguments(args: string[]): Asked {
  const values = parse(args)
  const { machine, path, shard } = values
  checkMachine(machine)
  checkShard(shard)
  const ground = groundOfPath(path, groundOf(values))
  return {
    ground,
    isWhole: machine === undefined && path === undefined && shard === undefined,
    environment: withoutEmpty({
      PATHS_MACHINE: machine,
      PATHS_PATH: path,
      PATHS_SHARD: shard,
      ...nameDeployment(values),
    }),
  }
}

function parse(args: string[]): Values {
  try {
    return parseArgs({ args, options }).values
  } catch (error) {
    const known = Object.keys(options).map((name) => `--${name}`)
    throw new Error(`${errorText(error).split('. ')[0]}. There are ${known.join(', ')}.`, {
      cause: error,
    })
  }
}

function checkMachine(machine: string | undefined): void {
  if (machine !== undefined && !actorKinds.some((kind) => kind === machine))
    throw new Error(`There is no machine '${machine}'. There are ${actorKinds.join(', ')}.`)
}

function checkShard(shard: string | undefined): void {
  if (shard === undefined) return
  const [, part, parts] = /^(\d+)\/(\d+)$/.exec(shard) ?? []
  if (!part || Number(part) < 1 || Number(part) > Number(parts))
    throw new Error(`The shard '${shard}' is not a part such as 1/3, 2/3 or 3/3.`)
}

function groundOf({ ground, 'base-url': baseUrl }: Values): Ground | null {
  if (ground !== undefined && !grounds.some((one) => one === ground))
    throw new Error(`There is no ground '${ground}'. There are ${grounds.join(', ')}.`)
  if (baseUrl === undefined) return (ground as Ground | undefined) ?? null
  if (ground === 'store')
    throw new Error(
      'Paths on the store need a database of their own: with --base-url only the service is tested.',
    )
  return 'service'
}

/** One path runs on one ground. */
function groundOfPath(path: string | undefined, asked: Ground | null): Ground | null {
  if (path === undefined) return asked
  const found = plannedPaths().find(({ id }) => id === path)
  if (!found) throw new Error(`There is no path '${path}'. The report of all paths lists them.`)
  if (asked !== null && found.ground !== asked)
    throw new Error(`The path '${path}' runs on the ${found.ground}, and not on the ${asked}.`)
  return found.ground
}

const withoutEmpty = (variables: Record<string, string | undefined>): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== undefined))
