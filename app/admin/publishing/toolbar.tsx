import { useTranslation } from 'react-i18next'

/** What each button puts around the selection, or before each of its lines. */
const TOOLS = {
  bold: { around: '**' },
  italic: { around: '_' },
  heading: { before: '## ' },
  list: { before: '- ' },
  numbers: { before: '1. ' },
  quote: { before: '> ' },
  link: { link: 'https://' },
  table: { block: '| | |\n| --- | --- |\n| | |\n' },
} as const

/** The toolbar of a Markdown text. It works with the script of the editor and is hidden without it. */
export function Toolbar({ area }: { area: string }) {
  const { t } = useTranslation('publishing')
  return (
    <div role="toolbar" aria-label={t('toolbar')} aria-controls={area} className="tools" data-tools={area} hidden>
      {Object.entries(TOOLS).map(([name, tool]) => (
        <button key={name} type="button" data-tool={JSON.stringify(tool)}>
          {t(`tool.${name as keyof typeof TOOLS}`)}
        </button>
      ))}
    </div>
  )
}
