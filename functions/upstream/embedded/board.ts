import { shownBy } from '../../brand/hosts.ts'
import { boardDetail, boardList, subCategoryList } from '../../contract/upstream-shapes.ts'
import { probeItems, publicItem, publicItems } from '../../database/board-item.ts'
import { publicCategories } from '../../database/sub-category.ts'
import type { Env } from '../../env.ts'
import { NotFoundError } from '../../errors.ts'
import type { BoardUpstream } from '../upstream.ts'
import { storageCall } from '../../http/storage-call.ts'

/** The boards of the embedded upstream, in D1. */
export function embeddedBoard({ DB }: Pick<Env, 'DB'>): BoardUpstream {
  return {
    async selectList({ group_uuid }, { whiteLabel }) {
      const data = await storageCall(() => publicItems(DB, group_uuid, shownBy(whiteLabel)))
      return boardList.parse({ data }).data
    },
    async selectSubCategory({ group_uuid }, { whiteLabel }) {
      const data = await storageCall(() => publicCategories(DB, group_uuid, shownBy(whiteLabel)))
      return subCategoryList.parse({ data }).data
    },
    async selectDetail({ board_uuid }, { whiteLabel }) {
      const row = await storageCall(() => publicItem(DB, board_uuid, shownBy(whiteLabel)))
      const { data } = boardDetail.parse({ data: row })
      if (!data) throw new NotFoundError('There is no such entry.')
      return data
    },
    ping: () => storageCall(() => probeItems(DB)),
  }
}
