import { useEffect, useState, type ComponentType } from 'react'

/**
 * Makes a dialog or drawer from its loader. Its code loads when it first opens. It then stays mounted, so that it can
 * fade out.
 */
export function lazyOverlay<Props extends { open?: boolean }>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  let Loaded: ComponentType<Props> | undefined
  return function LazyOverlay(props: Props) {
    const [ready, setReady] = useState(Loaded !== undefined)
    useEffect(() => {
      if (props.open === false || ready) return
      const fetch = async () => {
        Loaded ??= await load()
        setReady(true)
      }
      void fetch()
    }, [props.open, ready])
    return ready && Loaded ? <Loaded {...props} /> : null
  }
}
