import { useEffect, useState } from 'preact/hooks'
import type { QrCode } from './qr-code.tsx'

type QrCodeProps = Parameters<typeof QrCode>[0]

/** A QR code that few payers see: what draws it is loaded once it is wanted. */
export function LaterQrCode(given: QrCodeProps) {
  const [part, setPart] = useState<{ QrCode: typeof QrCode } | null>(null)
  useEffect(() => {
    void import('./qr-code.tsx').then(setPart, () => undefined)
  }, [])
  return part && <part.QrCode {...given} />
}
