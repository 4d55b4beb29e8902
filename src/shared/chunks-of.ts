/** Cuts a list into pieces of at most `size`, in order. */
export function chunksOf<Item>(items: readonly Item[], size: number): Item[][] {
  const chunks: Item[][] = []
  for (let i = 0; i < items.length; i += size) chunks.push(items.slice(i, i + size))
  return chunks
}

/** Works at the items of one chunk at once, chunk after chunk; returns the results in order, or throws the first failure. */
export async function mapInChunks<Item, Result>(
  items: readonly Item[],
  size: number,
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  for (const chunk of chunksOf(items, size)) results.push(...(await Promise.all(chunk.map(work))))
  return results
}
