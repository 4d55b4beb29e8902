/** A text as a QR code: black on white in the dark as well, because scanners want it so. */
import { useMemo } from 'preact/hooks'
import { drawQrCode } from './draw-qr-code.ts'

export function QrCode({ text, description }: { text: string; description: string }) {
  const { size, path } = useMemo(() => drawQrCode(text), [text])
  return (
    <svg
      class="qr"
      role="img"
      aria-label={description}
      viewBox={`0 0 ${size} ${size}`}
      shape-rendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}
