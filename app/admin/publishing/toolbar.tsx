import { useTranslation } from '../../i18n/use-translation'

/** The buttons by what they are for; those of a table are there while the cursor is in one. */
const GROUPS = {
  text: ['bold', 'italic', 'heading', 'subheading'],
  blocks: ['list', 'numbers', 'quote'],
  insert: ['link', 'file', 'table'],
  table: ['row-add', 'row-delete', 'column-add', 'column-delete', 'table-delete'],
  steps: ['undo', 'redo', 'markdown'],
} as const

/**
 * The toolbar of a text. The editor's script shows it and makes it work; a text without scripts is Markdown, and has none.
 * @param area id of the text. @param hasFiles whether files are part of it
 */
export function Toolbar({ area, hasFiles = true }: { area: string; hasFiles?: boolean }) {
  const { t } = useTranslation('publishing')
  return (
    <div role="toolbar" aria-label={t('toolbar')} className="tools" data-tools={area} hidden>
      {Object.entries(GROUPS).map(([group, tools]) => (
        <span
          key={group}
          className="tool-group"
          data-in-table={group === 'table' || undefined}
          hidden={group === 'table'}
        >
          {tools
            .filter((tool) => hasFiles || tool !== 'file')
            .map((tool) => (
              <button key={tool} type="button" data-tool={tool} title={TITLES[tool]}>
                {t(`tool.${tool}`)}
              </button>
            ))}
        </span>
      ))}
    </div>
  )
}

/** Keys that do the same. */
const TITLES: Record<string, string> = { bold: 'Ctrl+B', italic: 'Ctrl+I', undo: 'Ctrl+Z', redo: 'Ctrl+Y' }
