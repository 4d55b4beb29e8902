/** Follows what is asked of a chain, where traces are on: of a batch, as a part of the first request, and linked to the others. */
import type { ConnectedChain } from '../chain/clients.ts'
import { inSpan } from '../shared/tracing/tracing.ts'
import type { ClaimedRow } from '../store/engine/outbox.ts'

/** Hundreds of charges are one transaction. */
const linksMax = 32

export const traceStep = (
  { name }: Pick<ConnectedChain, 'name'>,
  rows: ClaimedRow[],
  step: () => Promise<void>,
): Promise<void> =>
  inSpan(
    `chain ${rows[0]?.name ?? ''}`,
    () => ({
      kind: 'client',
      parent: rows[0]?.cause.trace,
      links: rows.slice(1, linksMax).flatMap(({ cause }) => cause.trace ?? []),
      attributes: { 'mandate.blockchain': name, 'mandate.requests': rows.length },
    }),
    step,
  )
