import type { ComponentProps } from 'react'
import { CARD_SIZE } from '../../functions/brand/pictures/sizes'
import { LANGUAGES, LOCALES, type Locale } from '../i18n/locale'
import type { PageVisitor } from '../context/page-context'

/** Such as `ko_KR`. */
const openGraphTag = (locale: Locale) => LANGUAGES[locale].format.replace('-', '_')

interface Shared {
  title: string
  description: string | undefined
  url: string
  /** Text alternative of the picture. */
  alt: string
  article: { published: string; modified: string } | undefined
}

/** Open Graph tags, and those of Twitter's that have no fallback to them. */
export function sharingTags(
  { brand, locale, card }: PageVisitor,
  { title, description, url, alt, article }: Shared,
): ComponentProps<'meta'>[] {
  const picture = brand.origin + card
  const tags: [property: string, content: string | undefined][] = [
    ['og:title', title],
    ['og:description', description],
    ['og:type', article ? 'article' : 'website'],
    ['og:site_name', brand.name],
    ['og:url', url],
    ['og:locale', openGraphTag(locale)],
    ...LOCALES.filter((other) => other !== locale).map((other): [string, string] => [
      'og:locale:alternate',
      openGraphTag(other),
    ]),
    ['og:image', picture],
    ['og:image:type', 'image/png'],
    ['og:image:width', String(CARD_SIZE.width)],
    ['og:image:height', String(CARD_SIZE.height)],
    ['og:image:alt', alt],
    ['article:published_time', article?.published],
    ['article:modified_time', article?.modified],
  ]
  return [
    ...tags.flatMap(([property, content]) => (content ? [{ property, content }] : [])),
    { name: 'twitter:card', content: 'summary_large_image' },
    { name: 'twitter:image', content: picture },
    { name: 'twitter:image:alt', content: alt },
  ]
}
