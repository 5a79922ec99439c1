/** The framework's output lacks something that a page needs, so that an update cannot break pages unnoticed. */
export class FrameworkOutputError extends Error {
  override readonly name = 'FrameworkOutputError'
  constructor(missing: string) {
    super(`The framework's output has changed: it has no ${missing}.`)
  }
}

/** @throws FrameworkOutputError if a rendered page lacks one of the parts that it needs */
export function assertContains(html: string, parts: readonly string[]): void {
  const missing = parts.find((part) => !html.includes(part))
  if (missing !== undefined) throw new FrameworkOutputError(`${missing.slice(0, 80)} in the page`)
}
