/** The networks by the names that people know, as operators see both at once. */
import { say } from '../../../messages/dashboard/service-words.ts'

const words: Record<string, string> = { TestNet: say('testNetwork'), MainNet: say('mainNetwork') }

/** `TestNet` becomes "test network"; what is of no network stays empty. */
export const networkWord = (network: string | null): string =>
  network === null ? '' : (words[network] ?? network)
