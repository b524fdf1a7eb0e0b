// Toasts can be raised from anywhere, also from code outside the component tree such as the API client. They are shown
// by the one ToastRegion of the application.
import { Toast } from '@base-ui/react/toast'
import type { ReactNode } from 'react'
import type { Tone } from './tone.ts'

/** Ordinary toasts leave after three seconds, messages that need reading after five. */
export const toastTimeoutMs = { short: 3000, message: 5000 } as const

export type ToastContent = {
  tone: Tone
  title: ReactNode
  text?: ReactNode
  /** Where to go on from here. */
  link?: { label: string; href: string } | undefined
  duration?: keyof typeof toastTimeoutMs
}

export type ToastData = Pick<ToastContent, 'tone' | 'link'>

export const toastManager = Toast.createToastManager<ToastData>()

/** Shows a toast and answers its id. Screen readers read it when they pause. */
export function showToast({ tone, title, text, link, duration = 'short' }: ToastContent): string {
  return toastManager.add({
    title,
    description: text,
    timeout: toastTimeoutMs[duration],
    // High priority would hide the toast itself from screen readers and read a copy; its link and Dismiss would be lost.
    priority: 'low',
    data: { tone, link },
  })
}

/** Takes a toast away before its time, or all of them. */
export function closeToast(id?: string): void {
  toastManager.close(id)
}
