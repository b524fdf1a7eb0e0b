// The prompts as sites have them, in a real browser: where the keyboard is once they are drawn anew.
import { SlidePrompt, SubscriptionBell } from '@notifly/contracts/web-push/prompts'
import { bell } from '@notifly/site-sdk/prompts/bell'
import { type MountedPrompt, mountPrompt } from '@notifly/site-sdk/prompts/mount'
import type { PromptAction, PromptView } from '@notifly/site-sdk/prompts/node'
import { slidePrompt } from '@notifly/site-sdk/prompts/slide'
import { promptWords } from '@notifly/site-sdk/prompts/words'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'

const words = promptWords(['en'])
const view: PromptView = { state: 'unsubscribed', siteName: 'Lumen' }
const drawBell = (changes: Partial<PromptView>) => bell(SubscriptionBell.parse({}), { ...view, ...changes }, words)

let host: HTMLElement
let prompt: MountedPrompt
let onAction: (action: PromptAction) => void
beforeEach(() => {
  host = document.body.appendChild(document.createElement('div'))
  prompt = mountPrompt(host, null, action => onAction(action))
  onAction = action => prompt.update(drawBell({ isOpen: action === 'open' }))
})
afterEach(() => host.remove())

const focused = () => host.shadowRoot?.activeElement?.textContent

test('a button that waits for the browser keeps the focus', () => {
  prompt.update(drawBell({ isOpen: true }))
  prompt.focus()
  prompt.update(drawBell({ isOpen: true, isBusy: true }))
  expect(focused()).toBe('Subscribe')
  const slide = SlidePrompt.parse({ accept: { message: 'Yes' }, reject: { message: 'No' } })
  prompt.update(slidePrompt(slide, view, words))
  expect(focused()).toBe('Yes')
  prompt.update(slidePrompt(slide, { ...view, isBusy: true }, words))
  expect(focused()).toBe('Yes')
})

test.each(['{Escape}', '{Enter}'])('the bell has the focus when its panel is closed by %s', async key => {
  prompt.update(drawBell({ isOpen: true }))
  host.shadowRoot?.querySelector<HTMLElement>('.close')?.focus()
  await userEvent.keyboard(key)
  expect(host.shadowRoot?.activeElement?.getAttribute('aria-expanded')).toBe('false')
})

test('a prompt that does not have the focus does not take it', () => {
  prompt.update(drawBell({ isOpen: true }))
  prompt.update(drawBell({}))
  expect(document.activeElement).toBe(document.body)
})
