import type { Findings, Table } from './section.ts'

/** Findings as text tables for a terminal, which are Markdown tables too. */
export function printed({ tables, budgets, notes = [] }: Findings): string {
  const verdicts: Table = {
    title: 'Budgets',
    columns: ['what', 'budget', 'measured', 'met'],
    rows: budgets.map(({ name, budget, measured, met }) => [name, budget, measured, met ? 'yes' : 'NO']),
  }
  return [...tables, ...(budgets.length > 0 ? [verdicts] : [])]
    .map(tableText)
    .concat(notes.map((note) => `\n- ${note}`))
    .join('\n')
}

function tableText({ title, columns, rows }: Table): string {
  const cells = [columns, ...rows].map((row) => row.map(String))
  const widths = columns.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)))
  const isNumber = columns.map((_, column) => rows.every((row) => typeof row[column] === 'number'))
  const line = (row: string[]) =>
    `| ${row.map((cell, column) => (isNumber[column] ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0))).join(' | ')} |`
  const [head = [], ...body] = cells
  const rule = `| ${widths.map((width, column) => (isNumber[column] ? `${'-'.repeat(Math.max(1, width - 1))}:` : '-'.repeat(width))).join(' | ')} |`
  return ['', title, '', line(head), rule, ...body.map(line)].join('\n')
}
