// Toasts can be shown from anywhere, also from code outside the component tree such as the API client. They are queued
// here until the region is mounted; its code loads with the first toast.
import type { ReactNode } from 'react'
import type { Tone } from '../layout/tone.ts'

export type ToastContent = {
  tone: Tone
  title: ReactNode
  text?: ReactNode
  /** A page to go to from here. */
  link?: { label: string; href: string } | undefined
  /** `message` stays longer, for text that takes time to read. */
  duration?: 'short' | 'message'
  /** Stays for this many seconds, shows the countdown, and offers one action in the meantime. */
  countdown?:
    undefined | { seconds: number; text: (secondsLeft: number) => ReactNode; action: string; onAction: () => void }
}

let sink: ((content: ToastContent) => void) | undefined
let waiting: ToastContent[] = []
let wanted = false
const listeners = new Set<() => void>()

/** Shows a toast. Screen readers announce it politely. */
export function showToast(content: ToastContent): void {
  if (sink) return sink(content)
  waiting.push(content)
  wanted = true
  for (const listener of listeners) listener()
}

/** For the region: whether it has to be mounted, and where toasts go once it is. */
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
