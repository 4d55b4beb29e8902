/** The logo's file stands beside each page; this is beside the dashboard's. */
export const addressOfLogo = (file: string): string => `/dashboard/logo/${file}`
