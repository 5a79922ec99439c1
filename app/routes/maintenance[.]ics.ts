import { createFileRoute } from '@tanstack/react-router'
import ical from 'ical-generator'
import { announce } from '../features/maintenance/announcement'
import { i18nOf } from '../i18n/i18n'
import { inLanguage } from '../urls/in-language'

/** The announced maintenance, or the one in force, as a calendar entry (RFC 5545). */
export const Route = createFileRoute('/maintenance.ics')({
  server: {
    handlers: {
      GET: async ({ context: { visitor, maintenance, upcoming } }) => {
        const entry = maintenance ?? upcoming
        if (!entry) return new Response(null, { status: 404 })
        const { t } = await i18nOf(visitor.locale, ['maintenance'])
        const { from, until, reason } = announce(entry, false, visitor.locale)
        const calendar = ical({ prodId: { company: visitor.brand.company.name, product: visitor.brand.name } })
        calendar.createEvent({
          id: `maintenance-${Date.parse(from)}@${new URL(visitor.brand.origin).hostname}`,
          start: new Date(from),
          end: new Date(until),
          stamp: new Date(from),
          summary: t('maintenance:calendar', { brand: visitor.brand.name }),
          description: reason?.text ?? null,
          url: visitor.brand.origin + inLanguage('/maintenance', visitor),
        })
        return new Response(calendar.toString(), {
          headers: {
            'content-type': 'text/calendar; charset=utf-8',
            'content-disposition': 'attachment; filename="maintenance.ics"',
          },
        })
      },
    },
  },
})
