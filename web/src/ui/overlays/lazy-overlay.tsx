import { useEffect, useEffectEvent, useState, type ComponentType } from 'react'
import { useUi } from '../UiProvider.tsx'

type OverlayProps = { open?: boolean; onOpenChange: (open: boolean) => void }

/**
 * Makes a dialog or drawer from its loader. Its code loads when it first opens. It then stays mounted, so that it can
 * fade out. If its code can't be loaded, it says so and closes, so that what opens it works again.
 */
export function lazyOverlay<Props extends OverlayProps>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  let Loaded: ComponentType<Props> | undefined
  return function LazyOverlay(props: Props) {
    const [ready, setReady] = useState(Loaded !== undefined)
    const { onNotLoaded } = useUi()
    const fail = useEffectEvent(() => {
      onNotLoaded()
      props.onOpenChange(false)
    })
    useEffect(() => {
      if (props.open === false || ready) return
      const fetch = async () => {
        Loaded ??= await load()
        setReady(true)
      }
      fetch().catch(() => fail())
    }, [props.open, ready])
    return ready && Loaded ? <Loaded {...props} /> : null
  }
}
