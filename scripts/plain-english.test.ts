// English texts in the words of the field; CONTRIBUTING.md has the glossary.
import { globSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { SENTENCES } from '../contracts/src/sentences/catalogue.ts'
import { en as accountMails } from '../server/src/features/accounts/mails/words-en.ts'
import { en as approvalMails } from '../server/src/features/approvals/mails/words-en.ts'
import { INVITATION_WORDS } from '../server/src/features/members/mails/words.ts'
import { PAGE_WORDS } from '../server/src/features/tracking/page-words.ts'
import { faultsOf } from './plain-english.ts'

type Words = { [key: string]: string | Words }

const PAGES = join(import.meta.dirname, '../web/src/locales/en')

test('pages, answers and emails are in plain English, and hints are short', async () => {
  const files = globSync('*.json', { cwd: PAGES })
  const pages = await Promise.all(files.map(async file => [file, await readPage(file)] as const))
  const texts: Words = {
    ...Object.fromEntries(pages),
    ...{
      SENTENCES,
      accountMails,
      approvalMails,
      invitations: { ...INVITATION_WORDS.en },
      recipients: { ...PAGE_WORDS.en },
    },
  }
  const all = [...flatten(texts)]
  expect(all.length).toBeGreaterThan(3000)
  expect(all.flatMap(([key, text]) => faultsOf(key, text))).toEqual([])
})

test.each([
  ['who.exclude', 'Whoever is in one of these gets nothing.', 'Whoever'],
  ['problems.none', 'Nothing to mend', 'mend'],
  ['edit.submit', 'Hand in for approval', 'Hand in'],
  ['noneText', 'What was approved stands here.', 'stands'],
  ['clock', 'Their time on their own clock', 'own clock'],
  ['list.lead', 'Mails to write once', 'Mails'],
  ['when.quietHelp', 'one two three four five six seven eight nine ten eleven twelve thirteen', '13 words'],
])('a planted fault is found: %s', (key, text, fault) => {
  expect(faultsOf(key, text)).toEqual([expect.stringContaining(fault)])
})

test('a mail server is called so, and a text that is no hint may be longer', () => {
  expect(
    faultsOf('provider.text', 'Use your own mail server, or Amazon SES, or any other provider that takes SMTP here.'),
  ).toEqual([])
})

async function readPage(file: string): Promise<Words> {
  return JSON.parse(await readFile(join(PAGES, file), 'utf8')) as Words
}

function* flatten(words: Words, prefix = ''): Generator<[key: string, text: string]> {
  for (const [key, value] of Object.entries(words)) {
    if (typeof value === 'string') yield [prefix + key, value]
    else yield* flatten(value, `${prefix}${key}.`)
  }
}
