import { describe, expect, test } from 'vitest'
import { directionOf } from './direction.ts'
import { isolated } from './isolated.ts'
import { localeLabel } from './locale-label.ts'
import { browserLocale, redirectedHome, rememberedLocale, rememberLocale } from './locale-cookie.ts'
import { splitLocale, withLocale } from './url-locale.ts'

describe('the locale in the address', () => {
  test.each([
    ['/', 'en', '/'],
    ['/es', 'es', '/'],
    ['/fr/', 'fr', '/'],
    ['/hi/applications', 'hi', '/applications'],
    ['/applications/hi/edit', 'en', '/applications/hi/edit'],
    ['/espresso', 'en', '/espresso'],
    ['/en/applications', 'en', '/en/applications'],
  ] as const)('%s is %s and %s', (pathname, locale, path) => {
    expect(splitLocale(pathname)).toEqual({ locale, path })
  })

  test('a prefix that was put on comes off again', () => {
    for (const locale of ['en', 'es', 'fr', 'hi'] as const) {
      for (const path of ['/', '/applications']) {
        expect(splitLocale(withLocale(locale, path))).toEqual({ locale, path })
      }
    }
  })
})

describe('the remembered language', () => {
  test('is kept in the cookie and only redirects the bare home address', () => {
    rememberLocale('hi')
    expect(rememberedLocale()).toBe('hi')
    expect(redirectedHome('/', 'hi')).toBe('/hi')
    expect(redirectedHome('/', 'en')).toBeUndefined()
    expect(redirectedHome('/applications', 'hi')).toBeUndefined()
    expect(redirectedHome('/es', 'hi')).toBeUndefined()
    document.cookie = 'locale=; Path=/; Max-Age=0'
    expect(rememberedLocale()).toBeUndefined()
  })

  test('is guessed from the browser where the list has it', () => {
    expect(browserLocale(['de-AT', 'fr-CH', 'es'])).toBe('fr')
    expect(browserLocale(['de'])).toBeUndefined()
  })

  test('ignores a cookie that names no language of ours', () => {
    expect(rememberedLocale('a=1; locale=xx')).toBeUndefined()
    expect(rememberedLocale('mylocale=hi')).toBeUndefined()
  })
})

test.each([
  ['hi', 'en', 'Hindi (India)', 'ltr'],
  ['pt_BR', 'en', 'Portuguese (Brazil)', 'ltr'],
  ['ar', 'fr', 'arabe (Égypte)', 'rtl'],
  ['pa-Arab', 'en', 'Punjabi (Arabic) (Pakistan)', 'rtl'],
  ['eo', 'en', 'Esperanto', 'ltr'],
  ['xx-YY', 'en', 'xx-YY', 'ltr'],
] as const)('%s reads for somebody of %s as %s', (tag, reader, text, direction) => {
  expect(localeLabel(tag, reader)).toEqual({ text, direction })
})

test('direction follows the language and, for Punjabi, the script', () => {
  expect(['ar', 'he', 'fa-IR', 'ur', 'ku', 'sd', 'pa-Arab', 'pa_PK'].map(directionOf)).toEqual(Array(8).fill('rtl'))
  expect(['en', 'hi', 'pa', 'pa-IN', 'fr'].map(directionOf)).toEqual(Array(5).fill('ltr'))
})

test('a name that turns the direction of text does so within itself alone', () => {
  expect(isolated('Lumen <b>')).toBe('Lumen <b>')
  expect(isolated('नमस्ते')).toBe('नमस्ते')
  expect(isolated('gpj.\u202Eexe')).toBe('\u2068gpj.\u202Eexe\u2069')
  // What would end the isolation early is taken out.
  expect(isolated('\u2069\u202Eexe')).toBe('\u2068\u202Eexe\u2069')
  expect(isolated('مرحبا')).toBe('\u2068مرحبا\u2069')
})
