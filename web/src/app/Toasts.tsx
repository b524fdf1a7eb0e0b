import { useEffect } from 'react'
import { onNotice } from '../api/signals.ts'
import { say } from '../locales/say.ts'
import { showToast } from '../ui/feedback/toast.ts'
import { ToastRegion } from '../ui/feedback/ToastRegion.tsx'

/** Shows notices from the rest of the dashboard as toasts, in the page's language. */
export function Toasts() {
  useEffect(
    () =>
      onNotice(({ tone, message }) => {
        showToast({ tone, title: typeof message === 'string' ? message : say(message) })
      }),
    [],
  )
  return <ToastRegion />
}
