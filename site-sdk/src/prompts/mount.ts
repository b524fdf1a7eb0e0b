import { bellIcon, type PromptAction, type PromptNode } from './node.ts'
import { PROMPT_CSS } from './style.ts'

/** A prompt on a page. */
export interface MountedPrompt {
  /** Draws it anew; null draws nothing. The focus stays where it was; it goes to the first button where that is gone. */
  update(node: PromptNode | null): void
  /** Puts the keyboard's place on its first button. */
  focus(): void
  remove(): void
}

const SVG_TAGS: readonly string[] = ['svg', 'path']

/** Draws a prompt into `host`, in its own shadow root, and reports the actions of clicks. Escape means close. */
export function mountPrompt(
  host: HTMLElement,
  node: PromptNode | null,
  onAction: (action: PromptAction) => void,
): MountedPrompt {
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' })
  const style = dress(root)
  const update = (next: PromptNode | null): void => {
    const focused = root.activeElement?.id
    const shown = next === null ? [] : [draw(next, onAction)]
    // Not by replaceChildren, which Safari before 14 does not have.
    root.textContent = ''
    root.append(...style, ...shown)
    if (focused) (root.getElementById(focused) ?? root.querySelector('button'))?.focus()
  }
  const onKey = (event: Event): void => {
    if ((event as KeyboardEvent).key === 'Escape') onAction('close')
  }
  root.addEventListener('keydown', onKey)
  update(node)
  return {
    update,
    focus: () => root.querySelector('button')?.focus(),
    remove() {
      root.removeEventListener('keydown', onKey)
      root.textContent = ''
      if ('adoptedStyleSheets' in root) root.adoptedStyleSheets = []
    },
  }
}

/**
 * A style sheet constructed by script needs no permission by the site's content security policy. Safari before 16.4 does not support it:
 * there it is an element, which the policy must allow.
 */
function dress(root: ShadowRoot): HTMLStyleElement[] {
  if ('adoptedStyleSheets' in root) {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(PROMPT_CSS)
    root.adoptedStyleSheets = [sheet]
    return []
  }
  const style = document.createElement('style')
  style.textContent = PROMPT_CSS
  return [style]
}

function draw(node: PromptNode, onAction: (action: PromptAction) => void): Element {
  const { tag, className, attributes = {}, style = {}, text, action, children = [] } = node
  const element = SVG_TAGS.includes(tag)
    ? document.createElementNS('http://www.w3.org/2000/svg', tag)
    : document.createElement(tag)
  if (className !== undefined) element.setAttribute('class', className)
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
  for (const [name, value] of Object.entries(style)) (element as HTMLElement).style.setProperty(name, value)
  if (text !== undefined) element.textContent = text
  if (action !== undefined) element.addEventListener('click', () => onAction(action))
  // The site's picture, which may be gone: then as if there were none.
  if (tag === 'img') element.addEventListener('error', () => element.replaceWith(draw(bellIcon('picture'), onAction)))
  element.append(...children.map(child => draw(child, onAction)))
  return element
}
