/** Parts a list into those of which it is so, and the others; each in order. */
export const partition = <Item>(
  items: readonly Item[],
  isSo: (item: Item) => boolean,
): [Item[], Item[]] => [items.filter(isSo), items.filter((item) => !isSo(item))]
