/** What the visitor has decided about cookies, read from them (docs/contract.md#7). */
export interface StoredChoice {
  decided: boolean
  functional: boolean
}

/** @param cookies the header of the request; in the browser its own cookies */
export function storedChoice(cookies: string = document.cookie): StoredChoice {
  const has = (name: string) => cookies.split('; ').some((cookie) => cookie.startsWith(`${name}=`))
  return { decided: has('theme'), functional: has('timestamp') }
}
