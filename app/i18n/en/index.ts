import board from './board.json'
import consent from './consent.json'
import cookieSettings from './cookie-settings.json'
import downloads from './downloads.json'
import error from './error.json'
import home from './home.json'
import inquiry from './inquiry.json'
import layout from './layout.json'
import legal from './legal.json'
import maintenance from './maintenance.json'
import page from './page.json'

export default {
  board,
  consent,
  'cookie-settings': cookieSettings,
  downloads,
  error,
  home,
  inquiry,
  layout,
  legal,
  maintenance,
  page,
}
