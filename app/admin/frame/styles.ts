import base from '../../ui/base.css?inline'
import button from '../../ui/button.module.css?inline'
import field from '../../ui/field.module.css?inline'
import notice from '../../ui/notice.module.css?inline'
import pageHeading from '../../ui/page-heading.module.css?inline'
import tokens from '../../ui/tokens.css?inline'
import frame from './frame.css?inline'
import parts from './parts.css?inline'
import publishing from './publishing.css?inline'

/*
 * The style sheet of every page of the admin, in the page itself: a file would be in the public folder of assets. The class names of
 * app/ui are the same as in the site's own sheet; those of the admin are plain, because no other page has this sheet.
 */
export const ADMIN_STYLES = [tokens, base, button, field, notice, pageHeading, frame, parts, publishing].join('\n')
