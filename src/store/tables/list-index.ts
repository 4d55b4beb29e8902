/**
 * The index of a list: in the order of the list, with all that it filters and sums by, so that a page or a
 * total is answered without reading rows.
 */
export const listIndex = (table: string, included: string) => ({
  name: `${table}_list`,
  expression: `create index ${table}_list on ${table} (merchant_id, network, created_at, id) include (${included})`,
})
