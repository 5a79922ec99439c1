/** What the form is doing. */
export type Phase =
  | { name: 'filling' }
  /**
   * The files are uploaded.
   * @property sent fraction of their bytes, from 0 to 1
   * @property waiting why nothing is sent for a moment: a failed upload begins again, or the site takes no more files just now
   */
  | { name: 'files'; sent: number; waiting?: 'failed' | 'busy' }
  /** An upload got no answer; the visitor decides. */
  | { name: 'stopped' }
  | { name: 'inquiry' }

export const isSending = ({ name }: Phase): boolean => name === 'files' || name === 'inquiry'
