import type { Money, OtherDeposit, Payment } from '../../../api/dashboard.generated.ts'
import { Fragment } from 'preact'
import { Ends } from '../../../parts/address-text.tsx'
import { Amount } from '../../parts/money.tsx'
import { phrase } from '../../phrase.ts'

/** Shows what came of a token that nobody asked for; of an unknown one, its base units and its contract. */
export function OtherAmount({ token, asset, amount }: Payment['otherTokens'][number]) {
  if (asset !== null) return <Amount value={amount} asset={asset} />
  return (
    <>
      {phrase`${amount} base units of`} <Ends text={token} />
    </>
  )
}

/** An amount of the token asked for, and what is of others; nothing asked for is not named beside them. */
export const WithOthers = ({
  value,
  currency,
  others,
}: Money & { others: Payment['otherTokens'][number][] }) => {
  const isOnlyOther = value === '0' && others.length > 0
  return (
    <>
      {!isOnlyOther && <Amount value={value} asset={currency} />}
      {others.map((token, index) => (
        <Fragment key={token.token}>
          {(!isOnlyOther || index > 0) && ' and '}
          <OtherAmount {...token} />
        </Fragment>
      ))}
    </>
  )
}

/** Nothing can be sent back to the zero address, from which a token says that it comes where it was made anew. */
export const Sender = ({ address }: { address: string }) =>
  /^0x0+$/.test(address) ? (
    <>no wallet: it was made anew, as bridges do; ask the payer for an address</>
  ) : (
    <Ends text={address} />
  )

/** Whom another token can be sent back to. */
export const OtherCame = ({ from, ...token }: OtherDeposit) => (
  <>
    <OtherAmount {...token} /> came from <Sender address={from} />
  </>
)
