import { describe, expect, it } from 'vitest'
import { isReachable, isSameAddress, normalAddress, wireAddress } from '../../../../functions/contract/email-address'

describe('an address that was typed or pasted', () => {
  it.each([
    'kim@gaon.example;',
    'kim@gaon.example,',
    'kim@gaon.example.',
    'mailto:kim@gaon.example',
    'MAILTO:kim%40gaon.example?subject=Price',
    'Kim<kim@gaon.example>',
    '"Kim, Gildong" <kim@gaon.example>',
    '김길동 <kim@gaon.example>,',
    '<mailto:kim@gaon.example>',
    '“kim@gaon.example”',
    '(kim@gaon.example)',
    'kim@gaon.example\u200b',
    '\ufeffkim@gaon.example',
    'ki\u00adm@gaon.exa\u2060mple',
    'kim@gaon.example\u3164',
    'ｋｉｍ＠ｇａｏｎ．ｅｘａｍｐｌｅ',
    'kim@gaon。example',
    '\tkim@gaon.example\n',
    'kim@GAON.Example',
  ])('%j is kim@gaon.example', (typed) => {
    expect(normalAddress(typed)).toBe('kim@gaon.example')
    expect(isReachable(normalAddress(typed))).toBe(true)
    expect(normalAddress(normalAddress(typed))).toBe('kim@gaon.example')
  })

  it.each([
    'kim@gaon..example',
    'kim@.gaon.example',
    'kim@gaon',
    'kim@gaon.example lee@gaon.example',
    'kim@gaon.example;lee@gaon.example',
    'kim@gaon.example, lee@gaon.example',
    'kim lee@gaon.example',
    '.kim@gaon.example',
    'kim.@gaon.example',
    'kim..lee@gaon.example',
    'kim@-gaon.example',
    'kim@gaon_industries.example',
    'kim@192.0.2.1',
    'kim@gaon.example:25',
    'kim@gaon.example/path',
    'kim@gaon.example?x',
    'kim@gaon%2eexample',
    'Kim<kim@gaon.example',
    `kim@${'a'.repeat(64)}.example`,
    `${'k'.repeat(65)}@gaon.example`,
    '@gaon.example',
    'kim@',
    '',
  ])('%j reaches nobody', (typed) => {
    expect(isReachable(normalAddress(typed))).toBe(false)
  })

  it.each([
    'hong@회사.한국',
    '홍길동@회사.한국',
    'hong@xn--vf4b131b.xn--3e0b707e',
    'kim+home@gaon.example',
    "o'kim@gaon.example",
    'kim@mail.gaon-industries.co.kr',
  ])('%s stays as it is', (typed) => {
    expect(normalAddress(typed)).toBe(typed)
    expect(isReachable(typed)).toBe(true)
  })
})

describe('an address on the wire', () => {
  it('has its domain in ASCII, and the name as it was', () => {
    expect(wireAddress('Hong@회사.한국')).toBe('Hong@xn--vf4b131b.xn--3e0b707e')
    expect(wireAddress('Hong@XN--VF4B131B.xn--3e0b707e')).toBe('Hong@xn--vf4b131b.xn--3e0b707e')
    expect(wireAddress('kim@bücher.example')).toBe('kim@xn--bcher-kva.example')
    expect(wireAddress('no address')).toBe('no address')
  })

  it.each([
    ['hong@회사.한국', 'hong@xn--vf4b131b.xn--3e0b707e'],
    ['hong@회사.한국', 'hong@회사.한국'.normalize('NFD')],
    ['Kim@gaon.example', 'kim@GAON.example'],
    ['kim@straße.example', 'kim@xn--strae-oqa.example'],
    ['kim@gaon.example', '<kim@gaon.example>'],
  ])('%s is the mailbox %s', (one, other) => {
    expect(isSameAddress(one, other)).toBe(true)
  })

  it.each([
    ['hong@회사.한국', 'hong@회사.example'],
    ['kim@gaon.example', 'lee@gaon.example'],
    ['kim@gaon.example', 'kim@gaon.example.evil.example'],
    ['kim@gaon.example', 'kim@gаon.example'],
  ])('%s is not the mailbox %s', (one, other) => {
    expect(isSameAddress(one, other)).toBe(false)
  })
})
