import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { maxCharacters, onlyCharacters, text } from './fields.ts'
import { english } from './sentences/english.ts'
import { sentenceOfIssue, tooLong } from './sentences/of-issue.ts'
import { sentenceKey } from './sentences/sentence.ts'

const messages = (schema: z.ZodMiniType, value: unknown) =>
  z.safeParse(schema, value).error?.issues.map(issue => english(sentenceOfIssue(issue)))

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
  expect(english(tooLong('components.0.text', 60))).toBe('The text field can have at max 60 characters')
})

test('values of a rule of its own stand in its sentence; what zod says by itself is a wrong format', () => {
  const rule = z.string().check(z.refine(() => false, { error: sentenceKey('fields.days'), params: { maximum: 30 } }))
  expect(messages(rule, 'x')).toEqual(['Choose up to 30 days.'])
  expect(messages(z.union([z.literal('a'), z.literal('b')]), 'x')).toEqual(['Please enter a valid format.'])
  expect(messages(z.number(), 'x')).toEqual(['Please enter a valid format.'])
})
