import { Suspense, useSyncExternalStore } from 'react'
import { toastQueue } from './toast.ts'
import { lazyView } from '../lazy-view.tsx'

const ToastViewport = lazyView(async () => (await import('./ToastViewport.tsx')).ToastViewport)

/** The corner where toasts appear. Mounted once in the application. */
export function ToastRegion() {
  const wanted = useSyncExternalStore(toastQueue.subscribe, toastQueue.isWanted)
  if (!wanted) return null
  return (
    <Suspense fallback={null}>
      <ToastViewport />
    </Suspense>
  )
}
