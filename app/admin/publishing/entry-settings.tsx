import { useTranslation } from '../../i18n/use-translation'
import { BOARDS, type BoardName } from '../../../functions/contract/board'
import type { EntryFields } from '../../../functions/database/board-entry'
import type { CategoryRow } from '../../../functions/database/sub-category'
import { textIn } from '../../../functions/contract/languages'
import type { Locale } from '../../i18n/locale'
import { SelectField } from '../../ui/field'

interface SettingsProps {
  board: BoardName
  fields: EntryFields
  /** The other text of a conflict, whose values stand beside these. */
  stored: EntryFields | undefined
  categories: CategoryRow[]
  brands: { name: string; whiteLabel: string }[]
  canBeForAll: boolean
  locale: Locale
}

/** Where an entry stands: its category, its brand, and for a question whether it is shown first. */
export function EntrySettings({ board, fields, stored, categories, brands, canBeForAll, locale }: SettingsProps) {
  const { t } = useTranslation('publishing')
  const category = categories.find((each) => each.sub_category_id === stored?.sub_category_id)
  const brand = brands.find(({ whiteLabel }) => whiteLabel === stored?.white_label)
  const hint = (value: string) => stored && t('conflict.stored', { value })
  return (
    <div className="panel fields">
      <SelectField
        id="sub_category_id"
        name="sub_category_id"
        label={t('column.category')}
        defaultValue={fields.sub_category_id}
        hint={hint(category ? textIn(category.name, locale) : '-')}
      >
        <option value="">{t('choose')}</option>
        {categories.map((each) => (
          <option key={each.sub_category_id} value={each.sub_category_id}>
            {textIn(each.name, locale)}
          </option>
        ))}
      </SelectField>
      <SelectField
        id="white_label"
        name="white_label"
        label={t('brand')}
        defaultValue={fields.white_label ?? ''}
        hint={hint(brand?.name ?? t('all-brands'))}
      >
        {canBeForAll && <option value="">{t('all-brands')}</option>}
        {brands.map(({ name, whiteLabel }) => (
          <option key={whiteLabel} value={whiteLabel}>
            {name}
          </option>
        ))}
      </SelectField>
      {BOARDS[board].firstChip === 'top' && (
        <label className="check">
          <input type="checkbox" name="is_priority" defaultChecked={fields.is_priority} /> {t('priority')}
          {stored && <span className="muted">{hint(t(stored.is_priority ? 'priority-shown' : 'priority-not'))}</span>}
        </label>
      )}
    </div>
  )
}
