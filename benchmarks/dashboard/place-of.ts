/** The place of a row, however far into a list, and null where the list ends before it. */

const rowsAtOnce = 1_000

/** `path`: of the list, with a query; `row`: from 1. */
export async function placeOf(
  api: { get(path: string): Promise<string> },
  path: string,
  row: number,
): Promise<string | null> {
  let after = ''
  for (let left = row; left > 0; left -= rowsAtOnce) {
    const limit = Math.min(left, rowsAtOnce)
    const { page } = JSON.parse(
      await api.get(`${path}&limit=${limit}${after && `&after=${after}`}`),
    )
    if (page.next === null) return null
    after = page.next as string
  }
  return after
}
