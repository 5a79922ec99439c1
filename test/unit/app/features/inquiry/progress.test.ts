import { expect, it } from 'vitest'
import { progressOfFiles } from '../../../../../app/features/inquiry/progress'

it('fills the bars of the files one after another', () => {
  const files = [{ size: 100 }, { size: 200 }]
  expect(progressOfFiles(files, 0)).toEqual([0, 0])
  expect(progressOfFiles(files, 50)).toEqual([0.5, 0])
  expect(progressOfFiles(files, 200)).toEqual([1, 0.5])
  expect(progressOfFiles(files, 900)).toEqual([1, 1])
})
