import { answerAgain, answerInquiry, saveDraft as saveAnswerDraft } from './inquiries/answers.ts'
import { addNote, claimInquiry, endClaim } from './inquiries/colleagues.ts'
import { destroyInquiry, markProcessed, markSpam, sendAgain, undoProcessed } from './inquiries/mark-and-destroy.ts'
import { exportInquiries } from './inquiries/export.ts'
import { listChosen } from './inquiries/several.ts'
import { resume } from './inquiries/resume.ts'
import { downloadFile, listPage, previewFile, showInquiry } from './inquiries/reading.ts'
import { maintenanceOff, maintenanceOn } from './maintenance.ts'
import { addCategory, mergeCategory, moveCategory, removeCategory, renameCategory } from './publishing/categories.ts'
import { addFile } from './publishing/content-files.ts'
import {
  addDownload,
  changeDownload,
  moveDownload,
  offerDownload,
  removeDownload,
  withdrawDownload,
} from './publishing/downloads.ts'
import { bringBack, discardDraft, restoreDraft, saveDraft } from './publishing/drafts.ts'
import { importBoards } from './publishing/import-boards.ts'
import { moveEntry, setPriority } from './publishing/move-entry.ts'
import { preview } from './publishing/preview-addresses.ts'
import { publish, publishAgain, withdraw } from './publishing/publication.ts'
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
  'send-again': sendAgain,
  'mark-processed': markProcessed,
  'mark-spam': markSpam,
  'undo-processed': undoProcessed,
  destroy: destroyInquiry,
  answer: answerInquiry,
  'answer-again': answerAgain,
  'save-answer-draft': saveAnswerDraft,
  claim: claimInquiry,
  'end-claim': endClaim,
  note: addNote,
  'add-saved-answer': addSavedAnswer,
  'change-saved-answer': changeSavedAnswer,
  'delete-saved-answer': removeSavedAnswer,
  resume,
  'save-draft': saveDraft,
  'discard-draft': discardDraft,
  'bring-back': bringBack,
  'restore-draft': restoreDraft,
  preview,
  publish,
  withdraw,
  'publish-again': publishAgain,
  'move-entry': moveEntry,
  'set-priority': setPriority,
  'add-category': addCategory,
  'rename-category': renameCategory,
  'move-category': moveCategory,
  'merge-category': mergeCategory,
  'remove-category': removeCategory,
  'add-file': addFile,
  'add-download': addDownload,
  'change-download': changeDownload,
  'move-download': moveDownload,
  'withdraw-download': withdrawDownload,
  'offer-download': offerDownload,
  'delete-download': removeDownload,
  'import-boards': importBoards,
  'maintenance-on': maintenanceOn,
  'maintenance-off': maintenanceOff,
} as const
