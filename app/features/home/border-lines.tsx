const ROWS = Array.from({ length: 9 }, (_, row) => 20 + row * 20)

/** The product's sign in one line drawing: many lines meet, cross the border as one. Decoration only. */
export function BorderLines({ className }: { className: string | undefined }) {
  return (
    <svg
      className={className}
      viewBox="0 0 480 200"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      aria-hidden="true"
    >
      {ROWS.map((y) => (
        <path key={y} d={`M0 ${y}C150 ${y} 170 100 300 100`} />
      ))}
      <path d="M300 100h180" strokeWidth="4" />
      <path d="M340 0v200" strokeWidth="2" strokeDasharray="4 8" />
      <circle cx="300" cy="100" r="9" fill="currentColor" />
    </svg>
  )
}
