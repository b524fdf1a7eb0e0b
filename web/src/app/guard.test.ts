import { describe, expect, test } from 'vitest'
import { destinationAfterSignIn, encodeRedirect, guard, type GuardFacts } from './guard.ts'

const APPLICATION = '0198c0de-0000-7000-8000-000000000001'
const APPROVALS = `/applications/${APPLICATION}/settings/approvals`

const signedIn: GuardFacts = {
  path: '/applications',
  fullPath: '/applications',
  slug: undefined,
  unauthorized: false,
  signedIn: true,
  organizations: 1,
  applications: 1,
}
const at = (path: string, facts: Partial<GuardFacts> = {}) => guard({ ...signedIn, path, fullPath: path, ...facts })

describe('rule 1: the unauthorized flag', () => {
  test('leads from everywhere to the sign-in page, before all other rules', () => {
    expect(at('/applications', { unauthorized: true })).toBe('/auth/sign-in')
    expect(at('/auth/sign-up', { unauthorized: true, signedIn: false })).toBe('/auth/sign-in')
    expect(at(APPROVALS, { unauthorized: true, signedIn: false })).toBe('/auth/sign-in')
  })

  test('lets the sign-in page itself through', () => {
    expect(at('/auth/sign-in', { unauthorized: true, signedIn: false })).toBeUndefined()
  })
})

describe('rule 2: nobody is signed in', () => {
  test('leads to the sign-in page', () => {
    expect(at('/', { signedIn: false })).toBe('/auth/sign-in')
    expect(at('/authority', { signedIn: false })).toBe('/auth/sign-in')
  })

  test('keeps account pages and the change log open', () => {
    for (const path of ['/auth/sign-in', '/auth/verify', '/auth/invite/abc', '/changelogs', '/c', '/c/terms']) {
      expect(at(path, { signedIn: false })).toBeUndefined()
    }
    for (const path of ['/about', '/campaigns', '/changelogs.old']) {
      expect(at(path, { signedIn: false })).toBe('/auth/sign-in')
    }
  })

  test('carries the whole address only when it contains approvals', () => {
    const fullPath = `/hi${APPROVALS}?status=0&search=दिवाली`
    const target = at(APPROVALS, { signedIn: false, fullPath })
    expect(target).toBe(`/auth/sign-in?redirect=${encodeURIComponent(encodeRedirect(fullPath))}`)
    const redirect = new URL(target ?? '', location.origin).searchParams.get('redirect') ?? ''
    expect(destinationAfterSignIn(redirect)).toBe(fullPath)
  })
})

describe('rule 3: account pages are for signed-out people', () => {
  test('leads home', () => {
    expect(at('/auth/sign-in')).toBe('/')
    expect(at('/auth/verify')).toBe('/')
  })

  test('but for invitations', () => {
    expect(at('/auth/invite/abc')).toBeUndefined()
  })
})

describe('rule 4: neither organization nor application', () => {
  test('leads to onboarding and stays there', () => {
    expect(at('/', { organizations: 0, applications: 0 })).toBe('/onboarding')
    expect(at('/onboarding', { organizations: 0, applications: 0 })).toBeUndefined()
    expect(at('/settings', { organizations: 0, applications: 0 })).toBeUndefined()
  })

  test('does not hold while either number is above zero or unknown', () => {
    expect(at('/', { organizations: 1, applications: 0 })).toBeUndefined()
    expect(at('/', { organizations: 0, applications: 1 })).toBeUndefined()
    expect(at('/', { organizations: undefined, applications: undefined })).toBeUndefined()
  })
})

describe('rule 5: an application called undefined', () => {
  test('leads to the list', () => {
    expect(at('/applications/undefined/dashboard', { slug: 'undefined' })).toBe('/applications')
  })
})

describe('after signing in', () => {
  test('a path with a locale prefix and a query is followed', () => {
    for (const path of [APPROVALS, `/fr${APPROVALS}`, `${APPROVALS}?page=2`, `${APPROVALS}#top`]) {
      expect(destinationAfterSignIn(encodeRedirect(path))).toBe(path)
    }
  })

  test.each([
    'https://evil.example/applications/approvals',
    '//evil.example/settings/approvals',
    `/${APPROVALS}`,
    '/applications/not-a-uuid/settings/approvals',
    `${APPROVALS}/../../keys`,
    '/settings',
    'javascript:alert(1)//approvals',
  ])('%s is not followed', path => {
    expect(destinationAfterSignIn(encodeRedirect(path))).toBe('/')
  })

  test('what is no base64 leads home', () => {
    expect(destinationAfterSignIn('%%%')).toBe('/')
    expect(destinationAfterSignIn(undefined)).toBe('/')
  })
})
