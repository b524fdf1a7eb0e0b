/**
 * A prompt as plain data, which the site's script renders on the page and the dashboard in its preview. Nothing here uses a document, so
 * both render the same preferences in the same way.
 */

/** The action that a click on a part of a prompt triggers. */
export type PromptAction = 'open' | 'close' | 'subscribe' | 'unsubscribe' | 'reject'

export interface PromptNode {
  tag: 'div' | 'button' | 'p' | 'span' | 'strong' | 'img' | 'svg' | 'path'
  /** A class of PROMPT_CSS. */
  className?: string
  attributes?: Readonly<Record<string, string>>
  /** Set through the object model, which no content security policy forbids. */
  style?: Readonly<Record<string, string>>
  text?: string
  action?: PromptAction
  children?: readonly PromptNode[]
}

/** The visitor's state: not asked yet or unsubscribed again, subscribed, or having blocked the site in the browser. */
export type SubscriptionState = 'unsubscribed' | 'subscribed' | 'blocked'

/** What a prompt shows in addition to its preferences. */
export interface PromptView {
  state: SubscriptionState
  /** For the bell: whether its panel is open. */
  isOpen?: boolean
  /** A request to the browser is pending, so buttons are disabled. */
  isBusy?: boolean
  siteName: string
  /** Address of the site's picture; by default a bell. */
  iconUrl?: string
}

/** A bell; hidden from screen readers, because the text beside it says the same. */
export function bellIcon(className: string): PromptNode {
  return {
    tag: 'svg',
    className,
    attributes: {
      viewBox: '0 0 24 24',
      fill: 'none',
      stroke: 'currentColor',
      'stroke-width': '2',
      'aria-hidden': 'true',
    },
    children: [
      { tag: 'path', attributes: { 'stroke-linecap': 'round', 'stroke-linejoin': 'round', d: BELL } },
      { tag: 'path', attributes: { 'stroke-linecap': 'round', d: 'M10.3 21a1.94 1.94 0 0 0 3.4 0' } },
    ],
  }
}

const BELL = 'M6 8a6 6 0 0 1 12 0c0 7 3 9 3 9H3s3-2 3-9'

/** A button in the site's colours. */
export function button(
  text: string,
  action: PromptAction,
  { color, background, isBusy = false }: { color: string; background: string; isBusy?: boolean },
): PromptNode {
  return {
    tag: 'button',
    className: 'button',
    // It stays in the tab order while disabled, and keeps its id when rendered again, so that it keeps the focus.
    attributes: { id: action, type: 'button', ...(isBusy && { 'aria-disabled': 'true' }) },
    style: { color, background },
    text,
    ...(!isBusy && { action }),
  }
}
