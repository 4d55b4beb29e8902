/**
 * A page calls the session API beside itself, at `{widget_url}/session`: so it works under any
 * address that is passed on to it, and no page of another origin is ever let in.
 */
const besidePage = /^\/(?:widget|manage)(\/session(?:[/?].*)?)$/

/** The address that the request is for, whichever page it stands beside. */
export const toRoutedUrl = (url: string): string => besidePage.exec(url)?.[1] ?? url
