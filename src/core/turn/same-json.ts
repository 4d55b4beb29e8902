/** Whether two values are the same as JSON: the order of an object's members does not matter. Runs in browsers, too. */
export function isSameJson(one: unknown, other: unknown): boolean {
  if (one === other) return true
  if (typeof one !== 'object' || typeof other !== 'object' || !one || !other) return false
  if (Array.isArray(one) !== Array.isArray(other)) return false
  const [left, right] = [Object.entries(one), other as Record<string, unknown>]
  return (
    left.length === Object.keys(right).length &&
    left.every(([name, value]) => name in right && isSameJson(value, right[name]))
  )
}
