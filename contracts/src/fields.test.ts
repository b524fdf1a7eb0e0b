import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { maxCharacters, onlyCharacters, text, tooLong } from './fields.ts'

const messages = (schema: z.ZodMiniType, value: unknown) =>
  z.safeParse(schema, value).error?.issues.map(({ message }) => message)

test('what is too long is refused by a sentence that names its field', () => {
  const schema = z.object({
    segment_name: text(5),
    users: z.optional(z.array(z.object({ firstName: z.string().check(maxCharacters(2)) }))),
    code: z.optional(z.string().check(onlyCharacters(6))),
  })
  expect(messages(schema, { segment_name: 'people' })).toEqual(['The segment name field can have at max 5 characters'])
  expect(messages(schema, { segment_name: 'all', users: [{ firstName: 'Asha' }] })).toEqual([
    'The first name field can have at max 2 characters',
  ])
  expect(messages(schema, { segment_name: 'all', code: '1234567' })).toEqual([
    'The code field must have only 6 characters',
  ])
  expect(tooLong('components.0.text', 60)).toBe('The text field can have at max 60 characters')
})
