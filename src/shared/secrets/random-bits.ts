/** Random bytes, drawn many at once: a draw by itself costs 2 µs, and a request takes four. In browsers as well. */

const drawnBytes = 4_096

let drawn = new Uint8Array(0)
let used = 0

/** Returns fresh random bytes, which nobody is given again; at most 4,096. */
export function randomBits(count: number): Uint8Array {
  if (used + count > drawn.length) {
    drawn = crypto.getRandomValues(new Uint8Array(drawnBytes))
    used = 0
  }
  const bytes = drawn.slice(used, used + count)
  drawn.fill(0, used, used + count)
  used += count
  return bytes
}
