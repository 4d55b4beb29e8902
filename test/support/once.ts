/** Something that may be stopped by a test and then again at the end. */
export function once({ stop }: { stop: () => Promise<void> }) {
  let stopping: Promise<void> | undefined
  return { stop: () => (stopping ??= stop()) }
}
