/** Outline icons in a 24 × 24 box and the text colour. Decorative, so they always need a text beside them. */
const PATHS = {
  menu: 'M4 7h16M4 12h16M4 17h16',
  close: 'M6 6l12 12M18 6L6 18',
  'arrow-right': 'M5 12h14M13 6l6 6-6 6',
  'arrow-up': 'M12 19V5M6 11l6-6 6 6',
  'arrow-up-right': 'M7 17L17 7M8 7h9v9',
  'chevron-right': 'M9 6l6 6-6 6',
  'chevron-left': 'M15 6l-6 6 6 6',
  'chevrons-left': 'M18 6l-6 6 6 6M11 6l-6 6 6 6',
  'chevrons-right': 'M6 6l6 6-6 6M13 6l6 6-6 6',
  'chevron-down': 'M6 9l6 6 6-6',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  alert: 'M12 8v5M12 16.5v.01M10.3 4.2L2.9 17a2 2 0 0 0 1.7 3h14.8a2 2 0 0 0 1.7-3L13.7 4.2a2 2 0 0 0-3.4 0z',
  info: 'M12 11v5M12 7.5v.01M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18z',
  paperclip:
    'M20 11.5l-8.2 8.2a5 5 0 0 1-7-7L13 4.500a3.300 3.300 0 0 1 4.700 4.700L9.500 17.400a1.700 1.700 0 0 1-2.400-2.400l7.500-7.500',
  download: 'M12 4v11M7 10.500l5 5 5-5M4 20h16',
  list: 'M8 6h12M8 12h12M8 18h12M4 6v.01M4 12v.01M4 18v.01',
  bell: 'M6 16V11a6 6 0 1 1 12 0v5l1.500 2h-15zM10 21h4',
  question:
    'M9.500 9a2.500 2.500 0 1 1 3.500 2.300c-.7.300-1 .8-1 1.700M12 16.500v.01M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18z',
  mail: 'M4 6h16v12H4zM4 7l8 6 8-6',
  handshake: 'M3 8l4-2 5 2 5-2 4 2v7l-3 1-5 4-3-1-4-3-3-1zM12 8l-3 4a1.800 1.800 0 0 0 3 1l2-2 4 4',
} as const

export type IconName = keyof typeof PATHS

export function Icon({ name, size = 20, className }: { name: IconName; size?: number; className?: string }) {
  return (
    <svg
      className={className}
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.8"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      <path d={PATHS[name]} />
    </svg>
  )
}
