import type { SlidePrompt } from '@notifly/contracts/web-push/prompts'
import { bellIcon, button, type PromptNode, type PromptView } from './node.ts'
import type { PromptWords } from './words.ts'

/** The prompt that slides in at the top of the page. */
export function slidePrompt(preferences: SlidePrompt, view: PromptView, words: PromptWords): PromptNode {
  const { accept, reject, custmize_prompt_text: isCustom, prompt_text: own } = preferences
  const { siteName, iconUrl, isBusy = false } = view
  const isOwn = isCustom && own !== ''
  return {
    tag: 'div',
    className: 'slide',
    attributes: { role: 'dialog', 'aria-labelledby': 'slide-title', 'aria-describedby': 'slide-text' },
    children: [
      iconUrl === undefined
        ? bellIcon('picture')
        : { tag: 'img', className: 'picture', attributes: { src: iconUrl, alt: '' } },
      {
        tag: 'div',
        className: 'words',
        children: [
          { tag: 'strong', className: 'title', attributes: { id: 'slide-title' }, text: siteName },
          {
            tag: 'p',
            className: 'text',
            attributes: { id: 'slide-text' },
            ...(isOwn ? { text: own } : { children: question(words.ask, siteName) }),
          },
        ],
      },
      {
        tag: 'div',
        className: 'choices',
        children: [
          button(reject.message, 'reject', { color: reject.text_color, background: reject.background_color }),
          button(accept.message, 'subscribe', {
            color: accept.text_color,
            background: accept.background_color,
            isBusy,
          }),
        ],
      },
    ],
  }
}

/** The name is isolated, so that its writing direction does not affect the rest. */
function question(ask: string, siteName: string): PromptNode[] {
  const [before = '', after = ''] = ask.split('{site}')
  return [
    { tag: 'span', text: before },
    { tag: 'span', attributes: { dir: 'auto' }, text: siteName },
    { tag: 'span', text: after },
  ]
}
