/** The type of the inert script element that holds the router's data until hydration. */
export const PAGE_DATA = 'text/page-data'
