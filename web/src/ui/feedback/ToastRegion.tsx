import { lazy, Suspense, useSyncExternalStore, type ReactNode } from 'react'
import { toastQueue } from './toast.ts'

const ToastViewport = lazy(async () => ({ default: (await import('./ToastViewport.tsx')).ToastViewport }))

/** The corner where toasts appear. Once in the application. */
export function ToastRegion({ children }: { children?: ReactNode }) {
  const wanted = useSyncExternalStore(toastQueue.subscribe, toastQueue.isWanted)
  return (
    <>
      {children}
      {wanted && (
        <Suspense fallback={null}>
          <ToastViewport />
        </Suspense>
      )}
    </>
  )
}
