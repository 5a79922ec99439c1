import { Parser } from 'htmlparser2'

/** A form as a browser without scripts has it: what it would post, and the values of its buttons `action`. */
export interface FormOnPage {
  fields: Record<string, string>
  actions: string[]
}

/** Reads the form of a page that posts to an address and has a field of that name. */
export function formOnPage(html: string, field: string): FormOnPage {
  const forms: FormOnPage[] = []
  let inside = false
  let area: string | null = null
  let select: string | null = null
  const fieldsOf = () => forms.at(-1)?.fields ?? {}
  const parser = new Parser({
    onopentag(tag, { name = '', type = '', value = '', ...attributes }) {
      if (tag === 'form') inside = forms.push({ fields: {}, actions: [] }) > 0
      if (!inside) return
      if (tag === 'option') {
        if (select !== null && ('selected' in attributes || !(select in fieldsOf()))) fieldsOf()[select] = value
      } else if (name === '') return
      else if (tag === 'button') forms.at(-1)?.actions.push(value)
      else if (tag === 'select') select = name
      else if (tag === 'textarea') fieldsOf()[(area = name)] = ''
      else if (type === 'checkbox' ? 'checked' in attributes : type !== 'file')
        fieldsOf()[name] = value || (type === 'checkbox' ? 'on' : '')
    },
    ontext(text) {
      if (area !== null) fieldsOf()[area] += text
    },
    onclosetag(tag) {
      if (tag === 'form') inside = false
      if (tag === 'textarea') area = null
      if (tag === 'select') select = null
    },
  })
  parser.end(html)
  const found = forms.find(({ fields }) => field in fields)
  if (!found) throw new Error(`No form with the field ${field}.`)
  return found
}
