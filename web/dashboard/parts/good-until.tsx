/** Links end by the real clock, also where there is a test clock beside it. */
import { useDashboard } from '../context.ts'
import { When } from './when.tsx'

export function GoodUntil({ at }: { at: string }) {
  const { network } = useDashboard()
  return (
    <>
      good until <When at={at} />
      {network === 'test' && ' by the real clock'}.
    </>
  )
}
