/** The id of the element that the dashboard's page has where its visitor may be logged in. */
export const sessionElementId = 'session'
