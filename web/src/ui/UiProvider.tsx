// Tells every component the words, the locale, the reading direction and how a link is drawn, so that the component set
// itself knows neither the catalogues nor the router.
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
}

const UiContext = createContext<Ui>({
  words: defaultWords,
  locale: 'en',
  direction: 'ltr',
  LinkComponent: props => <a {...props} />,
})

export type UiProviderProps = Partial<Ui> & { children: ReactNode }

/** Wraps the application once. Whatever is left out keeps its default. */
export function UiProvider({ children, words, locale, direction, LinkComponent }: UiProviderProps) {
  const outer = useContext(UiContext)
  const ui = useMemo<Ui>(
    () => ({
      words: words ?? outer.words,
      locale: locale ?? outer.locale,
      direction: direction ?? outer.direction,
      LinkComponent: LinkComponent ?? outer.LinkComponent,
    }),
    [words, locale, direction, LinkComponent, outer],
  )
  useEffect(() => focusOnClick(document), [])
  return (
    <UiContext value={ui}>
      {/* The content policy allows no inline style elements; the components then rely on our stylesheet alone. */}
      <CSPProvider disableStyleElements>
        <DirectionProvider direction={ui.direction}>
          {children}
          <TooltipLayer />
        </DirectionProvider>
      </CSPProvider>
    </UiContext>
  )
}

/** Words, locale, direction and link component of the surrounding UiProvider. */
export function useUi(): Ui {
  return useContext(UiContext)
}

/** What a click uses, and what has no place for the caret. */
const PRESSED = 'button, a[href], label, [role="button"], [role="checkbox"], [role="radio"], [role="switch"]'
/** These do the same by themselves, begin with the press, or need it for something else. */
const OWN_WAY = 'input, textarea, select, [contenteditable], [aria-haspopup], [draggable="true"]'

/**
 * Moves the focus with the click instead of the press before it. As a field loses the focus it may say what is wrong with it;
 * said between press and release, that moves what is pressed away from under the pointer, and the click is lost.
 * Returns how to end it.
 */
function focusOnClick(page: Document): () => void {
  const press = (event: MouseEvent) => {
    const pressed = pressedBy(event)
    const { activeElement } = page
    if (pressed && activeElement !== page.body && activeElement !== pressed) event.preventDefault()
  }
  const click = (event: MouseEvent) => {
    // The keyboard clicks where the focus is, or, with Enter in a field, on a button that it is not on.
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
  if (button !== 0 || !(target instanceof Element) || target.closest(OWN_WAY)) return null
  return target.closest<HTMLElement>(PRESSED)
}
