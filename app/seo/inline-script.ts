/**
 * The text of an inline script that calls `run` with `args`. `run` reaches the browser as text: it may use only its
 * parameters and the browser's globals, nothing of its module, and no template literal over several lines.
 */
export function inlineScript<Args extends readonly (string | null)[]>(
  run: (...args: Args) => void,
  ...args: Args
): string {
  // The server build keeps indentation.
  const source = String(run).replace(/\n\s+/g, '\n')
  return `(${source})(${args.map((arg) => JSON.stringify(arg)).join()})`.replaceAll('</', '<\\/')
}
