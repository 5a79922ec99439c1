import styles from './service-steps.module.css'

/** The dashed line has the same height in all three drawings, so it runs on from one to the next. */
const Frame = ({ children }: { children: React.ReactNode }) => (
  <svg className={styles.drawing} viewBox="0 0 360 220" aria-hidden="true">
    {children}
  </svg>
)

const SHEETS = [
  [4, 26],
  [60, 60],
  [1, 96],
  [64, 130],
  [6, 166],
] as const

/** Scattered sheets are collected in one table. */
export function CollectDrawing() {
  return (
    <Frame>
      {SHEETS.map(([x, y], row) => (
        <path
          key={y}
          className={styles.thread}
          d={`M${x + 32} ${y + 14}C${x + 120} ${y + 14} 150 ${64 + row * 24} 212 ${64 + row * 24}`}
        />
      ))}
      {SHEETS.map(([x, y]) => (
        <g key={y}>
          <path className={styles.sheet} d={`M${x} ${y}h22l10 9v20h-32z`} />
          <path className={styles.fine} d={`M${x + 7} ${y + 13}h18M${x + 7} ${y + 20}h12`} />
        </g>
      ))}
      <rect className={styles.sheet} x="206" y="28" width="118" height="156" rx="8" />
      <path className={styles.fill} d="M206 36a8 8 0 0 1 8-8h102a8 8 0 0 1 8 8v14h-118z" />
      {SHEETS.map(([x], row) => (
        <g key={row}>
          <path
            className={styles.fine}
            d={`M236 ${64 + row * 24}h36M282 ${64 + row * 24}h${16 + (x % 5) * 3}M206 ${76 + row * 24}h118`}
          />
          <circle className={styles.dot} cx="222" cy={64 + row * 24} r="4" />
        </g>
      ))}
      <path className={styles.flow} d="M324 110h36" />
    </Frame>
  )
}

const LAYERS = ['moving', 'making', 'parts', 'raw'] as const

/** The layers of a product's footprint beside a scale. */
export function CalculateDrawing() {
  return (
    <Frame>
      <path className={styles.flow} d="M0 110h76" />
      {LAYERS.map((layer, index) => {
        const top = 122 - index * 28
        return (
          <g key={layer} className={styles[layer]}>
            <path d={`M172 ${top}l86 38-86 38-86-38z`} />
            <path className={styles.side} d={`M86 ${top + 38}l86 38v12l-86-38zM258 ${top + 38}l-86 38v12l86-38z`} />
          </g>
        )
      })}
      <path className={styles.measure} d="M288 46v140M282 46h12M282 82h12M282 116h12M282 150h12M282 186h12" />
      <path className={styles.flow} d="M300 110h60" />
    </Frame>
  )
}

/** The declaration with its evidence crosses the border. */
export function PrepareDrawing() {
  return (
    <Frame>
      <path className={styles.flow} d="M0 110h96" />
      <path className={styles.border} d="M300 12v196" />
      <path className={styles.sheet} d="M118 50h88v132h-88z" transform="rotate(-7 162 116)" />
      <path className={styles.sheet} d="M128 34h72l26 24v124a6 6 0 0 1-6 6h-92a6 6 0 0 1-6-6V40a6 6 0 0 1 6-6z" />
      <path className={styles.fill} d="M200 34l26 24h-20a6 6 0 0 1-6-6z" />
      <path className={styles.fine} d="M140 74h68M140 92h68M140 110h44M140 164h30" />
      <path className={styles.bars} d="M140 142h34M178 142h18M200 142h8" />
      <path className={styles.flow} d="M226 110h134" />
      <circle className={styles.seal} cx="226" cy="166" r="24" />
      <path className={styles.tick} d="M215 167l8 8 15-17" />
    </Frame>
  )
}
