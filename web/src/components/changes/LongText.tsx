import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/controls/Button.tsx'

/** Characters that about ten lines hold. */
const SHORT = 500

/** A text that may be as long as a whole mail: its beginning, and the rest on demand. */
export function LongText({ length, children }: { length: number; children: ReactNode }) {
  const { t } = useTranslation('changes')
  const [isOpen, setOpen] = useState(false)
  if (length <= SHORT) return children
  return (
    <>
      <div
        className={
          isOpen
            ? 'max-h-[60vh] overflow-y-auto'
            : 'max-h-50 overflow-hidden mask-[linear-gradient(#000_80%,transparent)]'
        }
      >
        {children}
      </div>
      <Button size="sm" variant="ghost" className="-ms-2 mt-1" onClick={() => setOpen(!isOpen)}>
        {t(isOpen ? 'less' : 'more')}
      </Button>
    </>
  )
}
