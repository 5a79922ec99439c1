/** R2 key of a file that an operator has put into a text or on the data page. */
export const contentObject = (fileKey: string) => `content/${fileKey}`

/** Its path on the site. The name is for people and for downloads; the key alone finds the file. */
export const contentAddress = (fileKey: string, name: string) => `/content/${fileKey}/${encodeURIComponent(name)}`

/** The query parameter in which a preview names its proof for a file that is not public. */
export const CONTENT_PROOF = 'preview'
