import type { CustomLink } from '@notifly/contracts/web-push/prompts'
import type { PromptNode, PromptView } from './node.ts'
import type { PromptWords } from './words.ts'

/** Large, medium, small. */
const FONT_SIZES_PX = [18, 16, 14] as const
const PADDINGS = ['14px 28px', '10px 20px', '6px 14px'] as const

/** The button or link inside the site's text; null for subscribers if it does not let them unsubscribe. */
export function customLink(preferences: CustomLink, view: PromptView, words: PromptWords): PromptNode | null {
  const { state, isBusy = false } = view
  const { allow_unsubscribe: mayLeave, explanation_text: explanation } = preferences
  if (state === 'subscribed' && !mayLeave) return null
  const isSubscribed = state === 'subscribed'
  return {
    tag: 'div',
    className: 'inline',
    children: [
      ...(explanation === ''
        ? []
        : [{ tag: 'p', className: 'text', attributes: { id: 'link-text' }, text: explanation } as const]),
      {
        tag: 'button',
        className: preferences.style === 0 ? 'button' : 'link',
        attributes: {
          id: 'link',
          type: 'button',
          ...(explanation !== '' && { 'aria-describedby': 'link-text' }),
          ...(isBusy && { 'aria-disabled': 'true' }),
        },
        style: look(preferences),
        text: isSubscribed ? preferences.unsubscribe_text : preferences.subscribe_text,
        ...(!isBusy && { action: isSubscribed ? 'unsubscribe' : 'subscribe' }),
      },
      ...(state === 'blocked'
        ? [{ tag: 'p', className: 'text', attributes: { role: 'status' }, text: words.blocked } as const]
        : []),
    ],
  }
}

function look({ style, size, button_color: background, text_color: color }: CustomLink): Record<string, string> {
  const fontSize = `${FONT_SIZES_PX[size] ?? FONT_SIZES_PX[1]}px`
  if (style === 0) return { color, background, 'font-size': fontSize, padding: PADDINGS[size] ?? PADDINGS[1] }
  // A link in the text has no background, so its text gets the button's background colour, which stays readable.
  return { color: background, 'font-size': fontSize }
}
