// What opens above the page needs much code for placing itself, focus and keys, and a page is usable long before anything
// opens. So a trigger is alone at first; its popup's code loads when the pointer or the focus reaches it.
import {
  cloneElement,
  useEffect,
  useRef,
  useState,
  type ComponentType,
  type KeyboardEvent,
  type ReactElement,
} from 'react'

type PopupProps = { trigger: ReactElement; open?: boolean | undefined }

/**
 * A popup component by its loader. The first press that finds no code yet is kept, and repeated on the real trigger as
 * soon as it is there; from then on, and for every later popup of the kind, nothing is between.
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
    const place = useRef<HTMLSpanElement>(null)
    const pressed = useRef(false)
    const show = () => void fetch().then(() => setReady(true))

    useEffect(() => {
      if (props.open && !ready) show()
    })
    useEffect(() => {
      if (!ready || !pressed.current) return
      pressed.current = false
      const trigger = place.current?.querySelector<HTMLElement>('button, a')
      trigger?.focus()
      trigger?.click()
    }, [ready])

    const press = () => {
      pressed.current = true
      show()
    }
    return (
      <span ref={place} className="contents">
        {ready && Loaded ? <Loaded {...props} /> : cloneElement(props.trigger, waitingTrigger(kind, fetch, press))}
      </span>
    )
  }
}

function waitingTrigger(kind: 'menu' | 'dialog', fetch: () => Promise<void>, press: () => void) {
  const prepare = () => void fetch()
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
