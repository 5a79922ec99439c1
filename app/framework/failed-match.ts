/** A route of the page as the router keeps it. */
interface Match {
  status: string
  /** Where a child of the route was not found, and the route is shown in its place. */
  _notFound?: boolean
}

/** Whether a route of the page has failed, or its address or entry does not exist. */
export const hasFailed = ({ status, _notFound }: Match): boolean =>
  status === 'error' || status === 'notFound' || _notFound === true
