declare module '@adobe/structured-data-validator' {
  interface Issue {
    issueMessage: string
    severity: 'ERROR' | 'WARNING'
    fieldNames?: string[]
    rootType: string
  }
  export default class Validator {
    constructor(vocabulary?: object)
    validate(extracted: object): Promise<Issue[]>
  }
}
