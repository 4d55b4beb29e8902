/** Splits a list into the items that match and the others, each in order. */
export const partition = <Item>(
  items: readonly Item[],
  isSo: (item: Item) => boolean,
): [Item[], Item[]] => [items.filter(isSo), items.filter((item) => !isSo(item))]
