/** Opens everything behind the buttons of a page: menus and what their entries open, dialogs, drawers, lists of options. */
import type { Page, Request } from 'playwright-core'

/** POST requests that change nothing: what a dialog counts or shows before anything is submitted. */
const READING = '/(preview|estimate|count|verify)\\b'
/** Of a long table only the first rows, since the others have the same elements. */
const ROWS = 2
const BUTTONS = ['button:not([type="submit"]):not([role])', '[role="combobox"]', '[aria-haspopup]']
/** Surfaces above a page except toasts, which have their own region. */
const SURFACES =
  '[data-open]:is([role="dialog"], [role="alertdialog"], [role="menu"]):not([role="region"] *), [data-open] [role="listbox"]'
/** A dialog, and the question that it asks when it is closed. */
const CLOSINGS = 3
const CALLS_MS = 5000
const DRAWN_MS = 2000
const FOCUS_MS = 1000

/**
 * From its next load on, the page cannot write: each of its writes gets an invalid body, so that the server answers with 403 if the right
 * is missing, and otherwise with 400.
 */
export async function blockWrites(tab: Page): Promise<void> {
  await tab.addInitScript(reading => {
    const send = window.fetch.bind(window)
    window.fetch = (input, init = {}) => {
      const { method = 'GET' } = init
      const address = input instanceof Request ? input.url : String(input)
      if (method === 'GET' || new RegExp(reading).test(address)) return send(input, init)
      const headers = new Headers(init.headers)
      headers.set('Content-Type', 'application/json')
      return send(input, { ...init, headers, body: '{' })
    }
  }, READING)
}

interface Opening {
  /** Brings the page as it was, for buttons that lead elsewhere. */
  back: () => Promise<void>
  /** Called for all that opens. */
  look: () => Promise<void>
  /** Called with the name of a button whose dialog or menu leaves the focus nowhere when Esc closes it. */
  onLostFocus?: (name: string) => void
  /** What was opened before, and is left closed now; what this opens joins it. */
  known?: Set<string>
}

/**
 * Presses each button of the page's content once, except those inside dialogs: nothing is submitted. Menus are opened again for their other
 * entries.
 */
export async function openAll(tab: Page, { back, look, onLostFocus, known = new Set() }: Opening): Promise<void> {
  const calls = callsOf(tab)
  const address = tab.url()
  const close = async () => {
    let covered = await isCovered(tab)
    for (let at = 0; at < CLOSINGS && covered; at++) {
      await tab.keyboard.press('Escape')
      await calls.settled()
      covered = await isCovered(tab)
    }
    // A dialog that comes only now is closed after the next button; coming back to the page would leave it open.
    const isSamePage = tab.url() === address && !covered
    if (!isSamePage) await back()
    return isSamePage
  }
  const press = async (which: Which) => {
    const button = await focusNext(tab, which)
    if (button === undefined) return undefined
    await tab.keyboard.press(button.key)
    await calls.settled()
    return button.name
  }
  const show = async (name: string) => {
    const isOpen = await isCovered(tab)
    if (isOpen) await look()
    if ((await close()) && isOpen && !(await hasFocus(tab))) onLostFocus?.(name)
  }
  const done: string[] = []
  const before = [...known]
  for (let name = await press({ done, before }); name !== undefined; name = await press({ done, before })) {
    done.push(name)
    known.add(name)
    const entries = await entriesOfMenu(tab)
    await show(name)
    for (const [at, entry] of entries.entries()) {
      const label = `${name}: ${entry}`
      if (known.has(label) || (await press({ again: name })) === undefined) continue
      known.add(label)
      await chooseEntry(tab, at)
      await calls.settled()
      await show(label)
    }
  }
  calls.stop()
}

/** Waits until the page is drawn and every call that it made is answered, except streams. */
function callsOf(tab: Page) {
  const underWay = new Set<Request>()
  const begin = (request: Request) => {
    if (!request.url().endsWith('/live')) underWay.add(request)
  }
  const end = (request: Request) => underWay.delete(request)
  tab.on('request', begin).on('requestfinished', end).on('requestfailed', end)
  const drawn = () =>
    tab.evaluate(
      mostMs =>
        new Promise<void>(resolve => {
          requestAnimationFrame(() => requestAnimationFrame(() => resolve()))
          // A browser that draws nothing for a while must not hold the walk for ever.
          setTimeout(resolve, mostMs)
        }),
      DRAWN_MS,
    )
  return {
    async settled() {
      const until = Date.now() + CALLS_MS
      do await drawn()
      while (underWay.size > 0 && Date.now() < until)
    },
    stop: () => tab.off('request', begin).off('requestfinished', end).off('requestfailed', end),
  }
}

/** Whether a surface is open above the page. */
export function isCovered(tab: Page): Promise<boolean> {
  return tab.evaluate(
    surfaces => [...document.querySelectorAll(surfaces)].some(surface => surface.checkVisibility()),
    SURFACES,
  )
}

/** Whether the focus is on an element of the page, within a moment. */
async function hasFocus(tab: Page): Promise<boolean> {
  try {
    await tab.waitForFunction(() => document.activeElement !== document.body, undefined, { timeout: FOCUS_MS })
    return true
  } catch {
    return false
  }
}

interface Focused {
  name: string
  /** What opens it. */
  key: 'Enter' | 'ArrowDown'
}

/** The first button that is not done and was not pressed before, unless it opens a menu; or the one of this name. */
type Which = { done: readonly string[]; before: readonly string[] } | { again: string }

function focusNext(tab: Page, which: Which): Promise<Focused | undefined> {
  return tab.evaluate(
    ({ selector, wanted, rows }) => {
      const isNext = (button: Element, name: string) => {
        if ('again' in wanted) return name === wanted.again
        if (wanted.done.includes(name)) return false
        return button.ariaHasPopup === 'menu' || !wanted.before.includes(name)
      }
      const isOffered = (button: Element) => {
        const row = button.closest('tbody > tr')
        const at = row === null ? 0 : [...(row.parentElement?.children ?? [])].indexOf(row)
        return at < rows && button.checkVisibility() && !button.matches(':disabled, [aria-disabled="true"], [inert] *')
      }
      // Days of a calendar and pages of a list are alike.
      const nameOf = (button: Element) =>
        (button.getAttribute('aria-label') ?? button.textContent ?? '').trim().replaceAll(/\d+/g, '#')
      for (const button of document.querySelectorAll<HTMLElement>(selector)) {
        const name = nameOf(button)
        if (!isOffered(button) || !isNext(button, name)) continue
        button.focus()
        if (document.activeElement !== button) continue
        return { name, key: button.role === 'combobox' ? 'ArrowDown' : 'Enter' } as const
      }
      return undefined
    },
    { selector: BUTTONS.map(each => `main ${each}`).join(', '), wanted: which, rows: ROWS },
  )
}

const ENTRIES = '[role="menu"][data-open] [role="menuitem"]:not(a):not([aria-disabled="true"])'

/** Entries of the open menu that perform an action; those that open a page are links. */
function entriesOfMenu(tab: Page): Promise<string[]> {
  return tab.evaluate(
    entries => [...document.querySelectorAll(entries)].map(({ textContent }) => textContent.trim()),
    ENTRIES,
  )
}

function chooseEntry(tab: Page, at: number): Promise<void> {
  return tab.evaluate(([entries, index]) => document.querySelectorAll<HTMLElement>(entries)[index]?.click(), [
    ENTRIES,
    at,
  ] as const)
}
