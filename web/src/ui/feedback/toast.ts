// Toasts can be raised from anywhere, also from code outside the component tree such as the API client. They wait here
// until the region that shows them is there; its code comes with the first toast.
import type { ReactNode } from 'react'
import type { Tone } from '../layout/tone.ts'

export type ToastContent = {
  tone: Tone
  title: ReactNode
  text?: ReactNode
  /** Where to go on from here. */
  link?: { label: string; href: string } | undefined
  /** Messages that need reading stay longer. */
  duration?: 'short' | 'message'
  /** It stays for this many seconds, shows the countdown, and offers one action meanwhile. */
  countdown?:
    undefined | { seconds: number; text: (secondsLeft: number) => ReactNode; action: string; onAction: () => void }
}

let sink: ((content: ToastContent) => void) | undefined
let waiting: ToastContent[] = []
let wanted = false
const listeners = new Set<() => void>()

/** Shows a toast. Screen readers read it when they pause. */
export function showToast(content: ToastContent): void {
  if (sink) return sink(content)
  waiting.push(content)
  wanted = true
  for (const listener of listeners) listener()
}

/** The side of the region: whether it is needed yet, and where toasts go once it is there. */
export const toastQueue = {
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  isWanted: () => wanted,
  connect: (show: (content: ToastContent) => void) => {
    sink = show
    for (const content of waiting) show(content)
    waiting = []
    return () => {
      sink = undefined
    }
  },
}
