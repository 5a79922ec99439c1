/** The two kinds of legal documents, by the first part of their addresses. */
export const LEGAL_KINDS = ['privacy-policy', 'terms-of-service'] as const
export type LegalKind = (typeof LEGAL_KINDS)[number]

/** One version of a document in one language, as it was rendered at build (markdown-plugin.ts). */
export interface LegalDocument {
  title: string
  /** As in its address: `20250701`. */
  version: string
  /** First day on which it applies, Seoul time: `2025-07-01`. */
  effective: string
  articles: { id: string; heading: string }[]
  /** With placeholders of the brand (fill.ts). */
  html: string
}

/** What is known of a version without its text. */
export type VersionMeta = Pick<LegalDocument, 'version' | 'effective'>
