import { expect, test, vi } from 'vitest'
import { adminPage, type PageContext } from '../../../../app/admin/frame/page'

// The address that a build gives to the style sheet of the board's texts.
vi.mock('../../../../app/ui/fonts/font-files', () => ({ BOARD_TEXT_STYLES: '/assets/board-text.css' }))

test('a page of the admin allows its style sheet, and no inline script that has got into it', async () => {
  const context = {
    req: { url: 'http://localhost/admin/log' },
    env: { upcoming: null },
    var: { locale: 'en', actor: 'a@b.example', scope: 'all-brands' },
  } as unknown as PageContext
  const planted = <script dangerouslySetInnerHTML={{ __html: 'alert(1)' }} />
  const page = await adminPage(context, { title: 'Log', section: 'log' }, planted)
  expect(await page.text()).toContain('<script>alert(1)</script>')
  expect(page.headers.get('content-security-policy')).toMatch(/; script-src 'self'; style-src 'self'; /)
})
