import { expect, test } from 'vitest'
import { OtherContentsError } from '../../../../functions/errors.ts'
import { problemResponse } from '../../../../functions/http/problem-response.ts'

test('a problem with the status 422 has its title', async () => {
  const answer = problemResponse(new OtherContentsError('Another inquiry has this key.'), 'request')
  expect(await answer.json()).toMatchObject({ status: 422, title: 'Unprocessable Content' })
})
