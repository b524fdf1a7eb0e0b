import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'

const ON = /^(.+) on (.+)$/

/** What a device is, in the page's language: the server says "Chrome on Windows", or "Browser" of one that it cannot tell. */
export function useDeviceWords(): (name: string) => string {
  const { t } = useTranslation()
  return useCallback(
    name => {
      const [, browser, system] = ON.exec(name) ?? []
      if (browser !== undefined) return t('device.on', { browser, system })
      return name === 'Browser' ? t('device.browser') : name
    },
    [t],
  )
}
