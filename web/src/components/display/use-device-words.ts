import { useTranslation } from 'react-i18next'

const ON = /^(.+) on (.+)$/
const OF_APP = /^(.+), app (.+)$/

/**
 * The name of a device in the page's language. The server sends "Chrome on Windows", "Android, app 4.2", or "Browser"
 * for an unknown one.
 */
export function useDeviceWords(): (name: string) => string {
  const { t } = useTranslation()
  return name => {
    const [, browser, system] = ON.exec(name) ?? []
    if (browser !== undefined) return t('device.on', { browser, system })
    const [, platform, version] = OF_APP.exec(name) ?? []
    if (platform !== undefined) return t('device.app', { platform, version })
    return name === 'Browser' ? t('device.browser') : name
  }
}
