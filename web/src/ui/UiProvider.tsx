// Tells every component the words, the locale, the reading direction and how a link is drawn, so that the component set
// itself knows neither the catalogues nor the router.
import { CSPProvider } from '@base-ui/react/csp-provider'
import { DirectionProvider } from '@base-ui/react/direction-provider'
import {
  createContext,
  useContext,
  useEffect,
  useMemo,
  type ComponentProps,
  type ComponentType,
  type ReactNode,
} from 'react'
import { focusOnClick } from './controls/focus-on-click.ts'
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
