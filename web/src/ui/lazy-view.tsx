import { type ComponentType, type FunctionComponent, use, useState } from 'react'
import { Button } from './controls/Button.tsx'
import { Alert } from './feedback/Alert.tsx'
import { useUi } from './UiProvider.tsx'

/**
 * A component whose code loads when it is first shown, within a Suspense. Where that fails, it says so in its place and loads again on
 * request: the page around it stays, with what was typed there.
 */
export function lazyView<Props extends object>(load: () => Promise<ComponentType<Props>>): FunctionComponent<Props> {
  let loading: Promise<ComponentType<Props> | undefined> | undefined
  const again = () => (loading = load().catch(() => undefined))
  const first = () => loading ?? again()
  return function LazyView(props: Props) {
    const [promise, setPromise] = useState(first)
    const View = use(promise)
    return View ? <View {...props} /> : <NotLoaded onRetry={() => setPromise(again)} />
  }
}

function NotLoaded({ onRetry }: { onRetry: () => void }) {
  const { words } = useUi()
  const retry = (
    <Button size="sm" onClick={onRetry}>
      {words.retry}
    </Button>
  )
  return (
    <Alert tone="danger" live action={retry}>
      {words.partFailed}
    </Alert>
  )
}
