/** Finds variables of the environment whose names are nearly those of settings: what they say would count for nothing. */
import { editDistance } from '../edit-distance.ts'

/** Letters that differ: of short names one, because two make most words of one another. */
const shortLength = 5
const differsMax = { short: 1, long: 2 }

export type Misspelt = { name: string; meant: string }

/** Returns each variable that is no setting and nearly one, with the setting that was meant, in the order of the environment. */
export function findMisspelt(
  environment: NodeJS.ProcessEnv,
  settingNames: readonly string[],
): Misspelt[] {
  return Object.keys(environment)
    .filter((name) => !settingNames.includes(name))
    .flatMap((name) => {
      const asWritten = name.toUpperCase()
      const [nearest] = settingNames
        .filter((setting) => isNearly(asWritten, setting))
        .map((meant) => ({ name, meant, apart: editDistance(asWritten, meant) }))
        .toSorted((one, other) => one.apart - other.apart)
      return nearest === undefined ? [] : [{ name, meant: nearest.meant }]
    })
}

function isNearly(name: string, setting: string): boolean {
  const isShort = Math.min(name.length, setting.length) <= shortLength
  const max = isShort ? differsMax.short : differsMax.long
  return Math.abs(name.length - setting.length) <= max && editDistance(name, setting) <= max
}
