import { LOCALES } from '@notifly/contracts/accounts'
import { expect, test } from 'vitest'
import { followVerificationLink, inLanguage, setUpOrganization, signIn, signUp } from '../browser/accounts.ts'
import { connectSandbox, importFile } from '../browser/application.ts'
import { open, product } from '../browser/journey.ts'
import { AUDIENCE_FILE, audienceOf } from '../product/material.ts'
import { newEmail } from '../product/people.ts'
import { sandboxAt } from '../product/sandbox.ts'
import { wordsIn } from '../words.ts'

test.for(LOCALES)('five minutes in %s: from nothing to a mail that was read', async locale => {
  const words = wordsIn(locale)
  const sandbox = sandboxAt(product.sandboxUrl)
  const person = { name: 'Asha Raman', email: newEmail() }
  const page = await open({ locale })

  await page.goto(inLanguage(locale, '/auth/sign-up'))
  await signUp(page, words, person)
  await followVerificationLink(page, words, sandbox, person.email)
  await signIn(page, words, person.email)
  await page.waitForURL(url => url.pathname === inLanguage(locale, '/onboarding'))
  const slug = await setUpOrganization(page, words, 'Lumen Store')
  const at = (path: string) => inLanguage(locale, `/applications/${slug}/${path}`)

  await connectSandbox(page, words)
  await page.goto(at('audience/manage'))
  const friends = ['Ana', 'Bruno', 'Chandra'].map(firstName => ({ email: newEmail(), firstName }))
  const small = new File([audienceOf(friends)], 'friends.csv')
  await importFile(page, words, locale === 'en' ? AUDIENCE_FILE : small, 'Everybody')
  expect(page.url()).toContain(at('audience?segment='))
})
