import { sentence, type Words } from '@notifly/contracts/sentences/sentence'
import { expect, test } from 'vitest'
import { readWords, storedWords } from './stored-words.ts'

test.each<Words>([
  sentence('approvals.cannotApply.other', { reason: sentence('templates.nameTaken') }),
  'Karix answers 401',
  '{"key":"no sentence of ours"}',
  '',
])('words are read as they were stored: %j', words => {
  expect(readWords(storedWords(words))).toEqual(words)
})

test.each([
  'Missed: the campaign’s last day ended before it could start.',
  '250',
  'null',
  '[]',
  '{"message":"Email address is not verified."}',
  '{"key":"toString"}',
  '{"key":"errors.request","values":null}',
  '{"key":"errors.request","values":{"detail":{"key":"of a newer version"}}}',
  '{"key":"errors.request","values":{"detail":null}}',
])('what is no sentence of ours stays as it stands: %s', text => {
  expect(readWords(text)).toBe(text)
})
