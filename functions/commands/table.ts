import { answerAgain, answerInquiry, saveDraft as saveAnswerDraft } from './inquiries/answers.ts'
import { admitReply } from './inquiries/admit-reply.ts'
import { addNote, claimInquiry, endClaim } from './inquiries/colleagues.ts'
import { destroyInquiry, markProcessed, markSpam, sendAgain, undoProcessed } from './inquiries/mark-and-destroy.ts'
import { exportInquiries } from './inquiries/export.ts'
import { listChosen } from './inquiries/several.ts'
import { resume } from './inquiries/resume.ts'
import { downloadFile, listPage, previewFile, showInquiry } from './inquiries/reading.ts'
import { endRequest, exportPerson, forgetMessages, noteRequest, openRequest, showPerson } from './inquiries/person.ts'
import { remind } from './inquiries/remind.ts'
import { takeByTelephone } from './inquiries/telephone.ts'
import { maintenanceOff, maintenanceOn } from './maintenance.ts'
import * as publishing from './publishing.ts'
import { signIn, signOut } from './sign-in.ts'
import { addSavedAnswer, changeSavedAnswer, removeSavedAnswer } from './saved-answers.ts'

/**
 * Everything that an operator can do, by name. Forms, the JSON API and the command line all go through it, so that an action has one check
 * of its input, one function and one row of the log (define-command.ts). A new one needs its line here, its form and its test.
 */
export const commands = {
  'sign-in': signIn,
  'sign-out': signOut,
  list: listPage,
  'list-chosen': listChosen,
  show: showInquiry,
  download: downloadFile,
  'preview-file': previewFile,
  export: exportInquiries,
  'take-by-telephone': takeByTelephone,
  'send-again': sendAgain,
  'mark-processed': markProcessed,
  'mark-spam': markSpam,
  'undo-processed': undoProcessed,
  destroy: destroyInquiry,
  answer: answerInquiry,
  'answer-again': answerAgain,
  'save-answer-draft': saveAnswerDraft,
  'admit-reply': admitReply,
  claim: claimInquiry,
  'end-claim': endClaim,
  note: addNote,
  'add-saved-answer': addSavedAnswer,
  'change-saved-answer': changeSavedAnswer,
  'delete-saved-answer': removeSavedAnswer,
  remind,
  'show-person': showPerson,
  'export-person': exportPerson,
  'forget-messages': forgetMessages,
  'note-request': noteRequest,
  'open-request': openRequest,
  'end-request': endRequest,
  resume,
  'save-draft': publishing.saveDraft,
  'discard-draft': publishing.discardDraft,
  'bring-back': publishing.bringBack,
  preview: publishing.preview,
  publish: publishing.publish,
  withdraw: publishing.withdraw,
  'publish-again': publishing.publishAgain,
  'move-entry': publishing.moveEntry,
  'set-priority': publishing.setPriority,
  'add-category': publishing.addCategory,
  'rename-category': publishing.renameCategory,
  'move-category': publishing.moveCategory,
  'merge-category': publishing.mergeCategory,
  'remove-category': publishing.removeCategory,
  'add-file': publishing.addFile,
  'add-download': publishing.addDownload,
  'change-download': publishing.changeDownload,
  'move-download': publishing.moveDownload,
  'withdraw-download': publishing.withdrawDownload,
  'offer-download': publishing.offerDownload,
  'delete-download': publishing.removeDownload,
  'import-boards': publishing.importBoards,
  'maintenance-on': maintenanceOn,
  'maintenance-off': maintenanceOff,
} as const
