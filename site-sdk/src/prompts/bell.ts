import type { SubscriptionBell } from '@notifly/contracts/web-push/prompts'
import { bellIcon, button, type PromptNode, type PromptView } from './node.ts'
import type { PromptWords } from './words.ts'

/** Large, medium, small. */
const SIZES_PX = [64, 48, 42] as const

/** The bell in a corner of the page, with its panel; null if the site hides it from subscribers. */
export function bell(preferences: SubscriptionBell, view: PromptView, words: PromptWords): PromptNode | null {
  if (preferences.hide_user_if_subscribed && view.state === 'subscribed') return null
  const { location, offset, primary_color: primary, accent_color: accent } = preferences
  const size = `${SIZES_PX[preferences.size] ?? SIZES_PX[1]}px`
  const text = bellText(preferences, view, words)
  const isOpen = view.isOpen === true
  return {
    tag: 'div',
    className: 'bell',
    style: {
      bottom: `${offset.bottom}px`,
      ...(location === 0 ? { left: `${offset.left}px` } : { right: `${offset.right}px` }),
    },
    children: [
      ...(isOpen ? [panel(preferences, view, words, text)] : []),
      {
        tag: 'button',
        className: 'round',
        attributes: {
          id: 'bell',
          type: 'button',
          title: text,
          'aria-label': text,
          'aria-haspopup': 'dialog',
          'aria-expanded': String(isOpen),
        },
        style: { width: size, height: size, color: accent, background: primary },
        action: isOpen ? 'close' : 'open',
        children: [bellIcon('glyph')],
      },
    ],
  }
}

/** The bell's text: the site's own if it has one. */
export function bellText(preferences: SubscriptionBell, view: PromptView, words: PromptWords): string {
  const { custmize_bell_text: isCustom, custmize_bell: own } = preferences
  const [ownText, usual] = {
    unsubscribed: [own.when_user_not_subscribed, words.notSubscribed],
    subscribed: [own.when_user_subscribed, words.subscribed],
    blocked: [own.when_user_blocked_notifications, words.blocked],
  }[view.state] as [string, string]
  return isCustom && ownText !== '' ? ownText : usual
}

function panel(preferences: SubscriptionBell, view: PromptView, words: PromptWords, text: string): PromptNode {
  const { state, isBusy = false, siteName } = view
  const look = { color: preferences.accent_color, background: preferences.primary_color, isBusy }
  return {
    tag: 'div',
    className: `panel ${preferences.location === 0 ? 'at-left' : 'at-right'}`,
    attributes: { role: 'dialog', 'aria-labelledby': 'bell-title', 'aria-describedby': 'bell-text' },
    children: [
      { tag: 'strong', className: 'title', attributes: { id: 'bell-title' }, text: siteName },
      { tag: 'p', className: 'text', attributes: { id: 'bell-text' }, text },
      ...(state === 'unsubscribed' ? [button(words.subscribe, 'subscribe', look)] : []),
      ...(state === 'subscribed' ? [button(words.unsubscribe, 'unsubscribe', look)] : []),
      closeButton(words),
    ],
  }
}

function closeButton(words: PromptWords): PromptNode {
  return {
    tag: 'button',
    className: 'close',
    attributes: { id: 'close', type: 'button', 'aria-label': words.close },
    action: 'close',
    children: [{ tag: 'span', attributes: { 'aria-hidden': 'true' }, text: '×' }],
  }
}
