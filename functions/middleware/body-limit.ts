import { bodyLimit } from 'hono/body-limit'
import { JSON_BYTES_MAX } from '../contract/limits.ts'
import { TooLargeError } from '../errors.ts'

/** Refuses a JSON body over the limit with 413, by its announced length or as soon as it has grown past it. */
export const jsonLimit = bodyLimit({
  maxSize: JSON_BYTES_MAX,
  onError: () => {
    throw new TooLargeError(`A JSON body may have ${JSON_BYTES_MAX} bytes.`)
  },
})
