/** Counts the letters that have to be written, left out or exchanged to make one word of another. */
export function editDistance(one: string, other: string): number {
  const wanted = other.split('')
  let before = [0, ...wanted.map((_, place) => place + 1)]
  for (const [index, letter] of one.split('').entries()) {
    const row = [index + 1]
    for (const [place, instead] of wanted.entries()) {
      const exchanged = before[place]! + (letter === instead ? 0 : 1)
      row.push(Math.min(row[place]! + 1, before[place + 1]! + 1, exchanged))
    }
    before = row
  }
  return before.at(-1)!
}
