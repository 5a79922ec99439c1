import { z } from 'zod'
import type { FileRecord } from './attachments.ts'
import { LISTING_HEADER } from './board.ts'
import { CSRF_HEADER } from './csrf.ts'
import type { Download } from './download.ts'
import { TURNSTILE_TOKEN } from './spam-signals.ts'
import { inquiryBody, receipt, receiptState } from './inquiry-body.ts'
import { LANGUAGES } from './languages.ts'
import type { Operation } from './openapi.ts'
import {
  selectDetailBody,
  selectFilesBody,
  selectListBody,
  selectSubCategoryBody,
  uploadFields,
} from './request-bodies.ts'
import { CATEGORY_NAME, eachField } from './text-fields.ts'

/* The calls of the public API (docs/contract.md#5), as /api/openapi.json says them. */

const envelope = <T extends z.ZodType>(data: T) => z.object({ data })
const date = z.iso.datetime().nullable()
/** A text with the field of its plain language; an upstream that keeps no languages apart has no other. */
const text = <P extends 'subject*' | 'contents*'>(pattern: P) =>
  eachField(pattern, (locale) => (LANGUAGES[locale].field === '' ? z.string() : z.string().optional()))

const head = {
  ...text('subject*'),
  ...eachField(CATEGORY_NAME, () => z.string()),
  create_date: date,
  update_date: date,
}
const item = z.object({ board_uuid: z.string(), ...head, is_priority: z.boolean() })
const category = z.object({ sub_category_id: z.string(), ...eachField(CATEGORY_NAME, () => z.string()) })
const rows = z.array(item)

const download = z.object({
  id: z.string(),
  ...eachField('title*', () => z.string()),
  ...eachField('category*', () => z.string()),
  registered_at: z.iso.datetime(),
  file: z.string(),
}) satisfies z.ZodType<Download>
const fileRecord = z.object({ file_key: z.string(), file_name: z.string() }) satisfies z.ZodType<FileRecord>

const checks = z.array(z.object({ name: z.string(), ok: z.boolean(), detail: z.string().optional() }))

const FILE = { type: '*/*' }
/** The cookie `XSRF-TOKEN` again. */
const csrf = { [CSRF_HEADER]: z.string() }

export const PUBLIC_API: readonly Operation[] = [
  {
    method: 'post',
    path: '/api/board/selectList',
    says: 'The entries of a board, newest first: all, a page, or the neighbours of one',
    headers: { [LISTING_HEADER]: z.string().optional() },
    body: selectListBody,
    answers: {
      200: {
        says: 'The entries',
        content: z.union([
          envelope(rows),
          z.object({ data: rows, page: z.int(), pages: z.int(), total: z.int() }),
          envelope(z.object({ listed: z.boolean(), previous: item.nullable(), next: item.nullable() })),
        ]),
      },
    },
  },
  {
    method: 'post',
    path: '/api/board/selectSubCategory',
    says: 'The sub-categories of a board',
    body: selectSubCategoryBody,
    answers: { 200: { says: 'The sub-categories', content: envelope(z.array(category)) } },
  },
  {
    method: 'post',
    path: '/api/board/selectDetail',
    says: 'An entry with its contents as clean HTML',
    body: selectDetailBody,
    answers: { 200: { says: 'The entry', content: envelope(z.object({ ...head, ...text('contents*') })) } },
  },
  {
    method: 'post',
    path: '/api/board/inquiry',
    says: 'Sends an inquiry or a proposal',
    headers: { ...csrf, 'Idempotency-Key': z.uuid().optional(), [TURNSTILE_TOKEN]: z.string().optional() },
    body: inquiryBody,
    answers: {
      200: { says: 'It is delivered', content: envelope(receipt) },
      202: { says: 'It is stored, and will be delivered', content: envelope(receipt) },
    },
  },
  {
    method: 'get',
    path: '/api/board/inquiry/{receipt}',
    says: 'The state of an inquiry, without anything personal',
    query: { held: z.string().optional() },
    answers: { 200: { says: 'Its state', content: envelope(receiptState) } },
  },
  {
    method: 'post',
    path: '/api/file/upload',
    says: 'Takes all files of one field of a form',
    headers: csrf,
    body: { type: 'multipart/form-data', schema: uploadFields.extend({ files: z.array(z.file()).min(1) }) },
    answers: { 200: { says: 'The signed reference of the files', content: envelope(z.string()) } },
  },
  {
    method: 'post',
    path: '/api/file/select',
    says: 'The files behind a reference',
    body: selectFilesBody,
    answers: { 200: { says: 'Key and name of each', content: envelope(z.array(fileRecord)) } },
  },
  {
    method: 'get',
    path: '/api/file/read/{fileKey}/download',
    says: 'A file',
    answers: { 200: { says: 'The file, as an attachment', content: FILE } },
  },
  {
    method: 'get',
    path: '/content/downloads',
    says: 'The documents of the data page',
    answers: { 200: { says: 'The documents', content: envelope(z.array(download)) } },
  },
  {
    method: 'get',
    path: '/content/{key}/{name}',
    says: 'A picture of an entry, or a document',
    query: { preview: z.string().optional() },
    answers: { 200: { says: 'The file', content: FILE }, 304: { says: 'It is as `If-None-Match` names it' } },
  },
  {
    method: 'get',
    path: '/healthz',
    says: 'Whether the site runs, and which version',
    answers: {
      200: { says: 'It runs', content: z.object({ status: z.literal('ok'), version: z.string().optional() }) },
    },
  },
  {
    method: 'get',
    path: '/readyz',
    says: 'Whether each binding and the upstream answers',
    answers: {
      200: { says: 'All answer', content: z.object({ status: z.literal('ready'), checks }) },
      503: { says: 'Some do not', content: z.object({ status: z.literal('not-ready'), checks }) },
    },
  },
  {
    method: 'get',
    path: '/api/openapi.json',
    says: 'This document',
    answers: { 200: { says: 'This document', content: z.looseObject({ openapi: z.string() }) } },
  },
]
