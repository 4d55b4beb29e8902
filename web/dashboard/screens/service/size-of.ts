const units = ['kB', 'MB', 'GB', 'TB'] as const

/** Such as `12.3 MB`; less than a kB is one. */
export function sizeOf(bytes: number): string {
  let size = Math.max(1, bytes / 1_000)
  let unit = 0
  for (; size >= 1_000 && unit < units.length - 1; unit++) size /= 1_000
  return `${size.toFixed(unit === 0 ? 0 : 1)} ${units[unit]}`
}
