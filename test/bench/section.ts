/** What was promised, what came out, and whether that is enough. */
export interface Budget {
  name: string
  budget: string
  measured: string
  met: boolean
}

export interface Table {
  title: string
  columns: string[]
  rows: (string | number)[][]
}

export interface Findings {
  tables: Table[]
  budgets: Budget[]
  /** What the reader of the numbers has to know. */
  notes?: string[]
}

export interface Terms {
  /** Few, short measurements, for trying the benchmark itself: its numbers mean nothing. */
  quick: boolean
}

/** One thing that is measured. It serves itself a site of its own, so that no section sees another's caches. */
export interface Section {
  name: string
  title: string
  measure(terms: Terms): Promise<Findings>
}

export const median = (values: number[]): number => {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length / 2
  return sorted.length % 2 === 1
    ? (sorted[Math.floor(middle)] ?? NaN)
    : ((sorted[middle - 1] ?? NaN) + (sorted[middle] ?? NaN)) / 2
}

/** A budget that is a ceiling. */
export const atMost = (name: string, limit: number, measured: number, unit = '', digits = 1): Budget => ({
  name,
  budget: `at most ${limit}${unit}`,
  measured: `${round(measured, digits)}${unit}`,
  met: measured <= limit,
})

/** A budget that is a floor. */
export const atLeast = (name: string, limit: number, measured: number, unit = '', digits = 2): Budget => ({
  name,
  budget: `at least ${limit}${unit}`,
  measured: `${round(measured, digits)}${unit}`,
  met: measured >= limit,
})

export const round = (value: number, digits = 1): number => Number(value.toFixed(digits))
