import { useEffect } from 'react'
import { onNotice } from '../api/signals.ts'
import { translateSentence } from '../locales/translate-sentence.ts'
import { showToast } from '../ui/feedback/toast.ts'
import { ToastRegion } from '../ui/feedback/ToastRegion.tsx'

/** Shows notices from the rest of the dashboard as toasts, in the page's language. */
export function Toasts() {
  useEffect(
    () =>
      onNotice(({ tone, message }) => {
        showToast({ tone, title: typeof message === 'string' ? message : translateSentence(message) })
      }),
    [],
  )
  return <ToastRegion />
}
