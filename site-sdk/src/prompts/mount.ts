import { bellIcon, type PromptAction, type PromptNode } from './node.ts'
import { PROMPT_CSS } from './style.ts'

/** A prompt rendered on a page. */
export interface MountedPrompt {
  /** Renders it again; null renders nothing. The focus is kept; if its element is gone, the first button gets it. */
  update(node: PromptNode | null): void
  /** Focuses its first button. */
  focus(): void
  remove(): void
}

const SVG_TAGS: readonly string[] = ['svg', 'path']

/** Renders a prompt into `host`, in a shadow root, and reports the actions of clicks. Escape closes it. */
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
    // Not replaceChildren, which Safari before 14 lacks.
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
 * A constructed style sheet needs no permission from the site's content security policy. Safari before 16.4 does not
 * support it; there a style element is used, which the policy must allow.
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
  // If the site's picture can't be loaded, a bell replaces it.
  if (tag === 'img') element.addEventListener('error', () => element.replaceWith(draw(bellIcon('picture'), onAction)))
  element.append(...children.map(child => draw(child, onAction)))
  return element
}
