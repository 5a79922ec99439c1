import type { MailEventName } from '../../../functions/contract/conversation.ts'

/** How the platform takes a mail. `loses the answer`: it takes it and nobody hears of that. */
export type Platform = 'takes' | 'refuses' | 'loses the answer' | 'waits'

/** A mail that the platform has taken. */
export interface Sent {
  id: string
  answer: string
  /** Names the mail of an answer; another one where it is sent again to another address. */
  event: string
  /** The outbox cannot know that the platform took it. */
  isUnheard: boolean
  /** What the platform has told of it, or tried to. */
  readonly told: Set<MailEventName>
}

/** The platform's e-mail sending: what it takes is sent. */
export class TalkPlatform {
  state: Platform = 'takes'
  readonly mails: Sent[] = []
  readonly #held: (() => void)[] = []
  #sent = 0

  /** Answers every call that waits. */
  release(): void {
    for (const go of this.#held.splice(0)) go()
  }

  /** Whoever waits for an answer has ended. */
  hangUp(): void {
    this.#held.length = 0
  }

  async send(mail: EmailMessageBuilder): Promise<EmailSendResult> {
    const event = mail.headers?.['X-Event'] ?? ''
    const answer = answerOf(mail)
    const messageId = `<${++this.#sent}@mail.example>`
    if (this.state === 'refuses') throw Object.assign(new Error('no'), { code: 'E_INTERNAL_SERVER_ERROR' })
    const sent: Sent = {
      id: messageId,
      answer: answer ?? '',
      event,
      isUnheard: this.state !== 'takes',
      told: new Set(),
    }
    if (answer !== undefined) this.mails.push(sent)
    if (this.state === 'waits') await new Promise<void>((go) => this.#held.push(go))
    if (this.state === 'loses the answer') return new Promise<never>(() => undefined)
    sent.isUnheard = false
    return { messageId }
  }
}

/** The id of the answer that a mail has; undefined for a mail to operators. */
export const answerOf = (mail: EmailMessageBuilder): string | undefined =>
  /\.answer-([0-9a-f-]{36})/.exec(mail.headers?.['X-Event'] ?? '')?.[1]
