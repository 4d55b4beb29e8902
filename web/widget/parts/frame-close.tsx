/** Asks the merchant's page to close the frame, from wherever the payer has come to in it. */
import { useEffect, useState } from 'preact/hooks'
import { CrossIcon } from '../../parts/icons.tsx'
import type { PageAddress } from '../../session/page-address.ts'
import { readPageSettings } from '../../session/written-settings.ts'
import { onWishToClose, tellParent, wishToClose } from '../frame.ts'
import { useSpeech } from '../speech.ts'

/** A page that listens has taken the frame away by then. */
const answerMs = 2_000

export function FrameClose({ address }: { address: PageAddress }) {
  const { say } = useSpeech()
  const [{ frameOrigins }] = useState(readPageSettings)
  const [asked, setAsked] = useState(0)
  const [stays, setStays] = useState(false)
  useEffect(() => {
    if (!address.isFramed) return
    return onWishToClose(() => {
      tellParent('close', frameOrigins)
      setAsked((times) => times + 1)
    })
  }, [])
  useEffect(() => {
    if (asked === 0) return
    const timer = setTimeout(() => setStays(true), answerMs)
    return () => clearTimeout(timer)
  }, [asked])
  if (!address.isFramed) return null
  return (
    <>
      <button type="button" class="quiet close" aria-label={say('close')} onClick={wishToClose}>
        <CrossIcon />
      </button>
      <div class="stays" role="alert">
        {stays && <p class="note warning">{say('frameStays')}</p>}
      </div>
    </>
  )
}
