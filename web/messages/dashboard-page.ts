/** Holds what the service itself writes into the dashboard's page, before its scripts have come. */
export const dashboardWords = {
  title: 'Mandate dashboard',
  opening: 'Opening the dashboard…',
  tooOld:
    'This takes longer than usual. If nothing comes, this browser may be too old for the dashboard, or its connection is lost: load the page again, or use a newer browser.',
  needsScripts: 'The dashboard works with scripts, and they are off in this browser.',
} as const
