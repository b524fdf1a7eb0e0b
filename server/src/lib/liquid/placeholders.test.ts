import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { placeholderProblems } from './placeholders.ts'

const found = (source: string, kind: 'html' | 'text' = 'html') =>
  placeholderProblems(source, kind).map(({ values }) => values?.['text'])

test('the words that a new template begins with are known in every language of the dashboard', () => {
  for (const language of ['en', 'es', 'fr', 'hi']) {
    const file = new URL(`../../../../web/src/locales/${language}/templates.json`, import.meta.url)
    const { words } = (JSON.parse(readFileSync(file, 'utf8')) as { starters: { words: Record<string, string> } })
      .starters
    for (const word of ['brand', 'signature', 'announcementText', 'storyText']) {
      expect(found(`<p>\n${words[word]}\n</p>`)).toHaveLength(1)
    }
  }
})

test.each([
  ['Dear [Customer name], [INSERT LINK]', ['[Customer name]', '[INSERT LINK]']],
  ['*|FNAME|* and %%first_name%%', ['*|FNAME|*', '%%first_name%%']],
  ['www.your-domain.com/sale', ['www.your-domain.com']],
  ['Hello {{ first_name | default: "lorem ipsum" }} 100%% [sic] myexample.com example.com.br', []],
])('%s', (source, texts) => {
  expect(found(source, 'text')).toEqual(texts)
})

test('takes as long as the text is, however it is made', () => {
  const began = performance.now()
  for (const piece of ['[your ', '*|a', '%%a', '>  ', 'www.', '> Your company ']) found(piece.repeat(60_000))
  expect(performance.now() - began).toBeLessThan(3000)
})
