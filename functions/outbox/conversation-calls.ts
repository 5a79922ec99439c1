import { DurableObject } from 'cloudflare:workers'
import type { ReplyToken } from '../mail/reply-address.ts'
import type { AnswerResult, AnswerToSend, Conversation, IncomingReply, MailEvent, ReplyResult } from './conversation.ts'

/** The calls of an outbox that are about answers and replies, as Conversation explains them. */
export abstract class ConversationCalls extends DurableObject {
  protected abstract readonly conversation: Conversation

  async answer(receipt: string, answer: AnswerToSend): Promise<AnswerResult> {
    return this.conversation.answer(receipt, answer)
  }

  async answerAgain(receipt: string, answer: Parameters<Conversation['sendAgain']>[1]): Promise<AnswerResult> {
    return this.conversation.sendAgain(receipt, answer)
  }

  async replyAddress(receipt: string): Promise<string | null> {
    return this.conversation.replyAddress(receipt)
  }

  async lastMail(receipt: string): Promise<string | null> {
    return this.conversation.lastMail(receipt)
  }

  async isReplyAddress(token: ReplyToken): Promise<boolean> {
    return this.conversation.isSigned(token)
  }

  async reply(token: ReplyToken, reply: IncomingReply): Promise<ReplyResult> {
    return this.conversation.reply(token, reply)
  }

  async mailEvents(events: readonly MailEvent[]): Promise<void> {
    this.conversation.mailEvents(events)
  }
}
