import { describe, expect, it } from 'vitest'
import { admit, sizeInWords } from '../../../../../../app/features/inquiry/attachments/file-rules'
import { FILE_FIELDS } from '../../../../../../functions/contract/form-files'
import { FILE_EXTENSIONS, MEGABYTE } from '../../../../../../functions/contract/attachments'

const several = FILE_FIELDS.sales.files ?? { max: 0, bytes: 0 }
const single = FILE_FIELDS.partnership.proposal_file ?? { max: 0, bytes: 0 }

/** An empty file that claims a size. */
const file = (name: string, size = 10) => Object.defineProperty(new File([], name), 'size', { value: size })
const names = (files: readonly { name: string }[]) => files.map(({ name }) => name)

describe('the files of a sales inquiry', () => {
  it.each([...FILE_EXTENSIONS, 'PDF'])('may be %s', (extension) => {
    expect(admit([], [file(`a.${extension}`)], several)).toMatchObject({ alerts: [] })
  })

  it.each(['pdf', '스캔된 문서', '견적 2026.11.27'])('may have no extension: %s', (name) => {
    expect(admit([], [file(name)], several)).toMatchObject({ files: [{ name }], alerts: [], refused: [] })
  })

  it.each(['a.exe', 'a.pdf.exe', '.exe', '.', 'a.pdfx'])('may not be %s', (name) => {
    expect(admit([], [file(name)], several)).toEqual({
      files: [],
      alerts: ['format-size-alert'],
      refused: [{ name, fault: 'file-wrong-type' }],
      duplicates: [],
    })
  })

  it('may have up to 10 MB and must not be empty', () => {
    expect(admit([], [file('a.pdf', 10 * MEGABYTE)], several).alerts).toEqual([])
    for (const [size, fault] of [
      [10 * MEGABYTE + 1, 'file-too-large'],
      [0, 'file-empty'],
    ] as const) {
      const refused = [{ name: 'a.pdf', fault }]
      expect(admit([], [file('a.pdf', size)], several)).toMatchObject({ alerts: ['format-size-alert'], refused })
    }
  })

  it('are five at most: the first five are taken', () => {
    const offered = ['1.pdf', '2.pdf', '3.pdf', '4.pdf', '5.pdf', '6.pdf'].map((name) => file(name))
    const { files, alerts } = admit([], offered, several)
    expect(names(files)).toEqual(['1.pdf', '2.pdf', '3.pdf', '4.pdf', '5.pdf'])
    expect(alerts).toEqual(['file-limit-alert'])
  })

  it('are dropped if wrong and ignored if the name exists already', () => {
    const { files, alerts, duplicates } = admit([file('a.pdf')], [file('b.exe'), file('a.pdf'), file('c.png')], several)
    expect(names(files)).toEqual(['a.pdf', 'c.png'])
    expect(alerts).toEqual(['format-size-alert'])
    expect(duplicates).toEqual(['a.pdf'])
  })
})

describe('a file of a partnership proposal', () => {
  it('may have 20 MB and replaces the one before', () => {
    expect(names(admit([file('old.pdf')], [file('new.pdf', 20 * MEGABYTE)], single).files)).toEqual(['new.pdf'])
  })

  it('clears the selection if it is wrong', () => {
    expect(admit([file('old.pdf')], [file('new.pdf', 20 * MEGABYTE + 1)], single)).toEqual({
      files: [],
      alerts: ['format-size-alert'],
      refused: [{ name: 'new.pdf', fault: 'file-too-large' }],
      duplicates: [],
    })
  })
})

describe('the displayed size', () => {
  it.each([
    [1, { size: 1, unit: 'KB' }],
    [1024, { size: 1, unit: 'KB' }],
    [1025, { size: 2, unit: 'KB' }],
    [1_048_576, { size: 1, unit: 'MB' }],
    [10 * MEGABYTE + 1, { size: 10.1, unit: 'MB' }],
  ])('of %d bytes', (bytes, words) => {
    expect(sizeInWords(bytes)).toEqual(words)
  })
})
