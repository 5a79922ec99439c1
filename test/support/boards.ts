import { BOARD_GROUPS } from '../../functions/contract/board.ts'

/** An entry as the fake upstream keeps it. Fields are loose on purpose: tests also put in what a sloppy upstream sends. */
export interface FakeEntry {
  board_uuid: string | number
  group_uuid: string
  sub_category_id: string | number
  subject: string
  contents: string | null
  subject_en?: string | null
  contents_en?: string | null
  sub_category_name: string
  sub_category_en_name: string | null
  create_date: string
  update_date?: string | null
  is_priority?: boolean | 0 | 1 | 'Y' | 'N' | null
}

export interface FakeCategory {
  group_uuid: string
  sub_category_id: string | number
  sub_category_name: string
  sub_category_en_name: string
}

/** What one brand sees. */
export interface FakeBoards {
  entries: FakeEntry[]
  categories: FakeCategory[]
}

const categories: FakeCategory[] = [
  {
    group_uuid: BOARD_GROUPS.notice,
    sub_category_id: 'n-service',
    sub_category_name: '서비스',
    sub_category_en_name: 'Service',
  },
  {
    group_uuid: BOARD_GROUPS.notice,
    sub_category_id: 'n-event',
    sub_category_name: '행사',
    sub_category_en_name: 'Events',
  },
  {
    group_uuid: BOARD_GROUPS.faq,
    sub_category_id: 'f-usage',
    sub_category_name: '이용',
    sub_category_en_name: 'Usage',
  },
]

/** A small board: notices newest first, a day apart, and questions of which every second one is a priority. The label is in each subject. */
export function sampleBoards(
  label: string,
  { notices = 12, questions = 6 }: { notices?: number; questions?: number } = {},
): FakeBoards {
  const entry = (group: keyof typeof BOARD_GROUPS, index: number): FakeEntry => {
    const own = categories.filter((category) => category.group_uuid === BOARD_GROUPS[group])
    const category = own[index % own.length]
    if (!category) throw new Error(`no category for ${group}`)
    return {
      ...category,
      board_uuid: `${label}-${group}-${index + 1}`,
      subject: `${label} ${group} ${index + 1} 안내`,
      contents: `<p lang="ko">${label}의 본문 ${index + 1}</p>`,
      create_date: new Date(Date.UTC(2026, 9, 30 - index, 1)).toISOString(),
      update_date: null,
      is_priority: group === 'faq' && index % 2 === 0 ? 'Y' : 'N',
    }
  }
  return {
    entries: [
      ...Array.from({ length: notices }, (_, index) => entry('notice', index)),
      ...Array.from({ length: questions }, (_, index) => entry('faq', index)),
    ],
    categories,
  }
}
