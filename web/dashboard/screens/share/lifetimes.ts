/** For how long a link is good that somebody makes by hand, in seconds. */
export const lifetimes = [
  { value: '3600', label: '1 hour' },
  { value: '86400', label: '1 day' },
  { value: '604800', label: '7 days' },
  { value: '2592000', label: '30 days' },
] as const
