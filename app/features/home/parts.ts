export { InquiryWords } from './inquiry-words'
export { Shortcuts } from './shortcuts'
export { Story } from './story'
