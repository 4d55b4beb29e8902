import { useEffect, useState } from 'preact/hooks'

/**
 * A part of the page that is loaded after the rest, because the first line should not wait for what
 * speaks to wallets. Null until it is there.
 */
export function useLoaded<Part>(load: () => Promise<Part>): Part | null {
  const [part, setPart] = useState<{ part: Part } | null>(null)
  useEffect(() => {
    let isGone = false
    load().then(
      (loaded) => !isGone && setPart({ part: loaded }),
      () => undefined,
    )
    return () => {
      isGone = true
    }
  }, [])
  return part?.part ?? null
}
