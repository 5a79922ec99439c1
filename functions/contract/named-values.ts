/** One entry of a setting such as `4714…, partner-a=9c1e…`. The name is null where there is none. */
export interface NamedValue {
  name: string | null
  value: string
}

/** Reads a setting of values between commas, each with or without a name before its first `=`. What is empty is left out. */
export const namedValues = (setting: string): NamedValue[] =>
  setting.split(',').flatMap((text) => {
    const [, name = null, value = ''] = /^(?:([\w-]+)=)?(.*)$/s.exec(text.trim()) ?? []
    return name === null && value === '' ? [] : { name, value }
  })
