const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' }

/** Escapes text for an XML element or attribute, and drops characters that XML 1.0 does not allow even escaped. */
export function xmlText(text: string): string {
  const possible = text.toWellFormed().replace(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, '')
  return possible.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? character)
}
