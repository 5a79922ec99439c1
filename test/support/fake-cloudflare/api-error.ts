/** A refusal as Cloudflare's API words it. */
export class ApiRefusal extends Error {
  status: number
  code: number

  constructor(status: number, code: number, message: string) {
    super(message)
    this.status = status
    this.code = code
  }
}

export const notFound = (what: string, code = 7003) => new ApiRefusal(404, code, `${what} was not found`)
/** Code 10007, by which wrangler knows that there is no such Worker. */
export const noWorker = () => new ApiRefusal(404, 10007, 'This Worker does not exist on your account.')
