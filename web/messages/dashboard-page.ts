/** Holds what the service itself writes into the dashboard's page, before its scripts have come. */
export const dashboardWords = {
  title: 'Mandate dashboard',
  opening: 'Opening the dashboard…',
  needsScripts: 'The dashboard works with scripts, and they are off in this browser.',
} as const
