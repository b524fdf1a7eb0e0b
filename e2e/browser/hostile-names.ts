/** Names that people chose in order to break other people's pages, and checks of the pages that show them. */
import type { Page } from 'playwright-core'
import type { Names } from '../product/lumen.ts'

/** A letter with many combining accents, letters written from right to left, and no place to break a line. */
export const LETTERS = `Z${'\u0300\u0336'.repeat(8)}מספר`
/** The same, with a bidirectional override, an emoji of seven parts, a zero-width character, and HTML. */
export const ANYTHING = `<img src=x onerror="document.title=1">\u202Egpj.exe👩‍👩‍👧‍👦\u200B${LETTERS}`

export function filled(beginning: string, length: number, end = ''): string {
  return `${beginning}${'W'.repeat(length)}`.slice(0, length - end.length) + end
}

export const NAMES: Names = {
  owner: filled(LETTERS, 100),
  application: filled(ANYTHING, 100),
  organization: filled(LETTERS, 100),
  segment: filled('\u202E<b>W', 50),
  template: filled(ANYTHING, 100),
  campaigns: [filled(LETTERS, 100, 'a'), filled(LETTERS, 100, 'b'), filled('W', 100)],
  firstNames: [filled(ANYTHING, 255), filled('W', 255), filled(LETTERS, 60), 'Ana'],
}

export const TOPIC = { name: filled(ANYTHING, 60), description: filled('W', 300) }

/** For web push, each part as long as is allowed. */
export const SITE_NAME = filled(ANYTHING, 100)
export const PROMPTS = {
  active: 'slide_prompt',
  subscription_bell: {
    hide_user_if_subscribed: false,
    custmize_bell_text: true,
    custmize_bell: {
      when_user_not_subscribed: filled(ANYTHING, 200),
      when_user_subscribed: filled(ANYTHING, 200),
      when_user_blocked_notifications: filled(ANYTHING, 200),
    },
  },
  slide_prompt: {
    custmize_prompt_text: true,
    prompt_text: filled(ANYTHING, 300),
    accept: { message: filled('W', 40) },
    reject: { message: filled('No', 40) },
  },
  custom_link: {
    style: 1,
    size: 0,
    subscribe_text: filled('W', 80),
    explanation_text: filled(ANYTHING, 300),
    allow_unsubscribe: true,
    unsubscribe_text: filled('W', 80),
  },
} as const

const ALL_NAMES = [...Object.values(NAMES).flat(), ...Object.values(TOPIC)] as string[]

/** The effects of names on the open page and on surfaces above it. */
export function complaintsAboutNames(page: Page): Promise<string[]> {
  return page.evaluate(names => {
    const found = new Set<string>()
    if (document.querySelector('img[src="x"]')) found.add('a name became a picture')
    if (document.title === '1') found.add('a name was run')
    const placeOf = (element: Element) => `<${element.tagName.toLowerCase()} class="${element.className}">`
    const isInline = (element: Element) => getComputedStyle(element).display === 'inline'
    /** The first box around it that its text does not fit, unless the box cuts it as it should. */
    const pushedBy = (from: Element): Element | null => {
      for (let box: Element | null = from; box; box = box.parentElement) {
        const { overflowX, textOverflow } = getComputedStyle(box)
        if (box.scrollWidth <= box.clientWidth || overflowX === 'visible' || isInline(box)) continue
        const isCut = textOverflow === 'ellipsis' && box.closest('.truncate, [title], [data-tip]')
        return isCut || box.matches('input, textarea, select') ? null : box
      }
      return null
    }
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) {
      const text = walker.currentNode.textContent ?? ''
      const parent = walker.currentNode.parentElement
      if (
        parent === null ||
        !parent.checkVisibility() ||
        parent.closest('script, textarea, [aria-hidden="true"], .sr-only, .cm-editor')
      )
        continue
      // What is not isolated in its sentence has to be a name and nothing else, alone in its block or isolated there.
      const bare = text.replaceAll(/\u2068[^\u2068\u2069]*\u2069/g, '').trim()
      if (/[\u202E\u05D0-\u05EA]/.test(bare)) {
        const isName = names.some(name => bare === name || (bare.endsWith('…') && name.startsWith(bare.slice(0, -1))))
        let box: Element = parent
        while (isInline(box) && !getComputedStyle(box).unicodeBidi.includes('isolate') && box.parentElement)
          box = box.parentElement
        if (!isName || box.textContent?.trim() !== text.trim())
          found.add(`turns what is beside it: ${placeOf(parent)}, ${text.slice(0, 20)}`)
      }
      if (/W{30}/.test(text)) {
        const box = pushedBy(parent)
        if (box) found.add(`pushes ${placeOf(box)}, from ${placeOf(parent)}`)
      }
    }
    return [...found]
  }, ALL_NAMES)
}

/** Dialogs, drawers, menus and toasts that exceed the window, or widen the page below them. */
export function complaintsAboutSurfaces(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    const surfaces = [
      ...document.querySelectorAll('[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]'),
    ]
    const leaving = surfaces.filter(surface => {
      const { left, right } = surface.getBoundingClientRect()
      return surface.checkVisibility() && (left < -1 || right > clientWidth + 1)
    })
    return [
      ...leaving.map(surface => `${surface.role} leaves the window: ${surface.textContent.slice(0, 40)}`),
      ...(scrollWidth > clientWidth ? ['the page can be scrolled aside'] : []),
    ]
  })
}

/** Prompts of web push on a site's own page: each is in a shadow root. */
export function complaintsAboutPrompts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found = new Set<string>()
    const hosts = [...document.querySelectorAll('.notifly-bell, .notifly-slide, .notifly-link')]
    const parts = hosts.flatMap(host => [...(host.shadowRoot?.querySelectorAll<HTMLElement>('*:not(svg, path)') ?? [])])
    if (document.title === '1' || parts.some(part => part.matches('img[src="x"]'))) found.add('a name was run')
    for (const part of parts) {
      const { left, right } = part.getBoundingClientRect()
      const place = `${part.tagName.toLowerCase()}.${part.className}`
      const hasWords = part.childElementCount === 0 && getComputedStyle(part).display !== 'inline'
      if (hasWords && part.scrollWidth > part.clientWidth) found.add(`${place} is pushed`)
      if (left < 0 || right > document.documentElement.clientWidth) found.add(`${place} leaves the window`)
    }
    return [...found]
  })
}
