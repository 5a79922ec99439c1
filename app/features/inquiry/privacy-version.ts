/** Version of the privacy policy whose articles 1 to 3 the notice in both forms repeats. Changes with the notice's texts. */
export const PRIVACY_VERSION = '20250701'
