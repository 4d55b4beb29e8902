/** A text as a QR code: black on white in the dark as well, because scanners want it so. */
import { useMemo } from 'preact/hooks'
import { encode } from 'uqr'

/** Modules of white around the code, as the standard asks. */
const quietZone = 4

export function QrCode({ text, description }: { text: string; description: string }) {
  const { size, path } = useMemo(() => draw(text), [text])
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

function draw(text: string): { size: number; path: string } {
  const { data, size } = encode(text, { ecc: 'M', border: quietZone })
  const squares = data.flatMap((row, y) =>
    row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')),
  )
  return { size, path: squares.join('') }
}
