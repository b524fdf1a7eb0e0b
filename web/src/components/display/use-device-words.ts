import { useTranslation } from 'react-i18next'

const ON = /^(.+) on (.+)$/
const OF_APP = /^(.+), app (.+)$/

/** What a device is, in the page's language: the server says "Chrome on Windows", "Android, app 4.2", or "Browser" of one that it cannot tell. */
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
