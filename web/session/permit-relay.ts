/** The service's relay of permits: the merchant's gas wallet takes them to the chain, and pays for that. */
import type { Address } from 'viem'
import type { PermitRelay, PermitTrouble } from '../subscription/approval/allow.ts'
import { ServiceAway, type SessionClient, SessionProblem } from './client.ts'

type Standing = { status: string; reason: string | null }
type WithPermit = { permit?: Standing | null }

export function relayOf(client: SessionClient, contractAddress: Address): PermitRelay {
  const path = `/subscriptions/${contractAddress}`
  return {
    async send(permit) {
      try {
        await client.send(`${path}/permit`, permit)
        return null
      } catch (error) {
        if (error instanceof SessionProblem) return { refused: reasonOf(error) }
        if (error instanceof ServiceAway) return { refused: 'ServiceAway' }
        throw error
      }
    },
    async findTrouble() {
      const { permit } = await client.read<WithPermit>(path)
      return permit ? troubleOf(permit) : null
    },
  }
}

/** The permit's own reason where the service names one, otherwise the problem's code. */
const reasonOf = ({ code, details: { reason } }: SessionProblem): string =>
  typeof reason === 'string' ? reason : code

function troubleOf({ status, reason }: Standing): PermitTrouble | null {
  switch (status) {
    case 'Waiting':
      return reason === null ? null : { trouble: 'permitWaits', reason }
    case 'Superseded':
      return { trouble: 'permitUsed' }
    case 'Expired':
      return { trouble: 'permitExpired' }
    case 'Refused':
      return { trouble: 'permitRefused', reason: reason ?? status }
    default:
      return null
  }
}
