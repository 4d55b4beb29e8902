import { useEffect, useState } from 'preact/hooks'
import { type ApprovalWay, findApprovalWays } from '../subscription/approval/ways.ts'
import type { Connected } from '../wallet/wallet-state.ts'
import type { Offer } from './offer.ts'
import type { FoundPurpose } from './purpose.ts'
import { signerOf } from './use-subscribing.ts'

/** The ways in which this wallet can allow the limit, the best first; none until they are known. */
export function useWays(
  connection: Connected,
  offer: Offer,
  { onChain, reading }: FoundPurpose,
  allowance: bigint,
): ApprovalWay[] {
  const [ways, setWays] = useState<ApprovalWay[]>([])
  useEffect(() => {
    let isOutdated = false
    const signer = signerOf(connection, offer)
    void findApprovalWays(signer, onChain, offer.token, reading, allowance).then((found) => {
      if (!isOutdated) setWays(found)
    })
    return () => {
      isOutdated = true
    }
  }, [connection.account, onChain.contractAddress, reading, allowance])
  return ways
}
