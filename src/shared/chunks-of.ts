/** Cuts a list into pieces of at most `size`, in order. */
export function chunksOf<Item>(items: readonly Item[], size: number): Item[][] {
  const chunks: Item[][] = []
  for (let i = 0; i < items.length; i += size) chunks.push(items.slice(i, i + size))
  return chunks
}
