const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' }

/** Text for an XML document, element or attribute. Characters that XML 1.0 cannot hold, not even escaped, are left out. */
export function xmlText(text: string): string {
  const possible = text.toWellFormed().replace(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, '')
  return possible.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? character)
}
