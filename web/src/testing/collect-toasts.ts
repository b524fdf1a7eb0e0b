import { onTestFinished, vi } from 'vitest'
import { type ToastContent, toastQueue } from '../ui/feedback/toast.ts'

/** Toasts that are raised from now on until the test ends. The page shows none of them. */
export function collectToasts(): ToastContent[] {
  const heard: ToastContent[] = []
  onTestFinished(toastQueue.connect(toast => void heard.push(toast)))
  // The region's code may come meanwhile.
  vi.spyOn(toastQueue, 'connect').mockReturnValue(() => undefined)
  return heard
}
