/** The names of the country list in a language, by value (docs/contract.md#6). */
export const loadCountries = async (locale: string): Promise<Record<string, string>> =>
  // Vite analyses only an address that names a folder below or a file's beginning.
  ((await import(`./countries/${locale}.json`)) as { default: Record<string, string> }).default
