import { PromptPreferences } from '@notifly/contracts/web-push/prompts'
import { expect, test } from 'vitest'
import { askers } from './askers.ts'
import { bell } from './bell.ts'
import { customLink } from './link.ts'
import type { PromptNode, PromptView } from './node.ts'
import { slidePrompt } from './slide.ts'
import { PROMPT_LOCALES, promptWords } from './words.ts'

const words = promptWords(['en'])
const view: PromptView = { state: 'unsubscribed', siteName: 'Lumen' }

function preferences(changes: object = {}) {
  const { subscription_bell, slide_prompt, custom_link } = PromptPreferences.parse({
    subscription_bell: {},
    slide_prompt: { accept: { message: 'Yes' }, reject: { message: 'No' } },
    custom_link: { subscribe_text: 'Tell me' },
    ...changes,
  })
  if (subscription_bell === undefined || slide_prompt === undefined || custom_link === undefined)
    throw new Error('missing')
  return { bell: subscription_bell, slide: slide_prompt, link: custom_link }
}

/** All texts of a prompt with what a click on each asks for. */
function parts(node: PromptNode | null): [text: string, action: string][] {
  if (node === null) return []
  const own: [string, string][] = node.text === undefined ? [] : [[node.text, node.action ?? '']]
  return [...own, ...(node.children ?? []).flatMap(parts)]
}

const find = (node: PromptNode | null, className: string): PromptNode | undefined =>
  node === null || node.className === className
    ? (node ?? undefined)
    : (node.children ?? []).map(child => find(child, className)).find(each => each !== undefined)

test('the bell has the size, corner, offset and colours that were chosen', () => {
  const look = (changes: object) => {
    const node = bell(preferences({ subscription_bell: changes }).bell, view, words)
    return { ...node?.style, ...find(node, 'round')?.style }
  }
  expect(look({})).toEqual({
    bottom: '16px',
    right: '16px',
    width: '48px',
    height: '48px',
    color: '#ffffff',
    background: '#443DF6',
  })
  expect(look({ size: 0, location: 0, offset: { bottom: 30, left: 7 }, primary_color: '#123' })).toMatchObject({
    bottom: '30px',
    left: '7px',
    width: '64px',
    background: '#123',
  })
  expect(look({ size: 2 })).toMatchObject({ width: '42px' })
})

test('the bell says where the visitor stands, in the own words of the site once they are turned on', () => {
  const own = {
    when_user_not_subscribed: 'Join',
    when_user_subscribed: 'You are in',
    when_user_blocked_notifications: 'Unblock us',
  }
  const open = (state: PromptView['state'], changes: object) =>
    parts(bell(preferences({ subscription_bell: changes }).bell, { ...view, state, isOpen: true }, words))
  const custom = { custmize_bell_text: true, custmize_bell: own, hide_user_if_subscribed: false }
  expect(open('unsubscribed', custom)).toEqual([
    ['Lumen', ''],
    ['Join', ''],
    ['Subscribe', 'subscribe'],
    ['×', ''],
  ])
  expect(open('subscribed', custom)).toEqual([
    ['Lumen', ''],
    ['You are in', ''],
    ['Unsubscribe', 'unsubscribe'],
    ['×', ''],
  ])
  expect(open('blocked', custom)).toEqual([
    ['Lumen', ''],
    ['Unblock us', ''],
    ['×', ''],
  ])
  expect(open('unsubscribed', { custmize_bell: own })[1]).toEqual([words.notSubscribed, ''])
  // Turned off, they are gone.
  expect(preferences({ subscription_bell: { custmize_bell: own } }).bell.custmize_bell.when_user_subscribed).toBe('')
})

test('the bell hides from subscribers unless the site wants it to stay', () => {
  const subscribed: PromptView = { ...view, state: 'subscribed' }
  expect(bell(preferences().bell, subscribed, words)).toBeNull()
  expect(
    bell(preferences({ subscription_bell: { hide_user_if_subscribed: 0 } }).bell, subscribed, words),
  ).not.toBeNull()
})

test('the slide prompt asks in the name of the site, whatever is in it, and has both answers', () => {
  const siteName = "$& <b>Lumen</b> $'"
  const node = slidePrompt(preferences().slide, { ...view, siteName }, words)
  expect(parts(node)).toEqual([
    [siteName, ''],
    ['', ''],
    [siteName, ''],
    [words.ask.replace('{site}', ''), ''],
    ['No', 'reject'],
    ['Yes', 'subscribe'],
  ])
  expect(parts(slidePrompt(preferences().slide, { ...view, isBusy: true }, words)).at(-1)).toEqual(['Yes', ''])
})

test('the inline link lets subscribers leave only where the site lets them', () => {
  const subscribed: PromptView = { ...view, state: 'subscribed' }
  expect(parts(customLink(preferences().link, view, words))).toEqual([['Tell me', 'subscribe']])
  expect(customLink(preferences().link, subscribed, words)).toBeNull()
  const both = {
    custom_link: { subscribe_text: 'In', allow_unsubscribe: '1', unsubscribe_text: 'Out', explanation_text: 'Why' },
  }
  expect(parts(customLink(preferences(both).link, subscribed, words))).toEqual([
    ['Why', ''],
    ['Out', 'unsubscribe'],
  ])
})

test('only one prompt asks by itself: the bell, unless the site put the slide prompt first; a bell that waits for a click never does', () => {
  const order = (changes: object) => askers(PromptPreferences.parse(changes))
  const slide = { accept: { message: 'Yes' }, reject: { message: 'No' } }
  expect(order({ subscription_bell: {}, slide_prompt: slide })).toEqual(['bell', 'slide'])
  expect(order({ active: 'slide_prompt', subscription_bell: {}, slide_prompt: slide })).toEqual(['slide', 'bell'])
  expect(order({ subscription_bell: { auto_prompt: false }, slide_prompt: slide })).toEqual(['slide'])
  expect(order({ active: 'slide_prompt', subscription_bell: {} })).toEqual(['bell'])
  expect(order({ custom_link: { subscribe_text: 'Tell me' } })).toEqual([])
})

test('every button has a name of its own, the same while it is busy, so that the keyboard finds its place again', () => {
  const { bell: bellOf, slide, link } = preferences()
  const names = (node: PromptNode | null): string[] =>
    node === null
      ? []
      : [...(node.tag === 'button' ? [node.attributes?.['id'] ?? ''] : []), ...(node.children ?? []).flatMap(names)]
  for (const isBusy of [false, true]) {
    expect(names(bell(bellOf, { ...view, isOpen: true, isBusy }, words))).toEqual(['subscribe', 'close', 'bell'])
    expect(names(slidePrompt(slide, { ...view, isBusy }, words))).toEqual(['reject', 'subscribe'])
    expect(names(customLink(link, { ...view, isBusy }, words))).toEqual(['link'])
  }
})

test.each(PROMPT_LOCALES)('all words are there in %s', locale => {
  const { locale: chosen, ...texts } = promptWords(['xx', `${locale}-ZZ`])
  expect(chosen).toBe(locale)
  expect(Object.values(texts).every(text => text.trim() !== '')).toBe(true)
  expect(texts.ask).toContain('{site}')
})
