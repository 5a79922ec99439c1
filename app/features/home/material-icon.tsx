/** Sample suppliers of the picture, by what they deliver. */
export const MATERIALS = ['steel', 'cathode', 'aluminium', 'machining', 'transport'] as const

const PATHS: Record<(typeof MATERIALS)[number], string> = {
  steel: 'M5 4h14M5 20h14M8 4v2.5l2.5 1.5v8L8 17.5V20M16 4v2.5L13.5 8v8l2.5 1.5V20',
  cathode: 'M8 6h8v14H8zM10.5 6V3.5h3V6M11 12.5h2M12 11.5v2M10.5 16.5h3',
  aluminium: 'M12 20a8 8 0 1 0 0-16 8 8 0 0 0 0 16zM12 15.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM12 20h8.5V13',
  machining: 'M12 3l7.8 4.5v9L12 21l-7.8-4.5v-9zM12 15.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7z',
  transport: 'M3 6h11v10H3zM14 10h4l3 3v3h-7M7 19a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM17 19a2 2 0 1 0 0-4 2 2 0 0 0 0 4z',
}

export function MaterialIcon({ name }: { name: (typeof MATERIALS)[number] }) {
  return (
    <svg
      width="22"
      height="22"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.6"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={PATHS[name]} />
    </svg>
  )
}
