import { useEffect, useState, type ComponentType } from 'react'

/**
 * A dialog or drawer by its loader. Nothing of it is in the page before it opens for the first time; then its code comes,
 * and it stays mounted so that it can also fade out.
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
