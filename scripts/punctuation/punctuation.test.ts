// Each language has its own marks, in the dashboard, in mails, on public pages and in the pages of `content`.
import { expect, test } from 'vitest'
import { textsOf } from './texts-of-language.ts'

const ADDRESSES_AND_NAMES = /https?:\S+|\w\?\w+=\S*|\{\{[^{}]*\}\}|`[^`]*`/g

/** Texts that break a rule, of enough texts that the rule has been tried. */
function faults(locale: string, isFault: (text: string) => boolean): string[] {
  const texts = textsOf(locale)
  expect(texts.length).toBeGreaterThan(7500)
  return texts.filter(({ text }) => isFault(text)).map(({ path, text }) => `${path}: ${text}`)
}

test('French separates ? ! ; : % and quotation marks from their words by a space at which no line breaks', () => {
  expect(faults('fr', text => / [?!;:»%](?![\w/-])|« /.test(text))).toEqual([])
})

test('Spanish opens each question and each exclamation', () => {
  const count = (text: string, mark: string) => text.split(mark).length
  const isOpen = (text: string) => count(text, '?') !== count(text, '¿') || count(text, '!') !== count(text, '¡')
  expect(faults('es', text => isOpen(text.replaceAll(ADDRESSES_AND_NAMES, '')))).toEqual([])
})

test('Hindi ends sentences with a danda; a point is of an abbreviation or of a number in a list', () => {
  const point = /(?<!से|क्र|सं|^\d)(?<=[\p{Script=Devanagari}\w}])\.(?=\s|$)/u
  expect(faults('hi', text => point.test(text.replaceAll(/`[^`]*`/g, '')))).toEqual([])
})
