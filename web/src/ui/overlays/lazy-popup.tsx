// Popups need much code for positioning, focus and keys, and a page is usable long before one opens. So at first only
// the trigger is rendered; the popup's code loads when the pointer or the focus reaches it.
import {
  cloneElement,
  useEffect,
  useRef,
  useState,
  type ComponentType,
  type KeyboardEvent,
  type ReactElement,
} from 'react'

import { useUi } from '../UiProvider.tsx'

type PopupProps = { trigger: ReactElement; open?: boolean | undefined }

/**
 * Makes a popup component from its loader. A press before the code has loaded is repeated on the real trigger. Once
 * loaded, every popup of this kind renders directly.
 */
export function lazyPopup<Props extends PopupProps>(
  kind: 'menu' | 'dialog',
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  let Loaded: ComponentType<Props> | undefined
  const fetch = async () => {
    Loaded ??= await load()
  }
  return function LazyPopup(props: Props) {
    const [ready, setReady] = useState(Loaded !== undefined)
    const wrapper = useRef<HTMLSpanElement>(null)
    const pressed = useRef(false)
    const { onNotLoaded } = useUi()
    const show = () =>
      void fetch().then(
        () => setReady(true),
        () => {
          pressed.current = false
          onNotLoaded()
        },
      )

    useEffect(() => {
      if (props.open && !ready) show()
    })
    useEffect(() => {
      if (!ready || !pressed.current) return
      pressed.current = false
      const trigger = wrapper.current?.querySelector<HTMLElement>('button, a')
      trigger?.focus()
      trigger?.click()
    }, [ready])

    const press = () => {
      pressed.current = true
      show()
    }
    return (
      <span ref={wrapper} className="contents">
        {ready && Loaded ? <Loaded {...props} /> : cloneElement(props.trigger, placeholderTrigger(kind, fetch, press))}
      </span>
    )
  }
}

function placeholderTrigger(kind: 'menu' | 'dialog', fetch: () => Promise<void>, press: () => void) {
  // The press says whether it failed.
  const prepare = () => void fetch().catch(() => undefined)
  return {
    'aria-haspopup': kind,
    'aria-expanded': false,
    onPointerEnter: prepare,
    onFocus: prepare,
    onClick: press,
    onKeyDown: (event: KeyboardEvent) => {
      if (kind !== 'menu' || event.key !== 'ArrowDown') return
      event.preventDefault()
      press()
    },
  }
}
