// Gives every component its words, locale, reading direction and link component, so that the component set itself
// depends neither on the catalogues nor on the router.
import { CSPProvider } from '@base-ui/react/csp-provider'
import { DirectionProvider } from '@base-ui/react/direction-provider'
import {
  type ComponentProps,
  type ComponentType,
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useMemo,
} from 'react'
import { TooltipLayer } from './overlays/TooltipLayer.tsx'
import { defaultWords, type UiWords } from './words.ts'

export type AnchorProps = Omit<ComponentProps<'a'>, 'href'> & { href: string }

export type Ui = {
  words: UiWords
  /** BCP 47 tag for Intl. */
  locale: string
  direction: 'ltr' | 'rtl'
  LinkComponent: ComponentType<AnchorProps>
  /** Says that the code of a menu or dialog could not be loaded. */
  onNotLoaded: () => void
}

const UiContext = createContext<Ui>({
  words: defaultWords,
  locale: 'en',
  direction: 'ltr',
  LinkComponent: props => <a {...props} />,
  onNotLoaded: () => undefined,
})

export type UiProviderProps = Partial<Ui> & { children: ReactNode }

/** Wraps the application once. Props that are left out keep their defaults. */
export function UiProvider({ children, words, locale, direction, LinkComponent, onNotLoaded }: UiProviderProps) {
  const outer = useContext(UiContext)
  const ui = useMemo<Ui>(
    () => ({
      words: words ?? outer.words,
      locale: locale ?? outer.locale,
      direction: direction ?? outer.direction,
      LinkComponent: LinkComponent ?? outer.LinkComponent,
      onNotLoaded: onNotLoaded ?? outer.onNotLoaded,
    }),
    [words, locale, direction, LinkComponent, onNotLoaded, outer],
  )
  useEffect(() => focusOnClick(document), [])
  return (
    <UiContext value={ui}>
      {/* The content security policy allows no inline style elements; the components rely on our stylesheet alone. */}
      <CSPProvider disableStyleElements>
        <DirectionProvider direction={ui.direction}>
          {children}
          <TooltipLayer />
        </DirectionProvider>
      </CSPProvider>
    </UiContext>
  )
}

/** Words, locale, direction and link component from the surrounding UiProvider. */
export function useUi(): Ui {
  return useContext(UiContext)
}

/** Elements that respond to a click and hold no text cursor. */
const CLICKABLE = 'button, a[href], label, [role="button"], [role="checkbox"], [role="radio"], [role="switch"]'
/** These are left alone: they take the focus themselves, act on mousedown, or need its default action. */
const LEFT_ALONE = 'input, textarea, select, [contenteditable], [aria-haspopup], [draggable="true"]'

/**
 * Moves the focus on click instead of on mousedown. A field may show an error when it loses the focus. If that happens
 * between mousedown and mouseup, the layout shifts, the pressed element moves away from the pointer, and the click is
 * lost. Returns a function that removes the listeners.
 */
function focusOnClick(page: Document): () => void {
  const press = (event: MouseEvent) => {
    const pressed = pressedBy(event)
    const { activeElement } = page
    if (pressed && activeElement !== page.body && activeElement !== pressed) event.preventDefault()
  }
  const click = (event: MouseEvent) => {
    // `detail` is 0 for clicks from the keyboard. They must not move the focus: Enter in a field clicks the submit
    // button.
    if (event.detail > 0) pressedBy(event)?.focus({ preventScroll: true, focusVisible: false })
  }
  page.addEventListener('mousedown', press)
  page.addEventListener('click', click, { capture: true })
  return () => {
    page.removeEventListener('mousedown', press)
    page.removeEventListener('click', click, { capture: true })
  }
}

function pressedBy({ target, button }: MouseEvent): HTMLElement | null {
  if (button !== 0 || !(target instanceof Element) || target.closest(LEFT_ALONE)) return null
  return target.closest<HTMLElement>(CLICKABLE)
}
